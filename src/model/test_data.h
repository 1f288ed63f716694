// Values as .pb files: TensorProto, SparseTensorProto, SequenceProto, MapProto and OptionalProto, as the ONNX backend
// tests have them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "sardonyx/value.hpp"

namespace sardonyx {

struct NamedValue {
  std::string name;  // as the file says; may be empty
  Value value;
};

// The message has no mark of its kind: `type` (a graph input's or output's) says which it is; unknown reads a tensor.
// Tensors with raw_data stay windows of `bytes`. Throws Error(invalid_model).
NamedValue read_value(BlockPtr bytes, const Type& type);
NamedValue read_value(const std::filesystem::path& path, const Type& type);

// The message for `value`: an OptionalProto when `type` is an optional, else what the value is. Absent values throw.
std::string write_value(const Value& value, const Type& type, std::string_view name);
void write_value(const std::filesystem::path& path, const Value& value, const Type& type,
                 std::string_view name);

}  // namespace sardonyx
