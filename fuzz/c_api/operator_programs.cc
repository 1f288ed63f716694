// Operators of the program's own, whose kernels make random calls on what they are lent.
#include <cstring>

#include "programs.h"
#include "slots.h"

// What a library with operators exports; the program is looked through, too.
extern "C" ORT_EXPORT OrtStatus* ORT_API_CALL fuzz_c_api_register_nothing(OrtSessionOptions*,
                                                                          const OrtApiBase*) {
  return nullptr;
}

namespace fuzz {

namespace {

// Calls of slots on a kernel's context, its node or a shape inference: they succeed only inside of these.
void random_calls(const char* prefix, std::size_t count) {
  static std::vector<Action> all;
  all.clear();
  for (const Action& a : all_slots())
    if (a.alone && std::strncmp(a.name, prefix, std::strlen(prefix)) == 0) all.push_back(a);
  for (; count > 0 && !all.empty(); --count) all[below(all.size())].call();
}

void ask_node(const OrtKernelInfo* info) {
  const Ort::ConstKernelInfo node(info);
  Ort::AllocatorWithDefaultOptions allocator;
  node.GetNodeName();
  node.GetInputName(0);
  node.GetOutputName(0);
  node.GetInputTypeInfo(0);
  node.GetOutputTypeInfo(0);
  node.GetInputCount();
  node.GetOutputCount();
  node.GetLogger().GetLoggingSeverityLevel();
  node.GetConfigEntries();
  node.GetOperatorDomain();
  node.GetOperatorType();
  node.GetOperatorSinceVersion();
  int constant = 0;
  node.GetTensorConstantInput(0, &constant);
  node.GetAttribute<float>("f");
  node.GetAttribute<std::int64_t>("i");
  node.GetAttribute<std::string>("s");
  node.GetAttributes<float>("fs");
  node.GetAttributes<std::int64_t>("is");
  node.GetAttributes<std::string>("ss");
  OrtAllocator* of_node = nullptr;
  Ort::Status allocated{Ort::GetApi().KernelInfoGetAllocator(info, OrtMemTypeDefault, &of_node)};
  Ort::Allocator owner{of_node};
  node.GetTensorAttribute("t", allocator);
}

struct Kernel {
  explicit Kernel(const OrtKernelInfo* info) : node(Ort::ConstKernelInfo(info).Copy()) {
    const Lent<OrtKernelInfo> lent(info);
    random_calls("KernelInfo", below(6));
    const ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
    const char* constraint = "T";
    add = Ort::Op::Create(info, one_in(8) ? random_text() : "Add", "", 14, &constraint, &type, 1, nullptr, 0,
                          2, 1);
    try {
      ask_node(info);
    } catch (const Ort::Exception&) {  // no tensor attribute in models that are built
    }
  }
  void Compute(OrtKernelContext* context) {
    const Ort::KernelContext c(context);
    pool<OrtKernelContext>().own.push_back(context);
    random_calls("KernelContext", below(6));
    forget(context);
    const Ort::ConstValue x = c.GetInput(0);
    std::vector<std::int64_t> shape = x.GetTensorTypeAndShapeInfo().GetShape();
    OrtValue* given = nullptr;
    Ort::Status asked{Ort::GetApi().KernelContext_GetPreallocatedOutput(context, below(2), &given)};
    if (one_in(10)) shape = {random_integer(), random_integer()};
    Ort::UnownedValue y = c.GetOutput(0, shape);
    const OrtValue* inputs[] = {x, x};
    OrtValue* outputs[] = {y};
    add.Invoke(context, inputs, 2, outputs, 1);
    const Ort::MemoryInfo cpu = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    c.GetAllocator(*static_cast<const OrtMemoryInfo*>(cpu)).GetInfo();
    c.GetLogger().LogMessage(ORT_LOGGING_LEVEL_ERROR, "file", 1, "function", "text");
    void* scratch = nullptr;
    Ort::Status got{Ort::GetApi().KernelContext_GetScratchBuffer(context, cpu, 100, &scratch)};
    default_allocator->Free(default_allocator, scratch);
    c.ParallelFor([](void*, std::size_t) {}, below(20), 0, nullptr);
    if (one_in(20)) throw Ort::Exception("this kernel fails at times", ORT_FAIL);
  }

