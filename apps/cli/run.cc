// sard run: a model on given inputs.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "clock.h"
#include "command.h"
#include "input_flags.h"
#include "results.h"
#include "session_flags.h"
#include "terminal.h"
#include "value_file.h"

namespace sardonyx::cli {
namespace {

struct RunFlags {
  std::string model, output, format = "npy", labels;
  InputFlags input;
  SessionFlags session;
  std::optional<int> top;
  int repeat = 1;
  bool show = false, json = false;
};

struct Result {
  std::vector<Value> outputs;
  double load_ms = 0;
  std::vector<double> run_ms;  // sorted
  double median_ms() const { return run_ms[run_ms.size() / 2]; }
};

void run_repeatedly(const Session& session, const ModelInputs& inputs, int repeat, Result& result) {
  Progress progress("run", static_cast<std::size_t>(repeat));
  for (int i = 0; i < repeat; ++i) {
    const auto begin = Clock::now();
    result.outputs = session.run(inputs.values);
    result.run_ms.push_back(milliseconds_since(begin));
    progress.advance();
  }
  std::sort(result.run_ms.begin(), result.run_ms.end());
}

void print_json(const RunFlags& flags, const Session& session, const Result& result) {
  nlohmann::json outputs = nlohmann::json::array();
  for (std::size_t i = 0; i < result.outputs.size(); ++i) {
    nlohmann::json one = {{"name", session.outputs()[i].name}};
    one.update(value_json(result.outputs[i]));
    outputs.push_back(std::move(one));
  }
  const nlohmann::json all = {{"model", flags.model},
                              {"load_ms", result.load_ms},
                              {"run_ms", result.median_ms()},
                              {"runs", result.run_ms.size()},
                              {"outputs", std::move(outputs)}};
  fmt::print("{}\n", all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(const RunFlags& flags, const Session& session, const ModelInputs& inputs,
                const Result& result) {
  ResultStyle style;
  if (!flags.labels.empty()) style.labels = read_labels(flags.labels);
  style.top = flags.top.value_or(style.top);
  style.ranked = flags.top.has_value();
  style.width = terminal_width();
  if (flags.show && inputs.picture) {
    fmt::print("{}", drawn(*inputs.picture, std::min(style.width, 100), stdout_is_terminal()));
  }
  for (std::size_t i = 0; i < result.outputs.size(); ++i) {
    fmt::print("{}", shown_value(session.outputs()[i], result.outputs[i], style));
  }
  fmt::print("loaded in {:.2f} ms, ran in {:.3f} ms", result.load_ms, result.median_ms());
  if (flags.repeat > 1) {
    fmt::print(" (median of {}, {:.3f} to {:.3f})", flags.repeat, result.run_ms.front(),
               result.run_ms.back());
  }
  fmt::print("\n");
}

int run(const RunFlags& flags) {
  Result result;
  const auto begin = Clock::now();
  const Session session(flags.model, flags.session.options());
  result.load_ms = milliseconds_since(begin);
  const ModelInputs inputs = flags.input.make(session, Unnamed::refused);
  if (flags.show && !inputs.picture) throw Misuse("--show needs a picture among the inputs");
  run_repeatedly(session, inputs, flags.repeat, result);
  if (!flags.output.empty()) save_values(flags.output, flags.format, session.outputs(), result.outputs);
  if (flags.json) {
    print_json(flags, session, result);
  } else {
    print_text(flags, session, inputs, result);
  }
  return kOk;
}

}  // namespace

Action add_run(Command& command) {
  auto flags = std::make_shared<RunFlags>();
  command.option("model", flags->model, "An .onnx or .ort file").required();
  flags->input.declare(command);
  command.option("--output", flags->output, "Folder that takes the outputs as files");
  command
      .option("--format", flags->format, "Of those files: NAME.npy, or output_I.pb as ONNX's tests have them")
      .among({"npy", "pb"});
  command.option("--labels", flags->labels, "File with the name of each class, one a line");
  command.option("--top", flags->top, "How many of the best classes are shown (5)").between(1, 1000);
  command.flag("--show", flags->show, "Draw the input picture in the terminal");
  command.option("--repeat", flags->repeat, "Run so many times and tell the median time").between(1, 1000000);
  command.flag("--json", flags->json, "Print outputs and times as JSON");
  flags->session.declare(command);
  return [flags] { return run(*flags); };
}

}  // namespace sardonyx::cli
