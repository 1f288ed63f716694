// What the specification's table alone tells: inputs that were attributes, attributes that did not exist, types.
#include <algorithm>

#include "base/error.h"
#include "export/form.h"

namespace sardonyx {

namespace {

std::string shown(const Form& f, int opset) {
  return fmt::format("{}{}{} at opset {}", f.domain, f.domain.empty() ? "" : ".", f.op, opset);
}

// The attribute that held what is now the parameter `name` of `op`.
std::string_view former_attribute(std::string_view op, std::string_view name) {
  if (op == "TopK" && name == "K") return "k";
  if (op == "Pad" && name == "constant_value") return "value";
  return name;
}

Attribute as_attribute(AttrKind kind, const Tensor& t) {
  std::vector<float> floats;
  switch (kind) {
    case AttrKind::int_:
      return t.int_at(0);
    case AttrKind::ints:
      return t.to_ints();
    case AttrKind::float_:
      return static_cast<float>(t.number_at(0));
    case AttrKind::floats:
      for (std::int64_t i = 0; i < t.count(); ++i) floats.push_back(static_cast<float>(t.number_at(i)));
      return floats;
    default:
      fail(Code::internal, "an attribute of this kind never was an input");
  }
}

// Inputs that `row` has as attributes.
void inputs_to_attributes(Form& f, const OpSpec& row, const OpSpec& newest, int opset) {
  for (std::size_t i = 0; i < newest.inputs.size() && i < f.inputs.size(); ++i) {
    const std::string_view name = newest.inputs[i].name;
    const AttrSpec* a = row.attribute(former_attribute(f.op, name));
    const bool still = std::ranges::any_of(row.inputs, [&](const ParamSpec& p) { return p.name == name; });
    if (a == nullptr || still || f.inputs[i].absent()) continue;
    const Tensor* content = f.inputs[i].constant();
    require(content != nullptr &&
                (a->kind == AttrKind::ints || a->kind == AttrKind::floats || content->count() == 1),
            Code::not_implemented, "{} takes '{}' as an attribute, and it is no constant here",
            shown(f, opset), name);
    f.attributes.insert_or_assign(std::string(a->name), as_attribute(a->kind, *content));
    f.inputs[i] = {};
  }
  f.drop_trailing();
}

// Attributes that `row` lacks may be left out at their default; where the row's own default is another, they are
// written.
void fit_attributes(Form& f, const OpSpec& row, const OpSpec& newest, int opset) {
  for (const auto& [name, value] : f.attributes) {
    if (row.attribute(name) == nullptr)
      fail(Code::not_implemented, "{} has no attribute '{}'", shown(f, opset), name);
  }
  for (const AttrSpec& a : row.attributes) {
    const auto held = f.defaults.find(a.name);
    if (f.attributes.contains(a.name) || held == f.defaults.end()) continue;
    const AttrSpec* now = newest.attribute(a.name);
    const bool moved =
        now != nullptr && a.has_default && (!now->has_default || now->default_text != a.default_text);
    const bool said = f.said != nullptr && f.said->contains(a.name);
    if (a.required || moved || said) f.attributes.insert(*held);
  }
}

bool allows(const TypeSet& set, const Fact* fact) {
  if (fact == nullptr || set.empty()) return true;
  const Type& type = fact->type;
  const Type* inner = type.inner.get();
  const auto has = [](std::uint32_t mask, DType d) {
    return d == DType::undefined || (mask & TypeSet::bit(d)) != 0;
  };
  if (type.kind == Type::Kind::tensor) return has(set.tensor, type.dtype);
  if (inner == nullptr) return true;
  if (type.kind == Type::Kind::sequence && inner->is_tensor()) return has(set.sequence, inner->dtype);
  if (type.kind == Type::Kind::optional && inner->is_tensor()) return has(set.optional, inner->dtype);
  if (type.kind == Type::Kind::optional && inner->kind == Type::Kind::sequence)
    return inner->inner == nullptr || has(set.optional_sequence, inner->inner->dtype);
  return true;
}

void check_side(const Form& f, const char* what, const std::vector<FormValue>& list, int low, int high,
                int opset) {
  const auto n = static_cast<int>(list.size());
  if (n < low || (high >= 0 && n > high))
    fail(Code::not_implemented, "{} takes {} to {} {}, this has {}", shown(f, opset), low, high, what, n);
}

void check(const Form& f, const OpSpec& row, int opset) {
  check_side(f, "inputs", f.inputs, row.min_inputs, row.max_inputs, opset);
  check_side(f, "outputs", f.outputs, row.min_outputs, row.max_outputs, opset);
  const auto check_types = [&](const std::vector<FormValue>& list, auto parameter) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const ParamSpec* p = parameter(i);
      if (p == nullptr || list[i].absent()) continue;
      if (!allows(row.allowed(*p), list[i].fact))
        fail(Code::not_implemented, "{} does not allow {} for '{}'", shown(f, opset), list[i].fact->text(),
             p->name);
    }
  };
  check_types(f.inputs, [&](std::size_t i) { return row.input(i); });
  check_types(f.outputs, [&](std::size_t i) { return row.output(i); });
}

}  // namespace

void Form::drop_trailing() {
  while (!inputs.empty() && inputs.back().absent()) inputs.pop_back();
  while (!outputs.empty() && outputs.back().absent()) outputs.pop_back();
}

void lower_form(Form& f, const Opsets& opsets, FormMaker& maker) {
  f.drop_trailing();
  if (f.custom) return;
  const auto main = opsets.find("");
  adapt_form(f, main == opsets.end() ? 0 : main->second, maker);
  for (Form& other : f.before) lower_form(other, opsets, maker);
  for (Form& other : f.after) lower_form(other, opsets, maker);
  constexpr int kNewest = 1'000'000;
  const auto own = opsets.find(f.domain);
  const OpSpec* newest = find_spec(f.domain, f.op, kNewest);
  if (newest == nullptr) return;  // a custom operator: nothing is known of it
  const int opset = own == opsets.end() ? 1 : own->second;
  const OpSpec* row = find_spec(f.domain, f.op, opset);
  require(row != nullptr && !row->deprecated, Code::not_implemented, "there is no {}", shown(f, opset));
  if (newest->deprecated) newest = row;
  inputs_to_attributes(f, *row, *newest, opset);
  fit_attributes(f, *row, *newest, opset);
  check(f, *row, opset);
}

}  // namespace sardonyx
