#include "model/write_model.h"

#include <fmt/format.h>

#include <deque>
#include <fstream>
#include <functional>

#include "base/error.h"
#include "model/stored_form.h"
#include "model/wire_writer.h"

namespace sardonyx {
namespace {

// The external file while it grows: each tensor begins on a page, so that it can be mapped.
class ExternalFile {
 public:
  ExternalFile(const std::filesystem::path& path, std::string name, std::size_t from)
      : name_(std::move(name)), from_(from), out_(path, std::ios::binary) {
    require(out_.good(), Code::io, "cannot write '{}'", path.string());
  }
  bool takes(const Tensor& t) const { return t.dtype() != DType::string && t.bytes() >= from_; }
  const std::string& name() const noexcept { return name_; }
  std::size_t add(const Tensor& t) {
    constexpr std::size_t kPage = 4096;
    const std::size_t at = (size_ + kPage - 1) / kPage * kPage;
    out_ << std::string(at - size_, '\0');
    out_.write(reinterpret_cast<const char*>(t.data()), static_cast<std::streamsize>(t.bytes()));
    size_ = at + t.bytes();
    return at;
  }
  void finish() {
    out_.close();
    require(!out_.fail(), Code::io, "cannot write the external data '{}'", name_);
  }

 private:
  std::string name_;
  std::size_t from_, size_ = 0;
  std::ofstream out_;
};

// Field numbers are those of onnx.proto.
class ModelWriter {
 public:
  ModelWriter(const ModelFile& file, std::vector<WireWriter::Aside>* asides, ExternalFile* external,
              bool keep_external)
      : file_(file), external_(external), keep_external_(keep_external), out_(text, asides) {}

  std::string text;

  void write() {
    WireWriter& w = out_;
    w.int64(1, file_.ir_version);
    w.text(2, file_.producer_name);
    w.text(3, file_.producer_version);
    w.text(4, file_.domain);
    if (file_.model_version != ModelFile::kNoVersion) w.int64(5, file_.model_version);
    w.text(6, file_.doc);
    w.message(7, [&](WireWriter& g) { graph(g, file_.graph); });
    opsets(w, 8, file_.opset_imports);
    pairs(w, 14, file_.metadata);
    for (const FunctionDef& f : file_.functions) w.message(25, [&](WireWriter& m) { function(m, f); });
  }

 private:
  static void pairs(WireWriter& w, std::uint32_t field, const std::vector<KeyValueDef>& list) {
    for (const KeyValueDef& kv : list) {
      w.message(field, [&](WireWriter& m) {
        m.bytes(1, kv.key);
        m.bytes(2, kv.value);
      });
    }
  }

  static void opsets(WireWriter& w, std::uint32_t field, const std::vector<OpsetImportDef>& list) {
    for (const OpsetImportDef& o : list) {
      w.message(field, [&](WireWriter& m) {
        m.bytes(1, o.domain);
        m.int64(2, o.version);
      });
    }
  }

  static void names(WireWriter& w, std::uint32_t field, const std::vector<std::string_view>& list) {
    for (const std::string_view name : list) w.bytes(field, name);
  }

  void graph(WireWriter& w, const GraphDef& g) {
    for (const NodeDef& n : g.nodes) w.message(1, [&](WireWriter& m) { node(m, n); });
    w.text(2, g.name);
    for (const TensorDef& t : g.initializers) w.message(5, [&](WireWriter& m) { tensor(m, t, external_); });
    w.text(10, g.doc);
    for (const ValueInfoDef& v : g.inputs) w.message(11, [&](WireWriter& m) { value_info(m, v); });
    for (const ValueInfoDef& v : g.outputs) w.message(12, [&](WireWriter& m) { value_info(m, v); });
    for (const ValueInfoDef& v : g.value_infos) w.message(13, [&](WireWriter& m) { value_info(m, v); });
    for (const QuantAnnotationDef& q : g.quant_annotations) {
      w.message(14, [&](WireWriter& m) {
        m.bytes(1, q.tensor);
        pairs(m, 2, q.parameters);
      });
    }
    for (const SparseDef& s : g.sparse_initializers) w.message(15, [&](WireWriter& m) { sparse(m, s); });
    pairs(w, 16, g.metadata);
  }

