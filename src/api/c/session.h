// OrtSession: a loaded model, its names by position, and its logger.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/c/env.h"
#include "api/c/session_options.h"
#include "api/c/type_info.h"
#include "sardonyx/session.hpp"

namespace sardonyx::capi {

// A session outlives its handle while a run of RunAsync goes on.
struct Loaded {
  Loaded(Session loaded, OrtLogger log, const OrtSessionOptions& made_with);

  Session session;
  OrtLogger logger;
  OrtSessionOptions options;
  std::vector<std::size_t> required, overridable;  // positions among the engine's inputs
  std::unordered_map<std::string_view, std::size_t> input_at, output_at;
  std::uint64_t begin_ns = 0;
};

}  // namespace sardonyx::capi

struct OrtSession {
  std::shared_ptr<const sardonyx::capi::Loaded> loaded;
};

namespace sardonyx::capi {

const Loaded& loaded_of(const OrtSession* session);

}  // namespace sardonyx::capi
