#include "tensor/sparse.h"

#include <cstring>

#include "base/error.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// Position in the dense tensor of value `i`.
std::int64_t position(const Sparse& s, std::int64_t i) {
  if (s.indices.rank() <= 1) return s.indices.int_at(i);
  const auto rank = static_cast<std::int64_t>(s.dense.rank());
  std::int64_t at = 0;
  for (std::int64_t a = 0; a < rank; ++a) {
    const std::int64_t index = s.indices.int_at(i * rank + a), size = s.dense[static_cast<std::size_t>(a)];
    require(index >= 0 && index < size, Code::invalid_model, "index {} of a sparse tensor is outside [0, {})",
            index, size);
    at = at * size + index;
  }
  return at;
}

void copy_element(Tensor& to, std::int64_t at, const Tensor& from, std::int64_t i) {
  const DType dtype = from.dtype();
  if (dtype == DType::string) {
    to.mutable_as<std::string>()[static_cast<std::size_t>(at)] =
        from.as<std::string>()[static_cast<std::size_t>(i)];
  } else if (is_sub_byte(dtype)) {
    store_sub_byte(dtype, to.mutable_data(), at, load_sub_byte(dtype, from.data(), i));
  } else {
    const std::size_t width = item_size(dtype);
    std::memcpy(to.mutable_data() + static_cast<std::size_t>(at) * width,
                from.data() + static_cast<std::size_t>(i) * width, width);
  }
}

}  // namespace

Tensor densify(const Sparse& s) {
  const DType dtype = s.values.dtype();
  const std::int64_t count = s.values.count();
  const std::int64_t indices =
      s.indices.rank() <= 1 ? count : count * static_cast<std::int64_t>(s.dense.rank());
  require(s.indices.count() == indices, Code::invalid_model,
          "a sparse tensor with {} values has {} indices, not {}", count, s.indices.count(), indices);
  Tensor dense = dtype == DType::string ? Tensor(dtype, s.dense) : Tensor::zeros(dtype, s.dense);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t at = position(s, i);
    require(at >= 0 && at < dense.count(), Code::invalid_model, "index {} of a sparse tensor is outside {}",
            at, s.dense);
    copy_element(dense, at, s.values, i);
  }
  return dense;
}

}  // namespace sardonyx
