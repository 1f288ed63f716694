// OrtKernelContext: one execution of the kernel of a custom operator or of a library's provider.
#pragma once

#include <memory>
#include <vector>

#include "api/c/custom_op.h"
#include "graph/kernel.h"

namespace sardonyx::capi {

// The run that this thread is in, as long as this lives: its logger, and the outputs that the program gave to it.
class RunScope {
 public:
  RunScope(const OrtLogger& logger, std::span<const char* const> names, std::span<const Value> values,
           OrtSyncStream* stream = nullptr);
  ~RunScope();
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;
  static const RunScope* current() noexcept;
  const OrtLogger& logger() const noexcept { return logger_; }
  OrtSyncStream* stream() const noexcept { return stream_; }
  // nullptr where the program gave none of this name.
  const Tensor* given(std::string_view name) const;

 private:
  const OrtLogger& logger_;
  std::span<const char* const> names_;
  std::span<const Value> values_;
  OrtSyncStream* stream_;  // that the program gave to the run
  const RunScope* outer_;
};

}  // namespace sardonyx::capi

struct OrtKernelContext {
  OrtKernelContext(sardonyx::Call& running, const sardonyx::capi::KernelSite& node,
                   const std::vector<sardonyx::Fact>& expected);

  // The output as the kernel is to fill it; NULL where nobody wants it.
  OrtValue* output(std::size_t index, const sardonyx::Shape& shape);
  // The output where the program gave its memory to the run, or the kernel has asked for it already; else NULL.
  OrtValue* preallocated(std::size_t index);
  // Gives what the kernel made to the run; refuses a wanted output that it did not make.
  void finish();

  sardonyx::Call& call;
  const sardonyx::capi::KernelSite& site;
  const std::vector<sardonyx::Fact>& facts;  // of the outputs, as lowered
  std::vector<OrtValue> inputs;
  std::vector<std::unique_ptr<OrtValue>> outputs;

 private:
  sardonyx::Value place(std::size_t index, const sardonyx::Shape& shape, sardonyx::DType dtype);
  const sardonyx::Tensor* given(std::size_t index) const;
  const sardonyx::Tensor* shared_with(std::size_t output, const sardonyx::Shape& shape,
                                      sardonyx::DType dtype);
  std::vector<bool> in_place_;  // outputs that lie where the run expects them
};
