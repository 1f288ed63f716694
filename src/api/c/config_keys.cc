#include "api/c/config_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "api/c/status.h"
#include "optimize/rule.h"

namespace sardonyx::capi {

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// "device(a, b);device(c)": where layers go. There is one device, so only the form matters.
void check_layers(std::string_view text) {
  for (std::string_view entry : split(text, ";")) {
    if (entry.find('(') == entry.npos)
      refuse(ORT_INVALID_ARGUMENT, "Invalid layering config: Missing '(' in entry: {}", entry);
    if (entry.find(')') == entry.npos)
      refuse(ORT_INVALID_ARGUMENT, "Invalid layering config: Missing ')' in entry: {}", entry);
  }
}

// "input:[1,2];other:[3]": hints of sizes, without effect beyond their form.
void check_shapes(std::string_view text) {
  for (std::string_view entry : split(text, ";")) {
    std::size_t colon = entry.rfind(':');
    if (colon == entry.npos) refuse(ORT_FAIL, "max_shape_override: missing ':' in entry '{}'", entry);
    std::string_view name = entry.substr(0, colon), shape = entry.substr(colon + 1);
    if (shape.size() < 2 || shape.front() != '[' || shape.back() != ']')
      refuse(ORT_FAIL, "max_shape_override: shape must be enclosed in [] for '{}'", name);
    for (std::string_view size : split(shape.substr(1, shape.size() - 2), ",")) {
      std::int64_t number = 0;
      auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), number);
      if (error != std::errc() || end != size.data() + size.size() || number < 0)
        refuse(ORT_FAIL, "max_shape_override: '{}' is no size, in the shape of '{}'", size, name);
    }
  }
}

void check_layering(const OrtSessionOptions& options) {
  std::string_view by_note = config_value(options, "session.layer_assignment_settings");
  std::string_view by_name = config_value(options, "session.name_based_layer_assignment");
  if (!by_note.empty() && !by_name.empty())
    refuse(ORT_INVALID_ARGUMENT,
           "Cannot set both 'session.layer_assignment_settings' and 'session.name_based_layer_assignment'");
  check_layers(by_note);
  check_layers(by_name);
}

void check_values(const OrtSessionOptions& options) {
  std::string_view minimal = config_value(options, "optimization.minimal_build_optimizations");
  if (!minimal.empty() && minimal != "save" && minimal != "apply")
    refuse(ORT_INVALID_ARGUMENT, "Invalid value for optimization.minimal_build_optimizations: {}", minimal);
  if (minimal == "save" && !options.optimized_path.ends_with(".ort") &&
      config_value(options, "session.save_model_format") != "ORT")
    refuse(ORT_INVALID_ARGUMENT,
           "optimization.minimal_build_optimizations value of 'save' is only valid when saving an ORT format "
           "model.");
  std::string_view layout = config_value(options, "session.gqa_value_layout");
  if (!layout.empty() && layout != "BNSH" && layout != "BNHS")
    refuse(ORT_INVALID_ARGUMENT,
           "Invalid value for session option 'session.gqa_value_layout': '{}'. Expected 'BNSH' or 'BNHS'.",
           layout);
  std::string_view block = config_value(options, "session.dynamic_block_base");
  if (!block.empty()) {
    int number = 0;
    if (std::from_chars(block.data(), block.data() + block.size(), number).ec != std::errc())
      refuse(ORT_RUNTIME_EXCEPTION, "session.dynamic_block_base is '{}', not an integer", block);
  }
}

// The provider of the CPU is there without being asked for. Who asks gets it, once; the generic slot does not count.
void check_providers(const OrtSessionOptions& options) {
  if (options.cpu_providers > 1)
    refuse(ORT_FAIL, "Provider CPUExecutionProvider has already been registered.");
  if (options.cpu_providers > 0 && config_value(options, "session.disable_cpu_ep_fallback") == "1")
    refuse(ORT_INVALID_ARGUMENT,
           "Conflicting session configuration: explicitly added the CPU EP to the session, but also disabled "
           "fallback to the CPU EP via session configuration options.");
}

