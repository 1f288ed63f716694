// The model editor: types, values, nodes and graphs made by a program, as a model or put into one.
#include <algorithm>

#include "api/c/graph.h"
#include "api/c/session.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "model/write_model.h"
#include "session/save_model.h"

namespace sardonyx {

namespace {

namespace editor = slots::model_editor;

OrtStatus* tensor_type(const char* slot, ONNXType kind, const OrtTensorTypeAndShapeInfo* info,
                       OrtTypeInfo** out) noexcept {
  return capi::guarded([&] {
    capi::need_all(slot, info, out);
    auto made = std::make_unique<OrtTypeInfo>();
    made->kind = kind;
    made->tensor = *info;
    *out = made.release();
  });
}

// Takes over the values of a caller's list, whose places are set to NULL.
OrtStatus* set_values(OrtGraph* graph, std::vector<OrtValueInfo*> OrtGraph::* list, OrtValueInfo** values,
                      std::size_t count, const char* what) noexcept {
  return capi::guarded([&] {
    OrtGraph& g = capi::need(graph, "graph");
    if (count > 0) capi::need(values, what);
    for (std::size_t i = 0; i < count; ++i) {
      if (values[i] == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "{} cannot contain null entries", what);
      if (std::find(values, values + i, values[i]) != values + i)
        capi::refuse(ORT_INVALID_ARGUMENT, "{} contain the value '{}' twice", what, values[i]->name);
    }
    (g.*list).clear();
    for (std::size_t i = 0; i < count; ++i)
      (g.*list).push_back(&g.own(std::unique_ptr<OrtValueInfo>(std::exchange(values[i], nullptr))));
    g.linked = false;
  });
}

std::vector<std::string> texts(const char* const* list, std::size_t count, const char* what) {
  if (count > 0) capi::need(list, what);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count; ++i) out.emplace_back(list[i] == nullptr ? "" : list[i]);
  return out;
}

OrtGraph& graph_of(const OrtModel& model) {
  if (model.graph == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "the model has no graph");
  return *model.graph;
}

// A session whose model may still be changed; until then it tells about the model as it is.
template <typename Read>
OrtStatus* edit(const char* slot, const OrtEnv* env, const OrtSessionOptions* options, OrtSession** out,
                const Read& read) noexcept {
  return capi::guarded([&] {
    capi::need_all(slot, env, out);
    auto editing = std::make_unique<capi::Editing>();
    editing->env = env;
    if (options != nullptr) editing->options = std::make_unique<OrtSessionOptions>(*options);
    editing->file = read();
    auto session = std::unique_ptr<OrtSession>(capi::session_of(env, editing->file, options));
    session->loaded->initialized = false;
    session->editing = std::move(editing);
    *out = session.release();
  });
}

}  // namespace

OrtStatus* editor::CreateTensorTypeInfo(const OrtTensorTypeAndShapeInfo* tensor_info,
                                        OrtTypeInfo** type_info) noexcept {
  return tensor_type("CreateTensorTypeInfo", ONNX_TYPE_TENSOR, tensor_info, type_info);
}
OrtStatus* editor::CreateSparseTensorTypeInfo(const OrtTensorTypeAndShapeInfo* tensor_info,
                                              OrtTypeInfo** type_info) noexcept {
  return tensor_type("CreateSparseTensorTypeInfo", ONNX_TYPE_SPARSETENSOR, tensor_info, type_info);
}

OrtStatus* editor::CreateMapTypeInfo(ONNXTensorElementDataType map_key_type,
                                     const OrtTypeInfo* map_value_type, OrtTypeInfo** type_info) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateMapTypeInfo", map_value_type, type_info);
    auto made = std::make_unique<OrtTypeInfo>();
    made->kind = ONNX_TYPE_MAP;
    made->map = {map_key_type, std::make_shared<const OrtTypeInfo>(*map_value_type)};
    *type_info = made.release();
  });
}
OrtStatus* editor::CreateSequenceTypeInfo(const OrtTypeInfo* sequence_type,
                                          OrtTypeInfo** type_info) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateSequenceTypeInfo", sequence_type, type_info);
    auto made = std::make_unique<OrtTypeInfo>();
    made->kind = ONNX_TYPE_SEQUENCE;
    made->sequence.element = std::make_shared<const OrtTypeInfo>(*sequence_type);
    *type_info = made.release();
  });
}
OrtStatus* editor::CreateOptionalTypeInfo(const OrtTypeInfo* contained_type,
                                          OrtTypeInfo** type_info) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateOptionalTypeInfo", contained_type, type_info);
    auto made = std::make_unique<OrtTypeInfo>();
    made->kind = ONNX_TYPE_OPTIONAL;
    made->optional.contained = std::make_shared<const OrtTypeInfo>(*contained_type);
    *type_info = made.release();
  });
}

