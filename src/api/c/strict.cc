// What a model declares against what inference finds, for who asks for it: declared sizes never become facts.
#include <map>

#include "api/c/session.h"
#include "api/c/status.h"
#include "import/import.h"

namespace sardonyx::capi {

namespace {

void check_one(const ValueInfoDef& declared, const SymShape& found) {
  if (!found.ranked() || declared.type.kind != Type::Kind::tensor || !declared.type.has_shape) return;
  if (declared.type.shape.size() != found.dims().size())
    refuse(ORT_FAIL, "Output:{} [ShapeInferenceError] the model declares rank {}, inference finds {}",
           declared.name, declared.type.shape.size(), found.text());
  for (std::size_t i = 0; i < declared.type.shape.size(); ++i) {
    const DimDef& d = declared.type.shape[i];
    if (d.kind != DimDef::Kind::value || d.value < 0 || !found.dims()[i].is_number()) continue;
    if (d.value != found.dims()[i].number())
      refuse(ORT_FAIL,
             "Output:{} [ShapeInferenceError] Can't merge shape info. Both inferred and declared dimension "
             "have values "
             "but they differ. Inferred={} Declared={} Dimension={}",
             declared.name, found.dims()[i].number(), d.value, i);
  }
}

}  // namespace

void check_declared_shapes(const ModelFile& file, const Loaded& loaded) {
  if (!loaded.options.custom_domains.empty()) return;  // of whose operators inference knows nothing
  const Imported imported = import_model(file);
  std::map<std::string_view, const SymShape*> found;
  for (std::size_t v = 0; v < imported.graph->value_slots(); ++v) {
    const ValueInfo& info = imported.graph->value(static_cast<ValueId>(v));
    found.emplace(info.name, &info.fact.shape);
  }
  for (const auto* list : {&file.graph.outputs, &file.graph.value_infos}) {
    for (const ValueInfoDef& declared : *list) {
      const auto it = found.find(declared.name);
      if (it != found.end()) check_one(declared, *it->second);
    }
  }
}

}  // namespace sardonyx::capi
