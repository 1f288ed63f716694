// The operator that stands for a claim: one node of the engine's, whose kernel is a library's.
#include <charconv>

#include "api/c/kernel_context.h"
#include "api/c/plugin.h"
#include "api/c/plugin_weights.h"
#include "api/c/slots.h"
#include "api/c/status.h"

struct OrtNodeComputeContext {
  std::string node;
};

namespace sardonyx {

namespace capi {

namespace {

using Claim = std::shared_ptr<const PluginClaim>;

// What computes a claim, and whatever it needs alive.
class PluginKernel : public Prepared {
 public:
  explicit PluginKernel(Claim claim) : claim_(std::move(claim)) {}
  virtual void compute(OrtKernelContext& context) const = 0;

 protected:
  const Claim claim_;
};

class GroupKernel final : public PluginKernel {
 public:
  explicit GroupKernel(Claim claim) : PluginKernel(std::move(claim)) {
    OrtNodeComputeContext context{claim_->site.name};
    OrtNodeComputeInfo* info = claim_->compute;
    try {
      pass_on(info->CreateState(info, &context, &state_));
    } catch (const Refusal& e) {
      refuse(ORT_FAIL,
             "Create state function failed. The execution provider '{}' made no state for node '{}': {}",
             claim_->provider->name(), claim_->site.name, e.what());
    }
  }
  GroupKernel(const GroupKernel&) = delete;
  GroupKernel& operator=(const GroupKernel&) = delete;
  ~GroupKernel() override { claim_->compute->ReleaseState(claim_->compute, state_); }
  void compute(OrtKernelContext& context) const override {
    pass_on(claim_->compute->Compute(claim_->compute, state_, &context));
  }

 private:
  void* state_ = nullptr;
};

class NodeKernel final : public PluginKernel {
 public:
  NodeKernel(Claim claim, std::shared_ptr<const OrtKernelInfo::Facts> facts)
      : PluginKernel(std::move(claim)), info_{std::move(facts)} {
    const OrtKernelRegistry::Entry& e = *claim_->kernel;
    pass_on(e.create(e.state, &info_, &kernel_));
    if (kernel_ == nullptr)
      refuse(ORT_FAIL, "OrtKernelCreateFunc returned a NULL OrtKernelImpl for {} node '{}' assigned to {}",
             claim_->site.op, claim_->site.name, claim_->provider->name());
    try {
      if (kernel_->Compute == nullptr || kernel_->Release == nullptr)
        refuse(ORT_FAIL, "the OrtKernelImpl of {} for {} node '{}' lacks Compute or Release",
               claim_->provider->name(), claim_->site.op, claim_->site.name);
      pack_weights();
    } catch (const Refusal&) {
      if (kernel_->Release != nullptr) kernel_->Release(kernel_);
      throw;
    }
  }
  NodeKernel(const NodeKernel&) = delete;
  NodeKernel& operator=(const NodeKernel&) = delete;
  ~NodeKernel() override { kernel_->Release(kernel_); }
  void compute(OrtKernelContext& context) const override { pass_on(kernel_->Compute(kernel_, &context)); }

 private:
  static constexpr std::uint32_t kFirst = 24;  // the version that brought PrePackWeight

  // Shows the kernel its constant inputs, once, before any run.
  void pack_weights() {
    if (!claim_->provider->packs() || !offers(*kernel_, kFirst, &OrtKernelImpl::PrePackWeight)) return;
    const bool shares = claim_->provider->packed() != nullptr &&
                        offers(*kernel_, kFirst, &OrtKernelImpl::SetSharedPrePackedWeight);
    const auto& constants = info_.facts->constants;
    for (std::size_t i = 0; i < constants.size(); ++i) {
      if (constants[i] == nullptr || !constants[i]->value.is_tensor()) continue;
      auto cache = std::make_unique<OrtSharedPrePackedWeightCache>(default_allocator());
      bool packed = false;
      pass_on(kernel_->PrePackWeight(kernel_, constants[i].get(), static_cast<int>(i), &cache->allocator,
                                     shares ? cache.get() : nullptr, &packed));
      if (cache->stored) share(std::move(cache), static_cast<int>(i));
    }
  }
  void share(std::unique_ptr<OrtSharedPrePackedWeightCache> cache, int input) {
    std::string kind =
        fmt::format("{}/{}/{}/{}", claim_->provider->name(), claim_->site.domain, claim_->site.op, input);
    auto weight = shared_weight(*claim_->provider->packed(), std::move(kind), std::move(cache));
    const OrtSharedPrePackedWeightCache& b = *weight->buffers;
    packed_.push_back(std::move(weight));
    pass_on(kernel_->SetSharedPrePackedWeight(kernel_, b.data.data(), b.sizes.data(), b.data.size(), input));
  }

  std::vector<std::shared_ptr<const PackedWeight>> packed_;
  OrtKernelInfo info_;
  OrtKernelImpl* kernel_ = nullptr;
};

class PluginOp final : public Op {
 public:
  PluginOp() = default;  // what OpDef::make gives: an operator of no node
  PluginOp(Claim claim, Attributes attributes)
      : claim_(std::move(claim)), attributes_(std::move(attributes)) {}