OrtStatus* editor::CreateValueInfo(const char* name, const OrtTypeInfo* type_info,
                                   OrtValueInfo** value_info) noexcept {
  return capi::guarded([&] {
    if (name == nullptr || *name == 0)
      capi::refuse(ORT_INVALID_ARGUMENT, "name cannot be null or empty string");
    if (type_info == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "type_info cannot be null");
    capi::need(value_info, "value_info");
    auto made = std::make_unique<OrtValueInfo>();
    made->name = name;
    made->type = *type_info;
    *value_info = made.release();
  });
}

OrtStatus* editor::CreateNode(const char* operator_name, const char* domain_name, const char* node_name,
                              const char* const* input_names, std::size_t input_names_len,
                              const char* const* output_names, std::size_t output_names_len,
                              OrtOpAttr** attributes, std::size_t attribs_len, OrtNode** node) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateNode", operator_name, domain_name, node_name, node);
    if (attribs_len > 0) capi::need(attributes, "attributes");
    auto made = std::make_unique<OrtNode>();
    made->op = operator_name;
    made->domain = std::string_view(domain_name) == "ai.onnx" ? "" : domain_name;
    made->name = node_name;
    made->input_names = texts(input_names, input_names_len, "input_names");
    made->output_names = texts(output_names, output_names_len, "output_names");
    for (std::size_t i = 0; i < attribs_len; ++i)
      made->attributes.push_back(capi::need(attributes[i], "an entry of attributes"));
    *node = made.release();
  });
}

OrtStatus* editor::CreateGraph(OrtGraph** graph) noexcept {
  return capi::guarded([&] {
    capi::need(graph, "graph");
    *graph = new OrtGraph;
  });
}
OrtStatus* editor::SetGraphInputs(OrtGraph* graph, OrtValueInfo** inputs, std::size_t inputs_len) noexcept {
  return set_values(graph, &OrtGraph::inputs, inputs, inputs_len, "inputs");
}
OrtStatus* editor::SetGraphOutputs(OrtGraph* graph, OrtValueInfo** outputs,
                                   std::size_t outputs_len) noexcept {
  return set_values(graph, &OrtGraph::outputs, outputs, outputs_len, "outputs");
}

OrtStatus* editor::AddInitializerToGraph(OrtGraph* graph, const char* name, OrtValue* tensor,
                                         bool data_is_external) noexcept {
  return capi::guarded([&] {
    OrtGraph& g = capi::need(graph, "graph");
    if (name == nullptr || *name == 0) capi::refuse(ORT_INVALID_ARGUMENT, "name cannot be null or empty");
    const Tensor& content = capi::tensor_of(static_cast<const OrtValue*>(tensor));
    constexpr std::size_t kLeast = 128;
    if (data_is_external && content.bytes() < kLeast)
      capi::refuse(
          ORT_INVALID_ARGUMENT,
          "data_is_external=true requires the tensor to be larger than 127 bytes (got {} bytes). For "
          "smaller tensors pass data_is_external=false.",
          content.bytes());
    if (std::ranges::any_of(g.initializers, [&](const OrtValueInfo* v) { return v->name == name; }))
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "An initializer with this name has already been added to the graph.");
    OrtValueInfo* value = capi::find_value(g, name);
    if (value == nullptr) {
      auto made = std::make_unique<OrtValueInfo>();
      made->name = name;
      made->type = capi::type_info(tensor->value);
      value = &g.own(std::move(made));
    }
    value->initializer = std::shared_ptr<const OrtValue>(tensor);
    value->lends_initializer = data_is_external;
    g.initializers.push_back(value);
    g.linked = false;
  });
}

OrtStatus* editor::AddNodeToGraph(OrtGraph* graph, OrtNode* node) noexcept {
  return capi::guarded([&] {
    OrtGraph& g = capi::need(graph, "graph");
    capi::need(node, "node");
    if (node->graph != nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "the node '{}' is in a graph already", node->name);
    node->id = g.nodes.size();
    node->graph = &g;
    g.nodes.emplace_back(node);
    g.linked = false;
  });
}

