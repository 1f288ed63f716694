#include "model/read_ort.h"

#include <charconv>
#include <unordered_map>

#include "model/flat_table.h"
#include "model/ort_schema.h"
#include "model/parser.h"

namespace sardonyx {
namespace {

class OrtReader {
 public:
  OrtReader(ModelFile& file, std::string_view bytes, const ModelReadOptions& options)
      : file_(file),
        bytes_(bytes),
        data_name_(options.external_name),
        buffer_(bytes, options.max_structure_bytes) {}

  void read() {
    const FlatTable root = FlatTable::root(buffer_, bytes_);
    check_version(root);
    const auto model = root.table(ort::model);
    require(model.has_value(), Code::invalid_model, "Missing Model. Invalid ORT format model.");
    read_header(*model);
    const auto graph = model->table(ort::model_::graph);
    require(graph.has_value(), Code::invalid_model, "Graph is null. Invalid ORT format model.");
    read_graph(*graph, file_.graph);
    file_.graph.doc = model->text(ort::model_::graph_doc_string);
  }

 private:
  using Types = std::unordered_map<std::string_view, FlatTable>;

  static void check_version(const FlatTable& root) {
    require(root.has(ort::ort_version), Code::invalid_model, "the .ort file has no version");
    const std::string_view text = root.text(ort::ort_version);
    int version = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
    require(error == std::errc{} && end != text.data(), Code::invalid_model,
            "the version of the .ort file is {}, expected a number", shown(text));
    require(version <= ort::kNewestVersion, Code::not_implemented,
            "the ORT format model version [{}] is newer than {}, the newest known", version,
            ort::kNewestVersion);
  }

  void read_header(const FlatTable& m) {
    using namespace ort::model_;
    constexpr std::int64_t kUsual = 8;  // a file may leave the IR version out
    file_.ir_version = m.scalar<std::int64_t>(ir_version, 0);
    if (file_.ir_version == 0) file_.ir_version = kUsual;
    file_.producer_name = m.text(producer_name);
    file_.producer_version = m.text(producer_version);
    file_.domain = m.text(domain);
    file_.model_version = m.scalar<std::int64_t>(model_version, 0);
    file_.doc = m.text(doc_string);
    for (const FlatTable& kv : m.tables(metadata_props)) {
      buffer_.spend(sizeof(KeyValueDef));
      file_.metadata.push_back({kv.text(ort::pair::key), kv.text(ort::pair::value)});
    }
    for (const FlatTable& o : m.tables(opset_import)) {
      buffer_.spend(sizeof(OpsetImportDef));
      file_.opset_imports.push_back({o.text(ort::pair::key), o.scalar<std::int64_t>(ort::pair::value, 0)});
    }
    require(!file_.opset_imports.empty(), Code::invalid_model, "Model must have opset imports");
  }

  void read_graph(const FlatTable& g, GraphDef& into) {
    using namespace ort::graph_;
    require(++depth_ <= kMaxFileNesting, Code::over_budget, "graphs are nested deeper than {}",
            kMaxFileNesting);
    Types types;
    for (const FlatTable& arg : g.tables(node_args)) {
      const std::string_view name = arg.text(ort::value_info::name);
      require(types.emplace(name, arg).second || name.empty(), Code::invalid_model,
              "Duplicate NodeArg name {}", shown(name));
    }
    buffer_.spend(types.size() * sizeof(Types::value_type));
    read_infos(g.texts(inputs), types, into.inputs);
    read_infos(g.texts(outputs), types, into.outputs);
    for (const FlatTable& t : g.tables(initializers)) {
      within([] { return "initializer"; }, [&] { read_tensor(t, grow(into.initializers)); });
    }
    keep_last(into.initializers);
    for (const FlatTable& s : g.tables(sparse_initializers)) read_sparse(s, grow(into.sparse_initializers));
    for (const FlatTable& n : g.tables(nodes)) {
      NodeDef& node = grow(into.nodes);
      within([&] { return fmt::format("node {} {}", into.nodes.size() - 1, shown(node.name)); },
             [&] { read_node(n, node); });
    }
    --depth_;
  }

  void read_infos(const std::vector<std::string_view>& names, const Types& types,
                  std::vector<ValueInfoDef>& into) {
    for (const std::string_view name : names) {
      const auto found = types.find(name);
      require(found != types.end(), Code::invalid_model, "the graph references unknown NodeArg {}",
              shown(name));
      ValueInfoDef& info = grow(into);
      info.name = name;
      info.doc = found->second.text(ort::value_info::doc_string);
      if (const auto type = found->second.table(ort::value_info::type)) read_type(*type, info.type);
    }
  }

