// Value: any ONNX value. Tensor: a typed, shaped window of a Block. Both are cheap to copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sardonyx/block.hpp"
#include "sardonyx/dtype.hpp"

namespace sardonyx {

// Sizes of a tensor, outermost first. Up to rank 6 without allocation; rank is at most 64.
class Shape {
 public:
  static constexpr std::size_t kMaxRank = 64;
  Shape() = default;
  Shape(std::initializer_list<std::int64_t> dims) : Shape(std::span(dims.begin(), dims.size())) {}
  explicit Shape(std::span<const std::int64_t> dims);
  Shape(const Shape& o) : Shape(o.dims()) {}
  Shape(Shape&& o) noexcept;
  Shape& operator=(Shape o) noexcept;
  ~Shape();
  static Shape filled(std::size_t rank, std::int64_t value);

  std::size_t rank() const noexcept { return rank_; }
  const std::int64_t* data() const noexcept { return rank_ <= kInline ? inline_ : heap_; }
  std::int64_t* data() noexcept { return rank_ <= kInline ? inline_ : heap_; }
  std::span<const std::int64_t> dims() const noexcept { return {data(), rank_}; }
  std::span<std::int64_t> dims() noexcept { return {data(), rank_}; }
  std::int64_t operator[](std::size_t i) const noexcept { return data()[i]; }
  std::int64_t& operator[](std::size_t i) noexcept { return data()[i]; }
  const std::int64_t* begin() const noexcept { return data(); }
  const std::int64_t* end() const noexcept { return data() + rank_; }
  void push_back(std::int64_t dim);
  std::int64_t back() const noexcept { return data()[rank_ - 1]; }

  // Product of the sizes (1 for a scalar). Sizes are checked where a tensor is made, so this cannot overflow there.
  std::int64_t count() const noexcept;
  // Product of sizes [first, last).
  std::int64_t count(std::size_t first, std::size_t last) const noexcept;
  std::string text() const;  // "[2,3]"
  friend bool operator==(const Shape& a, const Shape& b) noexcept;

 private:
  static constexpr std::size_t kInline = 6;
  std::size_t rank_ = 0;
  union {
    std::int64_t inline_[kInline];
    std::int64_t* heap_;
  };
};

// A dense, row-major tensor. Sub-byte elements are packed (low bits first); strings are std::string in place.
class Tensor {
 public:
  Tensor() = default;  // null: no dtype, no block
  // Uninitialised (strings: empty). Throws invalid_argument on negative sizes, over_budget on overflow.
  Tensor(DType dtype, Shape shape);
  // A window of `block` from byte `offset`; throws when it does not fit.
  Tensor(DType dtype, Shape shape, BlockPtr block, std::size_t offset = 0);

  template <typename T>
  static Tensor of(Shape shape, std::span<const T> elements);  // copies; count must match
  template <typename T>
  static Tensor of(Shape shape, std::initializer_list<T> e) {
    return of<T>(std::move(shape), std::span<const T>(e.begin(), e.size()));
  }
  template <typename T>
  static Tensor scalar(T value) {
    return of<T>(Shape{}, std::span<const T>(&value, 1));
  }
  static Tensor zeros(DType dtype, Shape shape);

  bool is_null() const noexcept { return dtype_ == DType::undefined; }
  DType dtype() const noexcept { return dtype_; }
  const Shape& shape() const noexcept { return shape_; }
  std::size_t rank() const noexcept { return shape_.rank(); }
  std::int64_t count() const noexcept { return count_; }
  std::size_t bytes() const noexcept { return bytes_; }  // packed size; count*sizeof(string) for strings
  const BlockPtr& block() const noexcept { return block_; }
  std::size_t offset() const noexcept { return offset_; }

