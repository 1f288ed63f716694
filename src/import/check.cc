#include "import/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"

namespace sardonyx {

namespace {

std::string_view shown(std::string_view domain) { return domain.empty() ? "ai.onnx" : domain; }

void check_count(const OpSpec& spec, const char* what, std::size_t found, int low, int high) {
  bool fits = found >= static_cast<std::size_t>(low) && (high < 0 || found <= static_cast<std::size_t>(high));
  require(fits, Code::invalid_model, "{}-{} takes {} to {} {}, but the node has {}", spec.name,
          spec.since_version, low, high < 0 ? std::string("any number of") : std::to_string(high), what,
          found);
}

std::size_t trimmed(std::span<const ValueId> ids) {
  std::size_t n = ids.size();
  while (n > 0 && ids[n - 1] == kAbsent) --n;
  return n;
}

// Kinds by the alternative that an Attribute holds.
bool fits_kind(AttrKind kind, const Attribute& a) {
  switch (kind) {
    case AttrKind::int_:
      return std::holds_alternative<std::int64_t>(a);
    case AttrKind::float_:
      return std::holds_alternative<float>(a);
    case AttrKind::string:
      return std::holds_alternative<std::string>(a);
    case AttrKind::ints:
      return std::holds_alternative<std::vector<std::int64_t>>(a);
    case AttrKind::floats:
      return std::holds_alternative<std::vector<float>>(a);
    case AttrKind::strings:
      return std::holds_alternative<std::vector<std::string>>(a);
    case AttrKind::tensor:
      return std::holds_alternative<Tensor>(a);
    case AttrKind::graph:
      return std::holds_alternative<std::shared_ptr<Graph>>(a);
    default:
      return true;
  }
}

// Levenshtein distance, for "did you mean".
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

}  // namespace

void check_arity(const OpSpec& spec, std::span<const ValueId> inputs, std::span<const ValueId> outputs) {
  check_count(spec, "inputs", trimmed(inputs), spec.min_inputs, spec.max_inputs);
  check_count(spec, "outputs", trimmed(outputs), spec.min_outputs, spec.max_outputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] != kAbsent) continue;
    const ParamSpec* p = spec.input(i);
    bool may_lack =
        p == nullptr || p->optional || p->variadic || i >= static_cast<std::size_t>(spec.min_inputs);
    require(may_lack, Code::invalid_model, "input {} ('{}') of {} is required, but its name is empty", i,
            p->name, spec.name);
  }
}

void check_attributes(const OpSpec& spec, const Attributes& attributes) {
  for (const auto& [name, value] : attributes) {
    const AttrSpec* a = spec.attribute(name);
    require(a != nullptr, Code::invalid_model, "{}-{} has no attribute '{}'", spec.name, spec.since_version,
            name);
    require(fits_kind(a->kind, value), Code::invalid_model, "attribute '{}' of {}-{} has the wrong kind",
            name, spec.name, spec.since_version);
  }
  for (const AttrSpec& a : spec.attributes) {
    require(!a.required || attributes.find(a.name) != attributes.end(), Code::invalid_model,
            "{}-{} needs the attribute '{}'", spec.name, spec.since_version, a.name);
  }
}

bool contains(const TypeSet& set, const Type& type) {
  auto has = [](std::uint32_t mask, DType d) { return (mask & TypeSet::bit(d)) != 0; };
  auto map_of = [](std::uint32_t mask, const Type& t) {
    return t.inner != nullptr && (mask & TypeSet::map_bit(t.dtype, t.inner->dtype)) != 0;
  };
  const Type* inner = type.inner.get();
  switch (type.kind) {
    case Type::Kind::unknown:
      return true;
    case Type::Kind::tensor:
      return type.dtype == DType::undefined || has(set.tensor, type.dtype);
    case Type::Kind::sparse:
      return has(set.sparse | set.tensor, type.dtype);
    case Type::Kind::map:
      return map_of(set.map, type);
    case Type::Kind::sequence:
      if (inner == nullptr || inner->kind == Type::Kind::unknown)
        return (set.sequence | set.sequence_of_map) != 0;
      if (inner->kind == Type::Kind::map) return map_of(set.sequence_of_map, *inner);
      return inner->dtype == DType::undefined || has(set.sequence, inner->dtype);
    case Type::Kind::optional:
      if (inner == nullptr || inner->kind == Type::Kind::unknown) return true;
      if (inner->kind == Type::Kind::sequence)
        return inner->inner == nullptr || has(set.optional_sequence, inner->inner->dtype);
      return has(set.optional, inner->dtype);
    case Type::Kind::opaque:
      return false;
  }
  return false;
}

void check_types(const OpSpec& spec, std::span<const Fact* const> inputs) {
  std::map<std::string_view, const Type*> bound;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ParamSpec* p = spec.input(i);
    if (inputs[i] == nullptr || p == nullptr || inputs[i]->type.kind == Type::Kind::unknown) continue;
    const Type& type = inputs[i]->type;
    TypeSet allowed = spec.allowed(*p);
    if (!allowed.empty() && !contains(allowed, type))
      fail(Code::invalid_model,
           "input {} ('{}') of {}-{} has type {}, which this version does not allow [{}]", i, p->name,
           spec.name, spec.since_version, type.text(), inputs_text(inputs));
    if (p->heterogeneous || spec.constraint(p->type) == nullptr || !type.is_tensor() ||
        type.dtype == DType::undefined)
      continue;
    auto [it, fresh] = bound.emplace(p->type, &type);
    if (!fresh && !(*it->second == type))
      fail(Code::invalid_model, "inputs of {}-{} that must have one type ({}) have {} and {} [{}]", spec.name,
           spec.since_version, p->type, it->second->text(), type.text(), inputs_text(inputs));
  }
}

std::string missing_operator(std::string_view domain, std::string_view name, int opset) {
  std::string versions;
  std::string_view nearest;
  std::size_t best = 4;
  bool domain_known = false;
  for (const OpSpec& s : all_specs()) {
    domain_known = domain_known || s.domain == domain;
    if (s.name == name) {
      versions += fmt::format("{}{}-{}", versions.empty() ? "" : ", ", shown(s.domain), s.since_version);
    } else if (s.domain == domain) {
      std::size_t d = distance(name, s.name);
      if (d < best) best = d, nearest = s.name;
    }
  }
  std::string text =
      fmt::format("operator '{}' of domain '{}' does not exist at opset {}", name, shown(domain), opset);
  if (!versions.empty()) return text + "; it exists as " + versions;
  if (!nearest.empty()) return text + fmt::format("; the nearest name is '{}'", nearest);
  if (!domain_known) return text + "; nothing is known of this domain: register the library that defines it";
  return text;
}

}  // namespace sardonyx
