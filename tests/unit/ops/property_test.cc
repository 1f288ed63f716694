// Every operator on random inputs and attributes, legal by the specification's table in kind and type but not in
// value: it gives a result or throws an Error. Sizes are small, some are 0, ranks go from 0.
//
// SARDONYX_PROPERTY_OP=Name plays one operator, SARDONYX_PROPERTY_ROUNDS=N that often, for at most
// SARDONYX_PROPERTY_SECONDS, from SARDONYX_PROPERTY_SEED on.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "base/memory_limit.h"
#include "base/time_limit.h"
#include "graph/spec.h"
#include "ops/evaluate.h"
#include "unit/ops/random_inputs.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

bool has_body(const OpSpec& spec) {
  for (const AttrSpec& a : spec.attributes)
    if (a.kind == AttrKind::graph) return true;
  return false;
}

std::string shown(const std::vector<Value>& inputs, const Op& op) {
  std::string text = fields_text(op);
  for (const Value& v : inputs) text += "; " + v.text();
  return text;
}

enum class Outcome { result, error, other };

// Facts without contents, with sizes as symbols or without rank: inference must cope.
void infer_symbolically(Dice& d, const Op& op, const std::vector<Value>& inputs,
                        std::span<const bool> wanted) {
  std::vector<Fact> facts;
  for (const Value& v : inputs) {
    Fact f = Fact::of(v);
    f.content.reset();
    if (v.is_tensor() && d.one_in(3)) f.shape = SymShape();
    for (std::size_t i = 0; v.is_tensor() && f.shape.ranked() && i < f.shape.rank(); ++i)
      if (d.one_in(2)) f.shape[i] = d.one_in(2) ? Dim::symbol("N") : Dim::unknown();
    facts.push_back(std::move(f));
  }
  std::vector<const Fact*> in;
  for (std::size_t i = 0; i < facts.size(); ++i) in.push_back(inputs[i].is_absent() ? nullptr : &facts[i]);
  try {
    infer_facts(op, in, wanted);
  } catch (const Error&) {
  }
}

Outcome play(const OpDef& def, const OpSpec& spec, std::uint32_t seed) {
  Dice d(seed);
  const std::unique_ptr<Op> op = def.make();
  std::string said;
  try {
    read_fields(*op, random_attributes(d, spec));
    std::vector<Value> inputs;
    for (auto& [value, type] : Inputs(d, spec).make()) inputs.push_back(std::move(value));
    bool wanted[8];
    for (bool& w : wanted) w = !d.one_in(4);
    const auto outputs =
        static_cast<std::size_t>(spec.max_outputs < 0 ? 3 : std::max(1, std::min(spec.max_outputs, 8)));
    if (std::find(wanted, wanted + outputs, true) == wanted + outputs) wanted[0] = true;
    said = shown(inputs, *op);
    infer_symbolically(d, *op, inputs, std::span(wanted, outputs));
    const TimeLimit limit(std::chrono::milliseconds(100));
    EvaluateParts parts;
    parts.environment.stop = &limit;
    const auto begin = std::chrono::steady_clock::now();
    evaluate(*op, inputs, std::span(wanted, outputs), parts);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (took.count() > 5) FAIL_CHECK("ignored its time limit: " << took.count() << " s");
    return Outcome::result;
  } catch (const Error& e) {
    if (e.code() == Code::internal)
      FAIL_CHECK(def.name << " seed " << seed << ": " << std::string(e.what()) << " | " << said);
    return Outcome::error;
  } catch (const std::exception& e) {
    FAIL_CHECK(def.name << " seed " << seed << ": not an Error: " << std::string(e.what()) << " | " << said);
    return Outcome::other;
  }
}

struct SmallMemory {
  SmallMemory()
      : before(set_memory_limit(static_cast<std::size_t>(mem::owned_bytes()) + (std::size_t{256} << 20))) {}
  ~SmallMemory() { set_memory_limit(before); }
  std::size_t before;
};

}  // namespace

TEST_CASE("every operator gives a result or an Error, whatever it is given") {
  const SmallMemory small;
  const char* only = std::getenv("SARDONYX_PROPERTY_OP");
  const char* often = std::getenv("SARDONYX_PROPERTY_ROUNDS");
  const char* first = std::getenv("SARDONYX_PROPERTY_SEED");
  const int rounds = often != nullptr ? std::atoi(often) : 60;
  const auto begin = static_cast<std::uint32_t>(first != nullptr ? std::atoi(first) : 1);
  const char* seconds = std::getenv("SARDONYX_PROPERTY_SECONDS");
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::seconds(seconds != nullptr ? std::atoi(seconds)
                                                              : often != nullptr ? 3600
                                                                                 : 20);
  std::vector<std::pair<const OpDef*, const OpSpec*>> operators;
  for (const OpDef* def : OpRegistry::built_in().all()) {
    if (def->internal || (only != nullptr && def->name != only)) continue;
    const OpSpec* spec = find_spec(def->domain, def->name, 1'000'000);
    if (spec != nullptr && !spec->deprecated && !has_body(*spec)) operators.emplace_back(def, spec);
  }
  int results = 0;
  for (int round = 0; round < rounds; ++round) {
    for (const auto& [def, spec] : operators) {
      if (std::chrono::steady_clock::now() >= end) break;
      results += play(*def, *spec, begin + static_cast<std::uint32_t>(round)) == Outcome::result ? 1 : 0;
    }
  }
  MESSAGE(operators.size() << " operators, " << results << " results");
  CHECK(!operators.empty());
}
