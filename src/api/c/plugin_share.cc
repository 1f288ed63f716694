// Sharing a model out: every provider in turn sees the graphs, bodies first, and what it claims becomes one node each.
#include <algorithm>
#include <set>

#include "api/c/graph.h"
#include "api/c/plugin.h"
#include "api/c/plugin_group.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "import/import.h"
#include "session/save_model.h"

namespace sardonyx {

namespace capi {

namespace {

class Sharing {
 public:
  Sharing(ModelFile& file, const SessionOptions& engine, PluginOps& ops, const std::string& path,
          bool compiling)
      : file_(file), engine_(engine), ops_(ops), path_(path), compiling_(compiling) {}

  void offer(const std::shared_ptr<PluginProvider>& provider) {
    provider_ = provider;
    const std::unique_ptr<OrtGraph> graph = graph_of(std::make_shared<ModelFile>(file_), import_options());
    say_path(*graph);
    visit(*graph, file_.graph);
    if (!compiling_ ||
        !offers(provider->ep(), kFirstCompatibility, &OrtEp::GetCompiledModelCompatibilityInfo))
      return;
    const char* info = provider->ep().GetCompiledModelCompatibilityInfo(&provider->ep(), graph.get());
    if (info != nullptr) compatibility_.emplace_back(provider->name(), info);
  }

  // What the providers want to be asked of a model that they compiled.
  void say_compatibility(ModelFile& compiled) const {
    for (const auto& [name, info] : compatibility_)
      compiled.metadata.push_back({compiled.keep("ep_compatibility_info." + name), compiled.keep(info)});
  }

 private:
  static constexpr std::uint32_t kFirstCompatibility = 23;

  void say_path(OrtGraph& graph) const {
    graph.model_path = path_;
    for (const auto& n : graph.nodes) {
      for (const OrtNode::Subgraph& s : n->subgraphs) say_path(*s.graph);
    }
  }

  ImportOptions import_options() const {
    ImportOptions o;
    o.custom_ops = &ops_;
    o.free_dimensions = engine_.free_dimensions;
    o.initializers = engine_.initializers;
    return o;
  }

  void visit(const OrtGraph& graph, GraphDef& def) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      for (const OrtNode::Subgraph& s : graph.nodes[i]->subgraphs) {
        for (AttributeDef& a : def.nodes[i].attributes) {
          if (a.name != s.attribute) continue;
          a.g = std::make_shared<GraphDef>(*a.g);  // other copies of the file keep theirs
          visit(*s.graph, *a.g);
        }
      }
    }
    ask(graph, def);
  }

  // A provider that fails to say what it takes gets nothing: the CPU runs the model.
  void ask(const OrtGraph& graph, GraphDef& def) {
    OrtEpGraphSupportInfo info(*provider_, graph);
    OrtEp& ep = provider_->ep();
    OrtStatus* status = ep.GetCapability(&ep, &graph, &info);
    const std::string why = status == nullptr ? "" : status->text;
    slots::ReleaseStatus(status);
    if (!info.contradiction.empty()) refuse(ORT_FAIL, "{}", info.contradiction);
    if (status != nullptr)
      return log_here(
          provider_->logger(), ORT_LOGGING_LEVEL_ERROR,
          fmt::format("OrtEp::GetCapability() of '{}' failed, so that it gets no node of graph '{}': {}",
                      provider_->name(), graph.name, why));
    if (info.claims.empty()) return;
    const auto order = info.order();
    std::vector<GroupParts> groups;
    for (const auto& claim : info.claims) groups.push_back(parts_of(claim, def, info));
    compile(groups, graph.nodes.size());
    std::vector<NodeDef> nodes;
    for (const OrtEpGraphSupportInfo::Unit& u : order) {
      if (u.claim == nullptr) {
        nodes.push_back(std::move(def.nodes[u.node]));
      } else {
        const GroupParts& g = groups[static_cast<std::size_t>(u.claim - info.claims.data())];
        nodes.push_back(stand_in(g, ops_.add(g.claim)));
      }
    }
    def.nodes = std::move(nodes);
  }

  GroupParts parts_of(const OrtEpGraphSupportInfo::Claim& claim, const GraphDef& def,
                      const OrtEpGraphSupportInfo& info) {
    GroupParts g;
    try {
      g = GroupParts::of(claim, def, file_, import_options());
    } catch (const Error& e) {
      refuse(ORT_FAIL, "the execution provider '{}' claims nodes that do not stand alone, from '{}' on: {}",
             provider_->name(), claim.nodes.front()->name, e.what());
    }
    g.claim.provider = provider_;
    g.claim.site.logger = &provider_->logger();
    g.claim.site.nested = info.graph.parent != nullptr;
    if (!claim.fuse) {
      name_single(g, *claim.nodes.front());
    } else {
      g.name_group(provider_->name(), count_++);
    }
    return g;
  }

