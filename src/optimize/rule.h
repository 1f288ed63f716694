// Rule: one rewrite, in a file of its own under portable/ or lowered/, registered by `register_rule_<file name>`.
// docs/add-a-rule.md walks through one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/patch.h"
#include "optimize/optimize.h"

namespace sardonyx {

// The passes, in the order in which they run. The first three work on the portable level, the rest on the lowered.
enum class Pass : std::uint8_t { normalise, fold, fuse, layout, lower, memory };
inline constexpr int kPasses = 6;
std::string_view name(Pass pass);

// What a rule sees: the graph as it is, read only.
struct RuleContext {
  const Graph& graph;
  const OptimizeOptions& options;
  std::vector<std::string>& notes;  // reasons for a "no" that a user would wonder about

  const Node& node(NodeId n) const { return graph.node(n); }
  const Fact& fact(ValueId v) const { return graph.value(v).fact; }
  const Tensor* constant(ValueId v) const { return v == kAbsent ? nullptr : fact(v).constant(); }
  // The node that makes `v`, if it is of this kind; nullptr otherwise.
  const Node* producer(ValueId v, std::string_view kind, std::string_view domain = "") const;
  // One use, and no graph output: whatever replaces the user makes `v` go away.
  bool only_use(ValueId v) const;
};

struct Rule {
  std::string name;  // "fold_constants"
  Pass pass = Pass::fuse;
  std::string
      preserves;  // what stays the same: "bits", "values within 1e-6 relative", "NaN, infinities, signed zero"
  std::vector<std::string> anchors;  // kinds of node at which it is tried; empty: all
  std::function<std::optional<Patch>(const RuleContext&, NodeId)> match;
};

// A built-in operator with these attributes.
std::shared_ptr<const Op> make_op(std::string_view domain, std::string_view name,
                                  const Attributes& attributes = {});
// Same operator and equal fields (bodies: the same graph).
bool same_op(const Op& a, const Op& b);
// The only element of a constant float or integer tensor with one element; nullopt otherwise.
std::optional<double> scalar(const RuleContext& c, ValueId v);
// The operand of a commutative pair that is not `v`; kAbsent when the node has not exactly two inputs or no such one.
ValueId other_input(const Node& n, ValueId v);

class RuleRegistry {
 public:
  void add(Rule rule);  // throws internal on a second rule of that name
  const std::vector<Rule>& rules() const noexcept { return rules_; }
  static const RuleRegistry& built_in();

 private:
  std::vector<Rule> rules_;
};

}  // namespace sardonyx
