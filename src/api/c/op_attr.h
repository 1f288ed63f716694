// OrtOpAttr: a named attribute of an operator, as a program makes it and as nodes and custom operators show it.
#pragma once

#include <string>
#include <utility>

#include "graph/op.h"
#include "onnxruntime_c_api.h"

struct OrtOpAttr {
  std::string name;
  OrtOpAttrType type = ORT_OP_ATTR_UNDEFINED;
  sardonyx::Attribute value;
};

namespace sardonyx::capi {

// The ABI's number of a value's kind; ORT_OP_ATTR_UNDEFINED for kinds that it does not know.
OrtOpAttrType attr_type(const Attribute& value) noexcept;

inline OrtOpAttr op_attr(std::string name, Attribute value) {
  OrtOpAttrType type = attr_type(value);
  return {std::move(name), type, std::move(value)};
}

}  // namespace sardonyx::capi
