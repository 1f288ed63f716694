// Which provider runs which node, told as the model has them.
#include <mutex>

#include "api/c/ep_device.h"
#include "api/c/plugin.h"
#include "api/c/session.h"
#include "api/c/slots.h"
#include "api/c/status.h"

struct OrtEpAssignedNode {
  std::string name, domain, op;
};
struct OrtEpAssignedSubgraph {
  std::string provider;
  std::vector<OrtEpAssignedNode> held;
  std::vector<const OrtEpAssignedNode*> nodes;
};

namespace sardonyx {

struct capi::Assignment {
  std::vector<std::unique_ptr<OrtEpAssignedSubgraph>> owned;
  std::vector<const OrtEpAssignedSubgraph*> parts;
};

namespace {

void add(capi::Assignment& to, std::string provider, std::vector<OrtEpAssignedNode> nodes) {
  auto part = std::make_unique<OrtEpAssignedSubgraph>();
  part->provider = std::move(provider);
  part->held = std::move(nodes);
  for (const OrtEpAssignedNode& n : part->held) part->nodes.push_back(&n);
  to.parts.push_back(part.get());
  to.owned.push_back(std::move(part));
}

bool of_cpu(const GraphSummary::NodeLine& line) { return !line.domain.starts_with(provider_domain("")); }

// What providers of libraries took comes first, a claim at a time; then each node of the CPU's for itself, which fuses
// nothing that a program could see.
std::shared_ptr<const capi::Assignment> assignment_of(const capi::Loaded& loaded) {
  auto made = std::make_shared<capi::Assignment>();
  if (loaded.plugins != nullptr) {
    for (const auto& claim : loaded.plugins->ops()->claims()) {
      std::vector<OrtEpAssignedNode> nodes;
      for (const auto& n : claim->nodes) nodes.push_back({n.name, n.domain, n.op});
      add(*made, claim->provider->name(), std::move(nodes));
    }
  }
  const GraphSummary summary = loaded.session.summary();
  for (const GraphSummary::NodeLine& line : summary.source) {
    if (of_cpu(line)) add(*made, capi::kCpuProvider, {{line.name, line.domain, line.op}});
  }
  return made;
}

}  // namespace

void capi::check_fallback(const Loaded& loaded) {
  if (config_value(loaded.options, "session.disable_cpu_ep_fallback") != "1") return;
  const GraphSummary summary = loaded.session.summary();
  for (const auto* lines : {&summary.source, &summary.bodies}) {
    for (const GraphSummary::NodeLine& line : *lines) {
      if (of_cpu(line))
        refuse(
            ORT_FAIL,
            "This session contains graph nodes that are assigned to the default CPU EP, but fallback to CPU "
            "EP has been explicitly disabled by the user. The first is '{}' ({}).",
            line.name, line.op);
    }
  }
}

OrtStatus* slots::Session_GetEpGraphAssignmentInfo(const OrtSession* session,
                                                   const OrtEpAssignedSubgraph* const** ep_subgraphs,
                                                   std::size_t* num_ep_subgraphs) noexcept {
  return capi::guarded([&] {
    const capi::Loaded& l = capi::loaded_of(session);
    capi::need_all("Session_GetEpGraphAssignmentInfo", ep_subgraphs, num_ep_subgraphs);
    constexpr const char* kKey = "session.record_ep_graph_assignment_info";
    if (capi::config_value(l.options, kKey) != "1")
      capi::refuse(ORT_FAIL,
                   "Session configuration entry '{}' must be set to \"1\" to retrieve EP graph assignment "
                   "information.",
                   kKey);
    std::call_once(l.assignment_made, [&] { l.assignment = assignment_of(l); });
    *ep_subgraphs = l.assignment->parts.data();
    *num_ep_subgraphs = l.assignment->parts.size();
  });
}

OrtStatus* slots::EpAssignedSubgraph_GetEpName(const OrtEpAssignedSubgraph* ep_subgraph,
                                               const char** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("EpAssignedSubgraph_GetEpName", ep_subgraph, out);
    *out = ep_subgraph->provider.c_str();
  });
}

OrtStatus* slots::EpAssignedSubgraph_GetNodes(const OrtEpAssignedSubgraph* ep_subgraph,
                                              const OrtEpAssignedNode* const** ep_nodes,
                                              std::size_t* num_ep_nodes) noexcept {
  return capi::guarded([&] {
    capi::need_all("EpAssignedSubgraph_GetNodes", ep_subgraph, ep_nodes, num_ep_nodes);
    *ep_nodes = ep_subgraph->nodes.data();
    *num_ep_nodes = ep_subgraph->nodes.size();
  });
}

namespace {

OrtStatus* text_of(const char* slot, const OrtEpAssignedNode* node, std::string OrtEpAssignedNode::* field,
                   const char** out) noexcept {
  return capi::guarded([&] {
    capi::need_all(slot, node, out);
    *out = (node->*field).c_str();
  });
}

}  // namespace

OrtStatus* slots::EpAssignedNode_GetName(const OrtEpAssignedNode* ep_node, const char** out) noexcept {
  return text_of("EpAssignedNode_GetName", ep_node, &OrtEpAssignedNode::name, out);
}
OrtStatus* slots::EpAssignedNode_GetDomain(const OrtEpAssignedNode* ep_node, const char** out) noexcept {
  return text_of("EpAssignedNode_GetDomain", ep_node, &OrtEpAssignedNode::domain, out);
}
OrtStatus* slots::EpAssignedNode_GetOperatorType(const OrtEpAssignedNode* ep_node,
                                                 const char** out) noexcept {
  return text_of("EpAssignedNode_GetOperatorType", ep_node, &OrtEpAssignedNode::op, out);
}

}  // namespace sardonyx
