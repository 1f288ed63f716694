// OrtKernelRegistry: the kernels that a provider has for single nodes.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "api/c/graph.h"
#include "onnxruntime_ep_c_api.h"
#include "sardonyx/dtype.hpp"

struct OrtDataType {
  sardonyx::DType dtype;
};

struct OrtKernelDef {
  std::string op, domain, provider;
  int first = 1, last = std::numeric_limits<int>::max();
  std::map<std::string, std::vector<const OrtDataType*>> types;  // by type parameter, input or output
  std::map<std::size_t, OrtMemType> inputs, outputs;             // those that are not the default
  std::vector<std::pair<std::size_t, std::size_t>> must_share, may_share;
};

struct OrtKernelDefBuilder {
  OrtKernelDef def;
};

struct OrtKernelRegistry {
  struct Entry {
    OrtKernelDef def;
    OrtKernelCreateFunc create = nullptr;
    void* state = nullptr;
  };
  std::vector<std::unique_ptr<const Entry>> entries;
  // The first that fits the node; NULL where none does.
  const Entry* find(const OrtNode& node, const std::string& provider) const;
};
