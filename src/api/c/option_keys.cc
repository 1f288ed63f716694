// Configuration keys that stand for setters of session options.
#include <algorithm>
#include <charconv>

#include "api/c/session_options.h"
#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

[[noreturn]] void wrong(std::string_view key, std::string_view what, std::string_view found) {
  refuse(ORT_INVALID_ARGUMENT, "AddSessionConfigEntry: value for '{}' must be {}; got '{}'", key, what,
         found);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

int number(std::string_view key, std::string_view text) {
  std::string_view digits = text.substr(std::min(text.find_first_not_of(' '), text.size()));
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) wrong(key, "a base-10 int32", text);
  return value;
}

bool boolean(std::string_view key, std::string_view text) {
  const std::string word = lower(text);
  if (word == "1" || word == "true") return true;
  if (word != "0" && word != "false") wrong(key, "a boolean ('0'/'1' or 'true'/'false')", text);
  return false;
}

GraphOptimizationLevel level(std::string_view key, std::string_view text) {
  const std::string word = lower(text);
  if (word == "disable_all") return ORT_DISABLE_ALL;
  if (word == "enable_basic") return ORT_ENABLE_BASIC;
  if (word == "enable_extended") return ORT_ENABLE_EXTENDED;
  if (word == "enable_layout") return ORT_ENABLE_LAYOUT;
  if (word == "enable_all") return ORT_ENABLE_ALL;
  wrong(key, "one of disable_all/enable_basic/enable_extended/enable_layout/enable_all", text);
}

ExecutionMode mode(std::string_view key, std::string_view text) {
  std::string word = lower(text);
  if (word.starts_with("ort_")) word.erase(0, 4);
  if (word == "sequential") return ORT_SEQUENTIAL;
  if (word != "parallel") wrong(key, "'sequential' or 'parallel'", text);
  return ORT_PARALLEL;
}

void set_own_threads(OptionFields& o, bool own) {
  if (own && !o.per_session_threads)
    refuse(ORT_INVALID_ARGUMENT,
           "AddSessionConfigEntry: cannot set 'use_per_session_threads' back to true after it was disabled");
  o.per_session_threads = own;
}

using Setter = void (*)(OptionFields& o, std::string_view key, std::string_view text);
struct Key {
  std::string_view name;
  Setter set;
};
constexpr Key kKeys[] = {
    {"session.intra_op_num_threads",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.intra_threads = number(k, v); }},
    {"session.inter_op_num_threads",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.inter_threads = number(k, v); }},
    {"session.enable_cpu_mem_arena",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.arena = boolean(k, v); }},
    {"session.enable_mem_pattern",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.memory_pattern = boolean(k, v); }},
    {"session.log_id", [](OptionFields& o, std::string_view, std::string_view v) { o.log_id = v; }},
    {"session.log_severity_level",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.log_severity = number(k, v); }},
    {"session.log_verbosity_level",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.log_verbosity = number(k, v); }},
    {"session.enable_profiling",
     [](OptionFields& o, std::string_view, std::string_view v) {
       o.profile_prefix = v.empty() ? std::nullopt : std::optional<std::string>(v);
     }},
    {"session.graph_optimization_level",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.level = level(k, v); }},
    {"session.optimized_model_filepath",
     [](OptionFields& o, std::string_view, std::string_view v) { o.optimized_path = v; }},
    {"session.execution_mode",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.mode = mode(k, v); }},
    {"session.use_per_session_threads",
     [](OptionFields& o, std::string_view k, std::string_view v) { set_own_threads(o, boolean(k, v)); }},
    {"session.use_deterministic_compute",
     [](OptionFields& o, std::string_view k, std::string_view v) { o.deterministic = boolean(k, v); }},
};

}  // namespace

bool apply_key(OptionFields& options, std::string_view key, std::string_view value) {
  for (const Key& k : kKeys) {
    if (k.name != key) continue;
    k.set(options, key, value);
    return true;
  }
  return false;
}

}  // namespace sardonyx::capi
