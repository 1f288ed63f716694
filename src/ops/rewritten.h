// Operators that import always replaces by others: they are names for small graphs and have no kernel of their own.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/op.h"

namespace sardonyx {

// "com.microsoft:FastGelu" as domain and name; the domain is "" where there is none.
std::pair<std::string_view, std::string_view> split_op_name(std::string_view op);

// What such an operator is registered as, with the `upgrade` that replaces it. It never gets as far as a kernel.
struct Rewritten final : Op {
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;
};

// The rewriting of one node: nodes in front of it, then what it becomes itself.
class Rewrite {
 public:
  explicit Rewrite(UpgradeContext& u) : u_(u), inputs_(u.inputs), outputs_(u.outputs) {}

  // Input `i` of the node as the model has it; -1 when it is absent.
  std::int32_t in(std::size_t i) const { return i < inputs_.size() ? inputs_[i] : -1; }
  bool has(std::size_t i) const { return in(i) >= 0; }
  // Holds until the next node is added.
  const Fact& fact(std::int32_t value) const { return u_.fact(value); }

  std::int32_t ints(std::vector<std::int64_t> values);  // a constant, 1-D
  std::int32_t scalar(std::int64_t value);              // a constant, 0-D
  // The attribute that the model gives, or `otherwise`.
  template <typename T>
  T attribute(std::string_view name, T otherwise) {
    return u_.take<T>(name).value_or(std::move(otherwise));
  }
  // A node with one output in front of this one. Domain "" unless the name has one ("com.microsoft:FastGelu").
  std::int32_t node(std::string_view op, std::vector<std::int32_t> in, Attributes attributes = {});
  std::vector<std::int32_t> nodes(std::string_view op, std::vector<std::int32_t> in, Attributes attributes,
                                  std::size_t outputs);
  // What the node itself becomes; its attributes are these only.
  void becomes(std::string_view op, std::vector<std::int32_t> in, Attributes attributes = {});
  // Another output of the node, made by a node behind it; `becomes` makes the first `output` ones.
  void also(std::size_t output, std::string_view op, std::vector<std::int32_t> in,
            Attributes attributes = {});
  // A number as a constant of the type of `like`, whose type must be known.
  std::int32_t number_like(std::int32_t like, double value);
  // Axes exchanged, so that channels stand behind the batch axis, or last again.
  std::int32_t channels_first(std::int32_t x, std::size_t rank);
  static std::vector<std::int64_t> order_channels_last(std::size_t rank);

 private:
  UpgradeContext& u_;
  std::vector<std::int32_t> inputs_, outputs_;
};

}  // namespace sardonyx
