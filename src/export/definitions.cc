// Types, tensors and attributes as the file's structures.
#include "export/definitions.h"

#include "base/error.h"
#include "export/exporter.h"

namespace sardonyx {

TypeDef Definitions::copy(const TypeDef& type) {
  TypeDef out = type;
  out.denotation = keep(type.denotation);
  out.opaque_domain = keep(type.opaque_domain);
  out.opaque_name = keep(type.opaque_name);
  for (DimDef& d : out.shape) {
    d.param = keep(d.param);
    d.denotation = keep(d.denotation);
  }
  if (type.inner) out.inner = std::make_shared<TypeDef>(copy(*type.inner));
  return out;
}

std::vector<KeyValueDef> Definitions::copy(const std::vector<KeyValueDef>& pairs) {
  std::vector<KeyValueDef> out;
  for (const KeyValueDef& kv : pairs) out.push_back({keep(kv.key), keep(kv.value)});
  return out;
}

TypeDef Definitions::type(const Type& type) {
  TypeDef out;
  out.kind = type.kind;
  out.dtype = type.dtype;
  if (type.inner) out.inner = std::make_shared<TypeDef>(this->type(*type.inner));
  return out;
}

TypeDef Definitions::type(const Fact& fact) {
  TypeDef out = type(fact.type);
  if (!fact.is_tensor() || !fact.shape.ranked()) return out;
  out.has_shape = true;
  for (const Dim& d : fact.shape.dims()) {
    DimDef& dim = out.shape.emplace_back();
    if (!d.is_number()) continue;  // names of dims are hints; expressions of them have no form in a file
    dim.kind = DimDef::Kind::value;
    dim.value = d.number();
  }
  return out;
}

TensorDef Definitions::tensor(const Tensor& tensor, std::string_view name) {
  TensorDef out;
  out.name = keep(name);
  out.dims.assign(tensor.shape().begin(), tensor.shape().end());
  out.dtype = tensor.dtype();
  out.held = tensor;
  return out;
}

namespace {

SparseDef sparse_def(const Sparse& s, TensorDef values, TensorDef indices) {
  SparseDef out;
  out.values = std::move(values);
  out.indices = std::move(indices);
  out.dims.assign(s.dense.begin(), s.dense.end());
  return out;
}

}  // namespace

AttributeDef Definitions::attribute(const std::string& name, const Attribute& value) {
  AttributeDef out;
  out.name = keep(name);
  const auto set = [&](AttributeType type, auto& field, auto content) {
    out.type = type;
    field = std::move(content);
  };
  if (const auto* i = std::get_if<std::int64_t>(&value)) set(AttrKind::int_, out.i, *i);
  if (const auto* f = std::get_if<float>(&value)) set(AttrKind::float_, out.f, *f);
  if (const auto* s = std::get_if<std::string>(&value)) set(AttrKind::string, out.s, keep(*s));
  if (const auto* is = std::get_if<std::vector<std::int64_t>>(&value)) set(AttrKind::ints, out.ints, *is);
  if (const auto* fs = std::get_if<std::vector<float>>(&value)) set(AttrKind::floats, out.floats, *fs);
  if (const auto* t = std::get_if<Tensor>(&value))
    set(AttrKind::tensor, out.t, std::make_shared<TensorDef>(this->tensor(*t, {})));
  if (const auto* t = std::get_if<Type>(&value))
    set(AttrKind::type_proto, out.tp, std::make_shared<TypeDef>(this->type(*t)));
  if (const auto* s = std::get_if<Sparse>(&value))
    set(AttrKind::sparse_tensor, out.sparse,
        std::make_shared<SparseDef>(
            sparse_def(*s, this->tensor(s->values, {}), this->tensor(s->indices, {}))));
  if (const auto* all = std::get_if<std::vector<std::string>>(&value)) {
    out.type = AttrKind::strings;
    for (const std::string& s : *all) out.strings.push_back(keep(s));
  }
  if (const auto* all = std::get_if<std::vector<Tensor>>(&value)) {
    out.type = AttrKind::tensors;
    for (const Tensor& t : *all) out.tensors.push_back(this->tensor(t, {}));
  }
  return out;
}

void Exporter::write_content(GraphDef& def, const std::string& name, const Value& content) {
  if (content.is_tensor()) {
    def.initializers.push_back(defs_.tensor(content.tensor(), name));
    return;
  }
  NodeDef node;
  node.name = node_name(name);
  node.outputs.push_back(keep(name));
  if (content.is_none()) {
    node.op_type = "Optional";
    const Type type = content.type();
    require(type.inner != nullptr, Code::not_implemented,
            "an empty optional of no type has no form in a file");
    node.attributes.push_back(defs_.attribute("type", *type.inner));
  } else if (content.is_sequence() && !content.sequence().elements.empty()) {
    node.op_type = "SequenceConstruct";
    const std::vector<Value>& elements = content.sequence().elements;
    for (const Value& e : elements) {
      const std::string element = fresh(name);
      write_content(def, element, e);
      node.inputs.push_back(keep(element));
    }
  } else {
    require(content.is_sequence() && content.sequence().element.is_tensor(), Code::not_implemented,
            "the constant '{}' is {}, which has no form in a file", name, content);
    node.op_type = "SequenceEmpty";
    node.attributes.push_back(
        defs_.attribute("dtype", static_cast<std::int64_t>(content.sequence().element.dtype)));
  }
  if (options_.all_types) def.value_infos.push_back({node.outputs[0], defs_.type(content.type()), {}, {}});
  note_domain("");
  def.nodes.push_back(std::move(node));
}

void Exporter::copy_header() {
  file_.ir_version = source_.ir_version;
  file_.producer_name = keep(source_.producer_name);
  file_.producer_version = keep(source_.producer_version);
  file_.domain = keep(source_.domain);
  file_.doc = keep(source_.doc);
  file_.model_version = source_.model_version;
  file_.metadata = defs_.copy(source_.metadata);
  file_.graph.name = keep(source_.graph.name.empty() ? std::string_view("graph") : source_.graph.name);
  file_.graph.doc = keep(source_.graph.doc);
  file_.graph.metadata = defs_.copy(source_.graph.metadata);
}

}  // namespace sardonyx
