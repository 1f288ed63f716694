#include "session_flags.h"

#include <charconv>
#include <cstdlib>

#include "command.h"

namespace sardonyx::cli {

void SessionFlags::declare(Command& command) {
  command.option("--threads", threads, "Threads that work on one run (0: all that may be used)")
      .between(0, 1024);
  command.flag("--no-optimize", no_optimize, "Run the graph as the file says it");
  command.option("--isa", isa, "Use no wider instruction set than this").among({"base", "avx2", "avx512"});
  command.option("--without-rule", disabled_rules, "Leave out a rewrite rule, by its name in `sard explain`")
      .one_each_time();
  command.option("--dim", free_dimensions, "Fix a named dimension: --dim batch=1").one_each_time();
}

SessionOptions SessionFlags::options() const {
  if (!isa.empty()) ::setenv("SARDONYX_ISA", isa.c_str(), 1);
  SessionOptions out;
  out.threads = threads;
  out.optimize = !no_optimize;
  out.disabled_rules = disabled_rules;
  for (const std::string& text : free_dimensions) {
    const auto equals = text.rfind('=');
    std::int64_t size = -1;
    if (equals != std::string::npos) {
      const char* end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, size);
      if (error != std::errc() || stop != end) size = -1;
    }
    if (size < 0) throw Misuse("--dim needs NAME=SIZE with a size of at least 0, not '" + text + "'");
    out.free_dimensions[text.substr(0, equals)] = size;
  }
  return out;
}

const std::map<std::string, SaveOptions::Level>& save_levels() {
  using Level = SaveOptions::Level;
  static const std::map<std::string, Level> all = {
      {"none", Level::none}, {"basic", Level::basic}, {"all", Level::all}};
  return all;
}

}  // namespace sardonyx::cli
