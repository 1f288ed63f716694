#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "import/importer.h"

namespace sardonyx {

std::shared_ptr<Graph> Importer::import_body(NameFrame& frame, const GraphDef& def, const OpsetMap& opsets,
                                             const FunctionCall* call, std::vector<NameFrame>& bodies) {
  require(depth_ < kMaxNesting, Code::over_budget, "graphs and functions are nested deeper than {}",
          kMaxNesting);
  ++depth_;
  auto graph = std::make_shared<Graph>();
  graph->name = std::string(def.name);
  NameFrame inner;
  inner.graph = graph.get();
  inner.parent = &frame;
  inner.prefix = frame.prefix;
  for (const ValueInfoDef& input : def.inputs) {
    // The caller decides the shapes; a declared one is only a hint.
    Fact fact;
    fact.type = input.type.type();
    inner.define(input.name, graph->add_input(std::string(input.name), std::move(fact)));
  }
  import_initializers(inner, def);
  for (auto& [v, content] : graph->defaults) {
    fail(Code::invalid_model, "'{}' is both an input and an initializer of a body", graph->value(v).name);
  }
  import_nodes(inner, def.nodes, opsets, call);
  import_outputs(inner, def);
  --depth_;
  bodies.push_back(std::move(inner));
  return graph;
}

std::vector<ValueId> Importer::join_captures(std::vector<NameFrame>& bodies) {
  std::vector<ValueId> all;
  for (const NameFrame& body : bodies) {
    for (const NameFrame::Capture& c : body.captures) {
      if (std::find(all.begin(), all.end(), c.outer) == all.end()) all.push_back(c.outer);
    }
  }
  for (NameFrame& body : bodies) {
    Graph& g = *body.graph;
    // The formal inputs keep their places; captures follow in the common order.
    std::vector<ValueId> inputs;
    for (ValueId v : g.inputs) {
      bool captured = std::ranges::any_of(body.captures, [v](const auto& c) { return c.inner == v; });
      if (!captured) inputs.push_back(v);
    }
    for (ValueId outer : all) {
      auto it = std::ranges::find(body.captures, outer, &NameFrame::Capture::outer);
      if (it != body.captures.end()) {
        inputs.push_back(it->inner);
        continue;
      }
      const ValueInfo& info = body.parent->graph->value(outer);
      ValueId unused = g.add_value(info.name, info.fact);
      g.value(unused).is_input = true;
      inputs.push_back(unused);
    }
    g.inputs = std::move(inputs);
  }
  return all;
}

}  // namespace sardonyx
