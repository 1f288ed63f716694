// --input and --shape: the values that a model is run on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "picture.h"
#include "sardonyx/session.hpp"

namespace sardonyx::cli {

// What is to be done with inputs that the command line does not name.
enum class Unnamed { refused, random };

struct ModelInputs {
  std::vector<Value> values;       // by position; absent where the model's default holds
  std::optional<Picture> picture;  // the first picture that was read
};

struct InputFlags {
  std::vector<std::string> inputs, shapes;
  PictureFlags picture;
  std::uint64_t seed = 1;

  void declare(Command& command);
  // Throws Misuse when an option names no input or says what it cannot, Error when a file cannot be read or used.
  ModelInputs make(const Session& session, Unnamed unnamed) const;
};

}  // namespace sardonyx::cli
