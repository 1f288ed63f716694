#include "graph/op.h"

namespace sardonyx {

void register_all_ops(OpRegistry& registry);  // generated from the files under ops/

namespace {

std::string key(std::string_view domain, std::string_view name) {
  std::string k(domain == "ai.onnx" ? "" : domain);
  return k.append(":").append(name);
}

}  // namespace

void OpRegistry::add(OpDef def) {
  std::string k = key(def.domain, def.name);
  auto [it, fresh] = defs_.emplace(k, std::make_unique<OpDef>(std::move(def)));
  require(fresh, Code::internal, "operator '{}' is defined twice", k);
}

const OpDef* OpRegistry::find(std::string_view domain, std::string_view name) const {
  auto it = defs_.find(key(domain, name));
  return it == defs_.end() ? nullptr : it->second.get();
}

const OpDef& OpRegistry::get(std::string_view domain, std::string_view name) const {
  const OpDef* def = find(domain, name);
  require(def != nullptr, Code::not_implemented, "operator '{}' of domain '{}' has no implementation", name,
          domain.empty() ? "ai.onnx" : domain);
  return *def;
}

std::vector<const OpDef*> OpRegistry::all() const {
  std::vector<const OpDef*> out;
  out.reserve(defs_.size());
  for (const auto& [k, def] : defs_) out.push_back(def.get());
  return out;
}

const OpRegistry& OpRegistry::built_in() {
  static const OpRegistry* registry = [] {
    auto* made = new OpRegistry;  // lives as long as the process: sessions may outlive static destruction
    register_all_ops(*made);
    return made;
  }();
  return *registry;
}

}  // namespace sardonyx
