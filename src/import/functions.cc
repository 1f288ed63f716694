#include <fmt/format.h>

#include "base/error.h"
#include "import/importer.h"

namespace sardonyx {

namespace {
constexpr int kMaxNesting = 64;
}

const FunctionDef* Importer::find_function(std::string_view domain, std::string_view name,
                                           std::string_view overload) const {
  if (functions_.empty()) return nullptr;
  auto it = functions_.find(fmt::format("{}:{}:{}", domain == "ai.onnx" ? "" : domain, name, overload));
  return it == functions_.end() ? nullptr : it->second;
}

void Importer::inline_function(NameFrame& frame, const NodeDef& def, const FunctionDef& function,
                               Attributes attributes, std::vector<ValueId> inputs) {
  require(depth_ < kMaxNesting, Code::over_budget,
          "functions are nested deeper than {}; function '{}' may call itself", kMaxNesting, function.name);
  require(inputs.size() <= function.inputs.size(), Code::invalid_model,
          "function '{}' takes {} inputs, but the call has {}", function.name, function.inputs.size(),
          inputs.size());
  require(def.outputs.size() <= function.outputs.size(), Code::invalid_model,
          "function '{}' gives {} outputs, but the call has {}", function.name, function.outputs.size(),
          def.outputs.size());
  ++depth_;
  NameFrame inner;
  inner.graph = frame.graph;
  inner.prefix = fmt::format("{}{}/", frame.prefix, def.name.empty() ? function.name : def.name);
  for (std::size_t i = 0; i < function.inputs.size(); ++i) {
    inner.names.emplace(function.inputs[i], i < inputs.size() ? inputs[i] : kAbsent);
  }
  FunctionCall call;
  call.function = &function;
  std::vector<NameFrame> bodies;
  for (const AttributeDef& d : function.attribute_defaults)
    call.attributes.emplace(d.name, read_attribute(frame, d, opsets_, nullptr, bodies));
  for (auto& [name, value] : attributes) {
    std::string_view kept;  // names of the function's own list live as long as the file
    for (std::string_view n : function.attributes)
      if (n == name) kept = n;
    for (const AttributeDef& d : function.attribute_defaults)
      if (d.name == name) kept = d.name;
    require(!kept.empty(), Code::invalid_model, "function '{}' has no attribute '{}'", function.name, name);
    call.attributes.insert_or_assign(kept, std::move(value));
  }
  OpsetMap opsets;
  for (const OpsetImportDef& o : function.opset_imports)
    opsets[o.domain == "ai.onnx" ? std::string() : std::string(o.domain)] = static_cast<int>(o.version);
  for (const auto& [domain, version] : opsets_) opsets.emplace(domain, version);
  import_nodes(inner, function.nodes, opsets, &call);
  --depth_;
  for (std::size_t i = 0; i < def.outputs.size(); ++i) {
    if (def.outputs[i].empty()) continue;
    std::optional<ValueId> v = inner.find(function.outputs[i]);
    require(v && *v != kAbsent, Code::invalid_model, "output '{}' of function '{}' is made by no node",
            function.outputs[i], function.name);
    frame.define(def.outputs[i], *v);
  }
}

}  // namespace sardonyx
