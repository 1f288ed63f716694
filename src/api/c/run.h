// Runs of a session: what Run, RunAsync and RunWithBinding share.
#pragma once

#include <map>
#include <span>
#include <string>

#include "api/c/lora.h"
#include "api/c/session.h"
#include "api/c/value.h"

struct OrtRunOptions {
  std::string tag;
  int severity = -1, verbosity = 0;
  sardonyx::Cancellation terminate;
  std::map<std::string, std::string, std::less<>> config;
  std::optional<std::string> profile_prefix;
  std::vector<const OrtLoraAdapter*> adapters;  // the program keeps them
  OrtSyncStream* stream = nullptr;              // of a provider's; the program keeps it
};

namespace sardonyx::capi {

// What a run is given: inputs by name; the adapters of its options where they take part.
struct RunInputs {
  std::span<const char* const> names;
  std::span<const OrtValue* const> values;
  bool adapters = true;
};

// `outputs[i]` NULL on entry gets a new value, else it is written in place; after a refusal all are as before.
void run(const Loaded& loaded, const OrtRunOptions* options, const RunInputs& inputs,
         std::span<const char* const> output_names, OrtValue** outputs);

// Puts a result into a value that the program gave.
void write_into(OrtValue& target, Value result, const char* name);

}  // namespace sardonyx::capi
