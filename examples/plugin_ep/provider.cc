#include "provider.h"

#include <memory>

#include "program.h"

namespace pocket {

namespace {

const Provider& self(const OrtEp* ep) { return *static_cast<const Provider*>(ep); }

const char* ORT_API_CALL name(const OrtEp*) noexcept { return kName; }

void fuse(const Provider& p, OrtEpGraphSupportInfo* info, std::vector<const OrtNode*>& group) {
  if (group.empty()) return;
  OrtNodeFusionOptions how{};
  how.ort_version_supported = ORT_API_VERSION;
  how.drop_constant_initializers = !p.options.keep_constants;
  check(p.api.ep->EpGraphSupportInfo_AddNodesToFuse(info, group.data(), group.size(), &how));
  group.clear();
}

// Nodes that stand together in an order where every value is made before it is read make a group without cycles.
OrtStatus* ORT_API_CALL capability(OrtEp* ep, const OrtGraph* graph, OrtEpGraphSupportInfo* info) noexcept {
  const Provider& p = self(ep);
  return guarded(p.api, [&] {
    std::vector<const OrtNode*> group;
    for (const OrtNode* node : list(graph, p.api.ort->Graph_GetNumNodes, p.api.ort->Graph_GetNodes)) {
      const bool mine = supports(p.api, node);
      if (!p.options.fuse) {
        const OrtKernelDef* kernel = nullptr;
        if (mine) check(p.api.ep->EpGraphSupportInfo_LookUpKernel(info, node, &kernel));
        if (kernel != nullptr) check(p.api.ep->EpGraphSupportInfo_AddSingleNode(info, node));
      } else if (mine) {
        group.push_back(node);
      } else {
        fuse(p, info, group);
      }
    }
    fuse(p, info, group);
  });
}

// ---- fused groups ----
struct Fused : OrtNodeComputeInfo {
  Fused(const Api& tables, Program steps) : OrtNodeComputeInfo{}, api(tables), program(std::move(steps)) {
    ort_version_supported = ORT_API_VERSION;
    CreateState = create_state;
    Compute = compute;
    ReleaseState = [](OrtNodeComputeInfo*, void*) noexcept {};
  }
  static OrtStatus* ORT_API_CALL create_state(OrtNodeComputeInfo* info, OrtNodeComputeContext*,
                                              void** state) noexcept {
    *state = info;  // a program has nothing that changes
    return nullptr;
  }
  static OrtStatus* ORT_API_CALL compute(OrtNodeComputeInfo* info, void*,
                                         OrtKernelContext* context) noexcept {
    const Fused& f = *static_cast<const Fused*>(info);
    return guarded(f.api, [&] { f.program.run(f.api, context); });
  }
  Api api;
  Program program;
};

OrtStatus* ORT_API_CALL compile(OrtEp* ep, const OrtGraph** graphs, const OrtNode** fused, size_t count,
                                OrtNodeComputeInfo** infos, OrtNode**) noexcept {
  const Provider& p = self(ep);
  return guarded(p.api, [&] {
    std::vector<std::unique_ptr<Fused>> made;
    for (size_t i = 0; i < count; ++i)
      made.push_back(std::make_unique<Fused>(p.api, Program(p.api, graphs[i], fused[i])));
    for (size_t i = 0; i < count; ++i) infos[i] = made[i].release();
  });
}

void ORT_API_CALL release_infos(OrtEp*, OrtNodeComputeInfo** infos, size_t count) noexcept {
  for (size_t i = 0; i < count; ++i) delete static_cast<Fused*>(infos[i]);
}

// ---- kernels of single nodes ----
struct Kernel : OrtKernelImpl {
  Kernel(const Api& tables, Program steps) : OrtKernelImpl{}, api(tables), program(std::move(steps)) {
    ort_version_supported = ORT_API_VERSION;
    Compute = [](OrtKernelImpl* kernel, OrtKernelContext* context) noexcept {
      const Kernel& k = *static_cast<const Kernel*>(kernel);
      return guarded(k.api, [&] { k.program.run(k.api, context); });
    };
    Release = [](OrtKernelImpl* kernel) noexcept { delete static_cast<Kernel*>(kernel); };
  }
  Api api;
  Program program;
};

// The state of a registration is the table.
OrtStatus* ORT_API_CALL create_kernel(void* state, const OrtKernelInfo* info, OrtKernelImpl** out) noexcept {
  const Api& api = *static_cast<const Api*>(state);
  return guarded(api, [&] {
    size_t inputs = 0, length = 0;
    check(api.ort->KernelInfo_GetInputCount(info, &inputs));
    check(api.ort->KernelInfo_GetOperatorType(info, nullptr, &length));
    std::string op(length, 0);
    check(api.ort->KernelInfo_GetOperatorType(info, op.data(), &length));
    op.resize(length - 1);
    *out = new Kernel(api, Program(op, inputs));
  });
}

OrtStatus* ORT_API_CALL registry(OrtEp* ep, const OrtKernelRegistry** out) noexcept {
  *out = self(ep).kernels;
  return nullptr;
}

struct Builder {
  explicit Builder(const Api& tables) : api(tables) { check(api.ep->CreateKernelDefBuilder(&builder)); }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder() {
    api.ep->ReleaseKernelDef(def);
    api.ep->ReleaseKernelDefBuilder(builder);
  }
  const Api& api;
  OrtKernelDefBuilder* builder = nullptr;
  OrtKernelDef* def = nullptr;
};

void add_kernel(const Api& api, OrtKernelRegistry* to, const char* op, int first, int last) {
  Builder b(api);
  const OrtDataType* type = nullptr;
  check(api.ep->GetTensorDataType(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &type));
  check(api.ep->KernelDefBuilder_SetOperatorType(b.builder, op));
  check(api.ep->KernelDefBuilder_SetDomain(b.builder, ""));
  check(api.ep->KernelDefBuilder_SetSinceVersion(b.builder, first, last));
  check(api.ep->KernelDefBuilder_SetExecutionProvider(b.builder, kName));
  check(api.ep->KernelDefBuilder_AddTypeConstraint(b.builder, "T", &type, 1));
  check(api.ep->KernelDefBuilder_Build(b.builder, &b.def));
  check(api.ep->KernelRegistry_AddKernel(to, b.def, create_kernel, const_cast<Api*>(&api)));
}

}  // namespace

OrtKernelRegistry* make_kernels(const Api& api) {
  OrtKernelRegistry* made = nullptr;
  check(api.ep->CreateKernelRegistry(&made));
  try {
    struct Row {
      const char* op;
      int first, last;
    };
    for (const Row& r : {Row{"Add", 7, 12},
                         {"Add", 13, 13},
                         {"Add", 14, 14},
                         {"Mul", 7, 12},
                         {"Mul", 13, 13},
                         {"Mul", 14, 14},
                         {"Relu", 6, 12},
                         {"Relu", 13, 13},
                         {"Relu", 14, 14}})
      add_kernel(api, made, r.op, r.first, r.last);
  } catch (...) {
    api.ep->ReleaseKernelRegistry(made);
    throw;
  }
  return made;
}

Provider::Provider(const Api& tables, const Options& chosen, const OrtKernelRegistry* registered)
    : OrtEp{}, api(tables), options(chosen), kernels(registered) {
  ort_version_supported = ORT_API_VERSION;
  GetName = name;
  GetCapability = capability;
  Compile = compile;
  ReleaseNodeComputeInfos = release_infos;
  if (!options.fuse) GetKernelRegistry = registry;
}

}  // namespace pocket
