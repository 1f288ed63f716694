// sard: Sardonyx from the command line.
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "command.h"
#include "sardonyx/session.hpp"

namespace sardonyx::cli {
namespace {

struct Entry {
  const char* name;
  const char* about;
  Action (*add)(Command&);
};

constexpr Entry kCommands[] = {
    {"run", "Run a model on given inputs and show or save what comes out", add_run},
    {"inspect", "Show inputs, outputs, operators, parameters, FLOPs and memory of a model", add_inspect},
    {"bench", "Measure loading and running, alone or against another library", add_bench},
    {"test", "Play test cases in the layout of the ONNX backend tests", add_test},
    {"explain", "Tell what the optimiser did, what it declined, and why", add_explain},
    {"optimize", "Write the optimised model as a file", add_optimize},
    {"profile", "Run and show where the time goes", add_profile},
};

int complain(const std::string& what, int code) {
  std::fflush(stdout);
  std::fprintf(stderr, "sard: %s\n", what.c_str());
  return code;
}

int act(const Action& action) {
  try {
    return action();
  } catch (const Misuse& e) {
    return complain(e.what(), kMisused);
  } catch (const Error& e) {
    return complain(std::string(name(e.code())) + ": " + e.what(), kFailed);
  } catch (const std::bad_alloc&) {
    return complain("out_of_memory: the machine has no more memory to give", kFailed);
  } catch (const std::exception& e) {
    return complain(e.what(), kFailed);
  }
}

int main_of(int argc, char** argv) {
  CLI::App app("Sardonyx runs ONNX models.", "sard");
  app.set_version_flag("--version", std::string("sardonyx ") + version());
  app.require_subcommand(1);
  app.footer("Exit codes: 0 all well, 1 failed, 2 misused. `sard COMMAND --help` tells more.");
  std::vector<std::pair<CLI::App*, Action>> actions;
  for (const Entry& entry : kCommands) {
    CLI::App* app_of_it = app.add_subcommand(entry.name, entry.about);
    Command command(*app_of_it);
    actions.emplace_back(app_of_it, entry.add(command));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kOk : kMisused;
  }
  for (const auto& [command, action] : actions) {
    if (command->parsed()) return act(action);
  }
  return kMisused;
}

}  // namespace
}  // namespace sardonyx::cli

int main(int argc, char** argv) { return sardonyx::cli::main_of(argc, argv); }
