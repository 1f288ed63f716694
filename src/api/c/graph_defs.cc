// Graphs of the ABI to a file's structures, and back to look at.
#include <algorithm>

#include "api/c/graph.h"
#include "api/c/plugin.h"
#include "api/c/status.h"
#include "export/definitions.h"
#include "import/import.h"

namespace sardonyx {

namespace {

TypeDef type_def(const OrtTypeInfo& info, Definitions& defs) {
  TypeDef out;
  const auto inner = [&](const std::shared_ptr<const OrtTypeInfo>& part) {
    return part ? std::make_shared<TypeDef>(type_def(*part, defs)) : nullptr;
  };
  switch (info.kind) {
    case ONNX_TYPE_TENSOR:
    case ONNX_TYPE_SPARSETENSOR:
      out.kind = info.kind == ONNX_TYPE_TENSOR ? Type::Kind::tensor : Type::Kind::sparse;
      out.dtype = capi::to_dtype(info.tensor.element);
      out.has_shape = info.tensor.has_shape;
      for (std::size_t i = 0; i < info.tensor.dims.size(); ++i) {
        DimDef& d = out.shape.emplace_back();
        const std::string& symbol = i < info.tensor.symbols.size() ? info.tensor.symbols[i] : std::string();
        d.kind = info.tensor.dims[i] >= 0 ? DimDef::Kind::value
                 : symbol.empty()         ? DimDef::Kind::unknown
                                          : DimDef::Kind::param;
        d.value = info.tensor.dims[i];
        d.param = defs.keep(symbol);
      }
      break;
    case ONNX_TYPE_SEQUENCE:
      out.kind = Type::Kind::sequence;
      out.inner = inner(info.sequence.element);
      break;
    case ONNX_TYPE_OPTIONAL:
      out.kind = Type::Kind::optional;
      out.inner = inner(info.optional.contained);
      break;
    case ONNX_TYPE_MAP:
      out.kind = Type::Kind::map;
      out.dtype = capi::to_dtype(info.map.key);
      out.inner = inner(info.map.value);
      break;
    default:
      break;
  }
  out.denotation = defs.keep(info.denotation);
  return out;
}

}  // namespace

NodeDef capi::node_def(const OrtNode& node, ModelFile& file) {
  Definitions defs(file);
  NodeDef out;
  out.name = defs.keep(node.name);
  out.op_type = defs.keep(node.op);
  out.domain = defs.keep(node.domain);
  for (const std::string& name : node.input_names) out.inputs.push_back(defs.keep(name));
  for (const std::string& name : node.output_names) out.outputs.push_back(defs.keep(name));
  for (const OrtOpAttr& a : node.attributes) out.attributes.push_back(defs.attribute(a.name, a.value));
  return out;
}

ValueInfoDef capi::value_def(const OrtValueInfo& value, ModelFile& file) {
  Definitions defs(file);
  return {defs.keep(value.name), type_def(value.type, defs), {}, {}};
}

void capi::augment(ModelFile& file, const OrtModel& model) {
  Definitions defs(file);
  const OrtGraph& graph = need(model.graph.get(), "the model's graph");
  for (const auto& [domain, version] : model.opsets) {
    const auto it = std::ranges::find(file.opset_imports, domain, [](const OpsetImportDef& o) {
      return o.domain == "ai.onnx" ? std::string_view() : o.domain;
    });
    if (it == file.opset_imports.end()) {
      file.opset_imports.push_back({defs.keep(domain), version});
    } else if (it->version != version) {
      refuse(ORT_INVALID_ARGUMENT, "Domain version can not be changed for '{}'. Current version: {}", domain,
             it->version);
    }
  }
  GraphDef& g = file.graph;
  if (!graph.inputs.empty()) g.inputs.clear();
  if (!graph.outputs.empty()) g.outputs.clear();
  for (const OrtValueInfo* v : graph.inputs) g.inputs.push_back(value_def(*v, file));
  for (const OrtValueInfo* v : graph.outputs) g.outputs.push_back(value_def(*v, file));
  for (const OrtValueInfo* v : graph.initializers) {
    std::erase_if(g.initializers, [&](const TensorDef& t) { return t.name == v->name; });
    const Tensor& content = tensor_of(v->initializer.get());
    g.initializers.push_back(defs.tensor(v->lends_initializer ? content : content.clone(), v->name));
  }
  for (const auto& n : graph.nodes) g.nodes.push_back(node_def(*n, file));
}

ModelFile capi::model_file(const OrtModel& model) {
  if (model.graph == nullptr) refuse(ORT_INVALID_ARGUMENT, "the model has no graph");
  constexpr std::int64_t kIrVersion = 10;
  ModelFile file;
  file.ir_version = kIrVersion;
  file.graph.name = file.keep(model.graph->name);
  augment(file, model);
  return file;
}

namespace {

// What inference tells of the values, by name; those of bodies too, where the outside has no such name.
using capi::PluginOps;
using FactsByName = std::map<std::string, Fact, std::less<>>;

void collect(const Graph& graph, FactsByName& facts) {
  for (std::size_t v = 0; v < graph.value_slots(); ++v) {
    const ValueInfo& info = graph.value(static_cast<ValueId>(v));
    facts.emplace(info.name, info.fact);
  }
  for (const NodeId n : graph.order()) {
    for (const auto& [name, value] : write_fields(*graph.node(n).op, true)) {
      if (const auto* body = std::get_if<std::shared_ptr<Graph>>(&value)) collect(**body, facts);
    }
  }
}

std::optional<std::vector<DimInfo>> sizes(const SymShape& shape) {
  if (!shape.ranked()) return std::nullopt;
  std::vector<DimInfo> out;
  for (const Dim& d : shape.dims()) {
    DimInfo& info = out.emplace_back();
    if (d.is_number()) {
      info.size = d.number();
    } else if (!d.text().starts_with('?')) {
      info.symbol = d.text();
    }
  }
  return out;
}

class GraphBuilder {
 public:
  GraphBuilder(std::shared_ptr<const ModelFile> file, const ImportOptions& options) : file_(std::move(file)) {
    collect(*import_model(*file_, options).graph, facts_);
  }