  const std::byte* data() const noexcept { return block_ ? block_->data() + offset_ : nullptr; }
  std::byte* mutable_data() noexcept { return block_ ? block_->data() + offset_ : nullptr; }
  // Typed access for tensors made here (aligned). Throws invalid_argument when T is not the dtype.
  template <typename T>
  std::span<const T> as() const;
  template <typename T>
  std::span<T> mutable_as();
  // Element `i` of an integer or bool tensor (2 and 4 bit too) as int64, of any alignment; throws otherwise.
  std::int64_t int_at(std::int64_t i) const;
  // Element `i` of a numeric tensor as double (complex: the real part).
  double number_at(std::int64_t i) const;
  std::vector<std::int64_t> to_ints() const;  // all elements; integer tensors only

  // The same bytes under another shape of equal count.
  Tensor reshaped(Shape shape) const;
  // A copy in memory of its own.
  Tensor clone() const;
  std::string text() const;  // "float32[2,3]"

 private:
  DType dtype_ = DType::undefined;
  Shape shape_;
  std::int64_t count_ = 0;
  std::size_t bytes_ = 0;
  BlockPtr block_;
  std::size_t offset_ = 0;
};

// What a value is, as ONNX's type system says: tensor(float), seq(tensor(int64)), map(string, ...), ...
struct Type {
  enum class Kind : std::uint8_t { unknown, tensor, sparse, sequence, map, optional, opaque };
  Kind kind = Kind::unknown;
  DType dtype = DType::undefined;     // tensor, sparse: element; map: key
  std::shared_ptr<const Type> inner;  // sequence, optional: element; map: value

  static Type tensor(DType d) { return {Kind::tensor, d, nullptr}; }
  static Type sparse(DType d) { return {Kind::sparse, d, nullptr}; }
  static Type sequence(Type element);
  static Type optional(Type element);
  static Type map(DType key, Type value);
  bool is_tensor() const noexcept { return kind == Kind::tensor; }
  std::string text() const;  // "tensor(float)", "seq(map(int64,tensor(float)))", "unknown"
  friend bool operator==(const Type& a, const Type& b) noexcept;
};

class Value;

// Elements share their Blocks with whoever else holds them.
struct Sequence {
  Type element;  // unknown when empty and untyped
  std::vector<Value> elements;
};
// Keys are int64 or string; kept in ascending order of key, values beside them.
struct Map {
  DType key = DType::undefined;
  Type value;
  std::vector<std::int64_t> int_keys;
  std::vector<std::string> string_keys;
  std::vector<Value> values;
};
// COO: values [NNZ], indices int64 [NNZ] or [NNZ, rank], and the dense shape.
struct Sparse {
  Tensor values, indices;
  Shape dense;
};

class Value {
 public:
  Value() noexcept;  // absent
  Value(Tensor t);
  Value(Sequence s);
  Value(Map m);
  Value(Sparse s);
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  ~Value();
  // An ONNX optional without content. An optional with content is the content itself.
  static Value none(Type element);
  static Value from_block(BlockPtr block, std::size_t byte_offset, DType dtype, Shape shape);

  bool is_absent() const noexcept { return held_.index() == 0; }
  bool is_tensor() const noexcept { return held_.index() == 1; }
  bool is_sequence() const noexcept { return held_.index() == 2; }
  bool is_map() const noexcept { return held_.index() == 3; }
  bool is_sparse() const noexcept { return held_.index() == 4; }
  bool is_none() const noexcept { return held_.index() == 5; }

  // Each throws invalid_argument when the value is of another kind.
  const Tensor& tensor() const;
  Tensor& tensor();
  const Sequence& sequence() const;
  // The sequence for writing: itself when this is the only holder, else a copy (elements still shared).
  Sequence& own_sequence();
  const Map& map() const;
  const Sparse& sparse() const;
  Type type() const;
  std::string text() const;  // "float32[2,3]", "seq(tensor(int64)) of 4", "none", "absent"

 private:
  struct None {
    Type element;
  };
  std::variant<std::monostate, Tensor, std::shared_ptr<Sequence>, std::shared_ptr<const Map>,
               std::shared_ptr<const Sparse>, std::shared_ptr<const None>>
      held_;
};

}  // namespace sardonyx
