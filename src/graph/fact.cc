#include "graph/fact.h"

#include <fmt/format.h>

namespace sardonyx {

Fact Fact::of(Value value) {
  Fact f;
  f.type = value.type();
  if (value.is_tensor()) f.shape = SymShape(value.tensor().shape());
  f.content = std::move(value);
  return f;
}

std::optional<std::vector<Dim>> Fact::as_dims(std::size_t limit) const {
  if (const Tensor* t = constant()) {
    if (!is_integer(t->dtype()) && t->dtype() != DType::bool_) return std::nullopt;
    if (t->rank() > 1 || static_cast<std::size_t>(t->count()) > limit) return std::nullopt;
    std::vector<Dim> out;
    out.reserve(static_cast<std::size_t>(t->count()));
    for (std::int64_t i = 0; i < t->count(); ++i) out.emplace_back(t->int_at(i));
    return out;
  }
  if (dims != nullptr && dims->size() <= limit) return *dims;
  return std::nullopt;
}

namespace {

// The first elements of a small known content: " = [1,8]".
std::string content_text(const Fact& fact) {
  auto dims = fact.as_dims(8);
  if (!dims) return fact.content ? " (constant)" : "";
  std::string out;
  for (const Dim& d : *dims) out += (out.empty() ? "" : ",") + d.text();
  return fmt::format(" = [{}]", out);
}

}  // namespace

std::string Fact::text() const {
  if (!is_tensor()) return type.text();
  return fmt::format("{}{}{}", name(type.dtype), shape.text(), content_text(*this));
}

}  // namespace sardonyx
