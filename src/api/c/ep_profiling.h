// Profiling events, as providers of libraries make them and are shown them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "onnxruntime_ep_c_api.h"

struct OrtProfilingEvent {
  OrtProfilingEventCategory category = OrtProfilingEventCategory_NODE;
  std::int32_t process = 0, thread = 0;
  std::string name;
  std::int64_t begin_us = 0, duration_us = 0;
  std::map<std::string, std::string, std::less<>> arguments;
};

struct OrtProfilingEventsContainer {
  std::vector<OrtProfilingEvent> events;
};
