#include "provider.h"

#include <cstring>
#include <memory>

#include "program.h"

namespace pocket {

namespace {

const Provider& self(const OrtEp* ep) { return *static_cast<const Provider*>(ep); }

const char* ORT_API_CALL name(const OrtEp*) noexcept { return kName; }

// ---- compiled groups, as models keep them: a node of type EPContext ----
constexpr const char *kContextOp = "EPContext", *kContextDomain = "com.microsoft";

std::string text_of(const Api& api, const OrtNode* node, const char* attribute) {
  const OrtOpAttr* held = nullptr;
  check(api.ort->Node_GetAttributeByName(node, attribute, &held));
  size_t length = 0;
  OrtStatus* size_only = api.ort->ReadOpAttr(held, ORT_OP_ATTR_STRING, nullptr, 0, &length);
  if (size_only != nullptr) api.ort->ReleaseStatus(size_only);
  std::string text(length, 0);
  if (length > 0) check(api.ort->ReadOpAttr(held, ORT_OP_ATTR_STRING, text.data(), length, &length));
  return text.c_str();  // with or without the zero behind it
}

// A group of ours, compiled before?
bool is_context(const Api& api, const OrtNode* node) {
  const char *op = nullptr, *domain = nullptr;
  check(api.ort->Node_GetOperatorType(node, &op));
  check(api.ort->Node_GetDomain(node, &domain));
  return op == std::string(kContextOp) && domain == std::string(kContextDomain) &&
         text_of(api, node, "source") == kName;
}

std::vector<std::string> names_of(const Api& api, const std::vector<const OrtValueInfo*>& values) {
  std::vector<std::string> names;
  for (const OrtValueInfo* v : values) {
    const char* name = nullptr;
    check(api.ort->GetValueInfoName(v, &name));
    names.emplace_back(name);
  }
  return names;
}

struct Attributes {
  explicit Attributes(const Api& tables) : api(tables) {}
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() {
    for (OrtOpAttr* a : all) api.ort->ReleaseOpAttr(a);
  }
  void add(const char* name, const void* data, size_t length, OrtOpAttrType type) {
    all.push_back(nullptr);
    check(api.ort->CreateOpAttr(name, data, static_cast<int>(length), type, &all.back()));
  }
  const Api& api;
  std::vector<OrtOpAttr*> all;
};

// The node that stands for a group in a compiled model, with the group inside.
OrtNode* context_node(const Api& api, const OrtNode* fused, const Program& program) {
  const std::string text = program.text();
  const int64_t one = 1;
  const char* partition = nullptr;
  check(api.ort->Node_GetName(fused, &partition));
  Attributes attributes(api);
  attributes.add("main_context", &one, 1, ORT_OP_ATTR_INT);
  attributes.add("embed_mode", &one, 1, ORT_OP_ATTR_INT);
  attributes.add("ep_cache_context", text.data(), text.size(), ORT_OP_ATTR_STRING);
  attributes.add("source", kName, std::strlen(kName), ORT_OP_ATTR_STRING);
  attributes.add("partition_name", partition, std::strlen(partition), ORT_OP_ATTR_STRING);
  const auto in = names_of(api, list(fused, api.ort->Node_GetNumInputs, api.ort->Node_GetInputs));
  const auto out = names_of(api, list(fused, api.ort->Node_GetNumOutputs, api.ort->Node_GetOutputs));
  std::vector<const char*> inputs, outputs;
  for (const std::string& n : in) inputs.push_back(n.c_str());
  for (const std::string& n : out) outputs.push_back(n.c_str());
  OrtNode* made = nullptr;
  check(api.ort->GetModelEditorApi()->CreateNode(kContextOp, kContextDomain, partition, inputs.data(),
                                                 inputs.size(), outputs.data(), outputs.size(),
                                                 attributes.all.data(), attributes.all.size(), &made));
  return made;
}

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
      if (is_context(p.api, node)) {
        fuse(p, info, group);
        group = {node};
        fuse(p, info, group);
        continue;
      }
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

Program program_of(const Api& api, const OrtGraph* graph, const OrtNode* fused) {
  const auto nodes = list(graph, api.ort->Graph_GetNumNodes, api.ort->Graph_GetNodes);
  if (nodes.size() == 1 && is_context(api, nodes[0]))
    return Program::parse(api, text_of(api, nodes[0], "ep_cache_context"));
  return Program(api, graph, fused);
}

OrtStatus* ORT_API_CALL compile(OrtEp* ep, const OrtGraph** graphs, const OrtNode** fused, size_t count,
                                OrtNodeComputeInfo** infos, OrtNode** contexts) noexcept {
  const Provider& p = self(ep);
  return guarded(p.api, [&] {
    std::vector<std::unique_ptr<Fused>> made;
    for (size_t i = 0; i < count; ++i)
      made.push_back(std::make_unique<Fused>(p.api, program_of(p.api, graphs[i], fused[i])));
    for (size_t i = 0; i < count && p.options.write_contexts; ++i)
      contexts[i] = context_node(p.api, fused[i], made[i]->program);
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
