#include "api/c/custom_op.h"

#include <algorithm>
#include <set>

#include "api/c/kernel_context.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "graph/graph.h"

namespace sardonyx::capi {

namespace {

constexpr std::uint32_t kStatusCalls = 16;  // the version that brought CreateKernelV2 and KernelComputeV2

// A kernel of the library, as long as the session keeps it.
class CustomKernel final : public Prepared {
 public:
  CustomKernel(std::shared_ptr<const CustomSite> site, std::shared_ptr<const OrtKernelInfo::Facts> facts)
      : site_(std::move(site)), info_{std::move(facts)} {
    const OrtCustomOp& op = *site_->entry->op;
    const bool reports = op.version >= kStatusCalls && op.CreateKernelV2 != nullptr;
    if (reports || op.CreateKernel != nullptr) {
      try {
        make(op, reports);
      } catch (const std::exception& e) {  // libraries in C++ throw theirs
        refuse(ORT_RUNTIME_EXCEPTION, "Exception during initialization: {}", e.what());
      }
    } else {
      refuse(ORT_INVALID_ARGUMENT, "custom operator '{}' of version {} has no function that makes its kernel",
             site_->entry->signature.name, op.version);
    }
  }
  CustomKernel(const CustomKernel&) = delete;
  CustomKernel& operator=(const CustomKernel&) = delete;
  ~CustomKernel() override {
    const OrtCustomOp& op = *site_->entry->op;
    if (op.KernelDestroy != nullptr) op.KernelDestroy(kernel_);
  }

  void compute(OrtKernelContext& context) const {
    const OrtCustomOp& op = *site_->entry->op;
    if (op.version >= kStatusCalls && op.KernelComputeV2 != nullptr) {
      pass_on(op.KernelComputeV2(kernel_, &context));
    } else if (op.KernelCompute != nullptr) {
      op.KernelCompute(kernel_, &context);
    } else {
      refuse(ORT_INVALID_ARGUMENT, "custom operator '{}' has no function that computes",
             site_->entry->signature.name);
    }
  }

 private:
  void make(const OrtCustomOp& op, bool reports) {
    if (reports) {
      pass_on(op.CreateKernelV2(&op, &slots::table, &info_, &kernel_));
    } else {
      kernel_ = op.CreateKernel(&op, &slots::table, &info_);
    }
  }

  std::shared_ptr<const CustomSite> site_;
  OrtKernelInfo info_;
  void* kernel_ = nullptr;
};

class CustomOp final : public Op {
 public:
  CustomOp() = default;  // what OpDef::make gives: an operator of no node
  CustomOp(std::shared_ptr<const CustomSite> site, Attributes attributes)
      : site_(std::move(site)), attributes_(std::move(attributes)) {}

  void fields(FieldVisitor& f) override {
    for (auto& [name, value] : attributes_) std::visit(Show{f, name}, value);
  }
  void infer(InferContext& c) const override {
    require(site_ != nullptr, Code::internal, "a custom operator without a node");
    infer_custom(*site_, attributes_, c);
  }
  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override;
  Kernel lower(LowerContext& c) const override;
  // Nothing is known of what a library's code depends on.
  bool nondeterministic() const override { return true; }

