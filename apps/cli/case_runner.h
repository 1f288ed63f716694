// Playing one test case in this process.
#pragma once

#include <optional>
#include <string>

#include "case_list.h"
#include "sardonyx/session.hpp"

namespace sardonyx::cli {

// How cases are played: by the engine, or through a library of ONNX Runtime's C ABI.
struct Playing {
  SessionOptions options;
  std::string library;   // a file; empty: the engine
  bool binding = false;  // through an OrtIoBinding; only with a library
};

// nullopt when every data set gave what it expects; else the first reason why not. Does not throw.
std::optional<std::string> play(const TestCase& test, const Playing& playing) noexcept;

}  // namespace sardonyx::cli
