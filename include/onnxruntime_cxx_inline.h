// Older programs name this header; all of the C++ API is one include.
#pragma once

#include "onnxruntime_cxx_api.h"
