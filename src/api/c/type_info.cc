#include "api/c/type_info.h"

#include <algorithm>

#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

ONNXTensorElementDataType capi::to_c(DType dtype) noexcept {
  switch (dtype) {
    case DType::uint2:
      return ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT2;
    case DType::int2:
      return ONNX_TENSOR_ELEMENT_DATA_TYPE_INT2;
    case DType::float8e8m0:
      return ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E8M0;
    default:
      return static_cast<ONNXTensorElementDataType>(dtype);
  }
}

DType capi::to_dtype(int element) {
  switch (element) {
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT2:
      return DType::uint2;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT2:
      return DType::int2;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E8M0:
      return DType::float8e8m0;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX64:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX128:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED:
      break;
    default:
      if (element > 0 && element < kDTypeCount) return static_cast<DType>(element);
  }
  refuse(ORT_NOT_IMPLEMENTED, "tensor type {} is not supported", element);
}

OrtTensorTypeAndShapeInfo capi::tensor_info(DType dtype, std::span<const std::int64_t> dims) {
  OrtTensorTypeAndShapeInfo info;
  info.element = to_c(dtype);
  info.has_shape = true;
  info.dims.assign(dims.begin(), dims.end());
  info.symbols.resize(dims.size());
  return info;
}

OrtTypeInfo capi::type_info(const Type& type, const std::optional<std::vector<DimInfo>>& shape) {
  OrtTypeInfo info;
  auto inner = [&] {
    return std::make_shared<const OrtTypeInfo>(type_info(type.inner ? *type.inner : Type{}, shape));
  };
  switch (type.kind) {
    case Type::Kind::tensor:
    case Type::Kind::sparse:
      info.kind = type.kind == Type::Kind::tensor ? ONNX_TYPE_TENSOR : ONNX_TYPE_SPARSETENSOR;
      info.tensor.element = to_c(type.dtype);
      info.tensor.has_shape = shape.has_value();
      for (const DimInfo& d : shape ? *shape : std::vector<DimInfo>{}) {
        info.tensor.dims.push_back(d.size.value_or(-1));
        info.tensor.symbols.push_back(d.size ? "" : d.symbol);
      }
      break;
    case Type::Kind::sequence:
      info.kind = ONNX_TYPE_SEQUENCE;
      info.sequence.element = inner();
      break;
    case Type::Kind::map:
      info.kind = ONNX_TYPE_MAP;
      info.map = {to_c(type.dtype), inner()};
      break;
    case Type::Kind::optional:
      info.kind = ONNX_TYPE_OPTIONAL;
      info.optional.contained = inner();
      break;
    case Type::Kind::opaque:
      info.kind = ONNX_TYPE_OPAQUE;
      break;
    default:
      break;
  }
  return info;
}

OrtTypeInfo capi::type_info(const Value& value) {
  OrtTypeInfo info = type_info(value.type(), std::nullopt);
  if (value.is_tensor()) info.tensor = tensor_info(value.tensor().dtype(), value.tensor().shape().dims());
  if (value.is_sparse())
    info.tensor = tensor_info(value.sparse().values.dtype(), value.sparse().dense.dims());
  return info;
}

void slots::ReleaseTypeInfo(OrtTypeInfo* input) noexcept { delete input; }
void slots::ReleaseTensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo* input) noexcept { delete input; }
// Parts of an OrtTypeInfo, which owns them.
void slots::ReleaseMapTypeInfo(OrtMapTypeInfo*) noexcept {}
void slots::ReleaseSequenceTypeInfo(OrtSequenceTypeInfo*) noexcept {}

OrtStatus* slots::GetOnnxTypeFromTypeInfo(const OrtTypeInfo* type_info, enum ONNXType* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(type_info, "type_info").kind; });
}

OrtStatus* slots::GetDenotationFromTypeInfo(const OrtTypeInfo* type_info, const char** const denotation,
                                            std::size_t* len) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetDenotationFromTypeInfo", type_info, denotation, len);
    *denotation = type_info->denotation.c_str();
    *len = type_info->denotation.size();
  });
}

OrtStatus* slots::CastTypeInfoToTensorInfo(const OrtTypeInfo* type_info,
                                           const OrtTensorTypeAndShapeInfo** out) noexcept {
  return capi::guarded([&] {
    const OrtTypeInfo& t = capi::need(type_info, "type_info");
    bool fits = t.kind == ONNX_TYPE_TENSOR || t.kind == ONNX_TYPE_SPARSETENSOR;
    capi::need(out, "out") = fits ? &t.tensor : nullptr;
  });
}

OrtStatus* slots::CastTypeInfoToMapTypeInfo(const OrtTypeInfo* type_info,
                                            const OrtMapTypeInfo** out) noexcept {
  return capi::guarded([&] {
    const OrtTypeInfo& t = capi::need(type_info, "type_info");
    capi::need(out, "out") = t.kind == ONNX_TYPE_MAP ? &t.map : nullptr;
  });
}

OrtStatus* slots::CastTypeInfoToSequenceTypeInfo(const OrtTypeInfo* type_info,
                                                 const OrtSequenceTypeInfo** out) noexcept {
  return capi::guarded([&] {
    const OrtTypeInfo& t = capi::need(type_info, "type_info");
    capi::need(out, "out") = t.kind == ONNX_TYPE_SEQUENCE ? &t.sequence : nullptr;
  });
}

