// OrtOpSchema: what the specification says of an operator, as authors of kernels ask it.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "graph/spec.h"
#include "sardonyx/value.hpp"

struct OrtOpSchemaTypeConstraint {
  std::string name;
  std::vector<std::string> types;
  std::vector<const char*> shown;
  std::vector<std::size_t> inputs, outputs;
};

struct OrtOpSchema {
  struct Parameter {
    std::string name;
    const OrtOpSchemaTypeConstraint* type = nullptr;  // NULL: its type is fixed
  };
  int since_version = 0;
  std::vector<std::unique_ptr<OrtOpSchemaTypeConstraint>> constraints;
  std::vector<Parameter> inputs, outputs;
};

namespace sardonyx {

namespace {

namespace own = slots::ep;

constexpr unsigned kTypes = 32,
                   kStringKey = 16;  // bits of a TypeSet's mask, and where maps with text keys begin

template <typename Make>
void add_types(std::vector<std::string>& to, std::uint32_t mask, const Make& make) {
  for (unsigned bit = 0; bit < kTypes; ++bit) {
    if ((mask >> bit & 1) != 0) to.push_back(make(bit));
  }
}

std::string tensor_text(unsigned bit) {
  return fmt::format("tensor({})", onnx_name(static_cast<DType>(bit)));
}
std::string map_text(unsigned bit) {
  return fmt::format("map({}, {})", bit < kStringKey ? "int64" : "string", tensor_text(bit % kStringKey));
}

std::vector<std::string> texts_of(const TypeSet& set) {
  std::vector<std::string> out;
  add_types(out, set.tensor, tensor_text);
  add_types(out, set.sequence, [](unsigned b) { return fmt::format("seq({})", tensor_text(b)); });
  add_types(out, set.optional_sequence,
            [](unsigned b) { return fmt::format("optional(seq({}))", tensor_text(b)); });
  add_types(out, set.optional, [](unsigned b) { return fmt::format("optional({})", tensor_text(b)); });
  add_types(out, set.sparse, [](unsigned b) { return fmt::format("sparse_{}", tensor_text(b)); });
  add_types(out, set.map, map_text);
  add_types(out, set.sequence_of_map, [](unsigned b) { return fmt::format("seq({})", map_text(b)); });
  return out;
}

std::unique_ptr<OrtOpSchema> schema_of(const OpSpec& spec) {
  auto made = std::make_unique<OrtOpSchema>();
  made->since_version = spec.since_version;
  for (const TypeConstraint& c : spec.constraints) {
    auto constraint = std::make_unique<OrtOpSchemaTypeConstraint>();
    constraint->name = std::string(c.name);
    constraint->types = texts_of(c.allowed);
    for (const std::string& t : constraint->types) constraint->shown.push_back(t.c_str());
    made->constraints.push_back(std::move(constraint));
  }
  const auto add = [&](std::span<const ParamSpec> from, std::vector<OrtOpSchema::Parameter>& to,
                       std::vector<std::size_t> OrtOpSchemaTypeConstraint::* places) {
    for (const ParamSpec& p : from) {
      to.push_back({std::string(p.name), nullptr});
      for (const auto& c : made->constraints) {
        if (c->name != p.type) continue;
        ((*c).*places).push_back(to.size() - 1);
        to.back().type = c.get();
      }
    }
  };
  add(spec.inputs, made->inputs, &OrtOpSchemaTypeConstraint::inputs);
  add(spec.outputs, made->outputs, &OrtOpSchemaTypeConstraint::outputs);
  return made;
}

using Parameters = std::vector<OrtOpSchema::Parameter>;

template <typename Out, typename Get>
OrtStatus* parameter(const OrtOpSchema* schema, Parameters OrtOpSchema::* list, std::size_t index, Out* out,
                     const char* what, const Get& get) noexcept {
  return capi::guarded([&] {
    const Parameters& all = capi::need(schema, "schema").*list;
    capi::need(out, "out");
    if (index >= all.size())
      capi::refuse(ORT_INVALID_ARGUMENT, "{} index {} out of range. Schema has {} {}s.", what, index,
                   all.size(), what);
    *out = get(all[index]);
  });
}

const char* name_of(const OrtOpSchema::Parameter& p) { return p.name.c_str(); }
const OrtOpSchemaTypeConstraint* type_of(const OrtOpSchema::Parameter& p) { return p.type; }

template <typename List, typename Out>
OrtStatus* lend(const OrtOpSchemaTypeConstraint* constraint, List OrtOpSchemaTypeConstraint::* list, Out* out,
                std::size_t* count) noexcept {
  return capi::guarded([&] {
    const List& all = capi::need(constraint, "type_constraint").*list;
    capi::need(out, "out") = all.data();
    capi::need(count, "count") = all.size();
  });
}

}  // namespace

// NULL where the specification has no such operator.
OrtStatus* own::GetOpSchema(const char* name, int max_inclusive_version, const char* domain,
                            OrtOpSchema** out_schema) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetOpSchema", name, domain, out_schema);
    const OpSpec* spec = max_inclusive_version < 1 ? nullptr : find_spec(domain, name, max_inclusive_version);
    *out_schema = spec == nullptr ? nullptr : schema_of(*spec).release();
  });
}
void own::ReleaseOpSchema(OrtOpSchema* input) noexcept { delete input; }