  // The engine's own inference over the nodes that the provider took: a library says nothing of shapes.
  void infer(InferContext& c) const override {
    Graph g(*claim_->body);
    for (std::size_t i = 0; i < g.inputs.size(); ++i) {
      if (c.has(claim_->body_inputs[i])) g.value(g.inputs[i]).fact = c.in(claim_->body_inputs[i]);
    }
    g.infer_all();
    for (std::size_t i = 0; i < g.outputs.size(); ++i) {
      Fact fact = g.value(g.outputs[i]).fact;
      fact.content.reset();  // the provider's to compute
      c.out(claim_->body_outputs[i], std::move(fact));
    }
  }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    if (claim_->kernel == nullptr) return std::make_shared<const GroupKernel>(claim_);
    auto facts = kernel_facts(*this, claim_->site, attributes_, c);
    facts->site = claim_;
    facts->since_version = claim_->since_version;
    facts->ep = &claim_->provider->ep();
    return std::make_shared<const NodeKernel>(claim_, std::move(facts));
  }
  Kernel lower(LowerContext& c) const override {
    const PluginKernel* kernel = c.prepared<PluginKernel>();
    require(kernel != nullptr, Code::internal, "the kernel of node '{}' was not made", claim_->site.name);
    std::vector<Fact> expected;
    for (std::size_t i = 0; i < c.outputs(); ++i) expected.push_back(c.out(i));
    return Kernel::of_values([kernel, claim = claim_, expected](Call& call) {
      OrtKernelContext context(call, claim->site, expected);
      compute_at(claim->site, context,
                 [&] { claim->provider->run(claim->site, [&] { kernel->compute(context); }); });
    });
  }
  // Nothing is known of what a library's code depends on.
  bool nondeterministic() const override { return true; }

 private:
  Claim claim_;
  Attributes attributes_;
};

// A group that a provider compiled before: what is known of it is what the model declares.
class ContextOp final : public Op {
 public:
  ContextOp() = default;  // what OpDef::make gives: an operator of no node
  explicit ContextOp(std::vector<Fact> outputs) : outputs_(std::move(outputs)) {}
  void infer(InferContext& c) const override {
    for (std::size_t i = 0; i < outputs_.size(); ++i) c.out(i, outputs_[i]);
  }
  Kernel lower(LowerContext&) const override {
    return Kernel::decline("an EPContext node that no provider claims");
  }
  bool nondeterministic() const override { return true; }

 private:
  std::vector<Fact> outputs_;
};

// Sizes by name are left open: they are hints.
Fact declared_fact(const TypeDef& type) {
  Fact f;
  f.type = type.type();
  if (!f.is_tensor()) return f;
  f.shape = type.sym_shape();
  for (std::size_t i = 0; f.shape.ranked() && i < f.shape.rank(); ++i) {
    if (!f.shape[i].is_number()) f.shape[i] = Dim::unknown();
  }
  return f;
}

}  // namespace

std::unique_ptr<Op> PluginOps::context_of(const CustomNode& node) const {
  static const OpDef def = OpDef::of<ContextOp>(kContextDomain, kContextOp);
  std::vector<Fact> outputs;
  for (const std::string& name : node.output_names) {
    const auto at = declared_.find(name);
    outputs.push_back(at == declared_.end() ? Fact() : at->second);
  }
  return def.copy(ContextOp(std::move(outputs)));
}

void PluginOps::declare(const GraphDef& def) {
  for (const auto* list : {&def.value_infos, &def.outputs}) {
    for (const ValueInfoDef& v : *list) declared_.emplace(v.name, declared_fact(v.type));
  }
  for (const NodeDef& n : def.nodes) {
    for (const AttributeDef& a : n.attributes) {
      if (a.g != nullptr) declare(*a.g);
    }
  }
}

std::unique_ptr<Op> PluginOps::make(const CustomNode& node) const {
  const auto at = node.attributes.find(kClaim);
  if (at == node.attributes.end()) {
    if (node.op == kContextOp && node.domain == kContextDomain) return context_of(node);
    return others_ == nullptr ? nullptr : others_->make(node);
  }
  const std::string& text = std::get<std::string>(at->second);
  std::size_t index = 0;
  std::from_chars(text.data(), text.data() + text.size(), index);
  Attributes own = node.attributes;
  own.erase(kClaim);
  own.erase("captures");
  return claims_.at(index)->def.copy(PluginOp(claims_[index], std::move(own)));
}

// Rules know the built-in operators by name: what a provider took must not be taken for one.
std::string PluginOps::add(const PluginClaim& claim) {
  auto made = std::make_shared<PluginClaim>(claim);
  made->def = OpDef::of<PluginOp>(provider_domain(made->provider->name()), made->site.op);
  claims_.push_back(made);
  return fmt::format("{}:{}", claims_.size() - 1, made->provider->name());
}

}  // namespace capi

const char* slots::ep::NodeComputeContext_NodeName(const OrtNodeComputeContext* context) noexcept {
  return context == nullptr ? "" : context->node.c_str();
}

OrtStatus* slots::ep::KernelInfo_GetEp(const OrtKernelInfo* info, const OrtEp** ep) noexcept {
  return capi::guarded([&] {
    capi::need_all("KernelInfo_GetEp", info, ep);
    *ep = info->facts->ep;
    if (*ep == nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "node '{}' belongs to no provider of a library", info->facts->node);
  });
}

}  // namespace sardonyx