// The optimizers that programs know by ONNX Runtime's names, and the rules here that do their work.
constexpr std::pair<std::string_view, std::string_view> kOptimizers[] = {
    {"ConstantFolding", "fold_constants"},
    {"CommonSubexpressionElimination", "share_nodes"},
    {"ConvBNFusion", "fold_batch_norm"},
    {"EliminateIdentity", "remove_noops"},
    {"EliminateDropout", "remove_noops"},
    {"NoopElimination", "remove_noops"},
    {"CastElimination", "remove_noops"},
    {"GeluFusionL1", "fuse_gelu"},
    {"GeluFusionL2", "fuse_gelu"},
    {"LayerNormFusionL1", "fuse_layer_norm"},
    {"LayerNormFusionL2", "fuse_layer_norm"},
    {"ConvActivationFusion", "fuse_epilogue"},
    {"GemmActivationFusion", "fuse_epilogue"},
    {"ConvAddActivationFusion", "fuse_epilogue"},
    {"QDQSelectorActionTransformer", "fuse_quantized"},
};

}  // namespace

std::string checked_key(const char* key) {
  constexpr std::size_t kLongest = 1024;
  std::string k = need_text(key, "config_key");
  if (k.empty() || k.size() > kLongest)
    refuse(ORT_INVALID_ARGUMENT, "Config key is empty or longer than maximum length {}", kLongest);
  return k;
}

std::string checked_value(const char* value) {
  constexpr std::size_t kLongest = 8192;
  std::string v = need_text(value, "config_value");
  if (v.size() > kLongest)
    refuse(ORT_INVALID_ARGUMENT, "Config value is longer than maximum length: {}", kLongest);
  return v;
}

void check_config(const OrtSessionOptions& options) {
  check_providers(options);
  check_layering(options);
  check_shapes(config_value(options, "session.max_shape_override"));
  check_values(options);
}

bool wants_shrinkage(const std::map<std::string, std::string, std::less<>>& run_config, bool arena) {
  auto it = run_config.find("memory.enable_memory_arena_shrinkage");
  if (it == run_config.end()) return false;
  bool found = false;
  for (std::string_view entry : split(it->second, ";")) {
    std::size_t colon = std::min(entry.find(':'), entry.size());
    std::string_view device = entry.substr(0, colon), id = entry.substr(std::min(colon + 1, entry.size()));
    if (device != "cpu" && device != "gpu")
      refuse(ORT_INVALID_ARGUMENT, "Unsupported device specified in the memory arena shrink list: {}",
             device);
    if (!std::ranges::all_of(id, [](char c) { return c >= '0' && c <= '9'; }))
      refuse(ORT_INVALID_ARGUMENT, "Unsupported device id in the memory arena shrink list: {}", id);
    found = found || (device == "cpu" && (id == "0" || id.empty()) && arena);
    if (!found)  // devices behind the first are passed over
      refuse(ORT_INVALID_ARGUMENT,
             "Did not find an arena based allocator registered for device-id combination in the memory arena "
             "shrink "
             "list: {}",
             entry);
  }
  return !it->second.empty();
}

std::vector<std::string> disabled_rules(const OrtSessionOptions& options) {
  std::vector<std::string> disabled;
  for (std::string_view name :
       split(config_value(options, "optimization.disable_specified_optimizers"), ";,")) {
    for (auto [theirs, ours] : kOptimizers)
      if (name == theirs) disabled.emplace_back(ours);
    for (const Rule& r : RuleRegistry::built_in().rules())
      if (r.name == name) disabled.emplace_back(name);
  }
  if (config_value(options, "session.disable_quant_qdq") == "1") disabled.emplace_back("fuse_quantized");
  return disabled;
}

}  // namespace sardonyx::capi
