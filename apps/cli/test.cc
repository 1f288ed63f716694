// sard test: plays cases in the layout of the ONNX backend tests.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "base/cpu.h"
#include "base/error.h"
#include "case_list.h"
#include "command.h"
#include "csv.h"
#include "output_file.h"
#include "session_flags.h"
#include "terminal.h"
#include "workers.h"

namespace sardonyx::cli {
namespace {

struct TestFlags {
  CaseSelection selection;
  SessionFlags session;
  Playing playing;
  std::string report, expected_failures, resave, resave_as = ".onnx";
  std::optional<double> rtol, atol;
  int jobs = 0;
  double timeout = 60;
  bool in_process = false, verbose = false, json = false, list = false;
};

enum class Status { passed, failed, skipped };

const char* name(Status status) {
  return status == Status::passed ? "passed" : status == Status::failed ? "failed" : "skipped";
}

struct Verdict {
  Status status = Status::skipped;
  std::string why;
  double seconds = 0;
  bool known = false;
};

// Lines of NAME or GROUP/NAME, and after a space the reason; lines that begin with # are for the reader.
std::set<std::string> read_names(const std::string& path) {
  std::set<std::string> out;
  if (path.empty()) return out;
  std::istringstream lines(read_text(path));
  for (std::string line; std::getline(lines, line);) {
    std::string name;
    std::istringstream(line) >> name;
    if (!name.empty() && name[0] != '#') out.insert(name);
  }
  return out;
}

std::string full_name(const TestCase& test) { return test.group + "/" + test.name; }

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

class TestRun {
 public:
  explicit TestRun(const TestFlags& flags)
      : flags_(flags), expected_(read_names(flags.expected_failures)), cases_(find_cases(flags.selection)) {
    for (TestCase& test : cases_) {
      if (flags.rtol) test.rtol = *flags.rtol;
      if (flags.atol) test.atol = *flags.atol;
      test.resave = flags.resave;
      test.resave_as = flags.resave_as;
    }
    verdicts_.resize(cases_.size());
  }

  int list() const {
    for (const TestCase& test : cases_) fmt::print("{}\n", full_name(test));
    return kOk;
  }

  int run() {
    Playing playing = flags_.playing;
    playing.options = flags_.session.options();
    SessionOptions& options = playing.options;
    const int cores = static_cast<int>(usable_threads());
    const int jobs = flags_.in_process ? 1 : flags_.jobs > 0 ? flags_.jobs : cores;
    if (options.threads == 0) options.threads = std::max(1, cores / jobs);
    const std::vector<std::size_t> which = with_models();
    Progress progress("test", which.size());
    print_known(progress);
    const auto done = [&](std::size_t index, Outcome outcome) {
      judge(index, std::move(outcome));
      progress.advance(cases_[index].name);
      print_known(progress);
    };
    if (flags_.in_process) {
      play_in_process(cases_, which, playing, done);
    } else {
      play_in_children(cases_, which, playing, jobs, flags_.timeout, done);
    }
    progress.hide();
    return finish();
  }

 private:
  // Cases that can be played; the others are skipped here.
  std::vector<std::size_t> with_models() {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (!cases_[i].model.empty()) {
        out.push_back(i);
      } else {
        verdicts_[i] = {Status::skipped, "its model is neither in its folder nor in --models", 0, true};
      }
    }
    return out;
  }

  void judge(std::size_t index, Outcome outcome) {
    const TestCase& test = cases_[index];
    const bool expected = expected_.contains(test.name) || expected_.contains(full_name(test));
    Status status = outcome.passed ? Status::passed : Status::failed;
    std::string why = one_line(std::move(outcome.why));
    if (expected && outcome.passed) {
      status = Status::failed;
      why = "passes, though '" + flags_.expected_failures + "' lists it as failing: take it off that list";
    } else if (expected) {
      status = Status::skipped;
      why = "fails as expected: " + why;
    }
    verdicts_[index] = {status, std::move(why), outcome.seconds, true};
  }

  // Prints what is known in the order of the cases, so that two logs can be compared.
  void print_known(Progress& progress) {
    for (; printed_ < cases_.size() && verdicts_[printed_].known; ++printed_) {
      const Verdict& verdict = verdicts_[printed_];
      if (flags_.json || (verdict.status == Status::passed && !flags_.verbose)) continue;
      progress.hide();
      fmt::print("{:<7} {}", name(verdict.status), full_name(cases_[printed_]));
      if (flags_.verbose) fmt::print("  {:.3f} s", verdict.seconds);
      if (!verdict.why.empty()) fmt::print(": {}", verdict.why);
      fmt::print("\n");
      std::fflush(stdout);
    }
  }

