// Models that are built, extended, compiled and looked at.
#include "programs.h"

namespace fuzz {

namespace {

using Pairs = std::vector<Ort::Model::DomainOpsetPair>;

std::vector<Ort::ValueInfo> infos(std::initializer_list<const char*> names) {
  const Ort::TensorTypeAndShapeInfo info(ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
                                         std::vector<std::int64_t>{-1, 3});
  const Ort::TypeInfo type = Ort::TypeInfo::CreateTensorInfo(info.GetConst());
  std::vector<Ort::ValueInfo> list;
  for (const char* name : names) list.emplace_back(std::string(name), type.GetConst());
  return list;
}

// y = Op(x, w) or LeakyRelu(x).
Ort::Graph small_graph() {
  Ort::Graph graph;
  std::vector<Ort::ValueInfo> inputs = infos({"x"}), outputs = infos({"y"});
  graph.SetInputs(inputs);
  graph.SetOutputs(outputs);
  static const char* const kOperators[] = {"Add", "Mul", "Sub", "If", "NoSuchOne"};
  const float alpha = 0.5F;
  std::vector<Ort::OpAttr> attributes;
  attributes.emplace_back("alpha", &alpha, 1, ORT_OP_ATTR_FLOAT);
  if (one_in(8)) attributes.emplace_back("beta", random_text(), 1, ORT_OP_ATTR_STRING);
  Ort::Node leaky("LeakyRelu", "", "leaky", {"x"}, {"positive"}, attributes);
  Ort::Node product(kOperators[one_in(4) ? below(5) : below(2)], "", "product", {"positive", "w"}, {"y"});
  graph.AddNode(leaky);
  graph.AddNode(product);
  static float weights[] = {1, 2, 3};
  const std::int64_t shape[] = {3};
  const bool external = one_in(2);
  Ort::AllocatorWithDefaultOptions allocator;
  Ort::Value w =
      external ? Ort::Value::CreateTensor<float>(
                     Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault), weights, 3, shape, 1)
               : Ort::Value::CreateTensor<float>(allocator, shape, 1);
  graph.AddInitializer("w", w, external);
  return graph;
}

Ort::Model small_model() {
  Ort::Graph graph = small_graph();
  Ort::Model built(one_in(8) ? Pairs{{random_text(), random_int()}} : Pairs{{"", 18}});
  built.AddGraph(graph);
  return built;
}

void build() {
  const Ort::Model built = small_model();
  const Ort::SessionOptions options = some_options();
  OrtSession* made = nullptr;
  Ort::ThrowOnError(Ort::GetModelEditorApi().CreateSessionFromModel(environment(), built, options, &made));
  Ort::Session session{made};
  run_once(session, nullptr);
  keep_object(std::move(session));
}

void extend() {
  const Ort::SessionOptions options = some_options();
  const std::string path = model("scale");
  OrtSession* made = nullptr;
  Ort::ThrowOnError(
      Ort::GetModelEditorApi().CreateModelEditorSession(environment(), path.c_str(), options, &made));
  Ort::Session session{made};
  Ort::Graph graph;
  std::vector<Ort::ValueInfo> outputs = infos({"z"});
  graph.SetOutputs(outputs);
  Ort::Node negate("Neg", "", "negate", {one_in(4) ? random_text() : "y"}, {"z"});
  graph.AddNode(negate);
  Ort::Model addition(Pairs{{"", session.GetOpset("")}});
  addition.AddGraph(graph);
  session.FinalizeModelEditorSession(addition, options);
  run_once(session, nullptr);
  keep_object(std::move(session));
}

void look_at(const Ort::ConstValueInfo& value) {
  value.GetName();
  value.TypeInfo();
  value.GetProducerNode();
  value.GetConsumers();
  Ort::ConstValue content;
  value.GetInitializer(content);
  Ort::ExternalInitializerInfo file(nullptr);
  value.GetExternalInitializerInfo(file);
  value.IsRequiredGraphInput();
  value.IsOptionalGraphInput();
  value.IsGraphOutput();
  value.IsConstantInitializer();
  value.IsFromOuterScope();
}

void look_at(const Ort::ConstNode& node) {
  node.GetId();
  node.GetName();
  node.GetOperatorType();
  node.GetDomain();
  node.GetSinceVersion();
  node.GetEpName();
  for (const Ort::ConstValueInfo& value : node.GetInputs())
    if (value != nullptr) look_at(value);
  for (const Ort::ConstValueInfo& value : node.GetOutputs()) look_at(value);
  for (const Ort::ConstValueInfo& value : node.GetImplicitInputs()) look_at(value);
  for (const Ort::ConstOpAttr& attribute : node.GetAttributes()) {
    attribute.GetType();
    attribute.GetName();
    if (attribute.GetType() != ORT_OP_ATTR_TENSOR) continue;
    Ort::Value tensor(nullptr);
    attribute.GetTensorAttributeAsOrtValue(tensor);
    keep_object(std::move(tensor));
  }
  Ort::ConstOpAttr one;
  node.GetAttributeByName("alpha", one);
  for (const Ort::AttrNameSubgraph& body : node.GetSubgraphs())
    for (const Ort::ConstNode& inner : body.sub_graph.GetNodes()) look_at(inner);
  node.GetGraph();
}

void look_at(const Ort::Graph& graph) {
  graph.GetName();
  graph.GetModelPath();
  graph.GetOnnxIRVersion();
  graph.GetOperatorSets();
  graph.GetParentNode();
  graph.GetModelMetadata();
  for (const Ort::ConstValueInfo& value : graph.GetInputs()) look_at(value);
  for (const Ort::ConstValueInfo& value : graph.GetOutputs()) look_at(value);
  for (const Ort::ConstValueInfo& value : graph.GetInitializers()) look_at(value);
  std::vector<Ort::ConstNode> nodes = graph.GetNodes();
  for (const Ort::ConstNode& node : nodes) look_at(node);
  if (!nodes.empty()) nodes.pop_back();
  const Ort::Graph view = graph.GetGraphView(nodes);
  for (const Ort::ConstNode& node : view.GetNodes()) look_at(node);
}

void look() {
  look_at(small_graph());
  using Open = OrtStatus*(ORT_API_CALL*)(const ORTCHAR_T*, OrtGraph**) noexcept;
  const auto open = reinterpret_cast<Open>(Ort::GetApi().GetExperimentalFunction("Sardonyx_OpenGraph"));
  if (open == nullptr) return;  // another library
  OrtGraph* made = nullptr;
  Ort::Status status{open(model(one_in(3) ? "scale" : "branches").c_str(), &made)};
  const Ort::Graph graph{made};
  if (made != nullptr) look_at(graph);
}

OrtStatus* ORT_API_CALL write_nowhere(void* count, const void*, std::size_t size) noexcept {
  *static_cast<std::size_t*>(count) += size;
  return nullptr;
}

OrtStatus* ORT_API_CALL keep_inside(void*, const char*, const OrtValue*, const OrtExternalInitializerInfo*,
                                    OrtExternalInitializerInfo** out) noexcept {
  *out = nullptr;
  return nullptr;
}

void compile() {
  Ort::SessionOptions options;
  OrtModelCompilationOptions* made = nullptr;
  const OrtCompileApi& api = Ort::GetCompileApi();
  Ort::ThrowOnError(api.CreateModelCompilationOptionsFromSessionOptions(environment(), options, &made));
  Ort::ModelCompilationOptions compilation{made};
  const std::string path = model("scale");
  const Ort::Model built = small_model();
  if (one_in(2))
    compilation.SetInputModelPath(path.c_str());
  else
    compilation.SetInputModel(built);
  std::size_t written = 0;
  void* buffer = nullptr;
  switch (below(3)) {
    case 0:
      compilation.SetOutputModelPath("compiled.onnx");
      break;
    case 1:
      compilation.SetOutputModelBuffer(default_allocator, &buffer, &written);
      break;
    default:
      compilation.SetOutputModelWriteFunc(write_nowhere, &written);
  }
  if (one_in(3)) compilation.SetOutputModelExternalInitializersFile("compiled.bin", below(20));
  if (one_in(3)) compilation.SetOutputModelGetInitializerLocationFunc(keep_inside, nullptr);
  compilation.SetEpContextEmbedMode(one_in(2))
      .SetGraphOptimizationLevel(ORT_ENABLE_BASIC)
      .SetWeightlessEnabled(false);
  compilation.SetFlags(static_cast<std::uint32_t>(below(3))).SetEpContextBinaryInformation(".", "compiled");
  Ort::Status done{api.CompileModel(environment(), made)};
  default_allocator->Free(default_allocator, buffer);
}

void from_bytes() {
  const std::string bytes = one_in(3) ? "not a model" : bytes_of(model("scale"));
  OrtSession* made = nullptr;
  const Ort::SessionOptions options;
  Ort::Status edited{Ort::GetModelEditorApi().CreateModelEditorSessionFromArray(
      environment(), bytes.data(), bytes.size(), options, &made)};
  keep(made);
  Ort::ModelCompilationOptions compilation{nullptr};
  OrtModelCompilationOptions* options_made = nullptr;
  const OrtCompileApi& api = Ort::GetCompileApi();
  Ort::ThrowOnError(
      api.CreateModelCompilationOptionsFromSessionOptions(environment(), options, &options_made));
  compilation = Ort::ModelCompilationOptions{options_made};
  compilation.SetInputModelFromBuffer(bytes.data(), bytes.size());
  Ort::Status compiled{api.CompileModel(environment(), options_made)};
}

}  // namespace

std::vector<Program> graph_programs() {
  return {{"build a model", build},
          {"extend a model", extend},
          {"look at a graph", look},
          {"compile a model", compile},
          {"models of bytes", from_bytes}};
}

}  // namespace fuzz
