// Every version of every operator as a model of one node with random inputs and attributes, through import, session
// and run: it loads and runs, or an Error says why not. What is random is as in property_test.cc.
//
// SARDONYX_VERSION_OP=Name plays one operator, SARDONYX_VERSION_ROUNDS=N that often, SARDONYX_VERSION_SEED=N from
// there on; SARDONYX_VERSION_REFUSED=1 prints what is not implemented.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "base/memory_limit.h"
#include "graph/spec.h"
#include "unit/ops/random_inputs.h"
#include "unit/ops/settings.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

int number_of(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atoi(text) : otherwise;
}

// Rows that a model of tensors and plain attributes can say.
bool plain(const OpSpec& spec) {
  if (spec.deprecated || spec.domain == "ai.onnx.preview.training") return false;
  for (const AttrSpec& a : spec.attributes)
    if (a.kind == AttrKind::graph || (a.required && a.kind == AttrKind::type_proto)) return false;
  for (const ParamSpec& p : spec.inputs)
    if (spec.allowed(p).tensor == 0) return false;
  return true;
}

struct OneNode {
  ModelBuilder model;
  std::map<std::string, Value> feeds;
  std::string text;
};

OneNode one_node(Dice& d, const OpSpec& spec) {
  OneNode made;
  const GraphBuilder::Settings settings = settings_of(random_attributes(d, spec));
  std::vector<std::string> inputs, outputs;
  for (const auto& [v, type] : Inputs(d, spec).make()) {
    const std::string name = "x" + std::to_string(inputs.size());
    inputs.push_back(v.is_absent() ? "" : name);
    if (v.is_absent()) continue;
    const Tensor& t = v.tensor();
    made.text += "; " + t.text();
    if (d.one_in(2)) {
      made.model.graph.initializer(name, t);
      continue;
    }
    std::vector<GraphBuilder::Size> sizes;
    for (const std::int64_t s : t.shape())
      sizes.push_back(d.one_in(3) ? GraphBuilder::Size("N" + std::to_string(s)) : GraphBuilder::Size(s));
    made.model.graph.input(name, t.dtype(), std::move(sizes));
    made.feeds[name] = v;
  }
  const int most = spec.max_outputs < 0 ? 3 : std::max(1, spec.max_outputs);
  for (int i = 0; i < most && (i < std::max(1, spec.min_outputs) || !d.one_in(3)); ++i) {
    outputs.push_back("y" + std::to_string(i));
    made.model.graph.output(outputs.back(), DType::undefined);
  }
  made.model.graph.node(std::string(spec.name), inputs, outputs, settings, std::string(spec.domain));
  if (spec.domain.empty())
    made.model.opset = spec.since_version;
  else
    made.model.more_opsets = {{std::string(spec.domain), spec.since_version}};
  return made;
}

// 1 for a result, 0 for an Error; fails the test for anything else.
int play(const OpSpec& spec, std::uint32_t seed) {
  Dice d(seed);
  const OneNode node = one_node(d, spec);
  const std::string what =
      std::string(spec.name) + "-" + std::to_string(spec.since_version) + " seed " + std::to_string(seed);
  const auto begin = std::chrono::steady_clock::now();
  try {
    SessionOptions options;
    options.threads = 1;
    Session session = node.model.session(options);
    RunOptions run;
    run.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    session.run(node.feeds, run);
    return 1;
  } catch (const Error& e) {
    CHECK_MESSAGE(e.code() != Code::internal, what << ": " << std::string(e.what()) << node.text);
    if (e.code() == Code::not_implemented && std::getenv("SARDONYX_VERSION_REFUSED") != nullptr)
      std::cout << "refused " << what << ": " << e.sentence() << node.text << "\n";
  } catch (const std::exception& e) {
    FAIL_CHECK(what << ": not an Error: " << std::string(e.what()) << node.text);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  CHECK_MESSAGE(took.count() < 5, what << ": took " << took.count() << " s");
  return 0;
}

}  // namespace

TEST_CASE("every version of every operator loads and runs, or an Error says why not") {
  const std::size_t before =
      set_memory_limit(static_cast<std::size_t>(mem::owned_bytes()) + (std::size_t{256} << 20));
  const char* only = std::getenv("SARDONYX_VERSION_OP");
  const int rounds = number_of("SARDONYX_VERSION_ROUNDS", 40), first = number_of("SARDONYX_VERSION_SEED", 1);
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(number_of("SARDONYX_VERSION_SECONDS", rounds > 40 ? 3600 : 20));
  std::vector<const OpSpec*> rows;
  for (const OpSpec& spec : all_specs())
    if (plain(spec) && (only == nullptr || spec.name == only)) rows.push_back(&spec);
  int results = 0;
  for (int i = 0; i < rounds; ++i) {
    for (const OpSpec* spec : rows) {
      if (std::chrono::steady_clock::now() >= end) break;
      results += play(*spec, static_cast<std::uint32_t>(first + i));
    }
  }
  set_memory_limit(before);
  MESSAGE(rows.size() << " versions, " << results << " results");
  CHECK(!rows.empty());
}
