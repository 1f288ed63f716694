#include "api/c/plugin_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <set>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "export/definitions.h"

namespace sardonyx::capi {

namespace {

using NodeSet = std::set<const OrtNode*>;

// Calls for every node of the same graph that makes what `n` or its bodies read.
template <typename Body>
void for_producers(const OrtNode& n, const Body& body) {
  for (const auto* list : {&n.inputs, &n.implicit}) {
    for (const OrtValueInfo* v : *list) {
      if (v != nullptr && v->producer != nullptr && v->producer->graph == n.graph) body(*v->producer);
    }
  }
}

// An order of units, each of some nodes, in which every value is made before it is read; shorter where there is none.
std::vector<std::size_t> order_of(const OrtGraph& graph, const std::vector<std::size_t>& unit_of,
                                  std::size_t units) {
  std::vector<std::set<std::size_t>> before(units), after(units);
  for (const auto& n : graph.nodes) {
    const std::size_t to = unit_of[n->id];
    for_producers(*n, [&](const OrtNode& p) {
      const std::size_t from = unit_of[p.id];
      if (from == to) return;
      before[to].insert(from);
      after[from].insert(to);
    });
  }
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  std::vector<std::size_t> waits(units), order;
  for (std::size_t u = 0; u < units; ++u) {
    waits[u] = before[u].size();
    if (waits[u] == 0) ready.push(u);
  }
  while (!ready.empty()) {
    const std::size_t u = ready.top();
    ready.pop();
    order.push_back(u);
    for (const std::size_t next : after[u]) {
      if (--waits[next] == 0) ready.push(next);
    }
  }
  return order;
}

std::uint64_t hash_of(const std::vector<const OrtNode*>& nodes) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash = (hash ^ 0xff) * 0x100000001b3;
  };
  for (const OrtNode* n : nodes) {
    add(n->op);
    for (const std::string& name : n->output_names) add(name);
  }
  return hash;
}

// What a group reads from outside and gives to it.
struct Border {
  std::vector<const OrtValueInfo*> reads, outputs;     // in the order of use
  std::vector<const OrtValueInfo*> inputs, constants;  // of what it reads
};

Border border_of(const std::vector<const OrtNode*>& nodes) {
  const NodeSet inside(nodes.begin(), nodes.end());
  Border b;
  std::set<const OrtValueInfo*> seen;
  for (const OrtNode* n : nodes) {
    for (const auto* list : {&n->inputs, &n->implicit}) {
      for (const OrtValueInfo* v : *list) {
        if (v == nullptr || inside.contains(v->producer) || !seen.insert(v).second) continue;
        b.reads.push_back(v);
        (v->initializer != nullptr && !v->is_input ? b.constants : b.inputs).push_back(v);
      }
    }
    for (const OrtValueInfo* v : n->outputs) {
      if (v == nullptr) continue;
      const bool read =
          std::ranges::any_of(v->consumers, [&](const auto& use) { return !inside.contains(use.node); });
      if (nodes.size() == 1 || read || v->is_output) b.outputs.push_back(v);
    }
  }
  return b;
}

std::vector<std::string> names_of(const std::vector<const OrtValueInfo*>& values) {
  std::vector<std::string> names;
  for (const OrtValueInfo* v : values) names.push_back(v->name);
  return names;
}

// For every value of the body, where the site has it.
std::vector<std::size_t> places(const std::vector<const OrtValueInfo*>& values,
                                const std::vector<std::string>& names) {
  std::vector<std::size_t> out;
  for (const OrtValueInfo* v : values)
    out.push_back(static_cast<std::size_t>(std::ranges::find(names, v->name) - names.begin()));
  return out;
}

// The group as a model of its own.
ModelFile model_of(const std::vector<const OrtNode*>& nodes, const Border& border, const GraphDef& def,
                   const ModelFile& file) {
  ModelFile m;
  m.ir_version = file.ir_version;
  m.opset_imports = file.opset_imports;
  m.functions = file.functions;
  m.bytes = file.bytes;
  m.folder = file.folder;
  m.external = file.external;
  m.kept = file.kept;
  m.graph.name = def.name;
  Definitions defs(m);
  for (const OrtValueInfo* v : border.inputs) m.graph.inputs.push_back(value_def(*v, m));
  for (const OrtValueInfo* v : border.outputs) m.graph.outputs.push_back(value_def(*v, m));
  for (const OrtValueInfo* v : border.constants)
    m.graph.initializers.push_back(defs.tensor(tensor_of(v->initializer.get()), v->name));
  for (const OrtNode* n : nodes) m.graph.nodes.push_back(def.nodes[n->id]);
  return m;
}

}  // namespace

