#include "api/c/kernel_context.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include "api/c/slots.h"
#include "api/c/status.h"

using sardonyx::DType;
using sardonyx::Shape;
using sardonyx::Tensor;
using sardonyx::Value;

OrtKernelContext::OrtKernelContext(sardonyx::Call& running, const sardonyx::capi::KernelSite& node,
                                   const std::vector<sardonyx::Fact>& expected)
    : call(running),
      site(node),
      facts(expected),
      inputs(node.inputs.size()),
      outputs(node.outputs.size()),
      in_place_(node.outputs.size()) {
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i].value = call.value(i);
}

// The program's own tensor for an output of the model; nullptr for all others.
const Tensor* OrtKernelContext::given(std::size_t index) const {
  const auto* run = sardonyx::capi::RunScope::current();
  if (run == nullptr || site.nested || site.outputs[index].empty()) return nullptr;
  const Tensor* t = run->given(site.outputs[index]);
  const DType dtype = facts[index].dtype();
  return t != nullptr && (dtype == DType::undefined || t->dtype() == dtype) ? t : nullptr;
}

OrtValue* OrtKernelContext::preallocated(std::size_t index) {
  if (outputs[index] != nullptr) return outputs[index].get();
  const Tensor* t = given(index);
  return t == nullptr ? nullptr : output(index, t->shape());
}

OrtValue* OrtKernelContext::output(std::size_t index, const Shape& shape) {
  if (site.outputs[index].empty()) return nullptr;
  std::unique_ptr<OrtValue>& held = outputs[index];
  if (held != nullptr) {  // the program has its pointer
    if (held->value.tensor().shape() == shape) return held.get();
    sardonyx::capi::refuse(ORT_INVALID_ARGUMENT, "output {} has the shape {} already, not {}", index,
                           held->value.tensor().shape().text(), shape.text());
  }
  const sardonyx::Fact& fact = facts[index];
  if (auto sizes = fact.shape.numbers(); sizes && !(*sizes == shape))
    sardonyx::capi::refuse(ORT_INVALID_ARGUMENT, "output {} is {}, but its shape was inferred as {}", index,
                           shape.text(), sizes->text());
  DType dtype = fact.dtype();
  if (dtype == DType::undefined)
    sardonyx::capi::refuse(ORT_FAIL, "the type of output {} of operator '{}' is not known", index, site.op);
  held = std::make_unique<OrtValue>();
  held->value = place(index, shape, dtype);
  return held.get();
}

// The input whose memory an output may have: nobody else reads it, or the operator says that they are one.
const Tensor* OrtKernelContext::shared_with(std::size_t output, const Shape& shape, DType dtype) {
  const auto input_of = [&](const sardonyx::capi::OpSignature::Pairs& pairs) -> const OrtValue* {
    for (auto [from, to] : pairs) {
      if (to != output || from >= inputs.size() || !inputs[from].value.is_tensor()) continue;
      const Tensor& t = inputs[from].value.tensor();
      if (t.dtype() == dtype && t.shape() == shape) return &inputs[from];
    }
    return nullptr;
  };
  if (const OrtValue* one = input_of(site.must_share)) return &one->value.tensor();
  const OrtValue* maybe = input_of(site.may_share);
  if (maybe == nullptr) return nullptr;
  const auto at = static_cast<std::size_t>(maybe - inputs.data());
  const Value last = call.take(at);  // out of the run's hands where this is its last reader
  const Tensor& t = maybe->value.tensor();
  constexpr long kOurs = 2;  // `inputs` and `last`
  return t.block() && t.block()->origin_writeable() && t.block()->use_count() == kOurs ? &t : nullptr;
}

Value OrtKernelContext::place(std::size_t index, const Shape& shape, DType dtype) {
  in_place_[index] = false;
  if (const Tensor* t = given(index); t != nullptr && t->shape() == shape) return *t;
  if (const Tensor* shared = shared_with(index, shape, dtype)) return *shared;
  if (dtype == DType::string) return Tensor(dtype, shape);
  std::size_t bytes = sardonyx::packed_bytes(dtype, static_cast<std::size_t>(shape.count()));
  if (call.out(index) != nullptr && facts[index].shape.concrete()) {
    in_place_[index] = true;
    return Tensor(dtype, shape, sardonyx::Block::borrow(call.out(index), bytes, true));
  }
  sardonyx::Allocator* memory = call.environment().memory;
  if (memory == nullptr) return Tensor(dtype, shape);
  return Tensor(dtype, shape, sardonyx::Block::allocate_with(*memory, bytes));
}

void OrtKernelContext::finish() {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (site.outputs[i].empty() || in_place_[i]) continue;
    if (outputs[i] == nullptr) {
      sardonyx::capi::refuse(ORT_FAIL, "the kernel of operator '{}' did not make output {} ('{}')", site.op,
                             i, site.outputs[i]);
    }
    call.set_out(i, std::move(outputs[i]->value));
  }
}