  // Of two initializers with one name the later one counts.
  static void keep_last(std::vector<TensorDef>& all) {
    std::unordered_map<std::string_view, std::size_t> place;
    std::vector<TensorDef> kept;
    for (TensorDef& t : all) {
      const auto [it, fresh] = place.emplace(t.name, kept.size());
      if (fresh) {
        kept.push_back(std::move(t));
      } else {
        kept[it->second] = std::move(t);
      }
    }
    all = std::move(kept);
  }

  void read_node(const FlatTable& n, NodeDef& into) {
    into.name = n.text(ort::node::name);
    into.op_type = n.text(ort::node::op_type);
    into.domain = n.text(ort::node::domain);
    into.doc = n.text(ort::node::doc_string);
    into.inputs = n.texts(ort::node::inputs);
    into.outputs = n.texts(ort::node::outputs);
    for (const FlatTable& a : n.tables(ort::node::attributes)) {
      AttributeDef& attribute = grow(into.attributes);
      attribute.name = a.text(ort::attribute::name);
      within([&] { return "attribute " + shown(attribute.name); }, [&] { read_attribute(a, attribute); });
    }
  }

  void read_attribute(const FlatTable& a, AttributeDef& into) {
    namespace id = ort::attribute;
    const auto type = a.scalar<std::int32_t>(id::type, 0);
    const bool known = type >= 1 && type <= static_cast<std::int32_t>(AttrKind::graphs);
    require(known, Code::invalid_model, "{} is no type that an attribute of a .ort file has", type);
    into.type = static_cast<AttributeType>(type);
    into.doc = a.text(id::doc_string);
    into.f = a.scalar<float>(id::f, 0);
    into.i = a.scalar<std::int64_t>(id::i, 0);
    into.s = a.text(id::s);
    into.floats = a.scalars<float>(id::floats);
    into.ints = a.scalars<std::int64_t>(id::ints);
    into.strings = a.texts(id::strings);
    if (into.type == AttrKind::tensor) {
      const auto t = a.table(id::t);
      require(t.has_value(), Code::invalid_model, "has no tensor");
      into.t = std::make_shared<TensorDef>();
      read_tensor(*t, *into.t);
    }
    if (into.type == AttrKind::graph) {
      const auto g = a.table(id::g);
      require(g.has_value(), Code::invalid_model, "has no graph");
      into.g = std::make_shared<GraphDef>();
      read_graph(*g, *into.g);
    }
    for (const FlatTable& t : a.tables(id::tensors)) read_tensor(t, grow(into.tensors));
    for (const FlatTable& g : a.tables(id::graphs)) {
      into.graphs.push_back(std::make_shared<GraphDef>());
      read_graph(g, *into.graphs.back());
    }
  }

  void read_tensor(const FlatTable& t, TensorDef& into) {
    namespace id = ort::tensor;
    into.name = t.text(id::name);
    into.doc = t.text(id::doc_string);
    require(t.has(id::dims), Code::invalid_model, "tensor {}: Missing dimensions", shown(into.name));
    into.dims = t.scalars<std::int64_t>(id::dims);
    into.dtype = dtype_of_number(t.scalar<std::int32_t>(id::data_type, 0));
    if (into.dtype == DType::string) {
      hold_strings(t, into);
    } else if (t.has(id::raw_data)) {
      into.has_raw = true;
      into.raw = t.bytes(id::raw_data);
    } else {
      const auto offset = t.scalar<std::int64_t>(id::external_data_offset, -1);
      require(offset >= 0, Code::invalid_model, "tensor {}: Missing raw data", shown(into.name));
      require(!data_name_.empty(), Code::invalid_model,
              "tensor {} has external data, but the model has no file", shown(into.name));
      into.external = true;
      into.location = file_.keep(data_name_);
      into.offset = static_cast<std::uint64_t>(offset);
    }
  }

