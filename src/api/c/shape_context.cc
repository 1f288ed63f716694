// OrtShapeInferContext: what a custom operator's InferOutputShapeFn sees and says.
#include <algorithm>
#include <deque>

#include "api/c/custom_op.h"
#include "api/c/op_attr.h"
#include "api/c/slots.h"
#include "api/c/status.h"

struct OrtShapeInferContext {
  std::vector<OrtTensorTypeAndShapeInfo> inputs;
  const sardonyx::Attributes* attributes = nullptr;
  std::deque<OrtOpAttr> shown;  // attributes that were asked for: their addresses stay
  std::vector<std::optional<OrtTensorTypeAndShapeInfo>> outputs;
};

namespace sardonyx {

namespace {

constexpr std::uint32_t kInference = 17;  // the version that brought InferOutputShapeFn

SymShape sym_shape(const OrtTensorTypeAndShapeInfo& info) {
  std::vector<Dim> dims;
  for (std::size_t i = 0; i < info.dims.size(); ++i) {
    const std::string& symbol = i < info.symbols.size() ? info.symbols[i] : std::string();
    dims.push_back(info.dims[i] >= 0 ? Dim(info.dims[i])
                   : symbol.empty()  ? Dim::unknown()
                                     : Dim::symbol(symbol));
  }
  return SymShape(std::move(dims));
}

// An output without a type of its own has that of the first such input.
DType output_dtype(const capi::OpSignature& s, std::size_t output, const InferContext& c) {
  const auto* p = s.outputs.at(output);
  if (p == nullptr) return DType::undefined;
  if (p->type != ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED) return capi::to_dtype(p->type);
  for (std::size_t i = 0; i < c.inputs(); ++i) {
    const auto* in = s.inputs.at(i);
    if (in != nullptr && in->type == ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED && c.has(i) &&
        c.dtype(i) != DType::undefined)
      return c.dtype(i);
  }
  return DType::undefined;
}

// Empty where the operator infers nothing.
std::vector<std::optional<OrtTensorTypeAndShapeInfo>> ask(const capi::CustomSite& site,
                                                          const Attributes& attributes,
                                                          const InferContext& c) {
  const OrtCustomOp& op = *site.entry->op;
  if (op.version < kInference || op.InferOutputShapeFn == nullptr) return {};
  OrtShapeInferContext context;
  context.attributes = &attributes;
  context.outputs.resize(c.outputs());
  for (std::size_t i = 0; i < c.inputs(); ++i) context.inputs.push_back(capi::type_info(c.in(i)).tensor);
  // A function that cannot tell says nothing: the run will know.
  if (OrtStatus* unknown = op.InferOutputShapeFn(&op, &context); unknown != nullptr) {
    slots::ReleaseStatus(unknown);
    return {};
  }
  return std::move(context.outputs);
}

}  // namespace

OrtTypeInfo capi::type_info(const Fact& fact) {
  std::optional<std::vector<DimInfo>> shape;
  if (fact.shape.ranked()) {
    shape.emplace();
    for (const Dim& d : fact.shape.dims()) {
      DimInfo info;
      if (d.is_number()) {
        info.size = d.number();
      } else if (std::string text = d.text(); text.find('?') == std::string::npos) {
        info.symbol = std::move(text);
      }
      shape->push_back(std::move(info));
    }
  }
  return type_info(fact.type, shape);
}

void capi::infer_custom(const CustomSite& site, const Attributes& attributes, InferContext& c) {
  auto shapes = ask(site, attributes, c);
  for (std::size_t i = 0; i < c.outputs(); ++i) {
    DType dtype = output_dtype(site.entry->signature, i, c);
    bool said = i < shapes.size() && shapes[i].has_value();
    if (dtype == DType::undefined && said && shapes[i]->element != ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED)
      dtype = to_dtype(shapes[i]->element);
    Fact fact;
    if (dtype != DType::undefined) fact.type = Type::tensor(dtype);
    if (said) fact.shape = sym_shape(*shapes[i]);
    c.out(i, std::move(fact));
  }
}

OrtStatus* slots::ShapeInferContext_GetInputCount(const OrtShapeInferContext* context,
                                                  std::size_t* out) noexcept {
  return capi::guarded([&] { capi::need(out, "out") = capi::need(context, "context").inputs.size(); });
}

OrtStatus* slots::ShapeInferContext_GetInputTypeShape(const OrtShapeInferContext* context, std::size_t index,
                                                      OrtTensorTypeAndShapeInfo** info) noexcept {
  return capi::guarded([&] {
    const OrtShapeInferContext& c = capi::need(context, "context");
    capi::need(info, "info");
    if (index >= c.inputs.size())
      capi::refuse(ORT_INVALID_ARGUMENT, "index out of range: {} of {} inputs", index, c.inputs.size());
    // Lent, not given: the caller does not release it. The ABI lacks the const.
    *info = const_cast<OrtTensorTypeAndShapeInfo*>(&c.inputs[index]);
  });
}

OrtStatus* slots::ShapeInferContext_GetAttribute(const OrtShapeInferContext* context, const char* attr_name,
                                                 const OrtOpAttr** attr) noexcept {
  return capi::guarded([&] {
    // The context is the operator's alone while it infers.
    auto& c = const_cast<OrtShapeInferContext&>(capi::need(context, "context"));
    capi::need_all("ShapeInferContext_GetAttribute", attr_name, attr);
    auto it = c.attributes->find(std::string_view(attr_name));
    if (it == c.attributes->end())
      capi::refuse(ORT_INVALID_ARGUMENT, "Attribute {} does not exist.", attr_name);
    c.shown.push_back(capi::op_attr(it->first, it->second));
    *attr = &c.shown.back();
  });
}

OrtStatus* slots::ShapeInferContext_SetOutputTypeShape(const OrtShapeInferContext* context, std::size_t index,
                                                       const OrtTensorTypeAndShapeInfo* info) noexcept {
  return capi::guarded([&] {
    auto& c = const_cast<OrtShapeInferContext&>(capi::need(context, "context"));
    const OrtTensorTypeAndShapeInfo& i = capi::need(info, "info");
    if (index >= c.outputs.size())
      capi::refuse(ORT_INVALID_ARGUMENT, "index out of range: {} of {} outputs", index, c.outputs.size());
    c.outputs[index] = i;
  });
}

}  // namespace sardonyx
