// Config keys that ask something of the session that is being made, or of a run.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "api/c/session_options.h"

namespace sardonyx::capi {

// The key, and a value of a config entry: refused when empty or too long.
std::string checked_key(const char* key);
std::string checked_value(const char* value);

// Refuses what the keys ask and a session on the CPU cannot give, and values that are wrong.
void check_config(const OrtSessionOptions& options);

// Does a run ask that unused memory goes back to the system when it ends? Refuses lists that name no arena of ours.
bool wants_shrinkage(const std::map<std::string, std::string, std::less<>>& run_config, bool arena);

// Rules of the optimiser that the keys switch off.
std::vector<std::string> disabled_rules(const OrtSessionOptions& options);

}  // namespace sardonyx::capi
