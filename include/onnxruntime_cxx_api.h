// The C++ API of ONNX Runtime: a thin layer over the C API, in headers only.
//
// Every class holds one pointer of the C API. Ort::X owns it and releases it; Ort::ConstX and Ort::UnownedX are views
// of one that something else owns. A failed call throws Ort::Exception, with the library's message and code. C++17.
#pragma once

// What follows needs less, but programs have always found these here.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "onnxruntime_c_api.h"
#include "onnxruntime_float16.h"
#include "sardonyx_ort/compile.h"
#include "sardonyx_ort/custom_op.h"
#include "sardonyx_ort/ep.h"
#include "sardonyx_ort/session.h"
