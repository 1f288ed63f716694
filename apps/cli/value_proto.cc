#include "value_proto.h"

#include <protozero/pbf_writer.hpp>

namespace sardonyx::cli {
namespace {

using protozero::pbf_writer;

// Field numbers of onnx.proto and onnx-data.proto.
namespace tensor_field { enum { dims = 1, data_type = 2, string_data = 6, name = 8, raw_data = 9 }; }
namespace sparse_field { enum { values = 1, indices = 2, dims = 3 }; }
namespace sequence_field { enum { name = 1, elem_type = 2, tensors = 3, sparse = 4, sequences = 5, maps = 6 }; }
namespace map_field { enum { name = 1, key_type = 2, keys = 3, string_keys = 4, values = 5 }; }

std::string tensor_proto(const std::string& name, const Tensor& tensor) {
  std::string out;
  pbf_writer writer(out);
  const auto dims = tensor.shape().dims();
  writer.add_packed_int64(tensor_field::dims, dims.begin(), dims.end());
  writer.add_int32(tensor_field::data_type, static_cast<std::int32_t>(tensor.dtype()));
  if (tensor.dtype() == DType::string) {
    for (const std::string& text : tensor.as<std::string>()) writer.add_bytes(tensor_field::string_data, text);
  }
  if (!name.empty()) writer.add_string(tensor_field::name, name);
  if (tensor.dtype() != DType::string) {
    writer.add_bytes(tensor_field::raw_data, reinterpret_cast<const char*>(tensor.data()), tensor.bytes());
  }
  return out;
}

std::string sparse_proto(const std::string& name, const Sparse& sparse) {
  std::string out;
  pbf_writer writer(out);
  writer.add_message(sparse_field::values, tensor_proto(name, sparse.values));
  writer.add_message(sparse_field::indices, tensor_proto("", sparse.indices));
  const auto dims = sparse.dense.dims();
  writer.add_packed_int64(sparse_field::dims, dims.begin(), dims.end());
  return out;
}

// SequenceProto.DataType of an element, and the field that elements of its kind stand in.
struct ElementKind {
  std::int32_t type = 1;
  protozero::pbf_tag_type field = sequence_field::tensors;
};

ElementKind element_kind(const Value& element) {
  if (element.is_sparse()) return {2, sequence_field::sparse};
  if (element.is_sequence()) return {3, sequence_field::sequences};
  if (element.is_map()) return {4, sequence_field::maps};
  return {};
}

std::string sequence_proto(const std::string& name, const std::vector<Value>& elements) {
  std::string out;
  pbf_writer writer(out);
  if (!name.empty()) writer.add_string(sequence_field::name, name);
  const ElementKind kind = elements.empty() ? ElementKind{} : element_kind(elements[0]);
  writer.add_int32(sequence_field::elem_type, kind.type);
  for (const Value& element : elements) writer.add_message(kind.field, value_proto("", element));
  return out;
}

std::string map_proto(const std::string& name, const Map& map) {
  std::string out;
  pbf_writer writer(out);
  if (!name.empty()) writer.add_string(map_field::name, name);
  writer.add_int32(map_field::key_type, static_cast<std::int32_t>(map.key));
  if (map.key == DType::string) {
    for (const std::string& key : map.string_keys) writer.add_bytes(map_field::string_keys, key);
  } else {
    writer.add_packed_int64(map_field::keys, map.int_keys.begin(), map.int_keys.end());
  }
  writer.add_message(map_field::values, sequence_proto("", map.values));
  return out;
}

}  // namespace

std::string value_proto(const std::string& name, const Value& value) {
  if (value.is_tensor()) return tensor_proto(name, value.tensor());
  if (value.is_sparse()) return sparse_proto(name, value.sparse());
  if (value.is_sequence()) return sequence_proto(name, value.sequence().elements);
  if (value.is_map()) return map_proto(name, value.map());
  std::string out;
  pbf_writer(out).add_string(1, name);
  return out;
}

}  // namespace sardonyx::cli
