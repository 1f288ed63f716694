#include "api/c/ep_kernels.h"

#include <algorithm>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "graph/spec.h"

namespace sardonyx {

namespace {

namespace own = slots::ep;

constexpr int kOpen = std::numeric_limits<int>::max();

// A kernel without a last version stands for its first one only: who comes later may mean something else.
bool stands_for(const OrtKernelDef& d, int since_version) {
  return d.first == since_version || (d.last != kOpen && d.first <= since_version && since_version <= d.last);
}

bool allowed(const std::vector<const OrtDataType*>& types, const OrtValueInfo* value) {
  if (value == nullptr || value->type.kind != ONNX_TYPE_TENSOR) return value == nullptr;
  return std::ranges::any_of(
      types, [&](const OrtDataType* t) { return capi::to_c(t->dtype) == value->type.tensor.element; });
}

// Do the values of one side have the types that the kernel asks for under this name?
bool fits_side(const OpSpec& spec, const ParamSpec* (OpSpec::*parameter)(std::size_t) const,
               const std::vector<const OrtValueInfo*>& values, const std::string& name,
               const std::vector<const OrtDataType*>& types) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ParamSpec* p = (spec.*parameter)(i);
    if (p == nullptr || (p->type != name && p->name != name)) continue;
    if (!allowed(types, values[i])) return false;
  }
  return true;
}

bool fits(const OrtKernelDef& d, const OrtNode& node) {
  const OpSpec* spec = find_spec(node.domain, node.op, node.since_version);
  if (spec == nullptr) return true;  // nothing is known of its parameters
  return std::ranges::all_of(d.types, [&](const auto& entry) {
    return fits_side(*spec, &OpSpec::input, node.inputs, entry.first, entry.second) &&
           fits_side(*spec, &OpSpec::output, node.outputs, entry.first, entry.second);
  });
}

bool overlap(const OrtKernelDef& a, const OrtKernelDef& b) {
  return a.op == b.op && a.domain == b.domain && a.provider == b.provider && a.types == b.types &&
         a.first <= b.last && b.first <= a.last && (a.last != kOpen || b.last != kOpen || a.first == b.first);
}

OrtStatus* set_text(OrtKernelDefBuilder* builder, std::string OrtKernelDef::* field,
                    const char* text) noexcept {
  return capi::guarded(
      [&] { capi::need(builder, "kernel_def_builder").def.*field = capi::need_text(text, "the text"); });
}

OrtStatus* add_pairs(OrtKernelDefBuilder* builder,
                     std::vector<std::pair<std::size_t, std::size_t>> OrtKernelDef::* list, const int* inputs,
                     const int* outputs, std::size_t count) noexcept {
  return capi::guarded([&] {
    OrtKernelDef& d = capi::need(builder, "kernel_def_builder").def;
    if (count > 0) capi::need_all("pairs of inputs and outputs", inputs, outputs);
    for (std::size_t i = 0; i < count; ++i) {
      if (inputs[i] < 0 || outputs[i] < 0)
        capi::refuse(ORT_INVALID_ARGUMENT, "pair {} of input {} and output {} is none", i, inputs[i],
                     outputs[i]);
      (d.*list).emplace_back(inputs[i], outputs[i]);
    }
  });
}

OrtMemType at_or_default(const std::map<std::size_t, OrtMemType>& types, std::size_t index) {
  const auto at = types.find(index);
  return at == types.end() ? OrtMemTypeDefault : at->second;
}

}  // namespace
}  // namespace sardonyx

const OrtKernelRegistry::Entry* OrtKernelRegistry::find(const OrtNode& node,
                                                        const std::string& provider) const {
  for (const auto& e : entries) {
    const OrtKernelDef& d = e->def;
    if (d.op == node.op && d.domain == node.domain && d.provider == provider &&
        sardonyx::stands_for(d, node.since_version) && sardonyx::fits(d, node))
      return e.get();
  }
  return nullptr;
}

