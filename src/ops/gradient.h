// Gradients by reverse-mode differentiation: a graph of operators that computes them is put behind the one that is
// differentiated. Rules, one for each operator, stand in ops/train/gradients/.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"

namespace sardonyx {

// A value of the graph in a formula; arithmetic on terms adds nodes. An absent one stands for an absent input, or for
// a gradient of zero.
struct Term {
  UpgradeContext* graph = nullptr;
  ValueId id = kAbsent;

  explicit operator bool() const noexcept { return id != kAbsent; }
  DType dtype() const { return graph->fact(id).dtype(); }
  // Holds until the next term is made.
  const SymShape& shape() const { return graph->fact(id).shape; }
  // Throws not_implemented where the rank is not known while the model is imported.
  std::size_t rank() const;
};

// The first output of an operator; the first term must be there. Domain "" unless the name has one ("DOMAIN:NAME").
Term call(std::string_view op, const std::vector<Term>& in, Attributes attributes = {});
std::vector<Term> calls(std::string_view op, const std::vector<Term>& in, Attributes attributes,
                        std::size_t outputs);
// A scalar of the element type of `like`.
Term number(Term like, double value);
Term ints(Term any, const std::vector<std::int64_t>& values);

Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term operator-(Term a);
Term operator+(Term a, double b);
Term operator-(Term a, double b);
Term operator-(double a, Term b);
Term operator*(Term a, double b);
Term operator/(Term a, double b);
Term where(Term condition, Term yes, Term no);
Term where(Term condition, Term yes, double no);

Term sizes(Term x);                                            // int64 [rank]
Term sizes(Term x, std::int64_t begin, std::int64_t end = 0);  // of some axes; end 0: to the last
Term reshaped(Term x, Term shape);                             // zeros of `shape` are sizes
Term filled(Term shape, Term like, double value);              // of the element type of `like`
Term zeros_like(Term x);
Term summed(Term x, Term axes);  // axes stay with size 1; none: nothing is summed
// What was broadcast is summed again: `x` in the shape of `like`.
Term summed_to(Term x, Term like);
std::vector<std::int64_t> axes_from(std::size_t first, std::size_t rank);

// One node whose outputs' gradients are known, for its rule to give those of its inputs.
class GradientOf {
 public:
  struct Parts {
    UpgradeContext& graph;
    const Op& op;
    const std::vector<ValueId>&inputs, &outputs;
    std::function<bool(ValueId)> needed;
    std::function<ValueId(ValueId)> gradient;
    std::function<void(ValueId, Term)> give;
  };
  explicit GradientOf(const Parts& parts) : p_(parts), fields_(write_fields(parts.op, true)) {}

  std::size_t inputs() const noexcept { return p_.inputs.size(); }
  std::size_t outputs() const noexcept { return p_.outputs.size(); }
  bool has(std::size_t i) const noexcept { return i < inputs() && p_.inputs[i] != kAbsent; }
  bool needs(std::size_t i) const { return has(i) && p_.needed(p_.inputs[i]); }
  Term x(std::size_t i) const { return {&p_.graph, has(i) ? p_.inputs[i] : kAbsent}; }
  Term y(std::size_t i = 0) const { return {&p_.graph, i < outputs() ? p_.outputs[i] : kAbsent}; }
  // Absent where nothing follows from output `i`.
  Term dy(std::size_t i = 0) const;
  // Field of the operator, in its newest form.
  template <typename T>
  T field(std::string_view name, T otherwise = T()) const {
    const auto at = fields_.find(name);
    return at == fields_.end() ? std::move(otherwise) : std::get<T>(at->second);
  }
  const Attributes& fields() const noexcept { return fields_; }
  const std::string& name() const noexcept { return p_.op.def().name; }
  // The same operator on other inputs.
  std::vector<Term> again(const std::vector<Term>& in, std::size_t outputs, Attributes changed = {}) const;

  // The gradient of input `i`: what was broadcast in it is summed, its element type is made the input's.
  void give(std::size_t i, Term gradient);
  [[noreturn]] void refuse(std::string_view why) const;

 private:
  const Parts& p_;
  Attributes fields_;
};

using GradientRule = std::function<void(GradientOf&)>;
// The operator in other words: terms for its outputs, absent ones for outputs that have no gradient.
using Expansion = std::function<std::vector<Term>(const GradientOf&)>;

class GradientRules {
 public:
  struct Rule {
    GradientRule rule;  // either of the two
    Expansion expansion;
  };
  void add(std::string_view op, GradientRule rule);  // "NAME" or "DOMAIN:NAME"
  void expand(std::string_view op, Expansion expansion);
  // Operators whose derivative is zero wherever they have one.
  void flat(std::initializer_list<std::string_view> ops);
  const Rule* find(const OpDef& def) const;
  static const GradientRules& built_in();

 private:
  std::unordered_map<std::string, Rule> rules_;
};

struct GradientRequest {
  std::vector<ValueId> variables;  // what the model names: the xs, then the zs
  std::vector<ValueId> at;         // where the gradient is taken, one for each variable
  std::size_t wanted = 0;          // so many of them are xs
  ValueId y = kAbsent;
};
// Gradients of the sum of y with respect to the xs, in their shapes.
std::vector<ValueId> differentiate(UpgradeContext& graph, const GradientRequest& request);

}  // namespace sardonyx
