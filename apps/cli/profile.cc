// sard profile: where the time of a run goes.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "clock.h"
#include "command.h"
#include "input_flags.h"
#include "model_report.h"
#include "output_file.h"
#include "pages.h"
#include "session_flags.h"
#include "terminal.h"

namespace sardonyx::cli {
namespace {

struct ProfileFlags {
  std::string model, html, json;
  InputFlags input;
  SessionFlags session;
  int warm_up = 3, runs = 10, top = 10;
};

double microseconds(const StepTime& step) { return static_cast<double>(step.end_ns - step.begin_ns) / 1e3; }

struct OperatorTime {
  std::string op;
  int count = 0;
  double total_us = 0;
};

// Steps that hold others (If, Loop, Scan) count their own time only.
std::vector<double> own_times(const std::vector<StepTime>& steps) {
  std::vector<std::size_t> order(steps.size()), open;
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return steps[a].begin_ns != steps[b].begin_ns ? steps[a].begin_ns < steps[b].begin_ns
                                                  : steps[a].end_ns > steps[b].end_ns;
  });
  std::vector<double> own(steps.size());
  for (const std::size_t i : order) {
    own[i] = microseconds(steps[i]);
    while (!open.empty() && steps[open.back()].end_ns <= steps[i].begin_ns) open.pop_back();
    if (!open.empty() && steps[open.back()].end_ns >= steps[i].end_ns) own[open.back()] -= own[i];
    open.push_back(i);
  }
  return own;
}

std::vector<OperatorTime> by_operator(const std::vector<StepTime>& steps, const std::vector<double>& own) {
  std::map<std::string, OperatorTime> sums;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    OperatorTime& sum = sums[steps[i].op];
    sum.op = steps[i].op;
    ++sum.count;
    sum.total_us += own[i];
  }
  std::vector<OperatorTime> out;
  for (auto& [op, sum] : sums) out.push_back(std::move(sum));
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.total_us > b.total_us; });
  return out;
}

void print_text(const ProfileFlags& flags, const std::vector<StepTime>& steps, double run_us) {
  const std::vector<double> own = own_times(steps);
  double all = 0;
  for (const double us : own) all += us;
  fmt::print("{}: {:.1f} us, {} steps that take {:.1f} us\n\n", flags.model, run_us, steps.size(), all);
  fmt::print("{:<28} {:>6} {:>12} {:>10} {:>7}\n", "operator", "count", "total us", "mean us", "share");
  for (const OperatorTime& o : by_operator(steps, own)) {
    const double share = all > 0 ? o.total_us / all : 0;
    fmt::print("{:<28} {:>6} {:>12.1f} {:>10.1f} {:>6.1f}% {}\n", o.op, o.count, o.total_us,
               o.total_us / o.count, 100 * share, bar(share, 16));
  }
  std::vector<std::size_t> order(steps.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return own[a] > own[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(flags.top)));
  fmt::print("\nslowest steps\n");
  for (const std::size_t i : order) {
    fmt::print("{:>12.1f} us  {:<20} {}  {}\n", own[i], steps[i].op, steps[i].node, steps[i].shapes);
  }
}

nlohmann::json profile_json(const ProfileFlags& flags, const std::vector<StepTime>& steps, double run_us) {
  nlohmann::json list = nlohmann::json::array(), operators = nlohmann::json::array();
  for (const StepTime& step : steps) {
    list.push_back({{"node", step.node},
                    {"op", step.op},
                    {"begin_us", static_cast<double>(step.begin_ns) / 1e3},
                    {"end_us", static_cast<double>(step.end_ns) / 1e3},
                    {"shapes", step.shapes}});
  }
  for (const OperatorTime& o : by_operator(steps, own_times(steps))) {
    operators.push_back({{"op", o.op}, {"count", o.count}, {"total_us", o.total_us}});
  }
  return {{"model", flags.model},
          {"run_us", run_us},
          {"operators", std::move(operators)},
          {"steps", std::move(list)}};
}

// The one of several that the rest of the machine disturbed least. Long runs are not repeated for ever.
std::pair<std::vector<StepTime>, double> fastest_run(const Session& session, const ModelInputs& inputs,
                                                     int runs) {
  constexpr double enough_us = 5e6;
  std::pair<std::vector<StepTime>, double> best;
  double spent = 0;
  for (int i = 0; i < runs && spent < enough_us; ++i) {
    const auto begin = Clock::now();
    session.run(inputs.values);
    const double us = 1e6 * seconds_since(begin);
    spent += us;
    if (i == 0 || us < best.second) best = {session.profile(), us};
  }
  return best;
}

int profile(const ProfileFlags& flags) {
  SessionOptions options = flags.session.options();
  options.profile = true;
  const Session session(flags.model, options);
  const ModelInputs inputs = flags.input.make(session, Unnamed::random);
  for (int i = 0; i < flags.warm_up; ++i) session.run(inputs.values);
  const auto [steps, run_us] = fastest_run(session, inputs, flags.runs);
  const nlohmann::json data = profile_json(flags, steps, run_us);
  if (!flags.html.empty()) {
    write_file(flags.html, page(page_timeline_html(), page_timeline_css(), {page_timeline_js()}, data));
  }
  if (!flags.json.empty()) {
    write_file(flags.json, data.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }
  if (flags.json != "-" && flags.html != "-") {
    print_text(flags, steps, run_us);
    if (!flags.html.empty()) fmt::print("\ntimeline page: {}\n", flags.html);
  }
  return kOk;
}

}  // namespace

Action add_profile(Command& command) {
  auto flags = std::make_shared<ProfileFlags>();
  command.option("model", flags->model, "An .onnx or .ort file").required();
  command.option("--html", flags->html, "Write a timeline page, which needs no network (- for stdout)");
  command.option("--json", flags->json, "Write steps and sums as JSON (- for stdout)");
  command.option("--warm-up", flags->warm_up, "Runs before those that are measured (3)").between(0, 1000000);
  command.option("--runs", flags->runs, "Runs that are measured; the fastest is told (10)")
      .between(1, 1000000);
  command.option("--top", flags->top, "How many of the slowest steps are printed (10)").between(0, 100000);
  flags->input.declare(command);
  flags->session.declare(command);
  return [flags] { return profile(*flags); };
}

}  // namespace sardonyx::cli
