#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "import/importer.h"
#include "tensor/sparse.h"

namespace sardonyx {

Importer::Importer(const ModelFile& file, const ImportOptions& options) : file_(file), options_(options) {
  for (const FunctionDef& f : file.functions) {
    std::string key = fmt::format("{}:{}:{}", plain_domain(f.domain), f.name, f.overload);
    require(functions_.emplace(key, &f).second, Code::invalid_model, "function '{}' is defined twice", key);
  }
}

Imported import_model(const ModelFile& file, const ImportOptions& options) {
  return Importer(file, options).run();
}

Imported Importer::run() {
  read_opsets();
  check_functions();
  graph_->name = std::string(file_.graph.name);
  NameFrame frame;
  frame.graph = graph_.get();
  import_inputs(frame, file_.graph);
  import_initializers(frame, file_.graph);
  import_nodes(frame, file_.graph.nodes, opsets_, nullptr);
  import_outputs(frame, file_.graph);
  return {graph_, std::move(notes_)};
}

void Importer::read_opsets() {
  for (const OpsetImportDef& o : file_.opset_imports) {
    require(o.version >= 1 && o.version <= 1'000'000, Code::invalid_model,
            "opset version {} of domain '{}' is not a version", o.version, o.domain);
    opsets_[plain_domain(o.domain)] = static_cast<int>(o.version);
  }
  if (file_.ir_version < 3 && opsets_.empty()) opsets_[""] = 1;
  require(!opsets_.empty(), Code::invalid_model,
          "the model imports no opset; expected an opset_import for ai.onnx");
  constexpr int kNewest = 28;
  auto it = opsets_.find("");
  require(
      it == opsets_.end() || it->second <= kNewest, Code::not_implemented,
      "the model uses ai.onnx opset {}, newer than {}, the newest known here; export it with an older one",
      it == opsets_.end() ? 0 : it->second, kNewest);
}

Fact Importer::declared(const TypeDef& type) {
  Fact f;
  f.type = type.type();
  if (!f.is_tensor()) return f;
  f.shape = type.sym_shape();
  if (!f.shape.ranked()) return f;
  if (options_.distinct_symbols && f.shape.rank() == 0) f.shape = SymShape();
  for (std::size_t i = 0; f.shape.ranked() && i < f.shape.rank(); ++i) {
    const DimDef& d = type.shape[i];
    if (d.kind != DimDef::Kind::param || d.param.empty()) continue;
    auto fixed = options_.free_dimensions.find(std::string(d.param));
    if (fixed != options_.free_dimensions.end()) {
      f.shape[i] = Dim(fixed->second);
    } else if (options_.distinct_symbols) {
      f.shape[i] = Dim::unknown();
    }
  }
  return f;
}

void Importer::import_inputs(NameFrame& frame, const GraphDef& def) {
  for (const ValueInfoDef& input : def.inputs) {
    require(!input.name.empty(), Code::invalid_model, "a graph input has no name");
    Fact fact = declared(input.type);
    require(fact.type.kind != Type::Kind::unknown, Code::invalid_model, "graph input '{}' has no type",
            input.name);
    frame.define(input.name, frame.graph->add_input(std::string(input.name), std::move(fact)));
  }
}

Value Importer::initializer(const TensorDef& def) {
  auto injected = options_.initializers.find(std::string(def.name));
  if (injected == options_.initializers.end()) return to_tensor(def, file_);
  const Value& v = injected->second;
  require(v.is_tensor() && v.tensor().dtype() == def.dtype &&
              std::ranges::equal(v.tensor().shape().dims(), def.dims),
          Code::invalid_argument, "the given initializer '{}' is {}, but the model's is {}{}", def.name, v,
          name(def.dtype), Shape(std::span<const std::int64_t>(def.dims)));
  return v;
}

void Importer::import_initializers(NameFrame& frame, const GraphDef& def) {
  std::unordered_set<std::string_view> seen;
  auto add = [&](std::string_view tensor_name, Value content) {
    require(!tensor_name.empty(), Code::invalid_model, "an initializer has no name");
    require(seen.insert(tensor_name).second, Code::invalid_model, "initializer '{}' is given twice",
            tensor_name);
    auto it = frame.names.find(tensor_name);
    if (it == frame.names.end()) {
      frame.define(tensor_name, frame.graph->add_constant(std::string(tensor_name), std::move(content)));
      return;
    }
    const Fact& fact = frame.graph->value(it->second).fact;
    require(fact.type == content.type(), Code::invalid_model,
            "input '{}' is declared as {}, but its default is {}", tensor_name, fact, content);
    frame.graph->defaults.emplace(it->second, std::move(content));
  };
  auto read = [&](std::string_view tensor_name, auto content) {
    try {
      add(tensor_name, content());
    } catch (Error& e) {
      throw e.at(fmt::format("initializer '{}'", tensor_name));
    }
  };
  for (const TensorDef& t : def.initializers) read(t.name, [&] { return initializer(t); });
  for (const SparseDef& s : def.sparse_initializers)
    read(s.values.name, [&] { return Value(densify(to_sparse(s, file_))); });
}

void Importer::import_outputs(NameFrame& frame, const GraphDef& def) {
  for (const ValueInfoDef& output : def.outputs) {
    std::optional<ValueId> v = frame.find(output.name);
    require(v && *v != kAbsent, Code::invalid_model, "graph output '{}' is made by no node", output.name);
    Fact& fact = frame.graph->value(*v).fact;
    Type type = output.type.type();
    if (fact.type.kind == Type::Kind::unknown) {
      fact.type = type;
    } else if (type.kind != Type::Kind::unknown && !(type == fact.type) && type.kind == fact.type.kind &&
               fact.is_tensor() && type.dtype != DType::undefined && fact.dtype() != DType::undefined) {
      fail(Code::invalid_model, "graph output '{}' is declared as {}, but its node gives {}", output.name,
           type.text(), fact.type.text());
    }
    frame.graph->add_output(*v);
  }
}

void bind_defaults(Graph& graph, const std::vector<bool>& overridden) {
  std::vector<ValueId> kept;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    ValueId v = graph.inputs[i];
    auto it = graph.defaults.find(v);
    if (it == graph.defaults.end() || overridden[i]) {
      kept.push_back(v);
      continue;
    }
    graph.value(v).is_input = false;
    graph.value(v).fact = Fact::of(it->second);
  }
  bool changed = kept.size() != graph.inputs.size();
  graph.inputs = std::move(kept);
  if (changed) graph.infer_all();
}

}  // namespace sardonyx
