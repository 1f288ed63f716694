#include "graph/spec.h"

#include <algorithm>
#include <tuple>

namespace sardonyx {
namespace {

const ParamSpec* param_at(std::span<const ParamSpec> params, std::size_t i) {
  if (i < params.size()) return &params[i];
  if (!params.empty() && params.back().variadic) return &params.back();
  return nullptr;
}

template <typename Row>
const Row* named(std::span<const Row> rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? nullptr : &*found;
}

// Strips `prefix` and a closing bracket; false when `text` is not of that form.
bool unwrap(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix) || !text.ends_with(')')) return false;
  text.remove_prefix(prefix.size());
  text.remove_suffix(1);
  return true;
}

std::uint32_t dtype_bit(std::string_view text) {
  const auto dtype = parse_dtype(text);
  return dtype && *dtype != DType::undefined ? TypeSet::bit(*dtype) : 0;
}

std::uint32_t map_bit(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return 0;
  const auto key = parse_dtype(text.substr(0, comma));
  text.remove_prefix(comma + 1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  const auto value = parse_dtype(text);
  if (!key || !value || static_cast<unsigned>(*value) >= 16 || *value == DType::undefined) return 0;
  if (*key != DType::string && *key != DType::int64) return 0;
  return TypeSet::map_bit(*key, *value);
}

}  // namespace

const ParamSpec* OpSpec::input(std::size_t i) const { return param_at(inputs, i); }
const ParamSpec* OpSpec::output(std::size_t i) const { return param_at(outputs, i); }
const AttrSpec* OpSpec::attribute(std::string_view attribute_name) const {
  return named(attributes, attribute_name);
}
const TypeConstraint* OpSpec::constraint(std::string_view constraint_name) const {
  return named(constraints, constraint_name);
}

TypeSet OpSpec::allowed(const ParamSpec& param) const {
  const TypeConstraint* found = constraint(param.type);
  return found != nullptr ? found->allowed : parse_type(param.type);
}

const OpSpec* find_spec(std::string_view domain, std::string_view name, int opset) {
  if (domain == "ai.onnx") domain = "";
  const auto rows = all_specs();
  const auto key = std::tie(domain, name, opset);
  const auto after = std::upper_bound(rows.begin(), rows.end(), key, [](const auto& k, const OpSpec& row) {
    return k < std::tie(row.domain, row.name, row.since_version);
  });
  if (after == rows.begin()) return nullptr;
  const OpSpec& row = *(after - 1);
  return row.domain == domain && row.name == name ? &row : nullptr;
}

TypeSet parse_type(std::string_view text) {
  TypeSet set;
  std::uint32_t TypeSet::* field = &TypeSet::tensor;
  if (unwrap(text, "map(")) {
    set.map = map_bit(text);
    return set;
  }
  if (unwrap(text, "seq(map(")) {
    if (unwrap(text, "")) set.sequence_of_map = map_bit(text);
    return set;
  }
  if (unwrap(text, "sparse_tensor(")) {
    set.sparse = dtype_bit(text);
    return set;
  }
  if (unwrap(text, "optional(seq(")) {
    field = &TypeSet::optional_sequence;
    if (!unwrap(text, "tensor(") || !text.ends_with(')')) return set;
    text.remove_suffix(1);
  } else if (unwrap(text, "optional(")) {
    field = &TypeSet::optional;
    if (!unwrap(text, "tensor(")) return set;
  } else if (unwrap(text, "seq(")) {
    field = &TypeSet::sequence;
    if (!unwrap(text, "tensor(")) return set;
  } else if (!unwrap(text, "tensor(")) {
    return set;
  }
  set.*field = dtype_bit(text);
  return set;
}

}  // namespace sardonyx
