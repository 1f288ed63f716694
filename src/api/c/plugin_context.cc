// Compiled models: groups that providers compiled, as nodes that hold or name what came out (EPContext).
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "api/c/graph.h"
#include "api/c/plugin.h"
#include "api/c/status.h"
#include "model/write_model.h"

namespace sardonyx::capi {

namespace {

class Compiled {
 public:
  Compiled(ModelFile& file, const PluginOps& ops) : file_(file), ops_(ops) {}
  std::size_t made() const noexcept { return made_; }

  void visit(GraphDef& def) {
    for (NodeDef& n : def.nodes) {
      for (AttributeDef& a : n.attributes) {
        if (a.g == nullptr) continue;
        a.g = std::make_shared<GraphDef>(*a.g);  // other copies of the file keep theirs
        visit(*a.g);
      }
      replace(n, def);
    }
    drop_unread(def);
  }

 private:
  // A group becomes the node that its provider made; a single node is again what it was.
  void replace(NodeDef& n, GraphDef& def) {
    const auto at = std::ranges::find(n.attributes, PluginOps::kClaim, &AttributeDef::name);
    if (at == n.attributes.end()) return;
    std::size_t index = 0;
    std::from_chars(at->s.data(), at->s.data() + at->s.size(), index);
    const PluginClaim& claim = *ops_.claims().at(index);
    n.attributes.erase(at);
    if (claim.kernel != nullptr) return;
    if (claim.context == nullptr)
      refuse(ORT_FAIL, "the execution provider '{}' compiled node '{}' and made no EPContext node for it",
             claim.provider->name(), claim.site.name);
    n = node_def(*claim.context, file_);
    ++made_;
    for (std::size_t i = 0; i < claim.types.size(); ++i) {
      OrtValueInfo value;
      value.name = claim.site.outputs.at(claim.body_outputs[i]);
      value.type = claim.types[i];
      const auto same = [&](const ValueInfoDef& v) { return v.name == value.name; };
      if (std::ranges::none_of(def.outputs, same) && std::ranges::none_of(def.value_infos, same))
        def.value_infos.push_back(value_def(value, file_));
    }
  }

  // Weights that went into a group.
  static void drop_unread(GraphDef& def) {
    std::set<std::string_view> read;
    collect(def, read);
    for (const ValueInfoDef& v : def.inputs) read.insert(v.name);
    std::erase_if(def.initializers, [&](const TensorDef& t) { return !read.contains(t.name); });
  }
  static void collect(const GraphDef& def, std::set<std::string_view>& read) {
    for (const ValueInfoDef& v : def.outputs) read.insert(v.name);
    for (const NodeDef& n : def.nodes) {
      read.insert(n.inputs.begin(), n.inputs.end());
      for (const AttributeDef& a : n.attributes) {
        if (a.g != nullptr) collect(*a.g, read);
      }
    }
  }

  ModelFile& file_;
  const PluginOps& ops_;
  std::size_t made_ = 0;
};

std::string compiled_path(const OrtSessionOptions& options, const char* model_path) {
  const std::string path(config_value(options, "ep.context_file_path"));
  if (!path.empty()) return path;
  if (model_path == nullptr)
    refuse(ORT_INVALID_ARGUMENT,
           "ep.context_file_path must say where the compiled model of a model in memory goes");
  return std::filesystem::path(model_path).replace_extension().string() + "_ctx.onnx";
}

}  // namespace

std::unique_ptr<ModelFile> compiled_model(const ModelFile& shared_out, const PluginOps& ops) {
  auto file = std::make_unique<ModelFile>(shared_out);
  Compiled compiled(*file, ops);
  compiled.visit(file->graph);
  if (compiled.made() == 0) return nullptr;
  const auto known =
      std::ranges::find(file->opset_imports, PluginOps::kContextDomain, &OpsetImportDef::domain);
  if (known == file->opset_imports.end()) file->opset_imports.push_back({PluginOps::kContextDomain, 1});
  return file;
}

void check_compiled_path(const OrtSessionOptions& options, const char* model_path) {
  if (config_value(options, "ep.context_enable") != "1") return;
  const std::string path = compiled_path(options, model_path);
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    refuse(ORT_FAIL,
           "Failed to generate EP context model since the file '{}' exists already. Please remove the EP "
           "context "
           "model if you want to re-generate it.",
           path);
}

void write_compiled(const ModelFile& model, const OrtSessionOptions& options, const char* model_path) {
  ModelWriteOptions w;
  w.external_file = config_value(options, "ep.context_model_external_initializers_file_name");
  write_model(compiled_path(options, model_path), model, w);
}

}  // namespace sardonyx::capi