 private:
  struct Show {
    FieldVisitor& f;
    const std::string& name;
    void operator()(std::vector<Tensor>&) const {}
    void operator()(Sparse&) const {}
    template <typename T>
    void operator()(T& value) const {
      f(name, value);
    }
  };
  std::shared_ptr<const CustomSite> site_;
  Attributes attributes_;
};

std::shared_ptr<const Prepared> CustomOp::prepare(PrepareContext& c) const {
  auto facts = kernel_facts(*this, *site_, attributes_, c);
  facts->site = site_;
  facts->since_version = site_->entry->signature.first_opset;
  facts->config = &site_->owner->config;
  return std::make_shared<const CustomKernel>(site_, std::move(facts));
}

Kernel CustomOp::lower(LowerContext& c) const {
  const CustomKernel* kernel = c.prepared<CustomKernel>();
  require(kernel != nullptr, Code::internal, "the kernel of custom operator '{}' was not made",
          site_->entry->signature.name);
  std::vector<Fact> expected;
  for (std::size_t i = 0; i < c.outputs(); ++i) expected.push_back(c.out(i));
  return Kernel::of_values([kernel, site = site_, expected](Call& call) {
    OrtKernelContext context(call, *site, expected);
    compute_at(*site, context, [&] { kernel->compute(context); });
  });
}

}  // namespace

std::shared_ptr<OrtKernelInfo::Facts> kernel_facts(const Op& op, const KernelSite& site,
                                                   const Attributes& attributes, const PrepareContext& c) {
  auto f = std::make_shared<OrtKernelInfo::Facts>();
  f->node = site.name;
  f->domain = site.domain;
  f->op = site.op;
  f->attributes = attributes;
  f->inputs = site.inputs;
  f->outputs = site.outputs;
  f->logger = site.logger;
  f->constants.resize(c.inputs());
  std::vector<const Fact*> in(c.inputs(), nullptr);
  for (std::size_t i = 0; i < c.inputs(); ++i) {
    if (c.has(i)) in[i] = &c.in(i);
    f->input_types.push_back(type_info(c.in(i)));
    if (c.constant(i) == nullptr) continue;
    f->constants[i] = std::make_unique<OrtValue>();
    f->constants[i]->value = *c.constant(i);
  }
  auto wanted = std::make_unique<bool[]>(f->outputs.size());
  for (std::size_t i = 0; i < f->outputs.size(); ++i) wanted[i] = !f->outputs[i].empty();
  for (const Fact& fact : infer_facts(op, in, std::span<const bool>(wanted.get(), f->outputs.size())))
    f->output_types.push_back(type_info(fact));
  return f;
}

void compute_at(const KernelSite& site, OrtKernelContext& context, const std::function<void()>& kernel) {
  auto at = [&](OrtErrorCode code, const char* what) {
    refuse(code, "Non-zero status code returned while running {} node. Name:'{}' Status Message: {}", site.op,
           site.name, what);
  };
  try {
    kernel();
    context.finish();
  } catch (const Refusal& e) {
    at(e.code(), e.what());
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    at(ORT_RUNTIME_EXCEPTION, e.what());
  }
}

CustomDomains::CustomDomains(const std::vector<const OrtCustomOpDomain*>& domains,
                             std::vector<std::shared_ptr<void>> libraries)
    : libraries_(std::move(libraries)) {
  std::set<std::string_view> names;
  for (const OrtCustomOpDomain* d : domains) {
    if (!names.insert(d->name).second) refuse(ORT_FAIL, "Domain already set in registry: '{}'", d->name);
    std::string domain = d->name == "ai.onnx" ? std::string() : d->name;
    for (const OrtCustomOp* op : d->ops) {
      OpSignature signature(*op);
      // Rules know the built-in operators by name: one that hides such an operator must not be taken for it.
      bool hides = OpRegistry::built_in().find(domain, signature.name) != nullptr;
      OpDef def = OpDef::of<CustomOp>((hides ? "custom:" : "") + domain, signature.name);
      entries_.push_back(
          std::make_unique<const Entry>(Entry{op, std::move(signature), domain, std::move(def)}));
    }
  }
}

std::unique_ptr<Op> CustomDomains::make(const CustomNode& node) const {
  constexpr std::string_view kProvider = "CPUExecutionProvider";
  std::string why;
  const Entry* elsewhere = nullptr;  // for a provider that is not here
  for (const auto& e : entries_) {
    if (e->domain != node.domain || e->signature.name != node.op) continue;
    const std::string& of = e->signature.provider;
    if (!of.empty() && of != kProvider && std::ranges::find(providers, of) == providers.end()) {
      elsewhere = e.get();
      continue;
    }
    std::string reason = misfit(e->signature, node);
    if (!reason.empty()) {
      why += (why.empty() ? "" : "; or: ") + reason;
      continue;
    }
    const OpSignature& signature = e->signature;
    const KernelSite as_node{
        signature.name, node.name,           node.domain,          node.input_names, node.output_names,
        node.nested,    signature.may_share, signature.must_share, &logger};
    auto site = std::make_shared<CustomSite>(CustomSite{as_node, shared_from_this(), e.get()});
    return e->def.copy(CustomOp(std::move(site), node.attributes));
  }
  require(why.empty(), Code::invalid_model, "the custom operator '{}' does not fit: {}", node.op, why);
  if (elsewhere != nullptr)
    refuse(ORT_NOT_IMPLEMENTED, "Could not find an implementation for {} node with name '{}': it is for {}",
           node.op, node.name, elsewhere->signature.provider);
  return nullptr;
}

}  // namespace sardonyx::capi
