#include "ops/gradient.h"

#include <fmt/format.h>

#include <numeric>

#include "base/error.h"
#include "ops/rewritten.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

Term call_plain(std::string_view op, Term a, Term b) { return call(op, {a, b}); }

}  // namespace

std::size_t Term::rank() const {
  require(shape().ranked(), Code::not_implemented,
          "a gradient here needs a rank that is not known while the model is imported");
  return shape().rank();
}

std::vector<Term> calls(std::string_view op, const std::vector<Term>& in, Attributes attributes,
                        std::size_t outputs) {
  const auto [domain, name] = split_op_name(op);
  UpgradeContext& graph = *in[0].graph;
  std::vector<ValueId> ids;
  for (const Term& t : in) ids.push_back(t.id);
  std::vector<Term> made;
  for (const ValueId id : graph.emit(domain, name, std::move(attributes), std::move(ids), outputs))
    made.push_back({&graph, id});
  return made;
}

Term call(std::string_view op, const std::vector<Term>& in, Attributes attributes) {
  return calls(op, in, std::move(attributes), 1)[0];
}

namespace {

Tensor scalar_of(DType type, double value) {
  Tensor t(type, Shape{});
  const auto plain = static_cast<float>(value);
  switch (type) {
    case DType::float64:
      t.mutable_as<double>()[0] = value;
      break;
    case DType::int64:
      t.mutable_as<std::int64_t>()[0] = static_cast<std::int64_t>(value);
      break;
    default:
      require(is_float(type), Code::not_implemented, "gradients are not computed in {}",
              sardonyx::name(type));
      convert_from_float(type, &plain, t.mutable_data(), 1);
  }
  return t;
}

}  // namespace

Term number(Term like, double value) {
  return {like.graph, like.graph->constant(scalar_of(like.dtype(), value))};
}

Term ints(Term any, const std::vector<std::int64_t>& values) {
  return {any.graph,
          any.graph->constant(Tensor::of<std::int64_t>(Shape{static_cast<std::int64_t>(values.size())},
                                                       std::span<const std::int64_t>(values)))};
}

Term operator+(Term a, Term b) { return call_plain("Add", a, b); }
Term operator-(Term a, Term b) { return call_plain("Sub", a, b); }
Term operator*(Term a, Term b) { return call_plain("Mul", a, b); }
Term operator/(Term a, Term b) { return call_plain("Div", a, b); }
Term operator-(Term a) { return call("Neg", {a}); }
Term operator+(Term a, double b) { return a + number(a, b); }
Term operator-(Term a, double b) { return a - number(a, b); }
Term operator-(double a, Term b) { return number(b, a) - b; }
Term operator*(Term a, double b) { return a * number(a, b); }
Term operator/(Term a, double b) { return a / number(a, b); }
Term where(Term condition, Term yes, Term no) { return call("Where", {condition, yes, no}); }
Term where(Term condition, Term yes, double no) { return where(condition, yes, number(yes, no)); }

Term sizes(Term x) { return call("Shape", {x}); }

Term sizes(Term x, std::int64_t begin, std::int64_t end) {
  Attributes range{{"start", begin}};
  if (end != 0) range["end"] = end;
  return call("Shape", {x}, std::move(range));
}

Term reshaped(Term x, Term shape) { return call("Reshape", {x, shape}, {{"allowzero", std::int64_t{1}}}); }

Term filled(Term shape, Term like, double value) {
  Tensor one(like.dtype(), Shape{1});
  const Tensor scalar = scalar_of(like.dtype(), value);
  std::copy_n(scalar.data(), scalar.bytes(), one.mutable_data());
  return call("ConstantOfShape", {shape}, {{"value", std::move(one)}});
}

Term zeros_like(Term x) { return filled(sizes(x), x, 0); }

Term summed(Term x, Term axes) {
  return call("ReduceSum", {x, axes},
              {{"keepdims", std::int64_t{1}}, {"noop_with_empty_axes", std::int64_t{1}}});
}

