// Runs of a session: what Run, RunAsync and RunWithBinding share.
#pragma once

#include <map>
#include <span>
#include <string>

#include "api/c/session.h"
#include "api/c/value.h"

struct OrtRunOptions {
  std::string tag;
  int severity = -1, verbosity = 0;
  sardonyx::Cancellation terminate;
  std::map<std::string, std::string, std::less<>> config;
  std::optional<std::string> profile_prefix;
};

namespace sardonyx::capi {

// `outputs[i]` NULL on entry gets a new value, else it is written in place; after a refusal all are as before.
void run(const Loaded& loaded, const OrtRunOptions* options, std::span<const char* const> input_names,
         std::span<const OrtValue* const> inputs, std::span<const char* const> output_names,
         OrtValue** outputs);

// Puts a result into a value that the program gave.
void write_into(OrtValue& target, Value result, const char* name);

}  // namespace sardonyx::capi
