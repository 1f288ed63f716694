// Attributes of nodes.
#pragma once

#include "value.h"

namespace Ort {
namespace detail {

template <typename T>
constexpr OrtOpAttrType TypeToAttrType();
template <>
constexpr OrtOpAttrType TypeToAttrType<int64_t>() {
  return ORT_OP_ATTR_INT;
}
template <>
constexpr OrtOpAttrType TypeToAttrType<float>() {
  return ORT_OP_ATTR_FLOAT;
}
template <>
constexpr OrtOpAttrType TypeToAttrType<std::string>() {
  return ORT_OP_ATTR_STRING;
}

template <typename T>
constexpr OrtOpAttrType TypeToAttrsType();
template <>
constexpr OrtOpAttrType TypeToAttrsType<int64_t>() {
  return ORT_OP_ATTR_INTS;
}
template <>
constexpr OrtOpAttrType TypeToAttrsType<float>() {
  return ORT_OP_ATTR_FLOATS;
}
template <>
constexpr OrtOpAttrType TypeToAttrsType<std::string>() {
  return ORT_OP_ATTR_STRINGS;
}

inline Status CheckAttrType(const OrtOpAttr* attr, OrtOpAttrType requested_type) {
  OrtOpAttrType type = ORT_OP_ATTR_UNDEFINED;
  Status status = Try<&OrtApi::OpAttr_GetType>(attr, &type);
  if (!status.IsOK() || type == requested_type) return status;
  const std::string message = "Attribute type mismatch: expected " + std::to_string(requested_type) +
                              ", but got " + std::to_string(type);
  return Status(message.c_str(), ORT_INVALID_ARGUMENT);
}

// How many bytes the attribute takes; 0 for an empty one.
inline size_t GetDataSize(const OrtOpAttr* attr, OrtOpAttrType attr_type) {
  size_t size = 0;
  // Without a buffer it fails, unless there is nothing to copy, and tells the size all the same.
  Status ignored(GetApi().ReadOpAttr(attr, attr_type, nullptr, 0, &size));
  return size;
}

template <typename T>
Status GetNumericValue(const OrtOpAttr* attr, T& out) {
  static_assert(std::is_arithmetic_v<T>, "a number");
  size_t size = 0;
  return Try<&OrtApi::ReadOpAttr>(attr, TypeToAttrType<T>(), &out, sizeof(out), &size);
}

template <typename T>
struct GetValueImpl {
  static Status GetValue(const OrtOpAttr* attr, T& out) {
    Status status = CheckAttrType(attr, TypeToAttrType<T>());
    return status.IsOK() ? GetNumericValue<T>(attr, out) : std::move(status);
  }

  static Status GetValues(const OrtOpAttr* attr, std::vector<T>& out) {
    Status status = CheckAttrType(attr, TypeToAttrsType<T>());
    if (!status.IsOK()) return status;
    size_t size = GetDataSize(attr, TypeToAttrsType<T>());
    std::vector<T> items(size / sizeof(T));
    if (size > 0) status = Try<&OrtApi::ReadOpAttr>(attr, TypeToAttrsType<T>(), items.data(), size, &size);
    if (status.IsOK()) out = std::move(items);
    return status;
  }
};

template <>
struct GetValueImpl<std::string> {
  static Status GetValue(const OrtOpAttr* attr, std::string& out) {
    Status status = CheckAttrType(attr, ORT_OP_ATTR_STRING);
    return status.IsOK() ? Read(attr, ORT_OP_ATTR_STRING, out) : std::move(status);
  }

  // The texts lie one after the other, each with its terminator.
  static Status GetValues(const OrtOpAttr* attr, std::vector<std::string>& out) {
    Status status = CheckAttrType(attr, ORT_OP_ATTR_STRINGS);
    std::string bytes;
    if (status.IsOK()) status = Read(attr, ORT_OP_ATTR_STRINGS, bytes);
    if (!status.IsOK()) return status;
    std::vector<std::string> texts;
    for (size_t start = 0; start < bytes.size(); start += texts.back().size() + 1)
      texts.emplace_back(bytes.c_str() + start);
    out = std::move(texts);
    return status;
  }

 private:
  static Status Read(const OrtOpAttr* attr, OrtOpAttrType type, std::string& out) {
    size_t size = GetDataSize(attr, type);
    std::string text(size, '\0');
    Status status;
    if (size > 0) status = Try<&OrtApi::ReadOpAttr>(attr, type, text.data(), size, &size);
    if (status.IsOK()) out = std::move(text);
    return status;
  }
};

template <typename T>
struct ConstOpAttrImpl : Base<T> {
  using B = detail::Base<T>;
  using B::B;

  std::string GetName() const { return Ask<&OrtApi::OpAttr_GetName>(this->p_); }
  OrtOpAttrType GetType() const { return Ask<&OrtApi::OpAttr_GetType>(this->p_); }

  // R is int64_t, float or std::string; another kind of attribute is a failure.
  template <typename R>
  Status GetValue(R& out) const {
    return GetValueImpl<R>::GetValue(this->p_, out);
  }
  template <typename R>
  Status GetValueArray(std::vector<R>& out) const {
    return GetValueImpl<R>::GetValues(this->p_, out);
  }
  Status GetTensorAttributeAsOrtValue(Value& value) const {
    OrtValue* tensor = nullptr;
    Status status = Try<&OrtApi::OpAttr_GetTensorAttributeAsOrtValue>(this->p_, &tensor);
    if (status.IsOK()) value = Value{tensor};
    return status;
  }
};

}  // namespace detail

using ConstOpAttr = detail::ConstOpAttrImpl<detail::Unowned<const OrtOpAttr>>;

struct OpAttr : detail::ConstOpAttrImpl<OrtOpAttr> {
  using Base = detail::ConstOpAttrImpl<OrtOpAttr>;
  using Base::Base;

  OpAttr() = default;
  explicit OpAttr(std::nullptr_t) {}
  // len counts items for arrays, and bytes for one text.
  OpAttr(const char* name, const void* data, int len, OrtOpAttrType type)
      : Base{detail::Ask<&OrtApi::CreateOpAttr>(name, data, len, type)} {}

  ConstOpAttr GetConst() const { return ConstOpAttr{p_}; }
};

}  // namespace Ort