GroupParts GroupParts::of(const OrtEpGraphSupportInfo::Claim& from, const GraphDef& def,
                          const ModelFile& file, const ImportOptions& options) {
  GroupParts g;
  g.nodes = from.nodes;
  const Border border = border_of(from.nodes);
  ModelFile model = model_of(from.nodes, border, def, file);
  g.claim.body = import_model(model, options).graph;
  for (const OrtNode* n : from.nodes) g.claim.nodes.push_back({n->name, n->domain, n->op});
  KernelSite& site = g.claim.site;
  if (!from.fuse) {
    const OrtNode& n = *from.nodes.front();
    site.inputs = n.input_names;
    site.outputs = n.output_names;
    g.attributes = def.nodes[n.id].attributes;
  } else {
    const std::vector<const OrtValueInfo*>& inputs = from.drop_constants ? border.inputs : border.reads;
    site.inputs = names_of(inputs);
    site.outputs = names_of(border.outputs);
    model.graph.inputs.clear();
    for (const OrtValueInfo* v : inputs) model.graph.inputs.push_back(value_def(*v, model));
    g.graph = graph_of(std::make_shared<ModelFile>(std::move(model)), options);
    for (OrtValueInfo* v : g.graph->initializers) v->fixed = true;
    for (std::size_t i = 0; i < from.nodes.size(); ++i) g.graph->nodes[i]->id = from.nodes[i]->id;
  }
  g.claim.body_inputs = places(border.inputs, site.inputs);
  g.claim.body_outputs = places(border.outputs, site.outputs);
  for (const OrtValueInfo* v : border.outputs) g.claim.types.push_back(v->type);
  return g;
}

void GroupParts::name_group(const std::string& provider, std::size_t number) {
  KernelSite& site = claim.site;
  site.op = fmt::format("{}_{}_{}", provider, hash_of(nodes), number);
  site.name = fmt::format("{}_{}_{}", provider, site.op, number);
  site.domain = provider;
  graph->name = site.op;
}

const OrtNode* GroupParts::fused_node(std::size_t id) {
  around_ = std::make_unique<OrtGraph>();
  auto node = std::make_unique<OrtNode>();
  node->name = claim.site.name;
  node->op = claim.site.op;
  node->domain = claim.site.domain;
  node->ep = claim.provider->name();
  node->input_names = claim.site.inputs;
  node->output_names = claim.site.outputs;
  const auto show = [&](const std::vector<OrtValueInfo*>& values) {
    for (const OrtValueInfo* v : values) {
      if (find_value(*around_, v->name) != nullptr) continue;
      auto copy = std::make_unique<OrtValueInfo>();
      copy->name = v->name;
      copy->type = v->type;
      copy->initializer = v->initializer;
      around_->own(std::move(copy));
    }
  };
  show(graph->inputs);
  show(graph->outputs);
  around_->nodes.push_back(std::move(node));
  link(*around_);
  around_->nodes.front()->id = id;
  return around_->nodes.front().get();
}

}  // namespace sardonyx::capi

using sardonyx::capi::refuse;

OrtEpGraphSupportInfo::OrtEpGraphSupportInfo(const sardonyx::capi::PluginProvider& asked,
                                             const OrtGraph& about)
    : provider(asked), graph(about), position_(about.nodes.size()), claim_of_(about.nodes.size(), -1) {
  std::vector<std::size_t> each(graph.nodes.size());
  for (std::size_t i = 0; i < each.size(); ++i) each[i] = i;
  const std::vector<std::size_t> order = sardonyx::capi::order_of(graph, each, each.size());
  for (std::size_t i = 0; i < order.size(); ++i) position_[order[i]] = i;
}

void OrtEpGraphSupportInfo::add(std::vector<const OrtNode*> nodes, bool fuse, bool drop_constants) {
  if (nodes.empty())
    refuse(ORT_INVALID_ARGUMENT, "the execution provider '{}' claims a group without nodes", provider.name());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const OrtNode* n = nodes[i];
    const bool known =
        n != nullptr && std::ranges::any_of(graph.nodes, [n](const auto& mine) { return mine.get() == n; });
    if (!known)
      refuse(ORT_INVALID_ARGUMENT, "the execution provider '{}' claims a node that is none of graph '{}'",
             provider.name(), graph.name);
    const bool twice = std::find(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(i), n) !=
                       nodes.begin() + static_cast<std::ptrdiff_t>(i);
    if (twice || claim_of_[n->id] >= 0) {
      contradiction = fmt::format("the execution provider '{}' claims node '{}' ({}) twice", provider.name(),
                                  n->name, n->op);
      refuse(ORT_INVALID_ARGUMENT, "{}", contradiction);
    }
    if (!n->ep.empty())
      refuse(ORT_INVALID_ARGUMENT,
             "the execution provider '{}' claims node '{}' ({}), which '{}' has already", provider.name(),
             n->name, n->op, n->ep);
  }
  std::ranges::sort(nodes, {}, [this](const OrtNode* n) { return position_[n->id]; });
  check_leaving(nodes);
  for (const OrtNode* n : nodes) claim_of_[n->id] = static_cast<int>(claims.size());
  claims.push_back({std::move(nodes), fuse, drop_constants});
}

