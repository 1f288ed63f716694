// Claims of a provider while it makes them, and what becomes of each.
#pragma once

#include <memory>
#include <vector>

#include "api/c/graph.h"
#include "api/c/plugin.h"
#include "import/import.h"

// What a provider fills when it is asked for its nodes.
struct OrtEpGraphSupportInfo {
  struct Claim {
    std::vector<const OrtNode*> nodes;  // in an order in which every value is made before it is read
    bool fuse = false, drop_constants = false;
  };
  OrtEpGraphSupportInfo(const sardonyx::capi::PluginProvider& asked, const OrtGraph& about);
  // Refuses nodes of other graphs, nodes that are claimed already, and groups that values leave and come back to. A node
  // that is claimed twice is an error of the session, whatever the provider makes of the refusal.
  void add(std::vector<const OrtNode*> nodes, bool fuse, bool drop_constants);
  // Claims and what is left over, in an order in which every value is made before it is read. Refuses groups that wait
  // for one another.
  struct Unit {
    const Claim* claim = nullptr;  // null: a node
    std::size_t node = 0;
  };
  std::vector<Unit> order() const;

  const sardonyx::capi::PluginProvider& provider;
  const OrtGraph& graph;
  std::vector<Claim> claims;
  std::string contradiction;

 private:
  void check_leaving(const std::vector<const OrtNode*>& nodes) const;
  std::vector<std::size_t>
      position_;               // by node id: in an order in which every value is made before it is read
  std::vector<int> claim_of_;  // by node id; -1: free
};

namespace sardonyx::capi {

// A claim as it is compiled and put into the model.
struct GroupParts {
  PluginClaim claim;
  std::vector<const OrtNode*> nodes;
  std::vector<AttributeDef> attributes;  // of a single node
  std::unique_ptr<OrtGraph> graph;       // the nodes alone, as Compile sees them

  static GroupParts of(const OrtEpGraphSupportInfo::Claim& claim, const GraphDef& def, const ModelFile& file,
                       const ImportOptions& options);
  // Names the fused node after its provider.
  void name_group(const std::string& provider, std::size_t number);
  // The node that stands for the group; it lives as long as this.
  const OrtNode* fused_node(std::size_t id);

 private:
  std::unique_ptr<OrtGraph> around_;  // the fused node's own graph
};

}  // namespace sardonyx::capi