namespace sardonyx {

namespace {

thread_local const capi::RunScope* current_run = nullptr;

std::size_t checked(std::size_t index, std::size_t count, const char* what) {
  if (index >= count)
    capi::refuse(ORT_INVALID_ARGUMENT, "{} index out of range: {} of {}", what, index, count);
  return index;
}

void need_cpu(const OrtMemoryInfo* memory) {
  if (capi::need(memory, "mem_info").device != OrtMemoryInfoDeviceType_CPU)
    capi::refuse(ORT_INVALID_ARGUMENT, "there is no allocator for memory of '{}'", memory->name);
}

}  // namespace

capi::RunScope::RunScope(const OrtLogger& logger, std::span<const char* const> names,
                         std::span<const Value> values, OrtSyncStream* stream)
    : logger_(logger), names_(names), values_(values), stream_(stream), outer_(current_run) {
  current_run = this;
}

capi::RunScope::~RunScope() { current_run = outer_; }

const capi::RunScope* capi::RunScope::current() noexcept { return current_run; }

const Tensor* capi::RunScope::given(std::string_view name) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (values_[i].is_tensor() && name == names_[i]) return &values_[i].tensor();
  }
  return nullptr;
}

OrtStatus* slots::KernelContext_GetInputCount(const OrtKernelContext* context, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(context, "context").inputs.size(); });
}
OrtStatus* slots::KernelContext_GetOutputCount(const OrtKernelContext* context, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(context, "context").outputs.size(); });
}

OrtStatus* slots::KernelContext_GetInput(const OrtKernelContext* context, std::size_t index,
                                         const OrtValue** out) noexcept {
  return capi::guarded([&] {
    const OrtKernelContext& c = capi::need(context, "context");
    // One that is left out at the end is as absent as one in the middle.
    const bool there = index < c.inputs.size() && !c.inputs[index].value.is_absent();
    capi::need(out, "out") = there ? &c.inputs[index] : nullptr;
  });
}

OrtStatus* slots::KernelContext_GetOutput(OrtKernelContext* context, std::size_t index,
                                          const std::int64_t* dim_values, std::size_t dim_count,
                                          OrtValue** out) noexcept {
  return capi::guarded([&] {
    OrtKernelContext& c = capi::need(context, "context");
    capi::need(out, "out");
    // One that the node does not have is as absent as one that nobody reads.
    *out = index < c.outputs.size() ? c.output(index, capi::shape_of(dim_values, dim_count)) : nullptr;
  });
}

OrtStatus* slots::KernelContext_GetPreallocatedOutput(const OrtKernelContext* context,
                                                      std::size_t output_index, OrtValue** output) noexcept {
  return capi::guarded([&] {
    // What is shown is the kernel's own output, which it may write; the ABI has a const too many.
    auto& c = const_cast<OrtKernelContext&>(capi::need(context, "context"));
    capi::need(output, "output");
    checked(output_index, c.outputs.size(), "output");
    *output = c.preallocated(output_index);
  });
}

OrtStatus* slots::KernelContext_GetLogger(const OrtKernelContext* context,
                                          const OrtLogger** logger) noexcept {
  return capi::guarded([&] {
    const OrtLogger& own = *capi::need(context, "context").site.logger;
    const capi::RunScope* run = capi::RunScope::current();
    capi::need(logger, "logger") = run != nullptr ? &run->logger() : &own;
  });
}

OrtStatus* slots::KernelContext_GetAllocator(const OrtKernelContext* context, const OrtMemoryInfo* mem_info,
                                             OrtAllocator** out) noexcept {
  return capi::guarded([&] {
    capi::need(context, "context");
    need_cpu(mem_info);
    capi::need(out, "out");
    *out = capi::new_cpu_allocator();
  });
}

// Given back by the default allocator's Free.
OrtStatus* slots::KernelContext_GetScratchBuffer(const OrtKernelContext* context,
                                                 const OrtMemoryInfo* mem_info, std::size_t count_or_bytes,
                                                 void** out) noexcept {
  return capi::guarded([&] {
    capi::need(context, "context");
    need_cpu(mem_info);
    capi::need(out, "out");
    *out = capi::allocate(capi::default_allocator(), count_or_bytes);
  });
}

// The CPU has no stream and no resources; a program may give one of a provider's to its run.
OrtStatus* slots::KernelContext_GetSyncStream(const OrtKernelContext* context, OrtSyncStream** out) noexcept {
  return capi::guarded([&] {
    capi::need(context, "context");
    const capi::RunScope* run = capi::RunScope::current();
    capi::need(out, "out") = run == nullptr ? nullptr : run->stream();
  });
}
OrtStatus* slots::KernelContext_GetGPUComputeStream(const OrtKernelContext* context, void** out) noexcept {
  return capi::guarded([&] {
    capi::need(context, "context");
    const capi::RunScope* run = capi::RunScope::current();
    capi::need(out, "out") = run == nullptr ? nullptr : slots::SyncStream_GetHandle(run->stream());
  });
}

OrtStatus* slots::KernelContext_ParallelFor(const OrtKernelContext* context, void (*fn)(void*, std::size_t),
                                            std::size_t total, std::size_t num_batch,
                                            void* usr_data) noexcept {
  return capi::guarded([&] {
    const OrtKernelContext& c = capi::need(context, "context");
    if (fn == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "fn is NULL");
    const std::size_t grain = num_batch == 0 ? 1 : (total + num_batch - 1) / num_batch;
    std::mutex mutex;
    std::exception_ptr error;
    c.call.for_range(static_cast<std::int64_t>(total), static_cast<std::int64_t>(grain),
                     [&](std::int64_t begin, std::int64_t end, int) noexcept {
                       try {
                         for (std::int64_t i = begin; i < end; ++i) fn(usr_data, static_cast<std::size_t>(i));
                       } catch (...) {
                         std::lock_guard lock(mutex);
                         error = std::current_exception();
                       }
                     });
    if (error) std::rethrow_exception(error);
    c.call.check_stop();
  });
}

}  // namespace sardonyx