  void node(WireWriter& w, const NodeDef& n) {
    names(w, 1, n.inputs);
    names(w, 2, n.outputs);
    w.text(3, n.name);
    w.bytes(4, n.op_type);
    for (const AttributeDef& a : n.attributes) w.message(5, [&](WireWriter& m) { attribute(m, a); });
    w.text(6, n.doc);
    w.text(7, n.domain);
    w.text(8, n.overload);
    pairs(w, 9, n.metadata);
  }

  void attribute(WireWriter& w, const AttributeDef& a) {
    w.bytes(1, a.name);
    w.text(13, a.doc);
    w.text(21, a.ref_attr_name);
    w.int64(20, static_cast<std::int64_t>(a.type));
    if (a.ref_attr_name.empty()) attribute_value(w, a);
  }

  void attribute_value(WireWriter& w, const AttributeDef& a) {
    switch (a.type) {
      case AttributeType::float_:
        return w.float32(2, a.f);
      case AttributeType::int_:
        return w.int64(3, a.i);
      case AttributeType::string:
        return w.bytes(4, a.s);
      case AttributeType::tensor:
        return w.message(5, [&](WireWriter& m) { tensor(m, *a.t, nullptr); });
      case AttributeType::graph:
        return w.message(6, [&](WireWriter& m) { graph(m, *a.g); });
      case AttributeType::sparse_tensor:
        return w.message(22, [&](WireWriter& m) { sparse(m, *a.sparse); });
      case AttributeType::type_proto:
        return w.message(14, [&](WireWriter& m) { type(m, *a.tp); });
      default:
        break;
    }
    for (const float f : a.floats) w.float32(7, f);
    for (const std::int64_t i : a.ints) w.int64(8, i);
    names(w, 9, a.strings);
    for (const TensorDef& t : a.tensors) w.message(10, [&](WireWriter& m) { tensor(m, t, nullptr); });
    for (const auto& g : a.graphs) w.message(11, [&](WireWriter& m) { graph(m, *g); });
    for (const TypeDef& t : a.type_protos) w.message(15, [&](WireWriter& m) { type(m, t); });
    for (const SparseDef& s : a.sparses) w.message(23, [&](WireWriter& m) { sparse(m, s); });
  }

  static void reference(WireWriter& w, const TensorDef& def, std::string_view location, std::uint64_t offset,
                        std::uint64_t length) {
    for (const std::int64_t dim : def.dims) w.int64(1, dim);
    w.int64(2, static_cast<std::int64_t>(def.dtype));
    w.text(8, def.name);
    const std::string at = std::to_string(offset), size = std::to_string(length);
    pairs(w, 13, {{"location", location}, {"offset", at}, {"length", size}});
    w.varint(14, 1);
  }

  // `kept_` holds what was decoded until the message is written out.
  void tensor(WireWriter& w, const TensorDef& def, ExternalFile* external) {
    if (keep_external_ && def.external && def.length)
      return reference(w, def, def.location, def.offset, *def.length);
    const Tensor& t = kept_.emplace_back(to_tensor(def, file_));
    if (external != nullptr && external->takes(t)) {
      const Tensor stored = to_stored(t);
      reference(w, def, external->name(), external->add(stored), stored.bytes());
    } else {
      write_tensor(w, t, def.name);
    }
    w.text(12, def.doc);
    pairs(w, 16, def.metadata);
  }

  void sparse(WireWriter& w, const SparseDef& s) {
    w.message(1, [&](WireWriter& m) { tensor(m, s.values, nullptr); });
    w.message(2, [&](WireWriter& m) { tensor(m, s.indices, nullptr); });
    for (const std::int64_t dim : s.dims) w.int64(3, dim);
  }

  void value_info(WireWriter& w, const ValueInfoDef& v) {
    w.bytes(1, v.name);
    if (v.type.kind != Type::Kind::unknown) w.message(2, [&](WireWriter& m) { type(m, v.type); });
    w.text(3, v.doc);
    pairs(w, 4, v.metadata);
  }

  static void tensor_type(WireWriter& w, const TypeDef& t) {
    w.int64(1, static_cast<std::int64_t>(t.dtype));
    if (!t.has_shape) return;
    w.message(2, [&](WireWriter& shape) {
      for (const DimDef& d : t.shape) {
        shape.message(1, [&](WireWriter& m) {
          if (d.kind == DimDef::Kind::value) m.int64(1, d.value);
          if (d.kind == DimDef::Kind::param) m.bytes(2, d.param);
          m.text(3, d.denotation);
        });
      }
    });
  }