  void name_single(GroupParts& g, const OrtNode& n) {
    const OrtKernelRegistry* kernels = provider_->kernels();
    g.claim.kernel = kernels == nullptr ? nullptr : kernels->find(n, provider_->name());
    if (g.claim.kernel == nullptr)
      refuse(ORT_NOT_IMPLEMENTED, "Failed to find kernel for {}({}) (node:'{}' ep:'{}').", n.op,
             n.since_version, n.name, provider_->name());
    if (!n.subgraphs.empty())
      refuse(ORT_NOT_IMPLEMENTED,
             "node '{}' ({}) has graphs inside, which kernels of a provider cannot run here", n.name, n.op);
    g.claim.since_version = n.since_version;
    g.claim.site.op = n.op;
    g.claim.site.name = n.name;
    g.claim.site.domain = n.domain;
    g.claim.site.may_share = g.claim.kernel->def.may_share;
    g.claim.site.must_share = g.claim.kernel->def.must_share;
  }

  // `ids`: of the fused nodes, from there on.
  void compile(std::vector<GroupParts>& groups, std::size_t ids) {
    std::vector<GroupParts*> fused;
    for (GroupParts& g : groups) {
      if (g.claim.kernel == nullptr) fused.push_back(&g);
    }
    if (fused.empty()) return;
    OrtEp& ep = provider_->ep();
    if (!offers(ep, kFirstEpVersion, &OrtEp::Compile) ||
        !offers(ep, kFirstEpVersion, &OrtEp::ReleaseNodeComputeInfos))
      refuse(ORT_FAIL,
             "OrtEp for {} did not provide a valid Compile() function, with ReleaseNodeComputeInfos()",
             provider_->name());
    std::vector<const OrtGraph*> graphs;
    std::vector<const OrtNode*> nodes;
    for (GroupParts* g : fused) {
      graphs.push_back(g->graph.get());
      say_path(*g->graph);
      nodes.push_back(g->fused_node(ids++));
    }
    std::vector<OrtNodeComputeInfo*> infos(fused.size());
    std::vector<OrtNode*> contexts(fused.size());
    OrtStatus* status =
        ep.Compile(&ep, graphs.data(), nodes.data(), fused.size(), infos.data(), contexts.data());
    provider_->keep(infos);
    for (std::size_t i = 0; i < contexts.size(); ++i) fused[i]->claim.context.reset(contexts[i]);
    pass_on(status);
    for (std::size_t i = 0; i < infos.size(); ++i) {
      if (infos[i] == nullptr || infos[i]->ort_version_supported < kFirstEpVersion ||
          infos[i]->CreateState == nullptr || infos[i]->Compute == nullptr ||
          infos[i]->ReleaseState == nullptr)
        refuse(ORT_FAIL,
               "OrtEp::Compile() of {} did not set a valid OrtNodeComputeInfo instance for graph at index {}",
               provider_->name(), i);
      fused[i]->claim.compute = infos[i];
    }
  }

  NodeDef stand_in(const GroupParts& g, std::string claim) {
    NodeDef n;
    n.name = file_.keep(g.claim.site.name);
    n.op_type = file_.keep(g.claim.site.op);
    n.domain = file_.keep(g.claim.site.domain);
    for (const std::string& s : g.claim.site.inputs) n.inputs.push_back(file_.keep(s));
    for (const std::string& s : g.claim.site.outputs) n.outputs.push_back(file_.keep(s));
    n.attributes = g.attributes;  // of a single node
    AttributeDef& a = n.attributes.emplace_back();
    a.name = PluginOps::kClaim;
    a.type = AttributeType::string;
    a.s = file_.keep(std::move(claim));
    return n;
  }

