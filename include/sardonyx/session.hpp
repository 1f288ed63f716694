// Session: a model, loaded and ready to run, from any number of threads at once.
//
//   sardonyx::Session session("model.onnx");
//   std::vector<sardonyx::Value> out = session.run({{"x", tensor}});
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sardonyx/error.hpp"
#include "sardonyx/value.hpp"

namespace sardonyx {

struct SessionHooks;

struct SessionOptions {
  int threads = 0;                          // width of parallel regions; 0: all that the process may use
  bool optimize = true;                     // false: the graph runs as the file says, constants unfolded
  std::vector<std::string> disabled_rules;  // names of rewrite rules, as `explain` prints them
  std::size_t fold_bytes = 0;  // of a constant that is computed at load, at most; 0: no such limit
  std::map<std::string, std::int64_t> free_dimensions;  // symbol -> size, fixed at load
  std::map<std::string, Value> initializers;            // replace the content of initializers, by name
  bool copy_weights = false;  // read the file instead of mapping it (it may be overwritten in place later)
  bool borrow_bytes = false;  // bytes given to the constructor outlive the session: do not copy them
  bool allow_external_anywhere = false;   // external data outside the model's folder
  std::filesystem::path external_folder;  // for models from bytes
  bool deterministic = false;
  bool profile = false;                       // keep per-step times; Session::profile gives them
  std::shared_ptr<const SessionHooks> hooks;  // what only the parts around the library give
};

// One size of a declared shape: a number, a name, or neither.
struct DimInfo {
  std::optional<std::int64_t> size;
  std::string symbol;
};

struct ValueDescription {
  std::string name;
  Type type;
  std::optional<std::vector<DimInfo>> shape;  // nullopt: rank not declared
  bool optional_input = false;                // has a default in the model
  bool unused = false;                        // an input that nothing reads: it may be left out
  std::string denotation;                     // what the model says its type stands for: "IMAGE"
  bool is_scalar() const;                     // declared so; as an input it takes any shape
  std::string text() const;                   // "x: float32[batch,3]"
};

// Cancels runs: give it to RunOptions, call cancel() from any thread.
class Cancellation {
 public:
  Cancellation();
  void cancel() noexcept;
  bool cancelled() const noexcept;

 private:
  friend class Session;
  std::shared_ptr<std::atomic<bool>> flag_;
};

struct StepTime {
  // A tensor that a step read or wrote; of undefined type where it was none.
  struct Operand {
    DType dtype = DType::undefined;
    Shape shape;
    bool constant = false;
  };
  std::string node, op;
  std::int64_t begin_ns = 0, end_ns = 0;  // since the run's begin
  std::string shapes;                     // "float32[1,3,8,8] -> float32[1,8,8,8]"
  std::string domain;                     // of `source_op`; "" is ai.onnx
  std::string provider;                   // who ran it; "" is the CPU, by this engine
  std::string source_node, source_op;  // the model's own: of the nodes that the step came from, "Conv+Relu"
  std::int64_t index = 0;              // of the node in its graph
  std::vector<Operand> inputs, outputs;
};

struct RunTimes {
  std::int64_t begin_ns = 0, end_ns = 0;  // on the steady clock
  std::vector<StepTime> steps;
};

struct RunOptions {
  const Cancellation* cancellation = nullptr;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  RunTimes* times = nullptr;  // gets the steps of this run, whether or not the session keeps a profile
};

struct RuleCount {
  std::string rule;
  std::int64_t applied = 0;
  std::int64_t nanoseconds = 0;
  bool enabled = true;
};

struct ModelMetadata {
  std::int64_t ir_version = 0, model_version = 0;
  std::string producer_name, producer_version, domain, graph_name, description, graph_description;
  std::vector<std::pair<std::string, std::int64_t>> opsets;
  std::vector<std::pair<std::string, std::string>> custom;
};

// What `sard inspect` and `explain` show.
struct GraphSummary {
  struct NodeLine {
    std::string name, op, domain;
    std::vector<std::string> inputs, outputs;  // value names; "" is absent
    std::vector<std::string> output_facts;     // "float32[batch,8]"
    std::string fields;                        // "axis=1"
    double flops = 0;                          // of one run at the declared shapes; 0 when shapes are open
  };
  std::vector<NodeLine> source;     // as imported, functions inlined
  std::vector<NodeLine> optimized;  // as it runs
  std::vector<NodeLine> bodies;     // nodes inside of If, Loop, Scan and relatives, as imported
  std::int64_t parameters = 0;      // elements of constants, those of bodies too
  std::int64_t parameter_bytes = 0;
  std::vector<RuleCount> rules;
  std::vector<std::string> notes;  // every "no" with its reason
};

class Session {
 public:
  // Loads a file. Throws Error: no_such_file, io, invalid_model, not_implemented (with the nearest supported
  // operator version), over_budget, out_of_memory.
  explicit Session(const std::filesystem::path& model, const SessionOptions& options = {});
  // Loads bytes; copied unless options.borrow_bytes.
  explicit Session(std::span<const std::byte> model, const SessionOptions& options = {});
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  const std::vector<ValueDescription>& inputs() const noexcept;
  const std::vector<ValueDescription>& outputs() const noexcept;
  const ModelMetadata& metadata() const noexcept;

  // Inputs by name; gives all outputs in the model's order. Throws invalid_argument for a name, type or shape that
  // does not fit, a missing input, symbols that disagree; cancelled, deadline_exceeded; what operators throw.
  std::vector<Value> run(const std::map<std::string, Value>& inputs, const RunOptions& options = {}) const;
  // Inputs by position (absent values for inputs with a default); all outputs.
  std::vector<Value> run(std::span<const Value> inputs, const RunOptions& options = {}) const;
  // Inputs by position, chosen outputs by index. `out[i]` may hold a tensor of the right dtype and shape on entry:
  // the result is then written into it.
  void run(std::span<const Value> inputs, std::span<const std::size_t> outputs, std::span<Value> out,
           const RunOptions& options = {}) const;

  // Steps of the newest finished run of a session made with `profile`.
  std::vector<StepTime> profile() const;
  GraphSummary summary() const;
  // Bytes of the frame (arena) that the newest plan needs, for `inspect`; 0 before the first run.
  std::size_t arena_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

const char* version() noexcept;  // "0.1.0"

}  // namespace sardonyx