OrtStatus* own::OpSchema_GetSinceVersion(const OrtOpSchema* schema, int* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(schema, "schema").since_version; });
}
OrtStatus* own::OpSchema_GetNumInputs(const OrtOpSchema* schema, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(schema, "schema").inputs.size(); });
}
OrtStatus* own::OpSchema_GetInputName(const OrtOpSchema* schema, std::size_t index,
                                      const char** out) noexcept {
  return parameter(schema, &OrtOpSchema::inputs, index, out, "Input", name_of);
}
OrtStatus* own::OpSchema_GetInputTypeConstraint(const OrtOpSchema* schema, std::size_t index,
                                                const OrtOpSchemaTypeConstraint** out) noexcept {
  return parameter(schema, &OrtOpSchema::inputs, index, out, "Input", type_of);
}
OrtStatus* own::OpSchema_GetNumOutputs(const OrtOpSchema* schema, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(schema, "schema").outputs.size(); });
}
OrtStatus* own::OpSchema_GetOutputName(const OrtOpSchema* schema, std::size_t index,
                                       const char** out) noexcept {
  return parameter(schema, &OrtOpSchema::outputs, index, out, "Output", name_of);
}
OrtStatus* own::OpSchema_GetOutputTypeConstraint(const OrtOpSchema* schema, std::size_t index,
                                                 const OrtOpSchemaTypeConstraint** out) noexcept {
  return parameter(schema, &OrtOpSchema::outputs, index, out, "Output", type_of);
}
OrtStatus* own::OpSchema_GetTypeConstraintCount(const OrtOpSchema* schema, std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(schema, "schema").constraints.size(); });
}
OrtStatus* own::OpSchema_GetTypeConstraint(const OrtOpSchema* schema, std::size_t index,
                                           const OrtOpSchemaTypeConstraint** out) noexcept {
  return capi::guarded([&] {
    const auto& all = capi::need(schema, "schema").constraints;
    capi::need(out, "out");
    if (index >= all.size())
      capi::refuse(ORT_INVALID_ARGUMENT, "Type constraint index {} out of range. Schema has {} constraints.",
                   index, all.size());
    *out = all[index].get();
  });
}

OrtStatus* own::OpSchemaTypeConstraint_GetTypeParamName(const OrtOpSchemaTypeConstraint* type_constraint,
                                                        const char** out) noexcept {
  return capi::guarded(
      [&] { capi::need(out, "out") = capi::need(type_constraint, "type_constraint").name.c_str(); });
}
OrtStatus* own::OpSchemaTypeConstraint_GetAllowedTypes(const OrtOpSchemaTypeConstraint* type_constraint,
                                                       const char* const** out_types,
                                                       std::size_t* num_types) noexcept {
  return lend(type_constraint, &OrtOpSchemaTypeConstraint::shown, out_types, num_types);
}
OrtStatus* own::OpSchemaTypeConstraint_GetInputIndices(const OrtOpSchemaTypeConstraint* type_constraint,
                                                       const std::size_t** out_indices,
                                                       std::size_t* count) noexcept {
  return lend(type_constraint, &OrtOpSchemaTypeConstraint::inputs, out_indices, count);
}
OrtStatus* own::OpSchemaTypeConstraint_GetOutputIndices(const OrtOpSchemaTypeConstraint* type_constraint,
                                                        const std::size_t** out_indices,
                                                        std::size_t* count) noexcept {
  return lend(type_constraint, &OrtOpSchemaTypeConstraint::outputs, out_indices, count);
}

}  // namespace sardonyx
