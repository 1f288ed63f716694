// What the ABI says about types: OrtTypeInfo and its parts, and the two numberings of element types.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "onnxruntime_c_api.h"
#include "sardonyx/session.hpp"

struct OrtTensorTypeAndShapeInfo {
  ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  bool has_shape = false;
  std::vector<std::int64_t> dims;    // -1: not a number
  std::vector<std::string> symbols;  // "" where the size is a number or has no name
};
struct OrtMapTypeInfo {
  ONNXTensorElementDataType key = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
  std::shared_ptr<const OrtTypeInfo> value;
};
struct OrtSequenceTypeInfo {
  std::shared_ptr<const OrtTypeInfo> element;
};
struct OrtOptionalTypeInfo {
  std::shared_ptr<const OrtTypeInfo> contained;
};

// The part that `kind` names is filled.
struct OrtTypeInfo {
  ONNXType kind = ONNX_TYPE_UNKNOWN;
  OrtTensorTypeAndShapeInfo tensor;
  OrtMapTypeInfo map;
  OrtSequenceTypeInfo sequence;
  OrtOptionalTypeInfo optional;
  std::string denotation;
};

namespace sardonyx::capi {

// The C numbers differ from ONNX's for the newest three types.
ONNXTensorElementDataType to_c(DType dtype) noexcept;
// Refuses numbers that no tensor here can have (complex, undefined, unknown).
DType to_dtype(int element);

// The shape is that of the tensors inside, where the type is no tensor itself.
OrtTypeInfo type_info(const Type& type, const std::optional<std::vector<DimInfo>>& shape);
OrtTypeInfo type_info(const Value& value);
OrtTensorTypeAndShapeInfo tensor_info(DType dtype, std::span<const std::int64_t> dims);

}  // namespace sardonyx::capi
