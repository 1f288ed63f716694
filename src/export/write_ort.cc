#include "export/write_ort.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <unordered_map>

#include "base/error.h"
#include "export/flat_builder.h"
#include "graph/spec.h"
#include "model/ort_schema.h"
#include "model/stored_form.h"

namespace sardonyx {
namespace {

constexpr std::size_t kRoom = std::size_t{1} << 26;  // for structures, of the format's 2 GiB

// Types by name; what a graph does not define itself is looked for outwards.
struct TypeScope {
  const TypeScope* outer = nullptr;
  std::map<std::string_view, TypeDef> own;
  const TypeDef* find(std::string_view name) const {
    const auto it = own.find(name);
    if (it != own.end()) return &it->second;
    return outer == nullptr ? nullptr : outer->find(name);
  }
};

// Names that `graph` reads and does not define.
void outer_names(const GraphDef& graph, std::set<std::string_view>& out) {
  std::set<std::string_view> defined, read;
  for (const ValueInfoDef& i : graph.inputs) defined.insert(i.name);
  for (const TensorDef& t : graph.initializers) defined.insert(t.name);
  for (const NodeDef& n : graph.nodes) {
    defined.insert(n.outputs.begin(), n.outputs.end());
    read.insert(n.inputs.begin(), n.inputs.end());
    for (const AttributeDef& a : n.attributes) {
      if (a.g) outer_names(*a.g, read);
    }
  }
  for (const ValueInfoDef& o : graph.outputs) read.insert(o.name);
  read.erase("");
  std::ranges::set_difference(read, defined, std::inserter(out, out.end()));
}

TypeScope types_of(const GraphDef& graph, const TypeScope* outer) {
  TypeScope scope{outer, {}};
  for (const TensorDef& t : graph.initializers) {
    TypeDef type;
    type.kind = Type::Kind::tensor;
    type.dtype = t.dtype;
    type.has_shape = true;
    for (const std::int64_t d : t.dims) type.shape.push_back({DimDef::Kind::value, d, {}, {}});
    scope.own.emplace(t.name, std::move(type));
  }
  for (const auto* list : {&graph.inputs, &graph.outputs, &graph.value_infos}) {
    for (const ValueInfoDef& info : *list) {
      if (info.type.kind != Type::Kind::unknown) scope.own.emplace(info.name, info.type);
    }
  }
  return scope;
}

class OrtWriter {
 public:
  explicit OrtWriter(const ModelFile& file) : file_(file) {
    for (const OpsetImportDef& o : file.opset_imports) {
      const std::string domain = o.domain == "ai.onnx" ? "" : std::string(o.domain);
      opsets_[domain] = static_cast<int>(o.version);
    }
  }

  std::string write() {
    const FlatOffset model = write_model();
    FlatTableBuilder root(out_);
    root.add(ort::ort_version, std::to_string(ort::kNewestVersion));
    root.add(ort::model, model);
    root.add(ort::type_str_resolver, write_resolver());
    out_.Finish(root.finish(), std::string(ort::kIdentifier).c_str());
    return {reinterpret_cast<const char*>(out_.GetBufferPointer()), out_.GetSize()};
  }

 private:
  FlatOffset write_model() {
    namespace id = ort::model_;
    FlatTableBuilder m(out_);
    m.add(id::ir_version, file_.ir_version);
    std::vector<FlatOffset> opsets, pairs;
    for (const OpsetImportDef& o : file_.opset_imports) {
      FlatTableBuilder t(out_);
      t.add(ort::pair::key, o.domain == "ai.onnx" ? std::string_view() : o.domain);
      t.add(ort::pair::value, o.version);
      opsets.push_back(t.finish());
    }
    // Readers that move layouts put operators of this domain in; they do not ask for it first.
    if (!opsets_.contains("com.microsoft")) {
      FlatTableBuilder t(out_);
      t.add(ort::pair::key, std::string_view("com.microsoft"));
      t.add(ort::pair::value, std::int64_t{1});
      opsets.push_back(t.finish());
    }
    m.add(id::opset_import, opsets);
    m.add(id::producer_name, file_.producer_name);
    m.add(id::producer_version, file_.producer_version);
    m.add(id::domain, file_.domain);
    m.add(id::model_version, file_.model_version);
    m.add(id::doc_string, file_.doc);
    m.add(id::graph, write_graph(file_.graph, nullptr));
    m.add(id::graph_doc_string, file_.graph.doc);
    for (const KeyValueDef& kv : file_.metadata) {
      FlatTableBuilder t(out_);
      t.add(ort::pair::key, kv.key);
      t.add(ort::pair::value, kv.value);
      pairs.push_back(t.finish());
    }
    m.add(id::metadata_props, pairs);
    return m.finish();
  }

