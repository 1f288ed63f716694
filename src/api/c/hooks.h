// What a session of the ABI gives the engine beyond plain options.
#pragma once

#include "api/c/env.h"
#include "api/c/session_options.h"
#include "session/hooks.h"

namespace sardonyx::capi {

std::shared_ptr<const SessionHooks> session_hooks(const OrtEnv& env, const OrtSessionOptions& options,
                                                  const OrtLogger& logger);

}  // namespace sardonyx::capi