  ModelFile& file_;
  const SessionOptions& engine_;
  PluginOps& ops_;
  std::shared_ptr<PluginProvider> provider_;
  const std::string& path_;
  const bool compiling_;  // the model is kept as the providers compiled it
  std::vector<std::pair<std::string, std::string>> compatibility_;
  std::size_t count_ = 0;
};

// What one provider compiled no other can read.
void check_contexts(const GraphDef& def, const std::vector<std::shared_ptr<PluginProvider>>& providers) {
  for (const NodeDef& n : def.nodes) {
    bool claimed = false;
    std::string_view source = "?";
    for (const AttributeDef& a : n.attributes) {
      claimed = claimed || a.name == PluginOps::kClaim;
      if (a.name == "source") source = a.s;
      if (a.g != nullptr) check_contexts(*a.g, providers);
    }
    if (claimed || n.op_type != PluginOps::kContextOp || n.domain != PluginOps::kContextDomain) continue;
    std::string names = kCpuProvider;
    for (const auto& p : providers) names = p->name() + ", " + names;
    refuse(ORT_NOT_IMPLEMENTED,
           "EPContext node generated by '{}' is not compatible with any execution provider added to the "
           "session. "
           "EPContext node name: '{}'. Available session execution providers: [{}].",
           source, n.name, names);
  }
}

// No file can speak for a provider.
void check_strange(std::span<const NodeDef> nodes) {
  for (const NodeDef& n : nodes) {
    for (const AttributeDef& a : n.attributes) {
      if (a.name == PluginOps::kClaim)
        refuse(ORT_INVALID_GRAPH, "node '{}' ({}) has an attribute '{}', which no model may have", n.name,
               n.op_type, a.name);
      if (a.g != nullptr) check_strange(a.g->nodes);
      for (const auto& g : a.graphs) check_strange(g->nodes);
    }
  }
}

// Providers see what the CPU would: functions inlined, constants as initializers and folded, no-ops gone. A model that
// cannot be said that way is shown as it is.
ModelFile simplified(const ModelFile& file, const SessionOptions& engine) {
  if (file.ir_version < 4) return file;  // its defaults would become constants
  SaveOptions save;
  save.level = engine.optimize ? SaveOptions::Level::basic : SaveOptions::Level::none;
  try {
    return optimized_model(file, engine, save);
  } catch (const Error&) {
    return file;
  }
}

// Operators of providers, then those of the program.
class BothOps final : public CustomOps {
 public:
  BothOps(std::shared_ptr<const CustomOps> first, std::shared_ptr<const CustomOps> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  std::unique_ptr<Op> make(const CustomNode& node) const override {
    std::unique_ptr<Op> op = first_->make(node);
    return op == nullptr && second_ != nullptr ? second_->make(node) : std::move(op);
  }

 private:
  std::shared_ptr<const CustomOps> first_, second_;
};

}  // namespace

// The custom operators that come with providers: what these do not claim runs by the operators' own kernels.
std::shared_ptr<const CustomOps> PluginSession::with_domains(std::shared_ptr<const CustomOps> others) const {
  std::vector<const OrtCustomOpDomain*> domains;
  std::vector<std::string> names;
  std::vector<std::shared_ptr<void>> keeps;
  for (const auto& p : providers_) {
    const std::vector<const OrtCustomOpDomain*> more = p->custom_domains();
    domains.insert(domains.end(), more.begin(), more.end());
    names.push_back(p->name());
    keeps.push_back(p);
  }
  if (domains.empty()) return others;
  auto made = std::make_shared<CustomDomains>(domains, std::move(keeps));
  made->logger = logger_;
  made->config.entries = options_.config;
  made->config.refresh();
  made->providers = std::move(names);
  return std::make_shared<const BothOps>(std::move(made), std::move(others));
}

std::shared_ptr<const CustomOps> PluginSession::share_out(ModelFile& file,
                                                          std::shared_ptr<const CustomOps> others,
                                                          const SessionOptions& engine) {
  std::map<std::string, std::string> metadata;
  for (const KeyValueDef& kv : file.metadata) metadata.emplace(kv.key, kv.value);
  for (EpChoice& c : chosen_providers(env_, options_, metadata))
    providers_.push_back(std::make_shared<PluginProvider>(std::move(c), options_, logger_));
  if (providers_.empty()) return nullptr;
  check_strange(file.graph.nodes);
  for (const FunctionDef& f : file.functions) check_strange(f.nodes);
  file = simplified(file, engine);
  ops_ = std::make_shared<PluginOps>(with_domains(std::move(others)));
  ops_->declare(file.graph);
  const bool compiling = config_value(options_, "ep.context_enable") == "1";
  Sharing sharing(file, engine, *ops_, path_, compiling);
  for (const auto& p : providers_) sharing.offer(p);
  check_contexts(file.graph, providers_);
  if (!compiling) return ops_;
  std::unique_ptr<ModelFile> compiled = compiled_model(file, *ops_);
  if (compiled != nullptr) sharing.say_compatibility(*compiled);
  context_model_ = std::move(compiled);
  return ops_;
}

}  // namespace capi

}  // namespace sardonyx