  FlatOffset write_graph(const GraphDef& graph, const TypeScope* outer) {
    namespace id = ort::graph_;
    TypeScope scope = types_of(graph, outer);
    std::set<std::string_view> from_outside;
    outer_names(graph, from_outside);
    for (const std::string_view name : from_outside) {
      const TypeDef* type = scope.find(name);
      if (type != nullptr) scope.own.emplace(name, TypeDef(*type));
    }
    FlatTableBuilder g(out_);
    std::vector<FlatOffset> list;
    for (const TensorDef& t : graph.initializers) list.push_back(write_tensor(t));
    g.add(id::initializers, list);
    list.clear();
    for (const auto& [name, type] : scope.own) list.push_back(write_info(name, &type));
    list.push_back(write_info("", nullptr));  // what a node leaves out
    g.add(id::node_args, list);
    list.clear();
    for (const NodeDef& n : graph.nodes)
      list.push_back(write_node(n, static_cast<std::uint32_t>(list.size()), scope));
    g.add(id::nodes, list);
    g.add(id::max_node_index, static_cast<std::uint32_t>(graph.nodes.size()));
    g.add(id::inputs, names(graph.inputs));
    g.add(id::outputs, names(graph.outputs));
    require(graph.sparse_initializers.empty(), Code::internal, "import leaves no sparse initializers");
    return g.finish();
  }

  static std::vector<std::string_view> names(const std::vector<ValueInfoDef>& infos) {
    std::vector<std::string_view> out;
    for (const ValueInfoDef& i : infos) out.push_back(i.name);
    return out;
  }

  const OpSpec* spec_of(const NodeDef& n) const {
    const auto version = opsets_.find(n.domain);
    return find_spec(n.domain, n.op_type, version == opsets_.end() ? 1 : version->second);
  }

  // How many inputs each formal parameter takes.
  static std::vector<std::int32_t> input_counts(const NodeDef& n, const OpSpec* spec) {
    std::vector<std::int32_t> counts;
    auto left = static_cast<std::int32_t>(n.inputs.size());
    for (std::size_t i = 0; left > 0; ++i) {
      const bool rest = spec != nullptr && i < spec->inputs.size() && spec->inputs[i].variadic;
      counts.push_back(rest ? left : 1);
      left -= counts.back();
    }
    return counts;
  }

  FlatOffset write_node(const NodeDef& n, std::uint32_t index, const TypeScope& scope) {
    namespace id = ort::node;
    const OpSpec* spec = spec_of(n);
    for (const auto* list : {&n.inputs, &n.outputs}) {
      for (const std::string_view name : *list)
        require(name.empty() || scope.find(name) != nullptr, Code::not_implemented,
                "the type of '{}' is not known, which a .ort file needs", name);
    }
    std::set<std::string_view> implicit;
    std::vector<FlatOffset> attributes;
    for (const AttributeDef& a : n.attributes) {
      if (a.g) outer_names(*a.g, implicit);
      attributes.push_back(write_attribute(a, scope));
    }
    FlatTableBuilder t(out_);
    t.add(id::name, n.name);
    t.add(id::domain, n.domain);
    t.add(id::since_version, std::int32_t{spec == nullptr ? 1 : spec->since_version});
    t.add(id::index, index);
    t.add(id::op_type, n.op_type);
    t.add(id::inputs, n.inputs);
    t.add(id::outputs, n.outputs);
    t.add(id::attributes, attributes);
    t.add(id::input_arg_counts, input_counts(n, spec));
    t.add(id::implicit_inputs, std::vector<std::string_view>(implicit.begin(), implicit.end()));
    if (spec != nullptr)
      used_.emplace(fmt::format("{}:{}:{}", n.domain, n.op_type, spec->since_version), spec);
    return t.finish();
  }

  FlatOffset write_attribute(const AttributeDef& a, const TypeScope& scope) {
    namespace id = ort::attribute;
    FlatTableBuilder t(out_);
    t.add(id::name, a.name);
    t.add(id::type, static_cast<std::int32_t>(a.type));
    std::vector<FlatOffset> list;
    switch (a.type) {
      case AttrKind::float_:
        t.add(id::f, a.f);
        break;
      case AttrKind::int_:
        t.add(id::i, a.i);
        break;
      case AttrKind::string:
        t.add(id::s, a.s);
        break;
      case AttrKind::tensor:
        t.add(id::t, write_tensor(*a.t));
        break;
      case AttrKind::graph:
        t.add(id::g, write_graph(*a.g, &scope));
        break;
      case AttrKind::floats:
        t.add(id::floats, a.floats);
        break;
      case AttrKind::ints:
        t.add(id::ints, a.ints);
        break;
      case AttrKind::strings:
        t.add(id::strings, a.strings);
        break;
      case AttrKind::tensors:
        for (const TensorDef& each : a.tensors) list.push_back(write_tensor(each));
        t.add(id::tensors, list);
        break;
      default:
        fail(Code::not_implemented, "attribute '{}' is of a kind that a .ort file cannot hold", a.name);
    }
    return t.finish();
  }

