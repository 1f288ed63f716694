// What a session of the ABI gives the engine beyond plain options.
#pragma once

#include "api/c/env.h"
#include "api/c/session_options.h"
#include "session/hooks.h"

namespace sardonyx::capi {

class PluginSession;

// `plugins` shares the model out among providers of libraries.
std::shared_ptr<const SessionHooks> session_hooks(const OrtEnv& env, const OrtSessionOptions& options,
                                                  const OrtLogger& logger,
                                                  std::shared_ptr<PluginSession> plugins);

// The pool that all sessions without one of their own share.
std::shared_ptr<ThreadPool> global_pool(const OrtThreadingOptions& options);
// The pool of a session; null where the engine may choose.
std::shared_ptr<ThreadPool> session_pool(const OrtEnv& env, const OrtSessionOptions& options);
// Do sessions of these options take their memory from what is registered with the environment?
bool shares_allocators(const OrtSessionOptions& options);

}  // namespace sardonyx::capi
