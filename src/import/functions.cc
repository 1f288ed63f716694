#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "base/error.h"
#include "import/importer.h"

namespace sardonyx {

namespace {

// How many nodes a list of nodes is, functions inlined; each function is counted once.
class InlinedSize {
 public:
  using Find = std::function<const FunctionDef*(const NodeDef&)>;
  explicit InlinedSize(Find find) : find_(std::move(find)) {}

  std::size_t of(std::span<const NodeDef> nodes) {
    std::size_t total = 0;
    for (const NodeDef& n : nodes) {
      total += 1;
      for (const AttributeDef& a : n.attributes) {
        if (a.g) total += of(a.g->nodes);
      }
      if (const FunctionDef* f = find_(n)) total += of(*f);
      if (total > kMaxNodes) return kMaxNodes + 1;  // more may wrap
    }
    return total;
  }

 private:
  static constexpr std::size_t kOpen = ~std::size_t{0};  // being counted

  std::size_t of(const FunctionDef& f) {
    auto [it, fresh] = sizes_.emplace(&f, kOpen);
    require(fresh || it->second != kOpen, Code::invalid_model, "function '{}' calls itself", f.name);
    if (!fresh) return it->second;
    require(++depth_ <= kMaxNesting, Code::over_budget, "functions are nested deeper than {}", kMaxNesting);
    const std::size_t size = of(f.nodes);
    --depth_;
    return sizes_[&f] = size;
  }

  Find find_;
  std::unordered_map<const FunctionDef*, std::size_t> sizes_;
  int depth_ = 0;
};

}  // namespace

void Importer::check_functions() const {
  if (functions_.empty()) return;
  InlinedSize size([this](const NodeDef& n) { return find_function(n.domain, n.op_type, n.overload); });
  require(size.of(file_.graph.nodes) <= kMaxNodes, Code::over_budget,
          "the model has more than {} nodes after its functions are inlined", kMaxNodes);
}

const FunctionDef* Importer::find_function(std::string_view domain, std::string_view name,
                                           std::string_view overload) const {
  if (functions_.empty()) return nullptr;
  auto it = functions_.find(fmt::format("{}:{}:{}", plain_domain(domain), name, overload));
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
  require(bodies.empty(), Code::not_implemented,
          "graphs as defaults of a function's attributes are not supported");
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
    opsets[plain_domain(o.domain)] = static_cast<int>(o.version);
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
