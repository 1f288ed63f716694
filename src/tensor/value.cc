#include "sardonyx/value.hpp"
#include "base/error.h"

namespace sardonyx {
namespace {

[[noreturn]] void wrong_kind(const char* expected, const Value& found) {
  fail(Code::invalid_argument, "expected a {}, found {}", expected, found.text());
}

}  // namespace

Value::Value() noexcept = default;
Value::Value(Tensor t) : held_(std::move(t)) {}
Value::Value(Sequence s) : held_(std::make_shared<Sequence>(std::move(s))) {}
Value::Value(Map m) : held_(std::make_shared<const Map>(std::move(m))) {}
Value::Value(Sparse s) : held_(std::make_shared<const Sparse>(std::move(s))) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

Value Value::none(Type element) {
  Value v;
  v.held_ = std::make_shared<const None>(None{std::move(element)});
  return v;
}

Value Value::from_block(BlockPtr block, std::size_t byte_offset, DType dtype, Shape shape) {
  return Tensor(dtype, std::move(shape), std::move(block), byte_offset);
}

const Tensor& Value::tensor() const {
  if (!is_tensor()) wrong_kind("tensor", *this);
  return std::get<1>(held_);
}

Tensor& Value::tensor() {
  if (!is_tensor()) wrong_kind("tensor", *this);
  return std::get<1>(held_);
}

const Sequence& Value::sequence() const {
  if (!is_sequence()) wrong_kind("sequence", *this);
  return *std::get<2>(held_);
}

Sequence& Value::own_sequence() {
  if (!is_sequence()) wrong_kind("sequence", *this);
  auto& held = std::get<2>(held_);
  if (held.use_count() != 1) held = std::make_shared<Sequence>(*held);
  return *held;
}

const Map& Value::map() const {
  if (!is_map()) wrong_kind("map", *this);
  return *std::get<3>(held_);
}

const Sparse& Value::sparse() const {
  if (!is_sparse()) wrong_kind("sparse tensor", *this);
  return *std::get<4>(held_);
}

Type Value::type() const {
  if (is_tensor()) return Type::tensor(tensor().dtype());
  if (is_sequence()) {
    const Sequence& s = sequence();
    const bool typed = s.element.kind != Type::Kind::unknown || s.elements.empty();
    return Type::sequence(typed ? s.element : s.elements.front().type());
  }
  if (is_map()) return Type::map(map().key, map().value);
  if (is_sparse()) return Type::sparse(sparse().values.dtype());
  if (is_none()) return Type::optional(std::get<5>(held_)->element);
  return {};
}

std::string Value::text() const {
  if (is_tensor()) return tensor().text();
  if (is_sequence()) return fmt::format("{} of {}", type().text(), sequence().elements.size());
  if (is_map()) return fmt::format("{} of {}", type().text(), map().values.size());
  if (is_sparse()) {
    const Sparse& s = sparse();
    return fmt::format("sparse {}{} with {} values", name(s.values.dtype()), s.dense.text(),
                       s.values.count());
  }
  return is_none() ? "none" : "absent";
}

}  // namespace sardonyx
