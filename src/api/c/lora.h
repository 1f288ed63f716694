// OrtLoraAdapter: named tensors that take the place of a model's inputs for the runs that name the adapter.
#pragma once

#include <string>
#include <vector>

#include "onnxruntime_c_api.h"
#include "sardonyx/value.hpp"

struct OrtLoraAdapter {
  struct Parameter {
    std::string name;
    sardonyx::Tensor tensor;
  };
  std::vector<Parameter> parameters;
};

namespace sardonyx::capi {

// The tensors of an adapter file; they are windows of `bytes`. Refuses what is none.
OrtLoraAdapter read_adapter(const BlockPtr& bytes);

}  // namespace sardonyx::capi
