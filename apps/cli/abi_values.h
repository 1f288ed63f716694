// Values and types across ONNX Runtime's C ABI, both ways. Everything is copied.
#pragma once

#include <string>

#include "onnxruntime_c_api.h"
#include "sardonyx/session.hpp"

namespace sardonyx::cli {

// The table of a library.
class Abi {
 public:
  // Throws Error(io) when the file cannot be loaded or has no such ABI.
  explicit Abi(const std::string& library);
  const OrtApi* operator->() const noexcept { return api_; }
  OrtAllocator* allocator() const noexcept { return allocator_; }
  // Throws Error(runtime) with the status's code and text, and releases it.
  void check(OrtStatus* status) const;

  // The caller releases it. Throws Error(not_implemented) for sparse values and for optionals without content.
  OrtValue* make(const Value& value) const;
  Value read(const OrtValue* value) const;
  Type read_type(const OrtTypeInfo* info) const;

 private:
  OrtValue* make_tensor(const Tensor& tensor) const;
  OrtValue* make_many(const std::vector<Value>& parts, ONNXType kind) const;
  OrtValue* make_empty(const Type& element) const;
  OrtValue* make_map(const Map& map) const;
  Tensor read_tensor(const OrtValue* value) const;
  void read_strings(const OrtValue* value, Tensor& to) const;
  Value read_sequence(const OrtValue* value) const;
  Value read_map(const OrtValue* value) const;
  Value part(const OrtValue* value, int index) const;
  const OrtApi* api_ = nullptr;
  OrtAllocator* allocator_ = nullptr;
};

}  // namespace sardonyx::cli
