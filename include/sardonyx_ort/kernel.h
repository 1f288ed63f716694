// What a kernel sees: the node it was made for, and the values of one call.
#pragma once

#include "logger.h"
#include "op_attr.h"

namespace Ort {

// The values of one call. What it gives is borrowed, and good until the call ends.
struct KernelContext {
  explicit KernelContext(OrtKernelContext* context) : ctx_(context) {}

  size_t GetInputCount() const { return detail::Ask<&OrtApi::KernelContext_GetInputCount>(ctx_); }
  size_t GetOutputCount() const { return detail::Ask<&OrtApi::KernelContext_GetOutputCount>(ctx_); }

  // An absent optional one wraps NULL.
  ConstValue GetInput(size_t index) const {
    return ConstValue{detail::Ask<&OrtApi::KernelContext_GetInput>(ctx_, index)};
  }
  UnownedValue GetOutput(size_t index, const int64_t* dim_values, size_t dim_count) const {
    return UnownedValue{detail::Ask<&OrtApi::KernelContext_GetOutput>(ctx_, index, dim_values, dim_count)};
  }
  UnownedValue GetOutput(size_t index, const std::vector<int64_t>& dims) const {
    return GetOutput(index, dims.data(), dims.size());
  }

  void* GetGPUComputeStream() const { return detail::Ask<&OrtApi::KernelContext_GetGPUComputeStream>(ctx_); }
  OrtSyncStream* GetSyncStream() const { return detail::Ask<&OrtApi::KernelContext_GetSyncStream>(ctx_); }
  Logger GetLogger() const { return Logger{detail::Ask<&OrtApi::KernelContext_GetLogger>(ctx_)}; }
  Ort::Allocator GetAllocator(const OrtMemoryInfo& memory_info) const {
    return Ort::Allocator{detail::Ask<&OrtApi::KernelContext_GetAllocator>(ctx_, &memory_info)};
  }
  OrtKernelContext* GetOrtKernelContext() const { return ctx_; }

  // Calls fn(usr_data, i) for every i below total, on the threads of the session; 0 batches: as it sees fit.
  void ParallelFor(void (*fn)(void*, size_t), size_t total, size_t num_batch, void* usr_data) const {
    detail::Do<&OrtApi::KernelContext_ParallelFor>(ctx_, fn, total, num_batch, usr_data);
  }

 private:
  OrtKernelContext* ctx_;
};

struct KernelInfo;

namespace detail {
namespace attr_utils {

inline void GetAttr(const OrtKernelInfo* p, const char* name, float& out) {
  out = Ask<&OrtApi::KernelInfoGetAttribute_float>(p, name);
}
inline void GetAttr(const OrtKernelInfo* p, const char* name, int64_t& out) {
  out = Ask<&OrtApi::KernelInfoGetAttribute_int64>(p, name);
}
inline void GetAttr(const OrtKernelInfo* p, const char* name, std::string& out) {
  out = AskText<&OrtApi::KernelInfoGetAttribute_string>(p, name);
}
inline void GetAttrs(const OrtKernelInfo* p, const char* name, std::vector<float>& out) {
  out = AskArray<&OrtApi::KernelInfoGetAttributeArray_float, float>(p, name);
}
inline void GetAttrs(const OrtKernelInfo* p, const char* name, std::vector<int64_t>& out) {
  out = AskArray<&OrtApi::KernelInfoGetAttributeArray_int64, int64_t>(p, name);
}
inline void GetAttrs(const OrtKernelInfo* p, const char* name, std::vector<std::string>& out) {
  OrtAllocator* allocator = DefaultAllocator();
  char** texts = nullptr;
  size_t count = 0;
  Do<&OrtApi::KernelInfoGetAttributeArray_string>(p, name, allocator, &texts, &count);
  const std::unique_ptr<char*, AllocatedFree> owner(texts, AllocatedFree(allocator));
  out.clear();
  out.reserve(count);
  for (size_t i = 0; i < count; ++i) out.push_back(TakeText(texts[i]));
}

}  // namespace attr_utils

template <typename T>
struct KernelInfoImpl : Base<T> {
  using B = Base<T>;
  using B::B;

  KernelInfo Copy() const;

  // R is float, int64_t or std::string; throws when the node has no such attribute.
  template <typename R>
  R GetAttribute(const char* name) const {
    R value;
    attr_utils::GetAttr(this->p_, name, value);
    return value;
  }
  template <typename R>
  std::vector<R> GetAttributes(const char* name) const {
    std::vector<R> values;
    attr_utils::GetAttrs(this->p_, name, values);
    return values;
  }
  Value GetTensorAttribute(const char* name, OrtAllocator* allocator) const {
    return Value{Ask<&OrtApi::KernelInfoGetAttribute_tensor>(this->p_, name, allocator)};
  }