// A path that leaves the group can come back only before the group's last node.
void OrtEpGraphSupportInfo::check_leaving(const std::vector<const OrtNode*>& nodes) const {
  const std::set<const OrtNode*> inside(nodes.begin(), nodes.end());
  const std::size_t last = position_[nodes.back()->id];
  std::vector<const OrtNode*> open(nodes.begin(), nodes.end());
  std::set<const OrtNode*> seen;
  while (!open.empty()) {
    const OrtNode* n = open.back();
    open.pop_back();
    for (const OrtValueInfo* v : n->outputs) {
      if (v == nullptr) continue;
      for (const OrtValueInfo::Use& use : v->consumers) {
        if (use.node->graph != &graph || position_[use.node->id] > last) continue;
        if (inside.contains(use.node)) {
          if (inside.contains(n)) continue;
          refuse(ORT_INVALID_ARGUMENT,
                 "the execution provider '{}' claims a group with '{}' ({}) that needs node '{}' ({}) "
                 "outside of "
                 "it, which itself needs the group: it could run neither before nor after it",
                 provider.name(), use.node->name, use.node->op, n->name, n->op);
        }
        if (seen.insert(use.node).second) open.push_back(use.node);
      }
    }
  }
}

std::vector<OrtEpGraphSupportInfo::Unit> OrtEpGraphSupportInfo::order() const {
  std::vector<Unit> units;
  std::vector<std::size_t> unit_of(graph.nodes.size());
  for (const Claim& c : claims) units.push_back({&c, 0});
  for (std::size_t i = 0; i < unit_of.size(); ++i) {
    unit_of[i] = claim_of_[i] >= 0 ? static_cast<std::size_t>(claim_of_[i]) : units.size();
    if (claim_of_[i] < 0) units.push_back({nullptr, i});
  }
  std::vector<Unit> sorted;
  std::vector<bool> placed(units.size());
  for (const std::size_t u : sardonyx::capi::order_of(graph, unit_of, units.size())) {
    sorted.push_back(units[u]);
    placed[u] = true;
  }
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (!placed[i])
      refuse(ORT_FAIL,
             "the execution provider '{}' claims groups that wait for one another, among them that of node "
             "'{}' ({})",
             provider.name(), claims[i].nodes.front()->name, claims[i].nodes.front()->op);
  }
  return sorted;
}

namespace sardonyx {

OrtStatus* slots::ep::EpGraphSupportInfo_AddNodesToFuse(
    OrtEpGraphSupportInfo* graph_support_info, const OrtNode* const* nodes, std::size_t num_nodes,
    const OrtNodeFusionOptions* node_fusion_options) noexcept {
  return capi::guarded([&] {
    OrtEpGraphSupportInfo& info = capi::need(graph_support_info, "graph_support_info");
    if (num_nodes > 0) capi::need(nodes, "nodes");
    constexpr std::uint32_t kFirst = 23;
    const bool drop = node_fusion_options != nullptr &&
                      node_fusion_options->ort_version_supported >= kFirst &&
                      node_fusion_options->drop_constant_initializers;
    info.add({nodes, nodes + num_nodes}, true, drop);
  });
}

OrtStatus* slots::ep::EpGraphSupportInfo_AddSingleNode(OrtEpGraphSupportInfo* graph_support_info,
                                                       const OrtNode* node) noexcept {
  return capi::guarded(
      [&] { capi::need(graph_support_info, "graph_support_info").add({node}, false, false); });
}

// NULL where the provider's registry has none.
OrtStatus* slots::ep::EpGraphSupportInfo_LookUpKernel(OrtEpGraphSupportInfo* graph_support_info,
                                                      const OrtNode* node,
                                                      const OrtKernelDef** out_kernel_def) noexcept {
  return capi::guarded([&] {
    capi::need_all("EpGraphSupportInfo_LookUpKernel", graph_support_info, node, out_kernel_def);
    const capi::PluginProvider& p = graph_support_info->provider;
    const auto* found = p.kernels() == nullptr ? nullptr : p.kernels()->find(capi::linked(node), p.name());
    *out_kernel_def = found == nullptr ? nullptr : &found->def;
  });
}

}  // namespace sardonyx