  Ort::KernelInfo node;
  Ort::Op add{nullptr};
};

struct Twice : Ort::CustomOpBase<Twice, Kernel> {
  void* CreateKernel(const OrtApi&, const OrtKernelInfo* info) const { return new Kernel(info); }
  const char* GetName() const { return "Twice"; }
  std::size_t GetInputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetInputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  std::size_t GetOutputTypeCount() const { return 1; }
  ONNXTensorElementDataType GetOutputType(std::size_t) const { return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT; }
  static Ort::Status InferOutputShape(Ort::ShapeInferContext& context) {
    context.GetInputCount();
    context.GetAttrFloat("f");
    return context.SetOutputShape(0, context.GetInputShape(0));
  }
};

Ort::Model custom_model() {
  const Ort::TensorTypeAndShapeInfo info(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
                                         std::vector<std::int64_t>{-1, 3});
  const Ort::TypeInfo type = Ort::TypeInfo::CreateTensorInfo(info.GetConst());
  std::vector<Ort::ValueInfo> inputs, outputs;
  inputs.emplace_back("x", type.GetConst());
  outputs.emplace_back("y", type.GetConst());
  Ort::Graph graph;
  graph.SetInputs(inputs);
  graph.SetOutputs(outputs);
  const float floats[] = {1, 2};
  const std::int64_t numbers[] = {1, 2};
  const char* const texts[] = {"a", "b"};
  std::vector<Ort::OpAttr> attributes;
  attributes.emplace_back("f", floats, 1, ORT_OP_ATTR_FLOAT);
  attributes.emplace_back("i", numbers, 1, ORT_OP_ATTR_INT);
  attributes.emplace_back("s", "text", 4, ORT_OP_ATTR_STRING);
  attributes.emplace_back("fs", floats, 2, ORT_OP_ATTR_FLOATS);
  attributes.emplace_back("is", numbers, 2, ORT_OP_ATTR_INTS);
  attributes.emplace_back("ss", texts, 2, ORT_OP_ATTR_STRINGS);
  Ort::Node node("Twice", "fuzz", "twice", {"x"}, {"y"}, attributes);
  graph.AddNode(node);
  Ort::Model made(std::vector<Ort::Model::DomainOpsetPair>{{"", 18}, {"fuzz", 1}});
  made.AddGraph(graph);
  return made;
}

void custom_operator() {
  static const Twice op;
  static const Ort::CustomOpDomain domain = [] {
    Ort::CustomOpDomain made("fuzz");
    made.Add(&op);
    return made;
  }();
  Ort::SessionOptions options = some_options();
  options.Add(domain);
  OrtSession* session = nullptr;
  if (one_in(2)) {
    const Ort::Model made = custom_model();
    Ort::ThrowOnError(
        Ort::GetModelEditorApi().CreateSessionFromModel(environment(), made, options, &session));
  } else {
    Ort::ThrowOnError(
        Ort::GetApi().CreateSession(environment(), model("control").c_str(), options, &session));
  }
  Ort::Session owner{session};
  run_once(owner, nullptr);
}

void libraries() {
  Ort::SessionOptions options;
  void* handle = nullptr;
  const OrtApi& api = Ort::GetApi();
  const char* const path = one_in(3) ? random_text() : FUZZ_C_API_LIBRARY;
  Ort::Status closed_by_us{api.RegisterCustomOpsLibrary(options, path, &handle)};
  Ort::Status closed_with_options{api.RegisterCustomOpsLibrary_V2(options, path)};
  Ort::Status none{
      api.RegisterCustomOpsUsingFunction(options, one_in(3) ? random_text() : "fuzz_c_api_register_nothing")};
  Ort::Status refused{api.EnableOrtCustomOps(options)};
}

void attributes() {
  static const std::int64_t kNumbers[] = {1, 2, 3};
  static const float kFloats[] = {1, 2, 3};
  static const char* const kTexts[] = {"a", "b", "c"};
  const int length = static_cast<int>(below(4));
  OrtOpAttr* made = nullptr;
  const OrtApi& api = Ort::GetApi();
  OrtStatus* status = nullptr;
  OrtOpAttrType type = ORT_OP_ATTR_INTS;
  switch (below(5)) {
    case 0:
      status = api.CreateOpAttr(random_text(), kNumbers, length, type, &made);
      break;
    case 1:
      status = api.CreateOpAttr(random_text(), kFloats, length, type = ORT_OP_ATTR_FLOATS, &made);
      break;
    case 2:
      status = api.CreateOpAttr(random_text(), kTexts, length, type = ORT_OP_ATTR_STRINGS, &made);
      break;
    case 3:
      status = api.CreateOpAttr(random_text(), kTexts[0], 1, type = ORT_OP_ATTR_STRING, &made);
      break;
    default:
      status = api.CreateOpAttr(random_text(), nullptr, length, type, &made);
  }
  Ort::Status owner{status};
  if (made == nullptr) return;
  keep(made);
  char content[200];
  std::size_t size = 0;
  Ort::Status read{api.ReadOpAttr(made, one_in(4) ? random_number<OrtOpAttrType>() : type, content,
                                  below(sizeof content), &size)};
  OrtValue* tensor = nullptr;
  Ort::Status as_tensor{api.OpAttr_GetTensorAttributeAsOrtValue(made, &tensor)};
  keep(tensor);
}

}  // namespace

std::vector<Program> operator_programs() {
  return {
      {"an operator", custom_operator}, {"libraries of operators", libraries}, {"attributes", attributes}};
}

}  // namespace fuzz
