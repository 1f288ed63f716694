// The specification's table: every operator version with its arity, parameters, attributes and types.
//
// The rows are facts written by tools/make_spec_table.py; all views point into static storage.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "sardonyx/dtype.hpp"
#include "tensor/attr_kind.h"

namespace sardonyx {

// A set of ONNX types: each mask has one bit per element type, at its DType number. The bit of a map is its
// value's number, plus 16 when the key is a string (all values have numbers below 16).
struct TypeSet {
  std::uint32_t tensor = 0;
  std::uint32_t sequence = 0;
  std::uint32_t optional = 0;           // optional(tensor(x))
  std::uint32_t optional_sequence = 0;  // optional(seq(tensor(x)))
  std::uint32_t sparse = 0;
  std::uint32_t map = 0;
  std::uint32_t sequence_of_map = 0;

  static constexpr std::uint32_t bit(DType d) { return 1u << static_cast<unsigned>(d); }
  static constexpr std::uint32_t map_bit(DType key, DType value) {
    return 1u << (static_cast<unsigned>(value) + (key == DType::string ? 16u : 0u));
  }
  constexpr bool has_tensor(DType d) const { return (tensor & bit(d)) != 0; }
  constexpr bool empty() const {
    return (tensor | sequence | optional | optional_sequence | sparse | map | sequence_of_map) == 0;
  }
  friend constexpr bool operator==(const TypeSet&, const TypeSet&) = default;
};

struct ParamSpec {
  std::string_view name;
  std::string_view type;  // the name of a TypeConstraint, or a concrete type such as "tensor(int64)"
  bool optional = false;
  bool variadic = false;       // the last one of its list; takes all that follow
  bool heterogeneous = false;  // variadic values may differ in type
  int min_arity = 1;           // of a variadic one
};

struct AttrSpec {
  std::string_view name;
  AttrKind kind = AttrKind::undefined;
  bool required = false;
  bool has_default = false;       // neither required nor default: the operator says what absence means
  std::string_view default_text;  // "0", "1e-05", "NOTSET"; lists with commas: "0,2,3", "Tanh,Tanh"
};

struct TypeConstraint {
  std::string_view name;
  TypeSet allowed;
};

struct OpSpec {
  std::string_view domain;  // "" stands for ai.onnx
  std::string_view name;
  int since_version = 0;
  bool latest = false;
  bool deprecated = false;  // from this version on the operator is gone
  bool experimental = false;
  bool contrib = false;                // not in the ONNX standard
  bool has_function = false;           // the standard gives a body of other operators
  int min_inputs = 0, max_inputs = 0;  // of lists without trailing absent values; -1 is no limit
  int min_outputs = 0, max_outputs = 0;
  std::span<const ParamSpec> inputs, outputs;
  std::span<const AttrSpec> attributes;
  std::span<const TypeConstraint> constraints;

  // The parameter that position `i` belongs to (the variadic one for all that follow it), or nullptr.
  const ParamSpec* input(std::size_t i) const;
  const ParamSpec* output(std::size_t i) const;
  const AttrSpec* attribute(std::string_view attribute_name) const;
  const TypeConstraint* constraint(std::string_view constraint_name) const;
  // The types that `param`, one of this row's, may have: its constraint's or its concrete type.
  TypeSet allowed(const ParamSpec& param) const;
};

// All rows, sorted by domain, name, since_version.
std::span<const OpSpec> all_specs();

// The row in force at `opset`: the highest since_version <= opset, a deprecated one included. The domain
// may be "" or "ai.onnx". nullptr when there is none.
const OpSpec* find_spec(std::string_view domain, std::string_view name, int opset);

// "tensor(float)", "seq(tensor(int64))", "map(string, float)", "seq(map(int64, float))",
// "optional(seq(tensor(float)))", "sparse_tensor(float)". An empty set for any other text.
TypeSet parse_type(std::string_view text);

}  // namespace sardonyx
