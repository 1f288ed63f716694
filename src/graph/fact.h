// Fact: what is known of a value before it exists.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sardonyx/value.hpp"
#include "tensor/dim.h"

namespace sardonyx {

struct Fact {
  Type type;       // kind unknown when nothing is known (custom operators)
  SymShape shape;  // tensors only; unranked when nothing is known
  // The content, when known: a constant of the model, a folded value, or (at run) the value itself. Its bytes may
  // have any alignment: read it with Tensor::int_at, number_at, to_ints, or copy it.
  std::optional<Value> content;
  // Content of a small integer tensor of rank 0 or 1 as sizes that may hold symbols (what Shape gives), flattened.
  std::shared_ptr<const std::vector<Dim>> dims;

  static Fact tensor(DType dtype, SymShape shape) { return {Type::tensor(dtype), std::move(shape), {}, {}}; }
  static Fact of(Value value);  // type, shape and content of a value at hand

  DType dtype() const noexcept { return type.kind == Type::Kind::tensor ? type.dtype : DType::undefined; }
  bool is_tensor() const noexcept { return type.kind == Type::Kind::tensor; }
  // A tensor whose content is known; nullptr otherwise.
  const Tensor* constant() const noexcept {
    return content && content->is_tensor() ? &content->tensor() : nullptr;
  }
  // The content of an integer tensor of rank <= 1 with at most `limit` elements, as Dims; nullopt when not known.
  std::optional<std::vector<Dim>> as_dims(std::size_t limit = 1024) const;
  std::string text() const;  // "float32[batch,3]", "seq(tensor(float))", "int64[2] = [1,8]"
};

}  // namespace sardonyx
