// Sparse values as the ABI shows them: COO, CSR (two dimensions) and block-sparse; the engine knows COO.
#pragma once

#include "api/c/value.h"

namespace sardonyx::capi {

struct SparseParts {
  OrtAllocator* allocator = nullptr;  // of what is filled in; NULL: the values are the program's
  DType dtype = DType::undefined;
  Shape dense;
  OrtSparseFormat format = ORT_SPARSE_UNDEFINED;
  Tensor values;
  Tensor indices;       // COO: int64 [n] or [n, 2]; block-sparse: int32 [2, blocks], rows before columns
  Tensor inner, outer;  // CSR: int64
};

// The parts as the engine takes them; refuses blocks of which nothing says where they lie.
Sparse coo_of(const SparseParts& parts);
// A sparse value as a run takes it; refuses one that was never filled.
Value sparse_input(const OrtValue& value);

}  // namespace sardonyx::capi
