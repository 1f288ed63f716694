// Reading an OrtCustomOp, and fitting nodes to it.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "api/c/custom_op.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

// The API versions that brought fields of OrtCustomOp.
constexpr std::uint32_t kCharacteristics = 8, kVariadic = 14, kInference = 17, kSharing = 18;

using Pairs = OpSignature::Pairs;

// Asks a function that fills two arrays of indices and counts them; `release` takes the arrays back.
Pairs pairs(std::size_t (*ask)(int**, int**), void (*release)(int*, int*)) {
  Pairs all;
  if (ask == nullptr) return all;
  int *inputs = nullptr, *outputs = nullptr;
  std::size_t count = ask(&inputs, &outputs);
  for (std::size_t i = 0; i < count && inputs != nullptr && outputs != nullptr; ++i) {
    if (inputs[i] >= 0 && outputs[i] >= 0)
      all.emplace_back(static_cast<std::size_t>(inputs[i]), static_cast<std::size_t>(outputs[i]));
  }
  if (count > 0 && release != nullptr) release(inputs, outputs);
  return all;
}

template <typename Type, typename Kind>
OpSignature::Side side(const OrtCustomOp& op, std::size_t count, Type type, Kind kind) {
  OpSignature::Side s;
  for (std::size_t i = 0; i < count; ++i) {
    OpSignature::Parameter p{type(&op, i), INPUT_OUTPUT_REQUIRED};
    if (op.version >= kCharacteristics && kind != nullptr) p.kind = kind(&op, i);
    if (p.kind == INPUT_OUTPUT_VARIADIC && i + 1 < count)
      refuse(ORT_INVALID_ARGUMENT, "custom operator '{}': only the last parameter may be variadic",
             op.GetName(&op));
    s.parameters.push_back(p);
  }
  return s;
}

template <typename T>
void need_function(T* function, const char* name) {
  if (function == nullptr) refuse(ORT_INVALID_ARGUMENT, "the OrtCustomOp has no {}", name);
}

}  // namespace

const OpSignature::Parameter* OpSignature::Side::at(std::size_t i) const {
  if (i < parameters.size()) return &parameters[i];
  return variadic() ? &parameters.back() : nullptr;
}

bool OpSignature::Side::variadic() const {
  return !parameters.empty() && parameters.back().kind == INPUT_OUTPUT_VARIADIC;
}

std::size_t OpSignature::Side::least() const {
  std::size_t n = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].kind == INPUT_OUTPUT_REQUIRED) n = i + 1;
  }
  if (variadic()) n = std::max(n, parameters.size() - 1 + static_cast<std::size_t>(std::max(min_arity, 0)));
  return n;
}

OpSignature::OpSignature(const OrtCustomOp& op) {
  if (op.version == 0)
    refuse(ORT_FAIL, "the OrtCustomOp has the version 0: it must name the API it was built with");
  need_function(op.GetName, "GetName");
  need_function(op.GetInputType, "GetInputType");
  need_function(op.GetInputTypeCount, "GetInputTypeCount");
  need_function(op.GetOutputType, "GetOutputType");
  need_function(op.GetOutputTypeCount, "GetOutputTypeCount");
  name = need_text(op.GetName(&op), "the name of an OrtCustomOp");
  const char* where = op.GetExecutionProviderType == nullptr ? nullptr : op.GetExecutionProviderType(&op);
  if (where != nullptr) provider = where;
  inputs = side(op, op.GetInputTypeCount(&op), op.GetInputType, op.GetInputCharacteristic);
  outputs = side(op, op.GetOutputTypeCount(&op), op.GetOutputType, op.GetOutputCharacteristic);
  if (op.version >= kVariadic) {
    auto variadic = [&op](Side& s, auto arity, auto homogeneity) {
      if (!s.variadic()) return;
      if (arity != nullptr) s.min_arity = arity(&op);
      if (homogeneity != nullptr) s.homogeneous = homogeneity(&op) != 0;
    };
    variadic(inputs, op.GetVariadicInputMinArity, op.GetVariadicInputHomogeneity);
    variadic(outputs, op.GetVariadicOutputMinArity, op.GetVariadicOutputHomogeneity);
  }
  if (op.version >= kInference) {
    if (op.GetStartVersion != nullptr) first_opset = op.GetStartVersion(&op);
    if (op.GetEndVersion != nullptr) last_opset = op.GetEndVersion(&op);
  }
  auto dynamic = [](const Parameter& p) { return p.type == ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED; };
  const bool infers = op.version >= kInference && op.InferOutputShapeFn != nullptr;
  if (std::ranges::any_of(outputs.parameters, dynamic) && !infers &&
      std::ranges::count_if(inputs.parameters, dynamic) != 1)
    refuse(ORT_FAIL,
           "custom operator '{}': an output without a type has that of the single input without one, or the "
           "one that "
           "InferOutputShapeFn says",
           name);
  if (op.version >= kSharing) {
    may_share = pairs(op.GetMayInplace, op.ReleaseMayInplace);
    must_share = pairs(op.GetAliasMap, op.ReleaseAliasMap);
  }
}

namespace {

std::string misfit_count(const char* what, const OpSignature::Side& side, std::size_t found) {
  std::size_t least = side.least(),
              most = side.variadic() ? std::numeric_limits<std::size_t>::max() : side.parameters.size();
  if (found >= least && found <= most) return {};
  return fmt::format("it takes {} to {} {}, but the node has {}", least,
                     side.variadic() ? std::string("any number of") : std::to_string(most), what, found);
}

std::size_t trimmed(const std::vector<std::string>& names) {
  std::size_t n = names.size();
  while (n > 0 && names[n - 1].empty()) --n;
  return n;
}

}  // namespace

std::string misfit(const OpSignature& s, const CustomNode& node) {
  if (node.opset > 0 && (node.opset < s.first_opset || node.opset > s.last_opset))
    return fmt::format("it stands for opsets {} to {}, but the model has {}", s.first_opset, s.last_opset,
                       node.opset);
  if (std::string why = misfit_count("inputs", s.inputs, trimmed(node.input_names)); !why.empty()) return why;
  if (std::string why = misfit_count("outputs", s.outputs, trimmed(node.output_names)); !why.empty())
    return why;
  DType common = DType::undefined;  // of a homogeneous variadic parameter without a type of its own
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const OpSignature::Parameter* p = s.inputs.at(i);
    if (p == nullptr) continue;
    if (node.inputs[i] == nullptr) {
      if (p->kind == INPUT_OUTPUT_REQUIRED) return fmt::format("input {} is required", i);
      continue;
    }
    const Fact& f = *node.inputs[i];
    if (f.type.kind == Type::Kind::unknown || f.dtype() == DType::undefined) continue;
    if (p->type != ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED && p->type != to_c(f.dtype()))
      return fmt::format("Type '{}' of input {} is not {}", f.type.text(), i,
                         Type::tensor(to_dtype(p->type)).text());
    if (p->kind != INPUT_OUTPUT_VARIADIC || !s.inputs.homogeneous) continue;
    if (common != DType::undefined && common != f.dtype())
      return fmt::format("input {} is {}, but the variadic inputs before it are {}", i, f.type.text(),
                         Type::tensor(common).text());
    common = f.dtype();
  }
  return {};
}

}  // namespace sardonyx::capi