OrtStatus* slots::CastTypeInfoToOptionalTypeInfo(const OrtTypeInfo* type_info,
                                                 const OrtOptionalTypeInfo** out) noexcept {
  return capi::guarded([&] {
    const OrtTypeInfo& t = capi::need(type_info, "type_info");
    capi::need(out, "out") = t.kind == ONNX_TYPE_OPTIONAL ? &t.optional : nullptr;
  });
}

OrtStatus* slots::GetMapKeyType(const OrtMapTypeInfo* map_type_info,
                                enum ONNXTensorElementDataType* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(map_type_info, "map_type_info").key; });
}

OrtStatus* slots::GetMapValueType(const OrtMapTypeInfo* map_type_info, OrtTypeInfo** type_info) noexcept {
  return capi::guarded([&] {
    capi::need(type_info, "type_info");
    *type_info = new OrtTypeInfo(*capi::need(map_type_info, "map_type_info").value);
  });
}

OrtStatus* slots::GetSequenceElementType(const OrtSequenceTypeInfo* sequence_type_info,
                                         OrtTypeInfo** type_info) noexcept {
  return capi::guarded([&] {
    capi::need(type_info, "type_info");
    *type_info = new OrtTypeInfo(*capi::need(sequence_type_info, "sequence_type_info").element);
  });
}

OrtStatus* slots::GetOptionalContainedTypeInfo(const OrtOptionalTypeInfo* optional_type_info,
                                               OrtTypeInfo** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtTypeInfo(*capi::need(optional_type_info, "optional_type_info").contained);
  });
}

OrtStatus* slots::CreateTensorTypeAndShapeInfo(OrtTensorTypeAndShapeInfo** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtTensorTypeAndShapeInfo;
  });
}

OrtStatus* slots::SetTensorElementType(OrtTensorTypeAndShapeInfo* info,
                                       enum ONNXTensorElementDataType type) noexcept {
  return capi::guarded([&] { capi::need(info, "info").element = type; });
}

OrtStatus* slots::SetDimensions(OrtTensorTypeAndShapeInfo* info, const std::int64_t* dim_values,
                                std::size_t dim_count) noexcept {
  return capi::guarded([&] {
    OrtTensorTypeAndShapeInfo& i = capi::need(info, "info");
    if (dim_count > 0) capi::need(dim_values, "dim_values");
    i.dims.assign(dim_values, dim_values + dim_count);
    i.symbols.resize(dim_count);
    i.has_shape = true;
  });
}

OrtStatus* slots::SetSymbolicDimensions(OrtTensorTypeAndShapeInfo* info, const char* dim_params[],
                                        std::size_t dim_params_length) noexcept {
  return capi::guarded([&] {
    OrtTensorTypeAndShapeInfo& i = capi::need(info, "info");
    if (dim_params_length > 0) capi::need(dim_params, "dim_params");
    std::vector<std::string> symbols;
    for (std::size_t k = 0; k < dim_params_length; ++k)
      symbols.emplace_back(capi::need_text(dim_params[k], "a text of dim_params"));
    i.dims.resize(std::max(i.dims.size(), symbols.size()), -1);
    symbols.resize(i.dims.size());
    i.symbols = std::move(symbols);
    i.has_shape = true;
  });
}

OrtStatus* slots::GetTensorElementType(const OrtTensorTypeAndShapeInfo* info,
                                       enum ONNXTensorElementDataType* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(info, "info").element; });
}

OrtStatus* slots::GetDimensionsCount(const OrtTensorTypeAndShapeInfo* info, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(info, "info").dims.size(); });
}

OrtStatus* slots::GetDimensions(const OrtTensorTypeAndShapeInfo* info, std::int64_t* dim_values,
                                std::size_t dim_values_length) noexcept {
  return capi::guarded([&] {
    const OrtTensorTypeAndShapeInfo& i = capi::need(info, "info");
    std::size_t n = std::min(dim_values_length, i.dims.size());
    if (n > 0) std::copy_n(i.dims.begin(), n, &capi::need(dim_values, "dim_values"));
  });
}

OrtStatus* slots::GetSymbolicDimensions(const OrtTensorTypeAndShapeInfo* info, const char* dim_params[],
                                        std::size_t dim_params_length) noexcept {
  return capi::guarded([&] {
    const OrtTensorTypeAndShapeInfo& i = capi::need(info, "info");
    std::size_t n = std::min(dim_params_length, i.symbols.size());
    if (n > 0) capi::need(dim_params, "dim_params");
    for (std::size_t k = 0; k < n; ++k) dim_params[k] = i.symbols[k].c_str();
  });
}

OrtStatus* slots::GetTensorShapeElementCount(const OrtTensorTypeAndShapeInfo* info,
                                             std::size_t* out) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetTensorShapeElementCount", info, out);
    std::size_t count = info->has_shape ? 1 : 0;
    for (std::int64_t d : info->dims) {
      if (d < 0 || __builtin_mul_overflow(count, static_cast<std::size_t>(d), &count))
        capi::refuse(ORT_FAIL, "integer overflow: the shape has a size that is not known or too large");
    }
    *out = count;
  });
}

bool slots::TensorTypeAndShape_HasShape(const OrtTensorTypeAndShapeInfo* info) noexcept {
  return info != nullptr && info->has_shape;
}

}  // namespace sardonyx
