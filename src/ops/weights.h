// Weights: constants as kernels want them, aligned and in the type that is computed in.
#pragma once

#include "graph/op.h"
#include "kernels/gemm/gemm.h"

namespace sardonyx {

// The elements of `t` as `dtype` at an aligned address: the tensor's own bytes where they will do, else a copy.
struct Weights {
  Tensor held;
  const std::byte* data() const noexcept { return held.data(); }
};
Weights weights_as(const Tensor& t, DType dtype);
// The same at any address, for what reads bytes (packing): a model's own bytes are then never copied first.
Weights weights_to_pack(const Tensor& t, DType dtype);

// A packed operand in a block of its own.
struct Packed final : Prepared {
  BlockPtr block;
  DType compute = DType::float32;
  const std::byte* data() const noexcept { return block->data(); }
};
// `block` of `bytes`, filled by `fill(void*)`.
template <typename Fill>
std::shared_ptr<const Packed> make_packed(std::size_t bytes, DType compute, const Fill& fill) {
  auto packed = std::make_shared<Packed>();
  packed->block = Block::allocate(bytes);
  packed->compute = compute;
  fill(static_cast<void*>(packed->block->data()));
  return packed;
}

// The type that tensors of `d` are multiplied in: 16-bit floats in float32, integers in their width.
DType product_type(DType d);
gemm::Type gemm_type(DType product);

}  // namespace sardonyx
