// fold_constants: a node whose inputs are all constants is computed once, at load.
#include <fmt/format.h>

#include <algorithm>

#include "base/time_limit.h"
#include "ops/evaluate.h"
#include "optimize/rule.h"

namespace sardonyx {

namespace {

constexpr std::chrono::milliseconds kFoldTime{
    2000};  // what takes longer is left to the run, which can be cancelled

std::size_t bytes_of(const Value& v) { return v.is_tensor() ? v.tensor().bytes() : 0; }

// A fold may not grow a model into memory that its file never asked for.
std::size_t budget(const RuleContext& c, std::size_t input_bytes) {
  const std::size_t own = std::max<std::size_t>(std::size_t{1} << 20, 4 * input_bytes);
  return c.options.fold_bytes == 0 ? own : std::min(own, c.options.fold_bytes);
}

bool too_big(const Fact& f, std::size_t limit) {
  auto shape = f.shape.numbers();
  if (!f.is_tensor() || !shape) return false;
  double elements = 1;
  for (std::int64_t d : *shape) elements *= static_cast<double>(d);
  return elements * bit_width(f.dtype()) / 8 > static_cast<double>(limit);
}

// Shapes that became numbers: the content is known although nothing was computed.
std::optional<Value> from_dims(const Fact& f) {
  if (f.dims == nullptr || !f.shape.concrete() || (f.dtype() != DType::int64 && f.dtype() != DType::int32))
    return {};
  std::vector<std::int64_t> wide;
  for (const Dim& d : *f.dims) {
    if (!d.is_number()) return {};
    wide.push_back(d.number());
  }
  Shape shape = *f.shape.numbers();
  if (shape.count() != static_cast<std::int64_t>(wide.size())) return {};
  if (f.dtype() == DType::int64)
    return Value(Tensor::of<std::int64_t>(shape, std::span<const std::int64_t>(wide)));
  std::vector<std::int32_t> narrow(wide.begin(), wide.end());
  return Value(Tensor::of<std::int32_t>(shape, std::span<const std::int32_t>(narrow)));
}

std::optional<Patch> known_shape(const RuleContext& c, const Node& n) {
  Patch patch(c.graph, "the sizes are known");
  for (ValueId v : n.outputs) {
    if (v == kAbsent || c.graph.value(v).uses.empty()) continue;
    std::optional<Value> content = c.fact(v).content ? c.fact(v).content : from_dims(c.fact(v));
    if (!content || c.graph.value(v).is_output) return std::nullopt;
    patch.replace(v, patch.add_constant(*std::move(content), c.graph.value(v).name));
  }
  return patch;
}

std::optional<Patch> match_constant_node(const RuleContext& c, NodeId id) {
  const Node& n = c.node(id);
  if (n.op->nondeterministic() || n.epilogue) return std::nullopt;
  std::vector<Value> inputs(n.inputs.size());
  std::size_t input_bytes = 0;
  bool all = true;
  for (std::size_t i = 0; i < n.inputs.size() && all; ++i) {
    if (n.inputs[i] == kAbsent) continue;
    const Fact& f = c.fact(n.inputs[i]);
    all = f.content.has_value();
    if (all) input_bytes += bytes_of(inputs[i] = *f.content);
  }
  if (!all) return known_shape(c, n);
  auto wanted = std::make_unique<bool[]>(n.outputs.size());
  const std::size_t limit_bytes = budget(c, input_bytes);
  for (std::size_t i = 0; i < n.outputs.size(); ++i) {
    wanted[i] = n.outputs[i] != kAbsent;
    if (!wanted[i] || !too_big(c.fact(n.outputs[i]), limit_bytes)) continue;
    c.notes.push_back(
        fmt::format("{} is not folded: its result is over the budget of {} bytes", n.text(), limit_bytes));
    return std::nullopt;
  }
  EvaluateParts parts;
  parts.options = c.options.lower;
  parts.body = nullptr;
  const TimeLimit limit(kFoldTime);
  parts.environment.stop = &limit;
  if (std::ranges::any_of(write_fields(*n.op, true), [](const auto& a) {
        return std::holds_alternative<std::shared_ptr<Graph>>(a.second);
      }))
    return std::nullopt;  // bodies run at run time
  std::vector<Value> made = evaluate(*n.op, inputs, {wanted.get(), n.outputs.size()}, parts);
  Patch patch(c.graph, "all inputs are constants");
  for (std::size_t i = 0; i < n.outputs.size(); ++i) {
    if (wanted[i])
      patch.replace(n.outputs[i], patch.add_constant(std::move(made[i]), c.graph.value(n.outputs[i]).name));
  }
  return patch;
}

}  // namespace

void register_rule_fold_constants(RuleRegistry& r) {
  r.add({"fold_constants",
         Pass::fold,
         "bits: the same kernel computes the same values, earlier",
         {},
         match_constant_node});
}

}  // namespace sardonyx
