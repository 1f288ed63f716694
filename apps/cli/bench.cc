// sard bench: how long a model takes to load and to run, alone or against another library.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "clock.h"
#include "command.h"
#include "input_flags.h"
#include "rival.h"
#include "session_flags.h"
#include "terminal.h"

namespace sardonyx::cli {
namespace {

struct BenchFlags {
  std::string model, rival;
  InputFlags input;
  SessionFlags session;
  std::optional<int> repeat;
  double seconds = 3;
  bool json = false;
};

// Megabytes that the process holds now.
double resident_mb() {
  std::ifstream in("/proc/self/statm");
  long pages = 0;
  in >> pages >> pages;
  return static_cast<double>(pages) * 4096 / 1e6;
}

struct Contender {
  std::string name;
  std::function<void()> run;
  double load_ms = 0, memory_mb = 0, first_ms = 0;
  std::vector<double> times;  // milliseconds, sorted after the measurement

  double at(double share) const {
    const auto last = static_cast<double>(times.size() - 1);
    return times[static_cast<std::size_t>(std::lround(share * last))];
  }
};

// Loads through `load`, which gives the function that runs once; counts time and memory.
Contender contender(std::string name, const std::function<std::function<void()>()>& load) {
  Contender out;
  out.name = std::move(name);
  const double before = resident_mb();
  const auto begin = Clock::now();
  out.run = load();
  out.load_ms = milliseconds_since(begin);
  const auto first = Clock::now();
  out.run();
  out.first_ms = milliseconds_since(first);
  out.memory_mb = resident_mb() - before;
  return out;
}

// One turn: some hundredths of a second. Its first run is left out, since another's threads may still be spinning.
void take_turn(Contender& c, std::size_t most) {
  constexpr double turn_ms = 40;
  std::vector<double> times;
  const auto begin = Clock::now();
  do {
    const auto start = Clock::now();
    c.run();
    times.push_back(milliseconds_since(start));
  } while (milliseconds_since(begin) < turn_ms && times.size() <= most);
  const std::size_t skip = times.size() > 1 ? 1 : 0;
  c.times.insert(c.times.end(), times.begin() + static_cast<std::ptrdiff_t>(skip), times.end());
}

// In turns, so that what the machine does meanwhile hits all alike.
void measure(std::vector<Contender>& contenders, const BenchFlags& flags) {
  const auto begin = Clock::now();
  const auto most = static_cast<std::size_t>(flags.repeat.value_or(100'000'000));
  Progress progress("bench", 100);
  int shown = 0;
  for (double share = 0; share < 1;) {
    for (Contender& c : contenders) {
      if (c.times.size() < most) take_turn(c, most - c.times.size());
    }
    std::size_t fewest = most;
    for (const Contender& c : contenders) fewest = std::min(fewest, c.times.size());
    const double by_time = seconds_since(begin) / flags.seconds;
    share = flags.repeat ? static_cast<double>(fewest) / static_cast<double>(most) : fewest < 3 ? 0 : by_time;
    for (; shown < static_cast<int>(std::min(share, 1.0) * 100); ++shown) progress.advance();
  }
  for (Contender& c : contenders) std::sort(c.times.begin(), c.times.end());
}

double ratio(const std::vector<Contender>& c) { return c[1].at(0.5) / c[0].at(0.5); }

void print_text(const std::vector<Contender>& contenders, const BenchFlags& flags) {
  fmt::print("{:<22} {:>10} {:>10} {:>10} {:>8} {:>10} {:>10} {:>10}\n",
             flags.model.size() > 22 ? "" : flags.model, "median ms", "min ms", "p90 ms", "runs", "load ms",
             "first ms", "memory MB");
  for (const Contender& c : contenders) {
    fmt::print("{:<22} {:>10.4f} {:>10.4f} {:>10.4f} {:>8} {:>10.2f} {:>10.2f} {:>10.1f}\n", c.name,
               c.at(0.5), c.times.front(), c.at(0.9), c.times.size(), c.load_ms, c.first_ms, c.memory_mb);
  }
  if (contenders.size() == 2) {
    fmt::print("ratio {:.3f}: sardonyx takes {:.1f} % of the other's median time\n", ratio(contenders),
               100 / ratio(contenders));
  }
}

void print_json(const std::vector<Contender>& contenders, const BenchFlags& flags) {
  nlohmann::json out = {{"model", flags.model}, {"threads", flags.session.threads}};
  for (const Contender& c : contenders) {
    out["results"].push_back({{"name", c.name},
                              {"median_ms", c.at(0.5)},
                              {"min_ms", c.times.front()},
                              {"p90_ms", c.at(0.9)},
                              {"runs", c.times.size()},
                              {"load_ms", c.load_ms},
                              {"first_ms", c.first_ms},
                              {"memory_mb", c.memory_mb}});
  }
  if (contenders.size() == 2) out["ratio"] = ratio(contenders);
  fmt::print("{}\n", out.dump(2));
}

int bench(const BenchFlags& flags) {
  const SessionOptions options = flags.session.options();
  std::optional<Session> session;
  ModelInputs inputs;
  std::vector<Contender> contenders;
  contenders.push_back(contender("sardonyx", [&]() -> std::function<void()> {
    session.emplace(flags.model, options);
    inputs = flags.input.make(*session, Unnamed::random);
    return [&] { session->run(inputs.values); };
  }));
  std::unique_ptr<Rival> rival;
  if (!flags.rival.empty()) {
    rival = std::make_unique<Rival>(flags.rival);
    contenders.push_back(contender(rival->name(), [&]() -> std::function<void()> {
      rival->load(flags.model, options.threads);
      rival->bind(*session, inputs.values);
      return [&] { rival->run(); };
    }));
  }
  measure(contenders, flags);
  if (flags.json) {
    print_json(contenders, flags);
  } else {
    print_text(contenders, flags);
  }
  return kOk;
}

}  // namespace

Action add_bench(Command& command) {
  auto flags = std::make_shared<BenchFlags>();
  command.option("model", flags->model, "An .onnx or .ort file").required();
  flags->input.declare(command);
  command.option("--vs", flags->rival, "A library with ONNX Runtime's C ABI to run beside it, turn by turn");
  command.option("--repeat", flags->repeat, "Runs (instead of --seconds)").between(1, 100000000);
  command.option("--seconds", flags->seconds, "How long to measure (3)").positive();
  command.flag("--json", flags->json, "Print the figures as JSON");
  flags->session.declare(command);
  return [flags] { return bench(*flags); };
}

}  // namespace sardonyx::cli
