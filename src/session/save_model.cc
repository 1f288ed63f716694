#include "session/save_model.h"

#include "base/error.h"
#include "export/export.h"
#include "export/write_ort.h"
#include "import/import.h"
#include "model/write_model.h"
#include "optimize/optimize.h"
#include "optimize/rule.h"
#include "session/hooks.h"

namespace sardonyx {

namespace {

OptimizeOptions optimize_options(const SessionOptions& options, SaveOptions::Level level) {
  OptimizeOptions o;
  o.disabled = options.disabled_rules;
  o.fold_bytes = options.fold_bytes;
  o.lower.isa = chosen_isa();
  o.portable = level != SaveOptions::Level::none;
  o.lowered = false;
  if (level != SaveOptions::Level::basic) return o;
  for (const Rule& r : RuleRegistry::built_in().rules()) {
    if (r.pass == Pass::fuse || r.name == "fuse_quantized") o.disabled.push_back(r.name);
  }
  return o;
}

ModelFile optimized(const ModelFile& source, const SessionOptions& options, const SaveOptions& save,
                    bool all_types) {
  ImportOptions import_options;
  import_options.free_dimensions = options.free_dimensions;
  import_options.initializers = options.initializers;
  if (options.hooks != nullptr) import_options.custom_ops = options.hooks->custom_ops.get();
  const std::shared_ptr<Graph> graph = import_model(source, import_options).graph;
  // Before IR version 4 every initializer was listed as an input too, and none was meant to be given.
  if (source.ir_version < 4) bind_defaults(*graph, std::vector<bool>(graph->inputs.size(), false));
  optimize(*graph, optimize_options(options, save.level));
  ExportOptions e;
  e.opset = save.opset;
  e.all_types = all_types;
  return export_model(*graph, source, e);
}

bool is_ort(const std::filesystem::path& to, SaveOptions::Format format) {
  if (format != SaveOptions::Format::by_name) return format == SaveOptions::Format::ort;
  std::string suffix = to.extension().string();
  for (char& c : suffix) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return suffix == ".ort";
}

}  // namespace

ModelFile optimized_model(const ModelFile& source, const SessionOptions& options, const SaveOptions& save) {
  return optimized(source, options, save, false);
}

void save_model(const ModelFile& source, const std::filesystem::path& to, const SessionOptions& options,
                const SaveOptions& save) {
  if (is_ort(to, save.format)) return write_ort(to, optimized(source, options, save, true));
  ModelWriteOptions w;
  w.external_file = save.external_file;
  w.external_from = save.external_from;
  write_model(to, optimized(source, options, save, false), w);
}

}  // namespace sardonyx