  void hold_strings(const FlatTable& t, TensorDef& into) {
    const std::vector<std::string_view> strings = t.texts(ort::tensor::string_data);
    require(into.dims.size() <= Shape::kMaxRank, Code::over_budget, "tensor {} has rank {}", shown(into.name),
            into.dims.size());
    std::size_t count = 1;
    for (const std::int64_t d : into.dims) {
      require(d >= 0, Code::invalid_model, "tensor {} has the size {}", shown(into.name), d);
      count = checked_mul(count, static_cast<std::size_t>(d));
    }
    require(count == strings.size(), Code::invalid_model, "tensor {} needs {} strings, found {}",
            shown(into.name), count, strings.size());
    Tensor held(DType::string, Shape(std::span<const std::int64_t>(into.dims)));
    std::string* to = held.mutable_as<std::string>().data();
    for (const std::string_view s : strings) {
      buffer_.spend(s.size() + sizeof(std::string));
      *to++ = s;
    }
    into.held = std::move(held);
  }

  void read_sparse(const FlatTable& s, SparseDef& into) {
    namespace id = ort::sparse;
    const auto values = s.table(id::values), indices = s.table(id::indices);
    require(values && indices, Code::invalid_model, "a sparse initializer lacks its values or indices");
    read_tensor(*values, into.values);
    read_tensor(*indices, into.indices);
    into.dims = s.scalars<std::int64_t>(id::dims);
  }

  void read_type(const FlatTable& t, TypeDef& into) {
    namespace id = ort::type_info;
    require(++depth_ <= kMaxFileNesting, Code::over_budget, "types are nested deeper than {}",
            kMaxFileNesting);
    into.denotation = t.text(id::denotation);
    const auto kind = t.scalar<std::uint8_t>(id::value_type, id::none);
    const auto value = t.table(id::value);
    require(value.has_value() || kind == id::none, Code::invalid_model, "a type has no content");
    if (kind == id::tensor) {
      into.kind = Type::Kind::tensor;
      into.dtype = dtype_of_number(value->scalar<std::int32_t>(ort::typed::elem_type, 0));
      if (const auto shape = value->table(ort::typed::second)) read_shape(*shape, into);
    } else if (kind == id::sequence) {
      into.kind = Type::Kind::sequence;
      into.inner = std::make_shared<TypeDef>();
      if (const auto inner = value->table(ort::typed::elem_type)) read_type(*inner, *into.inner);
    } else if (kind == id::map) {
      into.kind = Type::Kind::map;
      into.dtype = dtype_of_number(value->scalar<std::int32_t>(ort::typed::elem_type, 0));
      into.inner = std::make_shared<TypeDef>();
      if (const auto inner = value->table(ort::typed::second)) read_type(*inner, *into.inner);
    } else {
      require(kind == id::none, Code::invalid_model, "{} is no kind of type that a .ort file has", kind);
    }
    --depth_;
  }

  void read_shape(const FlatTable& shape, TypeDef& into) {
    namespace id = ort::dimension_value;
    into.has_shape = true;
    for (const FlatTable& d : shape.tables(0)) {
      DimDef& dim = grow(into.shape);
      dim.denotation = d.text(ort::dimension::denotation);
      const auto value = d.table(ort::dimension::value);
      if (!value) continue;
      const auto kind = value->scalar<std::int8_t>(id::dim_type, id::unknown);
      dim.value = value->scalar<std::int64_t>(id::dim_value, 0);
      dim.param = value->text(id::dim_param);
      dim.kind = kind == id::number  ? DimDef::Kind::value
                 : kind == id::param ? DimDef::Kind::param
                                     : DimDef::Kind::unknown;
    }
  }

  template <typename T>
  T& grow(std::vector<T>& list) {
    buffer_.spend(sizeof(T));
    return list.emplace_back();
  }

  ModelFile& file_;
  std::string_view bytes_;
  const std::string& data_name_;
  FlatBuffer buffer_;
  int depth_ = 0;
};

}  // namespace

bool is_ort(std::string_view bytes) noexcept {
  return bytes.size() > 8 && bytes.substr(4, 4) == ort::kIdentifier;
}

void read_ort(ModelFile& file, const ModelReadOptions& options) {
  // The format's own alignment holds from the start of the file on.
  constexpr std::size_t kAlign = 16;
  if (reinterpret_cast<std::uintptr_t>(file.bytes->data()) % kAlign != 0) {
    BlockPtr copy = Block::allocate(file.bytes->size());
    std::memcpy(copy->data(), file.bytes->data(), file.bytes->size());
    file.bytes = std::move(copy);
  }
  const std::string_view bytes(reinterpret_cast<const char*>(file.bytes->data()), file.bytes->size());
  require(bytes.size() < FLATBUFFERS_MAX_BUFFER_SIZE, Code::invalid_model,
          "the .ort file has {} bytes, more than the format's 2 GiB", bytes.size());
  OrtReader(file, bytes, options).read();
}

}  // namespace sardonyx
