// Gradient of Einsum: an Einsum of the output's gradient with the other operands.
#include <algorithm>
#include <string>

#include "ops/einsum_equation.h"
#include "ops/gradient.h"

namespace sardonyx {
namespace {

using Labels = std::vector<int>;

bool holds(const Labels& all, int label) { return std::ranges::find(all, label) != all.end(); }

std::string letters(const Labels& labels) {
  std::string text;
  for (const int l : labels) text += static_cast<char>(l < 26 ? 'a' + l : 'A' + l - 26);
  return text;
}

// An axis that stands nowhere else was summed: its gradient is the same all along.
void give_operand(GradientOf& g, const Equation& e, std::size_t i) {
  std::string left = letters(e.output);
  std::vector<Term> in{g.dy()};
  Labels there = e.output;
  for (std::size_t k = 0; k < e.inputs.size(); ++k) {
    if (k == i) continue;
    left += "," + letters(e.inputs[k]);
    in.push_back(g.x(k));
    there.insert(there.end(), e.inputs[k].begin(), e.inputs[k].end());
  }
  Labels kept;
  std::vector<std::int64_t> repeated;
  for (std::size_t axis = 0; axis < e.inputs[i].size(); ++axis) {
    if (holds(there, e.inputs[i][axis]))
      kept.push_back(e.inputs[i][axis]);
    else
      repeated.push_back(static_cast<std::int64_t>(axis));
  }
  Term dx = call("Einsum", in, {{"equation", left + "->" + letters(kept)}});
  if (!repeated.empty()) dx = call("Expand", {call("Unsqueeze", {dx, ints(dx, repeated)}), sizes(g.x(i))});
  g.give(i, dx);
}

void einsum(GradientOf& g) {
  const auto text = g.field<std::string>("equation");
  if (text.find("...") != std::string::npos) g.refuse("where its equation has an ellipsis");
  std::vector<std::size_t> ranks;
  for (std::size_t i = 0; i < g.inputs(); ++i) ranks.push_back(g.x(i).rank());
  const Equation e = read_equation(text, ranks);
  require(e.labels <= 52, Code::not_implemented, "the equation has more than 52 labels");
  for (Labels labels : e.inputs) {
    std::ranges::sort(labels);
    if (std::ranges::adjacent_find(labels) != labels.end()) g.refuse("where it takes a diagonal");
  }
  for (std::size_t i = 0; i < g.inputs(); ++i)
    if (g.needs(i)) give_operand(g, e, i);
}

}  // namespace

void gradients_einsum(GradientRules& r) { r.add("Einsum", einsum); }

}  // namespace sardonyx
