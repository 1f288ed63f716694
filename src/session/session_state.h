// The parts behind Session. Private to session/.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "import/import.h"
#include "model/model_file.h"
#include "optimize/optimize.h"
#include "run/runner.h"
#include "sardonyx/session.hpp"

namespace sardonyx {

// Checks what a caller gives against what the model declares.
class Binder {
 public:
  explicit Binder(const std::vector<ValueDescription>& inputs);
  // Throws invalid_argument naming input, expected and found. Gives false when inputs disagree on a shared symbol.
  bool check(std::span<const Value> values) const;

 private:
  void check_one(std::size_t i, const Value& value) const;
  const std::vector<ValueDescription>& inputs_;
  std::vector<std::string> symbols_;
  std::vector<std::vector<std::int32_t>> symbol_of_;  // per input and dim: index into symbols_, or -1
};

// One compiled form of the model: which defaults are overridden, whether symbols are taken apart.
struct Variant {
  std::shared_ptr<const Graph> graph;
  OptimizeReport report;
  std::unique_ptr<Runner> runner;
};

struct Session::State {
  State(ModelFile model, const SessionOptions& session_options);
  template <typename Source>  // a path or bytes
  static std::unique_ptr<State> load(const Source& source, const SessionOptions& options);

  ModelFile file;
  SessionOptions options;
  std::vector<ValueDescription> inputs, outputs;
  ModelMetadata metadata;
  std::vector<std::string> notes;
  std::shared_ptr<const CustomOps> custom_ops;
  std::shared_ptr<const Graph> source;  // as imported
  std::unique_ptr<Binder> binder;
  std::shared_ptr<ThreadPool> pool;
  LowerOptions lower;

  std::shared_ptr<Variant> variant(const std::vector<bool>& overridden, bool distinct) const;
  std::vector<Value> run(std::span<const Value> given, std::span<const Value> preset,
                         const RunOptions& run_options) const;

  // What mapped files hold is checked once more before the first run.
  mutable std::atomic<bool> files_checked = false;
  mutable std::mutex mutex;
  mutable std::map<std::string, std::shared_ptr<Variant>> variants;
  mutable std::shared_ptr<Variant> plain;  // no override, symbols shared: the usual one
  mutable std::vector<StepTime> profile;

 private:
  ImportOptions import_options() const;
  std::shared_ptr<Variant> compile(const std::vector<bool>& overridden, bool distinct) const;
};

// Adds to an output's declaration what inference found: its shape where none is declared, sizes, symbols of inputs. A
// size that contradicts what is declared leaves the size open.
void complete(ValueDescription& output, const Fact& found, const std::set<std::string>& symbols);
std::vector<ValueDescription> describe(std::span<const ValueInfoDef> infos, const SessionOptions& options);
GraphSummary summarize(const Graph& source, const Graph& optimized, const OptimizeReport& report);

}  // namespace sardonyx
