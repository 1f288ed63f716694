// Values as ONNX's protobuf messages.
#pragma once

#include <string>

#include "sardonyx/value.hpp"

namespace sardonyx::cli {

// A TensorProto, SequenceProto, MapProto or SparseTensorProto, as the value is; an empty OptionalProto for none.
std::string value_proto(const std::string& name, const Value& value);

}  // namespace sardonyx::cli
