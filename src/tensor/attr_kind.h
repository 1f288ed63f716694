// AttrKind: what an attribute holds, with ONNX's own numbers (AttributeProto.AttributeType).
#pragma once

#include <cstdint>

namespace sardonyx {

enum class AttrKind : std::uint8_t {
  undefined = 0,
  float_ = 1,
  int_ = 2,
  string = 3,
  tensor = 4,
  graph = 5,
  floats = 6,
  ints = 7,
  strings = 8,
  tensors = 9,
  graphs = 10,
  sparse_tensor = 11,
  sparse_tensors = 12,
  type_proto = 13,
  type_protos = 14,
};

}  // namespace sardonyx