namespace sardonyx {

OrtStatus* own::CreateKernelRegistry(OrtKernelRegistry** kernel_registry) noexcept {
  return capi::guarded([&] {
    capi::need(kernel_registry, "kernel_registry");
    *kernel_registry = new OrtKernelRegistry;
  });
}
void own::ReleaseKernelRegistry(OrtKernelRegistry* input) noexcept { delete input; }

OrtStatus* own::KernelRegistry_AddKernel(OrtKernelRegistry* kernel_registry, const OrtKernelDef* kernel_def,
                                         OrtKernelCreateFunc kernel_create_func,
                                         void* kernel_create_func_state) noexcept {
  return capi::guarded([&] {
    capi::need_all("KernelRegistry_AddKernel", kernel_registry, kernel_def);
    if (kernel_create_func == nullptr) capi::refuse(ORT_INVALID_ARGUMENT, "kernel_create_func is NULL");
    for (const auto& e : kernel_registry->entries) {
      if (overlap(e->def, *kernel_def))
        capi::refuse(ORT_FAIL, "a kernel for {} of versions {} to {} is registered already", kernel_def->op,
                     e->def.first, e->def.last);
    }
    kernel_registry->entries.push_back(std::make_unique<const OrtKernelRegistry::Entry>(
        OrtKernelRegistry::Entry{*kernel_def, kernel_create_func, kernel_create_func_state}));
  });
}

OrtStatus* own::CreateKernelDefBuilder(OrtKernelDefBuilder** kernel_def_builder_out) noexcept {
  return capi::guarded([&] {
    capi::need(kernel_def_builder_out, "kernel_def_builder_out");
    *kernel_def_builder_out = new OrtKernelDefBuilder;
  });
}
void own::ReleaseKernelDefBuilder(OrtKernelDefBuilder* input) noexcept { delete input; }

OrtStatus* own::KernelDefBuilder_SetOperatorType(OrtKernelDefBuilder* kernel_def_builder,
                                                 const char* op_type) noexcept {
  return set_text(kernel_def_builder, &OrtKernelDef::op, op_type);
}
OrtStatus* own::KernelDefBuilder_SetDomain(OrtKernelDefBuilder* kernel_def_builder,
                                           const char* domain) noexcept {
  if (domain != nullptr && std::string_view(domain) == "ai.onnx") domain = "";
  return set_text(kernel_def_builder, &OrtKernelDef::domain, domain);
}
OrtStatus* own::KernelDefBuilder_SetExecutionProvider(OrtKernelDefBuilder* kernel_def_builder,
                                                      const char* ep_name) noexcept {
  return set_text(kernel_def_builder, &OrtKernelDef::provider, ep_name);
}

OrtStatus* own::KernelDefBuilder_SetSinceVersion(OrtKernelDefBuilder* kernel_def_builder,
                                                 int since_version_start, int since_version_end) noexcept {
  return capi::guarded([&] {
    OrtKernelDef& d = capi::need(kernel_def_builder, "kernel_def_builder").def;
    if (since_version_start < 1 || since_version_end < since_version_start)
      capi::refuse(ORT_INVALID_ARGUMENT, "a kernel cannot stand for versions {} to {}", since_version_start,
                   since_version_end);
    d.first = since_version_start;
    d.last = since_version_end;
  });
}

OrtStatus* own::KernelDefBuilder_SetInputMemType(OrtKernelDefBuilder* kernel_def_builder,
                                                 std::size_t input_index, OrtMemType mem_type) noexcept {
  return capi::guarded([&] {
    capi::need(kernel_def_builder, "kernel_def_builder").def.inputs.insert_or_assign(input_index, mem_type);
  });
}
OrtStatus* own::KernelDefBuilder_SetOutputMemType(OrtKernelDefBuilder* kernel_def_builder,
                                                  std::size_t output_index, OrtMemType mem_type) noexcept {
  return capi::guarded([&] {
    capi::need(kernel_def_builder, "kernel_def_builder").def.outputs.insert_or_assign(output_index, mem_type);
  });
}

OrtStatus* own::KernelDefBuilder_AddTypeConstraint(OrtKernelDefBuilder* kernel_def_builder,
                                                   const char* arg_name, const OrtDataType* const* types,
                                                   std::size_t num_types) noexcept {
  return capi::guarded([&] {
    OrtKernelDef& d = capi::need(kernel_def_builder, "kernel_def_builder").def;
    capi::need_all("KernelDefBuilder_AddTypeConstraint", arg_name, types);
    if (num_types == 0) capi::refuse(ORT_INVALID_ARGUMENT, "'{}' may have none of zero types", arg_name);
    std::vector<const OrtDataType*> list;
    for (std::size_t i = 0; i < num_types; ++i) list.push_back(&capi::need(types[i], "a type"));
    d.types.insert_or_assign(arg_name, std::move(list));
  });
}

OrtStatus* own::KernelDefBuilder_AddInputOutputAliases(OrtKernelDefBuilder* kernel_def_builder,
                                                       int const* input_indices, int const* output_indices,
                                                       std::size_t num_io_indices) noexcept {
  return add_pairs(kernel_def_builder, &OrtKernelDef::must_share, input_indices, output_indices,
                   num_io_indices);
}
OrtStatus* own::KernelDefBuilder_AddInputOutputMutableAliases(OrtKernelDefBuilder* kernel_def_builder,
                                                              int const* input_indices,
                                                              int const* output_indices,
                                                              std::size_t num_io_indices) noexcept {
  return add_pairs(kernel_def_builder, &OrtKernelDef::may_share, input_indices, output_indices,
                   num_io_indices);
}

OrtStatus* own::KernelDefBuilder_Build(OrtKernelDefBuilder* kernel_def_builder,
                                       OrtKernelDef** kernel_def_out) noexcept {
  return capi::guarded([&] {
    capi::need_all("KernelDefBuilder_Build", kernel_def_builder, kernel_def_out);
    const OrtKernelDef& d = kernel_def_builder->def;
    if (d.op.empty() || d.provider.empty())
      capi::refuse(ORT_INVALID_ARGUMENT,
                   "a kernel needs an operator and an execution provider; it has '{}' and '{}'", d.op,
                   d.provider);
    *kernel_def_out = new OrtKernelDef(d);
  });
}
void own::ReleaseKernelDef(OrtKernelDef* input) noexcept { delete input; }

const char* own::KernelDef_GetOperatorType(const OrtKernelDef* kernel_def) noexcept {
  return kernel_def == nullptr ? "" : kernel_def->op.c_str();
}
const char* own::KernelDef_GetDomain(const OrtKernelDef* kernel_def) noexcept {
  return kernel_def == nullptr ? "" : kernel_def->domain.c_str();
}
const char* own::KernelDef_GetExecutionProvider(const OrtKernelDef* kernel_def) noexcept {
  return kernel_def == nullptr ? "" : kernel_def->provider.c_str();
}
OrtStatus* own::KernelDef_GetSinceVersion(const OrtKernelDef* kernel_def, int* start_version,
                                          int* end_version) noexcept {
  return capi::guarded([&] {
    capi::need_all("KernelDef_GetSinceVersion", kernel_def, start_version, end_version);
    *start_version = kernel_def->first;
    *end_version = kernel_def->last;
  });
}
OrtStatus* own::KernelDef_GetInputMemType(const OrtKernelDef* kernel_def, std::size_t input_index,
                                          OrtMemType* mem_type) noexcept {
  return capi::guarded([&] {
    capi::need_all("KernelDef_GetInputMemType", kernel_def, mem_type);
    *mem_type = at_or_default(kernel_def->inputs, input_index);
  });
}
OrtStatus* own::KernelDef_GetOutputMemType(const OrtKernelDef* kernel_def, std::size_t output_index,
                                           OrtMemType* mem_type) noexcept {
  return capi::guarded([&] {
    capi::need_all("KernelDef_GetOutputMemType", kernel_def, mem_type);
    *mem_type = at_or_default(kernel_def->outputs, output_index);
  });
}

// One object for each type, for as long as the process.
OrtStatus* own::GetTensorDataType(ONNXTensorElementDataType elem_type, const OrtDataType** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    static const auto* const types = [] {
      auto* all = new std::map<DType, OrtDataType>;
      for (int element = 1; element <= ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT8E8M0; ++element) {
        try {
          const DType d = capi::to_dtype(element);
          all->emplace(d, OrtDataType{d});
        } catch (const capi::Refusal&) {  // complex numbers
        }
      }
      return all;
    }();
    *out = &types->at(capi::to_dtype(elem_type));
  });
}

}  // namespace sardonyx
