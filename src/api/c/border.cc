#include "api/c/border.h"

#include "api/c/value_layout.h"

namespace sardonyx::capi {

namespace {

using Sizes = std::map<std::string, std::int64_t, std::less<>>;

void set_size(DimDef& dim, std::int64_t size) {
  dim.kind = DimDef::Kind::value;
  dim.value = size;
}

// Sizes of inputs with these denotations; those that have a name are it everywhere.
void set_denoted_sizes(GraphDef& graph, const std::map<std::string, std::int64_t>& by_denotation) {
  Sizes by_name;
  for (ValueInfoDef& input : graph.inputs) {
    for (DimDef& dim : input.type.shape) {
      const auto it = by_denotation.find(std::string(dim.denotation));
      if (dim.denotation.empty() || it == by_denotation.end() || dim.kind == DimDef::Kind::value) continue;
      if (dim.kind == DimDef::Kind::param && !dim.param.empty())
        by_name.emplace(dim.param, it->second);
      else
        set_size(dim, it->second);
    }
  }
  for (auto* list : {&graph.inputs, &graph.outputs, &graph.value_infos}) {
    for (ValueInfoDef& value : *list) {
      for (DimDef& dim : value.type.shape) {
        const auto it = dim.kind == DimDef::Kind::param ? by_name.find(dim.param) : by_name.end();
        if (it != by_name.end()) set_size(dim, it->second);
      }
    }
  }
}

}  // namespace

bool changes_border(const OrtSessionOptions& options) {
  return turns_value_caches(options) || !options.sizes_by_denotation.empty();
}

ModelFile at_border(ModelFile file, const OrtSessionOptions& options) {
  if (!options.sizes_by_denotation.empty()) set_denoted_sizes(file.graph, options.sizes_by_denotation);
  return turns_value_caches(options) ? with_turned_value_caches(std::move(file)) : file;
}

}  // namespace sardonyx::capi
