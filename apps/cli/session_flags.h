// The options that every command which loads a model has, and what they make of a Session.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "command.h"
#include "sardonyx/session.hpp"
#include "session/save_model.h"

namespace sardonyx::cli {

struct SessionFlags {
  int threads = 0;
  bool no_optimize = false;
  std::string isa;
  std::vector<std::string> disabled_rules;
  std::vector<std::string> free_dimensions;  // NAME=SIZE

  void declare(Command& command);
  // Also puts --isa into force, so it must come before the first session of the process.
  // Throws Misuse when a dimension is not NAME=SIZE.
  SessionOptions options() const;
};

// The words of --level and --resave.
const std::map<std::string, SaveOptions::Level>& save_levels();

}  // namespace sardonyx::cli
