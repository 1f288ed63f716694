#include "graph/kernel.h"

#include "base/error.h"

namespace sardonyx {

const Value& Call::value(std::size_t i) const {
  static const Value absent;
  return i < in_.size() && in_[i].value != nullptr ? *in_[i].value : absent;
}

Value Call::take(std::size_t i) const {
  if (i < in_.size() && in_[i].last != nullptr) return std::move(*in_[i].last);
  return value(i);
}

std::byte* Call::allocate(std::size_t i, const Shape& shape, DType dtype) {
  if (i >= out_.size() || out_[i].value == nullptr) {
    fail(Code::internal, "output {} is not one that a kernel may allocate", i);
  }
  Output& output = out_[i];
  if (dtype == DType::undefined) dtype = output.dtype;
  Tensor made =
      environment_.memory != nullptr && dtype != DType::string
          ? Tensor(dtype, shape,
                   Block::allocate_with(*environment_.memory,
                                        packed_bytes(dtype, static_cast<std::size_t>(shape.count()))))
          : Tensor(dtype, shape);
  *output.value = std::move(made);
  output.data = output.value->tensor().mutable_data();
  return output.data;
}

void Call::set_out(std::size_t i, Value value) {
  if (i >= out_.size() || out_[i].value == nullptr) return;  // an output that nobody wants
  *out_[i].value = std::move(value);
}

void Call::check_stop() const {
  if (environment_.stop != nullptr && environment_.stop->stop_requested()) {
    fail(Code::cancelled, "the run was cancelled or its deadline passed");
  }
}

Kernel::Kernel() noexcept = default;
Kernel::Kernel(const Kernel&) = default;
Kernel::Kernel(Kernel&&) noexcept = default;
Kernel& Kernel::operator=(const Kernel&) = default;
Kernel& Kernel::operator=(Kernel&&) noexcept = default;
Kernel::~Kernel() = default;

Kernel Kernel::make(const void* state, void (*drop)(const void*), Run run) {
  Kernel k;
  k.state = std::shared_ptr<const void>(state, drop);
  k.run = run;
  return k;
}

Kernel Kernel::when_running() {
  Kernel k;
  k.at_run = true;
  return k;
}

Kernel Kernel::decline(std::string sentence) {
  Kernel k;
  k.declined = std::move(sentence);
  return k;
}

Kernel&& Kernel::with_in_place(int input, int output) && {
  in_place.emplace_back(static_cast<std::int16_t>(input), static_cast<std::int16_t>(output));
  return std::move(*this);
}

}  // namespace sardonyx