  size_t GetInputCount() const { return Ask<&OrtApi::KernelInfo_GetInputCount>(this->p_); }
  size_t GetOutputCount() const { return Ask<&OrtApi::KernelInfo_GetOutputCount>(this->p_); }
  std::string GetInputName(size_t index) const {
    return AskText<&OrtApi::KernelInfo_GetInputName>(this->p_, index);
  }
  std::string GetOutputName(size_t index) const {
    return AskText<&OrtApi::KernelInfo_GetOutputName>(this->p_, index);
  }
  TypeInfo GetInputTypeInfo(size_t index) const {
    return TypeInfo{Ask<&OrtApi::KernelInfo_GetInputTypeInfo>(this->p_, index)};
  }
  TypeInfo GetOutputTypeInfo(size_t index) const {
    return TypeInfo{Ask<&OrtApi::KernelInfo_GetOutputTypeInfo>(this->p_, index)};
  }
  // Wraps NULL where the input is no constant.
  ConstValue GetTensorConstantInput(size_t index, int* is_constant) const {
    return ConstValue{Ask<&OrtApi::KernelInfoGetConstantInput_tensor>(this->p_, index, is_constant)};
  }

  std::string GetNodeName() const { return AskText<&OrtApi::KernelInfo_GetNodeName>(this->p_); }
  Logger GetLogger() const { return Logger{Ask<&OrtApi::KernelInfo_GetLogger>(this->p_)}; }
  KeyValuePairs GetConfigEntries() const {
    return KeyValuePairs{Ask<&OrtApi::KernelInfo_GetConfigEntries>(this->p_)};
  }
  std::string GetOperatorDomain() const { return AskText<&OrtApi::KernelInfo_GetOperatorDomain>(this->p_); }
  std::string GetOperatorType() const { return AskText<&OrtApi::KernelInfo_GetOperatorType>(this->p_); }
  int GetOperatorSinceVersion() const { return Ask<&OrtApi::KernelInfo_GetOperatorSinceVersion>(this->p_); }
  const OrtEp* GetEp() const { return Ask<&OrtEpApi::KernelInfo_GetEp>(this->p_); }
};

}  // namespace detail

using ConstKernelInfo = detail::KernelInfoImpl<detail::Unowned<const OrtKernelInfo>>;

struct KernelInfo : detail::KernelInfoImpl<OrtKernelInfo> {
  using Base = detail::KernelInfoImpl<OrtKernelInfo>;
  using Base::Base;

  explicit KernelInfo(std::nullptr_t) {}
  explicit KernelInfo(OrtKernelInfo* info) : Base{info} {}
  ConstKernelInfo GetConst() const { return ConstKernelInfo{p_}; }
};

namespace detail {

template <typename T>
KernelInfo KernelInfoImpl<T>::Copy() const {
  return KernelInfo{Ask<&OrtApi::CopyKernelInfo>(this->p_)};
}

}  // namespace detail

// An operator of the engine, called from inside a kernel.
struct Op : detail::Base<OrtOp> {
  using Base = detail::Base<OrtOp>;
  using Base::Base;

  explicit Op(std::nullptr_t) {}
  explicit Op(OrtOp* p) : Base{p} {}

  static Op Create(const OrtKernelInfo* info, const char* op_name, const char* domain, int version,
                   const char** type_constraint_names,
                   const ONNXTensorElementDataType* type_constraint_values, size_t type_constraint_count,
                   const OpAttr* attr_values, size_t attr_count, size_t input_count, size_t output_count) {
    return Op{detail::Ask<&OrtApi::CreateOp>(info, op_name, domain, version, type_constraint_names,
                                             type_constraint_values, static_cast<int>(type_constraint_count),
                                             detail::Pointers(attr_values), static_cast<int>(attr_count),
                                             static_cast<int>(input_count), static_cast<int>(output_count))};
  }

  // The outputs are made beforehand.
  void Invoke(const OrtKernelContext* context, const Value* input_values, size_t input_count,
              Value* output_values, size_t output_count) {
    Invoke(context, detail::Pointers(input_values), input_count, detail::Pointers(output_values),
           output_count);
  }
  void Invoke(const OrtKernelContext* context, const OrtValue* const* input_values, size_t input_count,
              OrtValue* const* output_values, size_t output_count) {
    detail::Do<&OrtApi::InvokeOp>(context, p_, input_values, static_cast<int>(input_count), output_values,
                                  static_cast<int>(output_count));
  }
};

}  // namespace Ort
