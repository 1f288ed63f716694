// Another library that speaks ONNX Runtime's C ABI, loaded by its path, to be measured beside us.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "sardonyx/session.hpp"

namespace sardonyx::cli {

class Rival {
 public:
  // Throws Error(io) when the library cannot be loaded or has no such ABI.
  explicit Rival(const std::string& library);
  ~Rival();
  Rival(const Rival&) = delete;
  Rival& operator=(const Rival&) = delete;

  const std::string& name() const;  // "onnxruntime 1.30.0"
  // All its optimisations on; 0 threads: its own default. Throws Error(runtime) with what the library says.
  void load(const std::filesystem::path& model, int threads);
  // Inputs in the order of `session`'s; absent ones are left out. Only tensors, no strings.
  void bind(const Session& session, std::span<const Value> inputs);
  void run();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sardonyx::cli