  FlatOffset write_tensor(const TensorDef& def) {
    namespace id = ort::tensor;
    const Tensor content = to_tensor(def, file_);
    FlatTableBuilder t(out_);
    t.add(id::name, def.name);
    t.add(id::dims, def.dims);
    t.add(id::data_type, static_cast<std::int32_t>(def.dtype));
    if (content.dtype() == DType::string) {
      std::vector<std::string_view> strings(content.as<std::string>().begin(),
                                            content.as<std::string>().end());
      for (const std::string_view s : strings) spend(s.size());
      t.add(id::string_data, strings);
      return t.finish();
    }
    constexpr std::size_t kAlign = 16;
    const Tensor stored = to_stored(content);
    spend(stored.bytes());
    out_.ForceVectorAlignment(stored.bytes(), 1, kAlign);
    const auto* data = reinterpret_cast<const std::uint8_t*>(stored.data());
    t.add(id::raw_data, FlatOffset(out_.CreateVector(data, stored.bytes()).o));
    return t.finish();
  }

  void spend(std::size_t bytes) {
    total_ = checked_add(total_, bytes);
    require(total_ < FLATBUFFERS_MAX_BUFFER_SIZE - kRoom, Code::over_budget,
            "the weights do not fit into the 2 GiB of a .ort file");
  }

  FlatOffset write_info(std::string_view name, const TypeDef* type) {
    FlatTableBuilder t(out_);
    t.add(ort::value_info::name, name);
    if (type != nullptr) t.add(ort::value_info::type, write_type(*type));
    return t.finish();
  }

  FlatOffset write_type(const TypeDef& type) {
    namespace id = ort::type_info;
    FlatTableBuilder value(out_), t(out_);
    std::uint8_t kind = id::none;
    if (type.kind == Type::Kind::tensor) {
      kind = id::tensor;
      value.add(ort::typed::elem_type, static_cast<std::int32_t>(type.dtype));
      if (type.has_shape) value.add(ort::typed::second, write_shape(type));
    } else if (type.kind == Type::Kind::sequence && type.inner) {
      kind = id::sequence;
      value.add(ort::typed::elem_type, write_type(*type.inner));
    } else if (type.kind == Type::Kind::map && type.inner) {
      kind = id::map;
      value.add(ort::typed::elem_type, static_cast<std::int32_t>(type.dtype));
      value.add(ort::typed::second, write_type(*type.inner));
    }
    require(kind != id::none, Code::not_implemented, "a .ort file cannot say the type {}", type.type());
    t.add(id::denotation, type.denotation);
    t.add(id::value_type, kind);
    t.add(id::value, value.finish());
    return t.finish();
  }

  FlatOffset write_shape(const TypeDef& type) {
    namespace id = ort::dimension_value;
    std::vector<FlatOffset> dims;
    for (const DimDef& d : type.shape) {
      FlatTableBuilder value(out_), dim(out_);
      const bool number = d.kind == DimDef::Kind::value, param = d.kind == DimDef::Kind::param;
      value.add(id::dim_type, std::int8_t{number ? id::number : param ? id::param : id::unknown});
      if (number) value.add(id::dim_value, d.value);
      if (param) value.add(id::dim_param, d.param);
      dim.add(ort::dimension::value, value.finish());
      dim.add(ort::dimension::denotation, d.denotation);
      dims.push_back(dim.finish());
    }
    FlatTableBuilder shape(out_);
    shape.add(0, dims);
    return shape.finish();
  }

  // Which inputs and outputs have the type of each constraint, for readers that know no specification.
  FlatOffset write_resolver() {
    namespace id = ort::resolver;
    std::vector<FlatOffset> ops;
    for (const auto& [op, spec] : used_) {
      std::map<std::string_view, std::vector<FlatOffset>> arguments;
      const auto note = [&](std::span<const ParamSpec> parameters, std::int8_t side) {
        for (std::uint32_t i = 0; i < parameters.size(); ++i) {
          const ParamSpec& p = parameters[i];
          FlatTableBuilder a(out_);
          a.add(id::arg_type, side);
          a.add(id::index, i);
          arguments[spec->constraint(p.type) != nullptr ? p.type : p.name].push_back(a.finish());
        }
      };
      note(spec->inputs, 0);
      note(spec->outputs, 1);
      std::vector<FlatOffset> entries;
      for (const auto& [constraint, list] : arguments) entries.push_back(entry(constraint, list));
      ops.push_back(entry(op, entries));
    }
    FlatTableBuilder t(out_);
    t.add(id::entries, ops);
    return t.finish();
  }

  FlatOffset entry(std::string_view key, const std::vector<FlatOffset>& list) {
    FlatTableBuilder t(out_);
    t.add(ort::resolver::key, key);
    t.add(ort::resolver::list, list);
    return t.finish();
  }

  const ModelFile& file_;
  flatbuffers::FlatBufferBuilder out_;
  std::map<std::string, int, std::less<>> opsets_;
  std::map<std::string, const OpSpec*> used_;
  std::size_t total_ = 0;
};

}  // namespace

std::string ort_bytes(const ModelFile& file) { return OrtWriter(file).write(); }

void write_ort(const std::filesystem::path& path, const ModelFile& file) {
  const std::string bytes = ort_bytes(file);
  std::filesystem::path fresh = path;
  fresh += ".part";  // the old file may be where the weights were read from
  std::ofstream out(fresh, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code error;
  if (!out.fail()) std::filesystem::rename(fresh, path, error);
  require(!out.fail() && !error, Code::io, "cannot write '{}'", path.string());
}

}  // namespace sardonyx