  std::size_t count(Status status) const {
    std::size_t out = 0;
    for (const Verdict& verdict : verdicts_) out += verdict.status == status ? 1 : 0;
    return out;
  }

  void write_report() const {
    std::string text = "case,group,status,seconds,message\n";
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      text += fmt::format("{},{},{},{:.4f},{}\n", csv_field(cases_[i].name), csv_field(cases_[i].group),
                          name(verdicts_[i].status), verdicts_[i].seconds, csv_field(verdicts_[i].why));
    }
    write_file(flags_.report, text);
  }

  void print_json() const {
    nlohmann::json cases = nlohmann::json::array();
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      cases.push_back({{"case", cases_[i].name},
                       {"group", cases_[i].group},
                       {"status", name(verdicts_[i].status)},
                       {"seconds", verdicts_[i].seconds},
                       {"message", verdicts_[i].why}});
    }
    const nlohmann::json all = {{"passed", count(Status::passed)},
                                {"failed", count(Status::failed)},
                                {"skipped", count(Status::skipped)},
                                {"cases", std::move(cases)}};
    fmt::print("{}\n", all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }

  int finish() const {
    if (!flags_.report.empty()) write_report();
    const std::size_t failed = count(Status::failed);
    if (flags_.json) {
      print_json();
    } else {
      fmt::print("{} passed, {} failed, {} skipped\n", count(Status::passed), failed, count(Status::skipped));
    }
    return failed == 0 ? kOk : kFailed;
  }

  const TestFlags& flags_;
  std::set<std::string> expected_;
  std::vector<TestCase> cases_;
  std::vector<Verdict> verdicts_;
  std::size_t printed_ = 0;
};

}  // namespace

Action add_test(Command& command) {
  auto flags = std::make_shared<TestFlags>();
  CaseSelection& selection = flags->selection;
  if (const char* models = std::getenv("SARDONYX_MODELS")) selection.models = models;
  command.option("folder", selection.root, "A case, a group of cases, or a tree of them").required();
  command.option("--manifest", selection.manifest, "CSV of cases: tolerances, operators, random values");
  command.option("--models", selection.models,
                 "Where models lie that are not beside their data ($SARDONYX_MODELS)");
  command.option("--filter", selection.filters, "Only cases whose group/name contains this (any of several)")
      .one_each_time();
  command
      .option("--op", selection.ops, "Only cases that use this operator (any of several; needs --manifest)")
      .one_each_time();
  command.option("--report", flags->report, "Write case,group,status,seconds,message as CSV");
  command.option("--expected-failures", flags->expected_failures,
                 "File of cases that may not pass: failing they are skipped, passing they fail");
  const Option library = command.option("--library", flags->playing.library,
                                        "Play through this library of ONNX Runtime's C ABI, ours or another");
  command.flag("--binding", flags->playing.binding, "With --library: bind inputs and outputs").needs(library);
  command.option("--rtol", flags->rtol, "Relative tolerance instead of the manifest's");
  command.option("--atol", flags->atol, "Absolute tolerance instead of the manifest's");
  command
      .option("--resave", flags->resave,
              "Save each model at this level (none, basic, all), play what was saved")
      .among({"none", "basic", "all"});
  command.option("--resave-as", flags->resave_as, "Format of what is saved")
      .among({".onnx", ".ort"})
      .tells_default();
  command.option("--jobs", flags->jobs, "Cases at a time (0: one a core)").between(0, 256);
  command.option("--timeout", flags->timeout, "Seconds that one case may take").positive();
  command.flag("--in-process", flags->in_process, "Play all in this process (for sanitizers and debuggers)");
  command.flag("--list", flags->list, "Print the names of the selected cases and play none");
  command.flag("--verbose,-v", flags->verbose, "Print cases that pass too, with their time");
  command.flag("--json", flags->json, "Print the result as JSON");
  flags->session.declare(command);
  return [flags] {
    TestRun run(*flags);
    return flags->list ? run.list() : run.run();
  };
}

}  // namespace sardonyx::cli
