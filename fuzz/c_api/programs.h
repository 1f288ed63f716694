// Calls whose arguments belong together: small programs that mean well. What fails in them is an Ort::Exception.
#pragma once

#include <onnxruntime_cxx_api.h>

#include <string>
#include <vector>

#include "arguments.h"

namespace fuzz {

struct Program {
  const char* name;
  void (*run)();
};
std::vector<Program> session_programs();
std::vector<Program> value_programs();
std::vector<Program> graph_programs();
std::vector<Program> operator_programs();
std::vector<Program> environment_programs();

OrtEnv* environment();
std::string model(const char* name);  // the path of a model of the clients
std::string bytes_of(const std::string& path);
Ort::SessionOptions some_options();  // copied from ones that live, or new
// Runs with a value for every input.
void run_once(Ort::Session& session, const OrtRunOptions* options);
Ort::Value row();  // [1, 3] of floats

// A handle of a C++ object that stays among ours.
template <typename T>
void keep_object(T&& object) {
  keep(object.release());
}

}  // namespace fuzz