std::vector<std::int64_t> axes_from(std::size_t first, std::size_t rank) {
  std::vector<std::int64_t> axes(rank > first ? rank - first : 0);
  std::iota(axes.begin(), axes.end(), static_cast<std::int64_t>(first));
  return axes;
}

namespace {

// The axes of `from` along which `to` was repeated; nullopt where only the run knows.
std::optional<std::vector<std::int64_t>> repeated_axes(const SymShape& from, const SymShape& to) {
  if (!from.ranked() || !to.ranked() || from.rank() < to.rank()) return std::nullopt;
  const std::size_t more = from.rank() - to.rank();
  std::vector<std::int64_t> axes;
  for (std::size_t i = 0; i < from.rank(); ++i) {
    if (i >= more && from[i] == to[i - more]) continue;
    if (i >= more && !to[i - more].equals(1)) return std::nullopt;
    axes.push_back(static_cast<std::int64_t>(i));
  }
  return axes;
}

}  // namespace

Term summed_to(Term x, Term like) {
  const SymShape from = x.shape(), to = like.shape();
  if (const auto axes = repeated_axes(from, to)) {
    if (axes->empty()) return x;
    const Term sum = summed(x, ints(x, *axes));
    return from.rank() == to.rank() ? sum : reshaped(sum, sizes(like));
  }
  const Term have = sizes(x), want = sizes(like);
  const Term ones = filled(sizes(have) - sizes(want), want, 1);
  const Term aligned = call("Concat", {ones, want}, {{"axis", std::int64_t{0}}});
  const Term differs = call("Not", {call("Equal", {aligned, have})});
  const Term axes = call("Squeeze", {call("NonZero", {differs}), ints(x, {0})});
  return reshaped(summed(x, axes), want);
}

Term GradientOf::dy(std::size_t i) const {
  return {&p_.graph, i < outputs() && p_.outputs[i] != kAbsent ? p_.gradient(p_.outputs[i]) : kAbsent};
}

std::vector<Term> GradientOf::again(const std::vector<Term>& in, std::size_t outputs,
                                    Attributes changed) const {
  Attributes all = fields_;
  for (auto& [name, value] : changed) all.insert_or_assign(name, std::move(value));
  const OpDef& def = p_.op.def();
  return calls(def.domain + ":" + def.name, in, std::move(all), outputs);
}

void GradientOf::give(std::size_t i, Term gradient) {
  if (!needs(i) || !gradient) return;
  Term g = summed_to(gradient, x(i));
  if (g.dtype() != x(i).dtype()) g = call("Cast", {g}, {{"to", static_cast<std::int64_t>(x(i).dtype())}});
  p_.give(p_.inputs[i], g);
}

void GradientOf::refuse(std::string_view why) const {
  fail(Code::not_implemented, "no gradient of {} is known {}", name(), why);
}

void GradientRules::add(std::string_view op, GradientRule rule) {
  const auto [domain, name] = split_op_name(op);
  const bool fresh = rules_.try_emplace(fmt::format("{}:{}", domain, name), Rule{std::move(rule), {}}).second;
  require(fresh, Code::internal, "two gradients of {}", op);
}

void GradientRules::expand(std::string_view op, Expansion expansion) {
  const auto [domain, name] = split_op_name(op);
  const bool fresh =
      rules_.try_emplace(fmt::format("{}:{}", domain, name), Rule{{}, std::move(expansion)}).second;
  require(fresh, Code::internal, "two gradients of {}", op);
}

void GradientRules::flat(std::initializer_list<std::string_view> ops) {
  for (const std::string_view op : ops) add(op, [](GradientOf&) {});
}

const GradientRules::Rule* GradientRules::find(const OpDef& def) const {
  const auto at = rules_.find(fmt::format("{}:{}", def.domain, def.name));
  return at == rules_.end() ? nullptr : &at->second;
}

void register_all_gradients(GradientRules& rules);  // generated from the files under ops/train/gradients

const GradientRules& GradientRules::built_in() {
  static const GradientRules rules = [] {
    GradientRules made;
    register_all_gradients(made);
    return made;
  }();
  return rules;
}

}  // namespace sardonyx
