#include "base/error.h"
#include "import/importer.h"

namespace sardonyx {

namespace {

// Rank and sizes of every input, one after another; -1 is what the file does not tell.
std::vector<std::int64_t> declared_shapes(const GraphDef& graph) {
  std::vector<std::int64_t> all;
  for (const ValueInfoDef& input : graph.inputs) {
    const SymShape shape = input.type.sym_shape();
    all.push_back(shape.ranked() ? static_cast<std::int64_t>(shape.rank()) : -1);
    for (std::size_t i = 0; shape.ranked() && i < shape.rank(); ++i)
      all.push_back(shape[i].is_number() ? shape[i].number() : -1);
  }
  return all;
}

}  // namespace

Attributes Importer::read_attributes(NameFrame& frame, const NodeDef& def, const OpsetMap& opsets,
                                     const FunctionCall* call, std::vector<NameFrame>& bodies) {
  Attributes out;
  for (const AttributeDef& a : def.attributes) {
    require(!a.name.empty(), Code::invalid_model, "an attribute has no name");
    if (!a.ref_attr_name.empty()) {
      require(call != nullptr, Code::invalid_model, "attribute '{}' refers to '{}' outside of a function",
              a.name, a.ref_attr_name);
      auto it = call->attributes.find(a.ref_attr_name);
      if (it != call->attributes.end()) out.insert_or_assign(std::string(a.name), it->second);
      continue;
    }
    bool fresh = out.emplace(std::string(a.name), read_attribute(frame, a, opsets, call, bodies)).second;
    require(fresh, Code::invalid_model, "attribute '{}' is given twice", a.name);
    // Generation loops make the decoder's first states, whose sizes only its declared inputs tell.
    if (a.name == "decoder" && a.type == AttributeType::graph) out["decoder_shapes"] = declared_shapes(*a.g);
  }
  return out;
}

Attribute Importer::read_attribute(NameFrame& frame, const AttributeDef& a, const OpsetMap& opsets,
                                   const FunctionCall* call, std::vector<NameFrame>& bodies) {
  if (a.type == AttributeType::graph) return import_body(frame, *a.g, opsets, call, bodies);
  return plain_attribute(a, file_);
}

Attribute plain_attribute(const AttributeDef& a, const ModelFile& file) {
  switch (a.type) {
    case AttributeType::int_:
      return a.i;
    case AttributeType::float_:
      return a.f;
    case AttributeType::string:
      return std::string(a.s);
    case AttributeType::ints:
      return a.ints;
    case AttributeType::floats:
      return a.floats;
    case AttributeType::strings:
      return std::vector<std::string>(a.strings.begin(), a.strings.end());
    case AttributeType::tensor:
      return to_tensor(*a.t, file);
    case AttributeType::tensors: {
      std::vector<Tensor> all;
      for (const TensorDef& t : a.tensors) all.push_back(to_tensor(t, file));
      return all;
    }
    case AttributeType::sparse_tensor:
      return to_sparse(*a.sparse, file);
    case AttributeType::type_proto:
      return a.tp->type();
    default:
      break;
  }
  fail(Code::not_implemented, "attribute '{}' is of kind {}, which no supported operator takes", a.name,
       name(a.type));
}

}  // namespace sardonyx