  std::unique_ptr<OrtGraph> build(const GraphDef& def) {
    auto graph = std::make_unique<OrtGraph>();
    graph->name = std::string(def.name);
    graph->ir_version = file_->ir_version;
    graph->file = file_;
    for (const OpsetImportDef& o : file_->opset_imports)
      graph->opsets.emplace_back(o.domain == "ai.onnx" ? std::string() : std::string(o.domain),
                                 static_cast<int>(o.version));
    for (const KeyValueDef& kv : file_->metadata) graph->metadata.emplace_back(kv.key, kv.value);
    for (const ValueInfoDef& v : def.inputs) graph->inputs.push_back(&value(*graph, v.name));
    for (const TensorDef& t : def.initializers) add_initializer(*graph, t);
    for (const NodeDef& n : def.nodes) {
      graph->nodes.push_back(node(n));
      for (const std::string_view name : n.outputs) {
        if (!name.empty()) value(*graph, name);
      }
    }
    for (const ValueInfoDef& v : def.outputs) graph->outputs.push_back(&value(*graph, v.name));
    return graph;
  }

 private:
  OrtValueInfo& value(OrtGraph& graph, std::string_view name) {
    if (OrtValueInfo* known = capi::find_value(graph, std::string(name))) return *known;
    auto made = std::make_unique<OrtValueInfo>();
    made->name = std::string(name);
    const auto fact = facts_.find(name);
    if (fact != facts_.end()) made->type = capi::type_info(fact->second.type, sizes(fact->second.shape));
    return graph.own(std::move(made));
  }

  void add_initializer(OrtGraph& graph, const TensorDef& def) {
    OrtValueInfo& v = value(graph, def.name);
    auto held = std::make_shared<OrtValue>();
    held->value = to_tensor(def, *file_);
    v.initializer = std::move(held);
    if (v.type.kind == ONNX_TYPE_UNKNOWN) v.type = capi::type_info(v.initializer->value);
    if (def.external) {
      const std::string path = (file_->folder / std::filesystem::path(def.location)).string();
      v.external = std::make_shared<OrtExternalInitializerInfo>(OrtExternalInitializerInfo{
          path, static_cast<std::int64_t>(def.offset), v.initializer->value.tensor().bytes()});
    }
    graph.initializers.push_back(&v);
  }

  std::unique_ptr<OrtNode> node(const NodeDef& def) {
    auto out = std::make_unique<OrtNode>();
    out->name = std::string(def.name);
    out->op = std::string(def.op_type);
    out->domain = def.domain == "ai.onnx" ? std::string() : std::string(def.domain);
    out->input_names.assign(def.inputs.begin(), def.inputs.end());
    out->output_names.assign(def.outputs.begin(), def.outputs.end());
    for (const AttributeDef& a : def.attributes) {
      if (a.name == PluginOps::kClaim) {
        out->ep = std::string(a.s.substr(a.s.find(':') + 1));
      } else if (a.type == AttrKind::graph) {
        OrtOpAttr shown{std::string(a.name), ORT_OP_ATTR_GRAPH, std::shared_ptr<Graph>()};
        out->attributes.push_back(std::move(shown));
        out->subgraphs.push_back({std::string(a.name), build(*a.g)});
      } else {
        out->attributes.push_back(capi::op_attr(std::string(a.name), plain_attribute(a, *file_)));
      }
    }
    return out;
  }

  std::shared_ptr<const ModelFile> file_;
  FactsByName facts_;
};

}  // namespace

std::unique_ptr<OrtGraph> capi::graph_of(std::shared_ptr<const ModelFile> file,
                                         const ImportOptions& options) {
  const GraphDef& def = file->graph;
  std::unique_ptr<OrtGraph> graph = GraphBuilder(std::move(file), options).build(def);
  link(*graph);
  return graph;
}

}  // namespace sardonyx
