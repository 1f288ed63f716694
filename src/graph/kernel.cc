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

}  // namespace sardonyx
