// A library that speaks ONNX Runtime's C ABI, ours or another, as something that test cases can be played on.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sardonyx/session.hpp"

namespace sardonyx::cli {

class AbiSession {
 public:
  // The library stays loaded. Throws Error(io) when it cannot be loaded, Error(runtime) with what it says otherwise.
  AbiSession(const std::string& library, const std::filesystem::path& model, const SessionOptions& options);
  ~AbiSession();
  AbiSession(const AbiSession&) = delete;
  AbiSession& operator=(const AbiSession&) = delete;

  // As the library describes them; those with a default come last.
  const std::vector<ValueDescription>& inputs() const noexcept;
  const std::vector<ValueDescription>& outputs() const noexcept;
  // All outputs. Absent inputs and optionals without content are left out. `binding`: through an OrtIoBinding.
  std::vector<Value> run(std::span<const Value> inputs, bool binding) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sardonyx::cli
