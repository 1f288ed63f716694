// Command: one subcommand of `sard`. A file NAME.cc defines add_NAME, which declares the options and gives the
// function that runs once they are parsed and returns the exit code.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace sardonyx::cli {

inline constexpr int kOk = 0, kFailed = 1, kMisused = 2;

using Action = std::function<int()>;

Action add_bench(CLI::App& command);
Action add_explain(CLI::App& command);
Action add_inspect(CLI::App& command);
Action add_optimize(CLI::App& command);
Action add_profile(CLI::App& command);
Action add_run(CLI::App& command);
Action add_test(CLI::App& command);

// The command line asks for something that cannot be meant; exit code 2.
class Misuse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sardonyx::cli