OrtStatus* editor::CreateModel(const char* const* domain_names, const int* opset_versions,
                               std::size_t opset_entries_len, OrtModel** model) noexcept {
  return capi::guarded([&] {
    capi::need(model, "model");
    if (opset_entries_len > 0) capi::need_all("CreateModel", domain_names, opset_versions);
    auto made = std::make_unique<OrtModel>();
    for (std::size_t i = 0; i < opset_entries_len; ++i) {
      const std::string domain = capi::need_text(domain_names[i], "an entry of domain_names");
      made->opsets.emplace_back(domain == "ai.onnx" ? "" : domain, opset_versions[i]);
    }
    *model = made.release();
  });
}

OrtStatus* editor::AddGraphToModel(OrtModel* model, OrtGraph* graph) noexcept {
  return capi::guarded([&] {
    OrtModel& m = capi::need(model, "model");
    capi::need(graph, "graph");
    if (m.graph != nullptr)
      capi::refuse(ORT_INVALID_ARGUMENT, "Model already has a graph. Each OrtModel can only have one graph.");
    graph->opsets = m.opsets;
    graph->linked = false;
    m.graph.reset(graph);
  });
}

OrtStatus* editor::CreateSessionFromModel(const OrtEnv* env, const OrtModel* model,
                                          const OrtSessionOptions* options, OrtSession** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateSessionFromModel", env, model, out);
    graph_of(*model);
    *out = capi::session_of(env, capi::model_file(*model), options);
  });
}

OrtStatus* editor::CreateModelEditorSession(const OrtEnv* env, const ORTCHAR_T* model_path,
                                            const OrtSessionOptions* options, OrtSession** out) noexcept {
  return edit("CreateModelEditorSession", env, options, out,
              [&] { return open_model(std::filesystem::path(capi::need_text(model_path, "model_path"))); });
}

OrtStatus* editor::CreateModelEditorSessionFromArray(const OrtEnv* env, const void* model_data,
                                                     std::size_t model_data_length,
                                                     const OrtSessionOptions* options,
                                                     OrtSession** out) noexcept {
  return edit("CreateModelEditorSessionFromArray", env, options, out, [&] {
    capi::need_data(model_data, "model_data");
    return open_model(std::span(static_cast<const std::byte*>(model_data), model_data_length));
  });
}

// What nodes that are added may use although the model imports nothing of it.
using DomainOpset = std::pair<std::string_view, int>;
constexpr DomainOpset kAlwaysThere[] = {
    {"ai.onnx.ml", 5},    {"ai.onnx.training", 1},    {"ai.onnx.preview.training", 1},
    {"com.microsoft", 1}, {"com.microsoft.nchwc", 1}, {"com.microsoft.experimental", 1}};

OrtStatus* editor::SessionGetOpsetForDomain(const OrtSession* session, const char* domain,
                                            int* opset) noexcept {
  return capi::guarded([&] {
    capi::need_all("SessionGetOpsetForDomain", session, domain, opset);
    const std::string_view wanted = *domain == 0 ? "ai.onnx" : domain;
    for (const auto& [name, version] : capi::loaded_of(session).session.metadata().opsets) {
      if (name != wanted) continue;
      *opset = static_cast<int>(version);
      return;
    }
    const auto* own = std::ranges::find(kAlwaysThere, wanted, &DomainOpset::first);
    if (own == std::end(kAlwaysThere)) capi::refuse(ORT_FAIL, "Domain not used by model.");
    *opset = own->second;
  });
}

OrtStatus* editor::ApplyModelToModelEditorSession(OrtSession* session, OrtModel* model) noexcept {
  return capi::guarded([&] {
    capi::need_all("ApplyModelToModelEditorSession", session, model);
    if (session->editing == nullptr)
      capi::refuse(ORT_MODEL_LOADED, "This session has already been initialized.");
    graph_of(*model);
    ModelFile changed = session->editing->file;
    capi::augment(changed, *model);
    session->editing->file = std::move(changed);
  });
}

OrtStatus* editor::FinalizeModelEditorSession(OrtSession* session, const OrtSessionOptions* options,
                                              OrtPrepackedWeightsContainer*) noexcept {
  return capi::guarded([&] {
    capi::need(session, "session");
    if (session->editing == nullptr) return;
    const capi::Editing& e = *session->editing;
    const OrtSessionOptions* with = options != nullptr ? options : e.options.get();
    const std::unique_ptr<OrtSession> made(capi::session_of(e.env, e.file, with));
    session->loaded = made->loaded;
    session->editing = nullptr;
  });
}

void slots::ReleaseValueInfo(OrtValueInfo* input) noexcept { delete input; }
void slots::ReleaseNode(OrtNode* input) noexcept { delete input; }
void slots::ReleaseGraph(OrtGraph* input) noexcept { delete input; }
void slots::ReleaseModel(OrtModel* input) noexcept { delete input; }

}  // namespace sardonyx
