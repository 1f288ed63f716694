// Command: one subcommand of `sard`. A file NAME.cc defines add_NAME, which declares the options and gives the
// function that runs once they are parsed and returns the exit code.
// CLI11 stays behind Command and Option: its headers cost every file that reads them four CPU-seconds.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sardonyx::cli {

inline constexpr int kOk = 0, kFailed = 1, kMisused = 2;

using Action = std::function<int()>;

// One declared option; what it says of it, it may say in a chain.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option required() const;
  Option between(int least, int most) const;
  Option positive() const;
  Option among(std::vector<std::string> choices) const;
  Option tells_default() const;
  Option one_each_time() const;  // --name a --name b, never --name a b
  Option delimiter(char character) const;
  Option group(const std::string& heading) const;
  Option needs(const Option& other) const;

 private:
  CLI::Option* option_;
};

// Where a subcommand declares its options. What they name must live until the command line is parsed.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(app) {}

  // Name is "--name", "-n,--name", or "name" for a positional one. T: a string, a path, a number, an optional number, or a
  // vector of strings or doubles.
  template <class T>
  Option option(const std::string& name, T& value, const std::string& about);
  Option flag(const std::string& name, bool& value, const std::string& about);

 private:
  CLI::App& app_;
};

Action add_bench(Command& command);
Action add_explain(Command& command);
Action add_inspect(Command& command);
Action add_optimize(Command& command);
Action add_profile(Command& command);
Action add_run(Command& command);
Action add_test(Command& command);

// The command line asks for something that cannot be meant; exit code 2.
class Misuse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sardonyx::cli
