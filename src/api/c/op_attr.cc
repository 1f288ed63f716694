#include "api/c/op_attr.h"

#include <cstring>

#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

template <typename T>
std::vector<T> list(const void* data, int len) {
  auto* first = static_cast<const T*>(data);
  return len > 0 ? std::vector<T>(first, first + len) : std::vector<T>();
}

Attribute read(const void* data, int len, OrtOpAttrType type) {
  switch (type) {
    case ORT_OP_ATTR_INT:
      return *static_cast<const std::int64_t*>(data);
    case ORT_OP_ATTR_INTS:
      return list<std::int64_t>(data, len);
    case ORT_OP_ATTR_FLOAT:
      return *static_cast<const float*>(data);
    case ORT_OP_ATTR_FLOATS:
      return list<float>(data, len);
    case ORT_OP_ATTR_STRING:
      return std::string(static_cast<const char*>(data), static_cast<std::size_t>(std::max(len, 0)));
    case ORT_OP_ATTR_STRINGS: {
      std::vector<std::string> all;
      for (int i = 0; i < len; ++i)
        all.emplace_back(capi::need_text(static_cast<const char* const*>(data)[i], "an element of data"));
      return all;
    }
    default:
      capi::refuse(ORT_FAIL, "Attribute type not supported yet: {} cannot be made from data",
                   static_cast<int>(type));
  }
}

// The bytes that ReadOpAttr gives of an attribute.
struct Bytes {
  template <typename T>
  static std::string of(const T* first, std::size_t count) {
    return count == 0 ? std::string() : std::string(reinterpret_cast<const char*>(first), count * sizeof(T));
  }
  std::string operator()(std::int64_t v) const { return of(&v, 1); }
  std::string operator()(float v) const { return of(&v, 1); }
  std::string operator()(const std::string& v) const { return v; }
  std::string operator()(const std::vector<std::int64_t>& v) const { return of(v.data(), v.size()); }
  std::string operator()(const std::vector<float>& v) const { return of(v.data(), v.size()); }
  // One after another, each with its end.
  std::string operator()(const std::vector<std::string>& v) const {
    std::string all;
    for (const std::string& s : v) all.append(s).push_back('\0');
    return all;
  }
  template <typename T>
  std::string operator()(const T&) const {
    capi::refuse(ORT_INVALID_ARGUMENT, "an attribute of this kind has no plain data");
  }
};

}  // namespace

OrtOpAttrType capi::attr_type(const Attribute& value) noexcept {
  if (std::holds_alternative<std::int64_t>(value)) return ORT_OP_ATTR_INT;
  if (std::holds_alternative<float>(value)) return ORT_OP_ATTR_FLOAT;
  if (std::holds_alternative<std::string>(value)) return ORT_OP_ATTR_STRING;
  if (std::holds_alternative<std::vector<std::int64_t>>(value)) return ORT_OP_ATTR_INTS;
  if (std::holds_alternative<std::vector<float>>(value)) return ORT_OP_ATTR_FLOATS;
  if (std::holds_alternative<std::vector<std::string>>(value)) return ORT_OP_ATTR_STRINGS;
  if (std::holds_alternative<Tensor>(value)) return ORT_OP_ATTR_TENSOR;
  if (std::holds_alternative<std::shared_ptr<Graph>>(value)) return ORT_OP_ATTR_GRAPH;
  return ORT_OP_ATTR_UNDEFINED;
}

OrtStatus* slots::CreateOpAttr(const char* name, const void* data, int len, OrtOpAttrType type,
                               OrtOpAttr** op_attr) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateOpAttr", name, op_attr);
    bool list = type == ORT_OP_ATTR_INTS || type == ORT_OP_ATTR_FLOATS || type == ORT_OP_ATTR_STRINGS ||
                type == ORT_OP_ATTR_STRING;
    if (!list || len > 0) capi::need_data(data, "data");
    *op_attr = new OrtOpAttr{name, type, read(list && len <= 0 ? "" : data, len, type)};
  });
}

void slots::ReleaseOpAttr(OrtOpAttr* input) noexcept { delete input; }

OrtStatus* slots::ReadOpAttr(const OrtOpAttr* op_attr, OrtOpAttrType type, void* data, std::size_t len,
                             std::size_t* out) noexcept {
  return capi::guarded([&] {
    const OrtOpAttr& attr = capi::need(op_attr, "op_attr");
    capi::need(out, "out");
    if (attr.type != type)
      capi::refuse(ORT_INVALID_ARGUMENT, "attribute '{}' has the type {}, not {}", attr.name,
                   static_cast<int>(attr.type), static_cast<int>(type));
    std::string bytes = std::visit(Bytes{}, attr.value);
    *out = bytes.size();
    if (len < bytes.size())
      capi::refuse(ORT_INVALID_ARGUMENT, "attribute '{}' needs {} bytes, but there is room for {}", attr.name,
                   bytes.size(), len);
    if (bytes.empty()) return;
    capi::need_data(data, "data");
    std::memcpy(data, bytes.data(), bytes.size());
  });
}

}  // namespace sardonyx
