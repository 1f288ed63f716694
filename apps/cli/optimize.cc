// sard optimize: the optimised model as a file.
#include <fmt/format.h>

#include <memory>

#include "command.h"
#include "session/save_model.h"
#include "session_flags.h"

namespace sardonyx::cli {
namespace {

struct OptimizeFlags {
  std::string model, output, external;
  std::string level = "all";
  std::size_t external_from = 1024;
  int opset = 0;
  SessionFlags session;
};

int optimize_file(const OptimizeFlags& flags) {
  const SessionOptions options = flags.session.options();
  SaveOptions save;
  save.level = flags.session.no_optimize ? SaveOptions::Level::none : save_levels().at(flags.level);
  save.opset = flags.opset;
  save.external_file = flags.external;
  save.external_from = flags.external_from;
  const ModelFile source = open_model(std::filesystem::path(flags.model), options);
  save_model(source, flags.output, options, save);
  fmt::print("{} written\n", flags.output);
  return kOk;
}

}  // namespace

Action add_optimize(Command& command) {
  auto flags = std::make_shared<OptimizeFlags>();
  command.option("model", flags->model, "An .onnx or .ort file").required();
  command.option("-o,--output", flags->output, "Where to write the optimised model").required();
  command.option("--level", flags->level, "How far to go").among({"none", "basic", "all"}).tells_default();
  command.option("--opset", flags->opset, "Opset of ai.onnx to write (0: the model's, raised where needed)")
      .between(0, 1000);
  command.option("--external", flags->external, "Name of a file beside the output that takes large weights");
  command.option("--external-from", flags->external_from, "Bytes from which a weight is large")
      .tells_default();
  flags->session.declare(command);
  return [flags] { return optimize_file(*flags); };
}

}  // namespace sardonyx::cli
