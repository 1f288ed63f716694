// Facts of outputs from facts of inputs, node by node; and the check that a graph agrees with itself.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/memory_limit.h"
#include "graph/graph.h"

namespace sardonyx {

std::string inputs_text(std::span<const Fact* const> in) {
  std::string out = "inputs:";
  for (std::size_t i = 0; i < in.size(); ++i) {
    out += fmt::format("{} {}: {}", i == 0 ? "" : ",", i, in[i] == nullptr ? "absent" : in[i]->text());
  }
  return in.empty() ? "no inputs" : out;
}

namespace {

// A result whose sizes are all known must be one that memory can hold, so that no product of sizes overflows later.
void check_size(std::size_t i, const Fact& fact) {
  if (!fact.is_tensor() || !fact.shape.ranked()) return;
  require(fact.shape.rank() <= Shape::kMaxRank, Code::invalid_argument, "output {} has rank {}, more than {}",
          i, fact.shape.rank(), Shape::kMaxRank);
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t product = 1;
  bool open = false, empty = false;
  for (const Dim& d : fact.shape.dims()) {
    if (!d.is_number()) {
      open = true;
      continue;
    }
    const std::int64_t size = d.number();
    require(size >= 0, Code::invalid_argument, "output {} would have the size {}", i, size);
    empty = empty || size == 0;
    if (size > 0 && __builtin_mul_overflow(product, size, &product)) product = kMost;
  }
  // Even of an empty tensor the other sizes must multiply, since strides are products of them.
  if (product >= kMost)
    fail(Code::over_budget, "output {} has more elements than 64 bits count: {}", i, fact.shape.text());
  const std::size_t bits = static_cast<std::size_t>(std::max(1, bit_width(fact.dtype())));
  if (!open && !empty && static_cast<std::size_t>(product) / 8 > memory_limit() / bits)
    fail(Code::out_of_memory, "output {} is {}, which is more than memory holds ({} bytes)", i, fact.text(),
         memory_limit());
}

}  // namespace

std::vector<Fact> infer_facts(const Op& op, std::span<const Fact* const> in, std::span<const bool> wanted) {
  std::vector<Fact> out(wanted.size());
  InferContext context(in, out, wanted);
  try {
    op.infer(context);
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (wanted[i] || i == 0) check_size(i, out[i]);
    }
  } catch (Error& e) {
    std::string fields = fields_text(op);
    throw Error(e.code(), fmt::format("{} [{}{}{}]", e.sentence(), inputs_text(in),
                                      fields.empty() ? "" : "; ", fields));
  }
  return out;
}

namespace {

struct Wanted {
  explicit Wanted(const Node& n) : flags(new bool[n.outputs.size()]), size(n.outputs.size()) {
    for (std::size_t i = 0; i < size; ++i) flags[i] = n.outputs[i] != kAbsent;
  }
  std::span<const bool> span() const { return {flags.get(), size}; }
  std::unique_ptr<bool[]> flags;
  std::size_t size;
};

}  // namespace

void Graph::infer(NodeId id) {
  const Node& n = node(id);
  std::vector<const Fact*> in(n.epilogue ? n.epilogue_first : n.inputs.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = n.inputs[i] == kAbsent ? nullptr : &value(n.inputs[i]).fact;
  std::vector<Fact> out;
  try {
    out = infer_facts(*n.op, in, Wanted(n).span());
  } catch (Error& e) {
    throw e.at(n.text());
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (n.outputs[i] == kAbsent) continue;
    Fact& fact = value(n.outputs[i]).fact;
    // An epilogue may change the dtype of output 0; the rule that attached it has set the fact.
    if (n.epilogue && i == 0) out[i].type = fact.type;
    fact = std::move(out[i]);
  }
}

void Graph::infer_all() {
  for (NodeId n : order()) infer(n);
}

void Graph::verify() const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    if (!n.alive) continue;
    for (std::size_t k = 0; k < n.inputs.size(); ++k) {
      if (n.inputs[k] == kAbsent) continue;
      const ValueInfo& v = value(n.inputs[k]);
      Use use{static_cast<NodeId>(i), static_cast<std::int32_t>(k)};
      require(std::count(v.uses.begin(), v.uses.end(), use) == 1, Code::internal,
              "{}: input {} ('{}') is not among the uses of its value", n, k, v.name);
      require(v.producer != kAbsent || v.is_input || v.fact.content, Code::internal,
              "{}: input {} ('{}') is made by nobody", n, k, v.name);
    }
    for (std::size_t k = 0; k < n.outputs.size(); ++k) {
      if (n.outputs[k] == kAbsent) continue;
      const ValueInfo& v = value(n.outputs[k]);
      require(v.producer == static_cast<NodeId>(i) && v.producer_index == static_cast<std::int32_t>(k),
              Code::internal, "{}: output {} ('{}') names another producer", n, k, v.name);
    }
  }
  for (const ValueInfo& v : values_) {
    for (Use u : v.uses) {
      require(node(u.node).alive && u.index < static_cast<std::int32_t>(node(u.node).inputs.size()),
              Code::internal, "value '{}' is used by a dead node", v.name);
    }
  }
}

std::string Graph::text() const {
  std::string out;
  for (NodeId id : order()) {
    const Node& n = node(id);
    auto names = [&](const std::vector<ValueId>& ids, bool facts) {
      std::string s;
      for (ValueId v : ids) {
        if (!s.empty()) s += ", ";
        s += v == kAbsent ? std::string("-") : value(v).name;
        if (facts && v != kAbsent) s += ": " + value(v).fact.text();
      }
      return s;
    };
    std::string fields = fields_text(*n.op);
    out += fmt::format("{} = {}{}({}){}{}\n", names(n.outputs, true),
                       n.op->def().domain.empty() ? "" : n.op->def().domain + ".", n.kind(),
                       names(n.inputs, false), fields.empty() ? "" : " ", fields);
  }
  return out;
}

}  // namespace sardonyx
