// OrtExternalInitializerInfo: where in a file an initializer's bytes are.
#pragma once

#include <string>

#include "onnxruntime_c_api.h"

struct OrtExternalInitializerInfo {
  std::string path;
  std::int64_t offset = 0;
  std::size_t bytes = 0;
};
