// OrtValue: a Value of ours, and where its memory is.
#pragma once

#include <memory>

#include "api/c/memory.h"
#include "sardonyx/value.hpp"

namespace sardonyx::capi {
struct SparseParts;
}

struct OrtValue {
  sardonyx::Value value;
  std::shared_ptr<const OrtMemoryInfo> memory;  // null: ordinary memory of the CPU
  mutable std::shared_ptr<sardonyx::capi::SparseParts>
      sparse;  // as the ABI shows a sparse value; made when asked
};

namespace sardonyx::capi {

// The tensor inside; refuses NULL and values of other kinds.
const Tensor& tensor_of(const OrtValue* value);
Tensor& tensor_of(OrtValue* value);
// Sizes of a tensor to be made; refuses negative ones.
Shape shape_of(const std::int64_t* dims, std::size_t rank);

}  // namespace sardonyx::capi
