// Which provider runs which node: all are the CPU's, told as the model has them.
#include <mutex>

#include "api/c/ep_device.h"
#include "api/c/session.h"
#include "api/c/slots.h"
#include "api/c/status.h"

struct OrtEpAssignedNode {
  std::string name, domain, op;
};
struct OrtEpAssignedSubgraph {
  OrtEpAssignedNode node;
  const OrtEpAssignedNode* nodes[1] = {&node};
};

namespace sardonyx {

// One part for each node: the provider fuses nothing that a program could see.
struct capi::Assignment {
  std::vector<std::unique_ptr<OrtEpAssignedSubgraph>> owned;
  std::vector<const OrtEpAssignedSubgraph*> parts;
};

namespace {

std::shared_ptr<const capi::Assignment> assignment_of(const Session& session) {
  auto made = std::make_shared<capi::Assignment>();
  for (const GraphSummary::NodeLine& line : session.summary().source) {
    auto part = std::make_unique<OrtEpAssignedSubgraph>();
    part->node = {line.name, line.domain, line.op};
    made->parts.push_back(part.get());
    made->owned.push_back(std::move(part));
  }
  return made;
}

}  // namespace

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
    std::call_once(l.assignment_made, [&] { l.assignment = assignment_of(l.session); });
    *ep_subgraphs = l.assignment->parts.data();
    *num_ep_subgraphs = l.assignment->parts.size();
  });
}

OrtStatus* slots::EpAssignedSubgraph_GetEpName(const OrtEpAssignedSubgraph* ep_subgraph,
                                               const char** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("EpAssignedSubgraph_GetEpName", ep_subgraph, out);
    *out = capi::kCpuProvider;
  });
}

OrtStatus* slots::EpAssignedSubgraph_GetNodes(const OrtEpAssignedSubgraph* ep_subgraph,
                                              const OrtEpAssignedNode* const** ep_nodes,
                                              std::size_t* num_ep_nodes) noexcept {
  return capi::guarded([&] {
    capi::need_all("EpAssignedSubgraph_GetNodes", ep_subgraph, ep_nodes, num_ep_nodes);
    *ep_nodes = ep_subgraph->nodes;
    *num_ep_nodes = std::size(ep_subgraph->nodes);
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
