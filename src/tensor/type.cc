#include "base/error.h"
#include "sardonyx/value.hpp"

namespace sardonyx {

Type Type::sequence(Type element) {
  return {Kind::sequence, DType::undefined, std::make_shared<const Type>(std::move(element))};
}

Type Type::optional(Type element) {
  return {Kind::optional, DType::undefined, std::make_shared<const Type>(std::move(element))};
}

Type Type::map(DType key, Type value) {
  return {Kind::map, key, std::make_shared<const Type>(std::move(value))};
}

std::string Type::text() const {
  const auto inside = [this] { return inner ? inner->text() : std::string("unknown"); };
  switch (kind) {
    case Kind::unknown:
      return "unknown";
    case Kind::tensor:
      return fmt::format("tensor({})", onnx_name(dtype));
    case Kind::sparse:
      return fmt::format("sparse_tensor({})", onnx_name(dtype));
    case Kind::sequence:
      return fmt::format("seq({})", inside());
    case Kind::map:
      return fmt::format("map({},{})", onnx_name(dtype), inside());
    case Kind::optional:
      return fmt::format("optional({})", inside());
    case Kind::opaque:
      return "opaque";
  }
  return "unknown";
}

bool operator==(const Type& a, const Type& b) noexcept {
  if (a.kind != b.kind || a.dtype != b.dtype) return false;
  if (a.inner == b.inner) return true;
  return a.inner && b.inner && *a.inner == *b.inner;
}

}  // namespace sardonyx
