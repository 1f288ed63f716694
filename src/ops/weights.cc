#include "ops/weights.h"

#include "tensor/convert.h"

namespace sardonyx {

Weights weights_as(const Tensor& t, DType dtype) {
  if (t.dtype() == dtype) {
    const std::size_t size = item_size(dtype);
    const bool aligned = size == 0 || reinterpret_cast<std::uintptr_t>(t.data()) % size == 0;
    return {aligned ? t : t.clone()};
  }
  Tensor out(dtype, t.shape());
  if (dtype == DType::float32) {
    convert_to_float(t.dtype(), t.data(), out.mutable_as<float>().data(), t.count());
  } else {
    require(dtype == DType::float64, Code::internal, "no weights of type {} from {}", name(dtype),
            name(t.dtype()));
    auto to = out.mutable_as<double>();
    for (std::int64_t i = 0; i < t.count(); ++i) to[static_cast<std::size_t>(i)] = t.number_at(i);
  }
  return {out};
}

Weights weights_to_pack(const Tensor& t, DType dtype) {
  return t.dtype() == dtype ? Weights{t} : weights_as(t, dtype);
}

DType product_type(DType d) {
  switch (d) {
    case DType::float16:
    case DType::bfloat16:
      return DType::float32;
    case DType::uint32:
      return DType::int32;
    case DType::uint64:
      return DType::int64;
    default:
      return d;
  }
}

gemm::Type gemm_type(DType product) {
  switch (product) {
    case DType::float32:
      return gemm::Type::f32;
    case DType::float64:
      return gemm::Type::f64;
    case DType::int32:
      return gemm::Type::i32;
    case DType::int64:
      return gemm::Type::i64;
    default:
      fail(Code::not_implemented, "products of type {} are not supported", name(product));
  }
}

}  // namespace sardonyx
