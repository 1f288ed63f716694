// The tables of the .ort format: ids of the fields that are read and written.
#pragma once

#include <cstdint>
#include <string_view>

namespace sardonyx::ort {

inline constexpr std::string_view kIdentifier = "ORTM";  // bytes 4 to 7 of a file
inline constexpr int kNewestVersion = 6;

enum InferenceSession : std::uint16_t { ort_version = 0, model = 1, type_str_resolver = 3 };
namespace model_ {
enum : std::uint16_t {
  ir_version = 0,
  opset_import = 1,
  producer_name = 2,
  producer_version = 3,
  domain = 4,
  model_version = 5,
  doc_string = 6,
  graph = 7,
  graph_doc_string = 8,
  metadata_props = 9
};
}
namespace pair {
enum : std::uint16_t { key = 0, value = 1 };  // StringStringEntry; OperatorSetId: domain and version
}
namespace graph_ {
enum : std::uint16_t {
  initializers = 0,
  node_args = 1,
  nodes = 2,
  max_node_index = 3,
  node_edges = 4,
  inputs = 5,
  outputs = 6,
  sparse_initializers = 7
};
}
namespace node {
enum : std::uint16_t {
  name = 0,
  doc_string = 1,
  domain = 2,
  since_version = 3,
  index = 4,
  op_type = 5,
  type = 6,
  execution_provider_type = 7,
  inputs = 8,
  outputs = 9,
  attributes = 10,
  input_arg_counts = 11,
  implicit_inputs = 12
};
}
namespace value_info {
enum : std::uint16_t { name = 0, doc_string = 1, type = 2 };
}
namespace type_info {
enum : std::uint16_t { denotation = 0, value_type = 1, value = 2 };
enum : std::uint8_t { none = 0, tensor = 1, sequence = 2, map = 3 };  // value_type
}  // namespace type_info
namespace typed {
enum : std::uint16_t { elem_type = 0, second = 1 };  // TensorTypeAndShape: shape; MapType: value_type
}
namespace dimension {
enum : std::uint16_t { value = 0, denotation = 1 };
}
namespace dimension_value {
enum : std::uint16_t { dim_type = 0, dim_value = 1, dim_param = 2 };
enum : std::int8_t { unknown = 0, number = 1, param = 2 };  // dim_type
}  // namespace dimension_value
namespace tensor {
enum : std::uint16_t {
  name = 0,
  doc_string = 1,
  dims = 2,
  data_type = 3,
  raw_data = 4,
  string_data = 5,
  external_data_offset = 6
};
}
namespace sparse {
enum : std::uint16_t { values = 0, indices = 1, dims = 2 };
}
namespace attribute {
enum : std::uint16_t {
  name = 0,
  doc_string = 1,
  type = 2,
  f = 3,
  i = 4,
  s = 5,
  t = 6,
  g = 7,
  floats = 8,
  ints = 9,
  strings = 10,
  tensors = 11,
  graphs = 12
};
}
namespace resolver {
enum : std::uint16_t { entries = 0, key = 0, list = 1, arg_type = 0, index = 1 };
}

}  // namespace sardonyx::ort
