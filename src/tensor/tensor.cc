#include <algorithm>
#include <complex>
#include <cstring>
#include <limits>

#include "base/error.h"
#include "sardonyx/value.hpp"
#include "tensor/checked_count.h"
#include "tensor/convert.h"

// Most of this is called in runs: the texts of errors are made when there is one.
namespace sardonyx {
namespace {

void require_defined(DType dtype) {
  const bool known = dtype != DType::undefined && static_cast<int>(dtype) < kDTypeCount;
  require(known, Code::invalid_argument, "expected an element type, found {}", static_cast<int>(dtype));
}

void copy_elements(DType dtype, const void* from, void* to, std::size_t bytes) {
  if (dtype == DType::string) {
    const auto* source = static_cast<const std::string*>(from);
    std::copy_n(source, bytes / sizeof(std::string), static_cast<std::string*>(to));
  } else if (bytes != 0) {
    std::memcpy(to, from, bytes);
  }
}

template <typename T>
void require_type(const Tensor& t) {
  if (t.dtype() != dtype_of<T>)
    fail(Code::invalid_argument, "expected elements of {}, found {}", name(dtype_of<T>), t.text());
  if (reinterpret_cast<std::uintptr_t>(t.data()) % alignof(T) != 0)
    fail(Code::invalid_argument, "the bytes of {} are not aligned for typed access; use clone()", t.text());
}

}  // namespace

Tensor::Tensor(DType dtype, Shape shape) : dtype_(dtype), shape_(std::move(shape)) {
  require_defined(dtype_);
  count_ = checked_count(shape_);
  const auto count = static_cast<std::size_t>(count_);
  bytes_ = packed_bytes(dtype_, count);
  block_ = dtype_ == DType::string ? Block::strings(count) : Block::allocate(bytes_);
}

Tensor::Tensor(DType dtype, Shape shape, BlockPtr block, std::size_t offset)
    : dtype_(dtype), shape_(std::move(shape)), block_(std::move(block)), offset_(offset) {
  require_defined(dtype_);
  count_ = checked_count(shape_);
  bytes_ = packed_bytes(dtype_, static_cast<std::size_t>(count_));
  if (!block_) fail(Code::invalid_argument, "{} has no block", text());
  if (offset_ > block_->size() || bytes_ > block_->size() - offset_)
    fail(Code::invalid_argument, "{} needs {} bytes from byte {}, the block has {}", text(), bytes_, offset_,
         block_->size());
  const bool strings = dtype_ == DType::string;
  if (strings != block_->holds_strings())
    fail(Code::invalid_argument, "{} cannot be a window of a block of {}", text(),
         strings ? "bytes" : "strings");
  require(!strings || offset_ % sizeof(std::string) == 0, Code::invalid_argument,
          "byte {} is not the start of a string", offset_);
}

template <typename T>
Tensor Tensor::of(Shape shape, std::span<const T> elements) {
  Tensor t(dtype_of<T>, std::move(shape));
  if (static_cast<std::size_t>(t.count_) != elements.size())
    fail(Code::invalid_argument, "{} takes {} elements, found {}", t.text(), t.count_, elements.size());
  copy_elements(t.dtype_, elements.data(), t.mutable_data(), t.bytes_);
  return t;
}

Tensor Tensor::zeros(DType dtype, Shape shape) {
  if (dtype == DType::string) return Tensor(dtype, std::move(shape));
  require_defined(dtype);
  const std::int64_t count = checked_count(shape);
  return Tensor(dtype, std::move(shape),
                Block::allocate_zeroed(packed_bytes(dtype, static_cast<std::size_t>(count))));
}

template <typename T>
std::span<const T> Tensor::as() const {
  require_type<T>(*this);
  return {reinterpret_cast<const T*>(data()), static_cast<std::size_t>(count_)};
}

template <typename T>
std::span<T> Tensor::mutable_as() {
  require_type<T>(*this);
  if (!block_->origin_writeable()) fail(Code::invalid_argument, "{} is read-only memory", text());
  return {reinterpret_cast<T*>(mutable_data()), static_cast<std::size_t>(count_)};
}

std::int64_t Tensor::int_at(std::int64_t i) const {
  if (i < 0 || i >= count_) fail(Code::invalid_argument, "element {} is outside {}", i, text());
  if (!is_integer(dtype_) && dtype_ != DType::bool_)
    fail(Code::invalid_argument, "expected a tensor of integers, found {}", text());
  return load_integer(dtype_, data(), i);
}

double Tensor::number_at(std::int64_t i) const {
  if (i < 0 || i >= count_) fail(Code::invalid_argument, "element {} is outside {}", i, text());
  if (dtype_ == DType::string) fail(Code::invalid_argument, "expected a tensor of numbers, found {}", text());
  return load_number(dtype_, data(), i);
}

std::vector<std::int64_t> Tensor::to_ints() const {
  if (!is_integer(dtype_) && dtype_ != DType::bool_)
    fail(Code::invalid_argument, "expected a tensor of integers, found {}", text());
  std::vector<std::int64_t> out(static_cast<std::size_t>(count_));
  for (std::int64_t i = 0; i < count_; ++i)
    out[static_cast<std::size_t>(i)] = load_integer(dtype_, data(), i);
  return out;
}

Tensor Tensor::reshaped(Shape shape) const {
  if (checked_count(shape) != count_)
    fail(Code::invalid_argument, "{} cannot take the shape {}", text(), shape.text());
  Tensor t = *this;
  t.shape_ = std::move(shape);
  return t;
}

Tensor Tensor::clone() const {
  if (is_null()) return {};
  Tensor t(dtype_, shape_);
  copy_elements(dtype_, data(), t.mutable_data(), bytes_);
  return t;
}

std::string Tensor::text() const {
  return is_null() ? "null" : fmt::format("{}{}", name(dtype_), shape_.text());
}

template Tensor Tensor::of<float>(Shape, std::span<const float>);
template std::span<const float> Tensor::as<float>() const;
template std::span<float> Tensor::mutable_as<float>();
template Tensor Tensor::of<double>(Shape, std::span<const double>);
template std::span<const double> Tensor::as<double>() const;
template std::span<double> Tensor::mutable_as<double>();
template Tensor Tensor::of<std::uint8_t>(Shape, std::span<const std::uint8_t>);
template std::span<const std::uint8_t> Tensor::as<std::uint8_t>() const;
template std::span<std::uint8_t> Tensor::mutable_as<std::uint8_t>();
template Tensor Tensor::of<std::int8_t>(Shape, std::span<const std::int8_t>);
template std::span<const std::int8_t> Tensor::as<std::int8_t>() const;
template std::span<std::int8_t> Tensor::mutable_as<std::int8_t>();
template Tensor Tensor::of<std::uint16_t>(Shape, std::span<const std::uint16_t>);
template std::span<const std::uint16_t> Tensor::as<std::uint16_t>() const;
template std::span<std::uint16_t> Tensor::mutable_as<std::uint16_t>();
template Tensor Tensor::of<std::int16_t>(Shape, std::span<const std::int16_t>);
template std::span<const std::int16_t> Tensor::as<std::int16_t>() const;
template std::span<std::int16_t> Tensor::mutable_as<std::int16_t>();
template Tensor Tensor::of<std::uint32_t>(Shape, std::span<const std::uint32_t>);
template std::span<const std::uint32_t> Tensor::as<std::uint32_t>() const;
template std::span<std::uint32_t> Tensor::mutable_as<std::uint32_t>();
template Tensor Tensor::of<std::int32_t>(Shape, std::span<const std::int32_t>);
template std::span<const std::int32_t> Tensor::as<std::int32_t>() const;
template std::span<std::int32_t> Tensor::mutable_as<std::int32_t>();
template Tensor Tensor::of<std::uint64_t>(Shape, std::span<const std::uint64_t>);
template std::span<const std::uint64_t> Tensor::as<std::uint64_t>() const;
template std::span<std::uint64_t> Tensor::mutable_as<std::uint64_t>();
template Tensor Tensor::of<std::int64_t>(Shape, std::span<const std::int64_t>);
template std::span<const std::int64_t> Tensor::as<std::int64_t>() const;
template std::span<std::int64_t> Tensor::mutable_as<std::int64_t>();
template Tensor Tensor::of<bool>(Shape, std::span<const bool>);
template std::span<const bool> Tensor::as<bool>() const;
template std::span<bool> Tensor::mutable_as<bool>();
template Tensor Tensor::of<std::string>(Shape, std::span<const std::string>);
template std::span<const std::string> Tensor::as<std::string>() const;
template std::span<std::string> Tensor::mutable_as<std::string>();
template Tensor Tensor::of<float16>(Shape, std::span<const float16>);
template std::span<const float16> Tensor::as<float16>() const;
template std::span<float16> Tensor::mutable_as<float16>();
template Tensor Tensor::of<bfloat16>(Shape, std::span<const bfloat16>);
template std::span<const bfloat16> Tensor::as<bfloat16>() const;
template std::span<bfloat16> Tensor::mutable_as<bfloat16>();
template Tensor Tensor::of<std::complex<float>>(Shape, std::span<const std::complex<float>>);
template std::span<const std::complex<float>> Tensor::as<std::complex<float>>() const;
template std::span<std::complex<float>> Tensor::mutable_as<std::complex<float>>();
template Tensor Tensor::of<std::complex<double>>(Shape, std::span<const std::complex<double>>);
template std::span<const std::complex<double>> Tensor::as<std::complex<double>>() const;
template std::span<std::complex<double>> Tensor::mutable_as<std::complex<double>>();

}  // namespace sardonyx