  void type(WireWriter& w, const TypeDef& t) {
    const auto inner = [&](WireWriter& m, std::uint32_t field) {
      if (t.inner) m.message(field, [&](WireWriter& i) { type(i, *t.inner); });
    };
    switch (t.kind) {
      case Type::Kind::tensor:
        w.message(1, [&](WireWriter& m) { tensor_type(m, t); });
        break;
      case Type::Kind::sparse:
        w.message(8, [&](WireWriter& m) { tensor_type(m, t); });
        break;
      case Type::Kind::sequence:
        w.message(4, [&](WireWriter& m) { inner(m, 1); });
        break;
      case Type::Kind::optional:
        w.message(9, [&](WireWriter& m) { inner(m, 1); });
        break;
      case Type::Kind::map:
        w.message(5, [&](WireWriter& m) {
          m.int64(1, static_cast<std::int64_t>(t.dtype));
          inner(m, 2);
        });
        break;
      case Type::Kind::opaque:
        w.message(7, [&](WireWriter& m) {
          m.text(1, t.opaque_domain);
          m.text(2, t.opaque_name);
        });
        break;
      case Type::Kind::unknown:
        break;
    }
    w.text(6, t.denotation);
  }

  void function(WireWriter& w, const FunctionDef& f) {
    w.text(1, f.name);
    names(w, 4, f.inputs);
    names(w, 5, f.outputs);
    names(w, 6, f.attributes);
    for (const NodeDef& n : f.nodes) w.message(7, [&](WireWriter& m) { node(m, n); });
    w.text(8, f.doc);
    opsets(w, 9, f.opset_imports);
    w.text(10, f.domain);
    for (const AttributeDef& a : f.attribute_defaults) w.message(11, [&](WireWriter& m) { attribute(m, a); });
    for (const ValueInfoDef& v : f.value_infos) w.message(12, [&](WireWriter& m) { value_info(m, v); });
    w.text(13, f.overload);
    pairs(w, 14, f.metadata);
  }

  const ModelFile& file_;
  ExternalFile* external_;
  bool keep_external_;
  WireWriter out_;
  std::deque<Tensor> kept_;
};

// The message in parts, for a destination that takes one after another.
void stream(const ModelFile& file, ExternalFile* external, bool keep_external,
            const std::function<void(std::string_view)>& visit) {
  std::vector<WireWriter::Aside> asides;
  ModelWriter writer(file, &asides, external, keep_external);
  writer.write();
  std::size_t total = writer.text.size();
  for (const WireWriter::Aside& a : asides) total += a.bytes.size();
  require(total < std::size_t{1} << 31, Code::over_budget,
          "the model takes {} bytes, more than the 2 GiB of an ONNX file; large weights need external data",
          total);
  each_part(writer.text, asides, visit);
}

}  // namespace

std::string model_bytes(const ModelFile& file, const ModelWriteOptions& options) {
  std::string out;
  stream(file, nullptr, options.keep_external, [&](std::string_view part) { out += part; });
  return out;
}

void write_model(const std::filesystem::path& path, const ModelFile& file, const ModelWriteOptions& options) {
  // The old file may be where the weights are read from.
  std::filesystem::path fresh = path, data = path.parent_path() / options.external_file;
  fresh += ".part";
  const std::filesystem::path fresh_data = data.string() + ".part";
  std::optional<ExternalFile> external;
  if (!options.external_file.empty())
    external.emplace(fresh_data, options.external_file, options.external_from);
  std::ofstream out(fresh, std::ios::binary);
  require(out.good(), Code::io, "cannot write '{}'", path.string());
  stream(file, external ? &*external : nullptr, options.keep_external,
         [&](std::string_view part) { out.write(part.data(), static_cast<std::streamsize>(part.size())); });
  out.close();
  require(!out.fail(), Code::io, "cannot write '{}'", path.string());
  std::error_code error;
  if (external) {
    external->finish();
    std::filesystem::rename(fresh_data, data, error);
  }
  if (!error) std::filesystem::rename(fresh, path, error);
  require(!error, Code::io, "cannot write '{}': {}", path.string(), error.message());
}

}  // namespace sardonyx
