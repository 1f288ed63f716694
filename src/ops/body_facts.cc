#include "ops/body_facts.h"

#include <utility>

#include "base/error.h"

namespace sardonyx {
namespace {

constexpr int kDeepest = 64;
thread_local int depth = 0;

struct Deeper {
  Deeper() {
    require(depth < kDeepest, Code::over_budget, "bodies are nested more than {} deep", kDeepest);
    ++depth;
  }
  ~Deeper() { --depth; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
};

std::vector<Fact> output_facts(const Graph& g, bool types_only) {
  std::vector<Fact> facts;
  facts.reserve(g.outputs.size());
  for (const ValueId v : g.outputs) {
    const Fact& f = v == kAbsent ? Fact{} : g.value(v).fact;
    facts.push_back(types_only ? any_size(f, false) : f);
  }
  return facts;
}

Type either_type(const Type& a, const Type& b) {
  if (a == b) return a;
  if (a.kind == Type::Kind::unknown || b.kind == Type::Kind::unknown)
    return a.kind == Type::Kind::unknown ? b : a;
  if (a.kind == Type::Kind::optional) return a;
  if (b.kind == Type::Kind::optional) return b;
  return {};
}

}  // namespace

std::vector<Fact> body_facts(const Graph& body, std::span<const Fact> inputs) {
  const Deeper deeper;
  Graph g = body;
  for (std::size_t i = 0; i < g.inputs.size() && i < inputs.size(); ++i)
    if (inputs[i].type.kind != Type::Kind::unknown) g.value(g.inputs[i]).fact = inputs[i];
  try {
    g.infer_all();
  } catch (const Error& e) {
    if (e.code() == Code::over_budget || e.code() == Code::internal) throw;
    return output_facts(body, true);
  }
  return output_facts(g, false);
}

int body_depth() noexcept { return depth; }

Fact either(const Fact& a, const Fact& b) {
  Fact f;
  f.type = either_type(a.type, b.type);
  if (!a.shape.ranked() || !b.shape.ranked() || a.shape.rank() != b.shape.rank()) return f;
  f.shape = a.shape;
  for (std::size_t i = 0; i < f.shape.rank(); ++i)
    if (!(a.shape[i] == b.shape[i])) f.shape[i] = Dim::unknown();
  return f;
}

Fact without_content(Fact fact) {
  fact.content.reset();
  fact.dims.reset();
  return fact;
}

Fact any_size(const Fact& fact, bool keep_rank) {
  Fact f;
  f.type = fact.type;
  if (keep_rank && fact.shape.ranked()) f.shape = SymShape::unknown_dims(fact.shape.rank());
  return f;
}

}  // namespace sardonyx
