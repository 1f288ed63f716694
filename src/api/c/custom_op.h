// Custom operators: what an OrtCustomOp says of itself, the operators of a session's domains, and what their kernels
// are told when they are made.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "api/c/key_values.h"
#include "api/c/log.h"
#include "api/c/type_info.h"
#include "api/c/value.h"
#include "import/custom_ops.h"
#include "onnxruntime_ep_c_api.h"

struct OrtCustomOpDomain {
  std::string name;
  std::vector<const OrtCustomOp*> ops;
};

namespace sardonyx::capi {

// An OrtCustomOp's own words; fields that its version lacks are never touched.
struct OpSignature {
  struct Parameter {
    ONNXTensorElementDataType type = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    OrtCustomOpInputOutputCharacteristic kind = INPUT_OUTPUT_REQUIRED;
  };
  struct Side {
    std::vector<Parameter> parameters;
    int min_arity = 1;  // of a variadic last parameter
    bool homogeneous = true;
    // The parameter of position `i`: a variadic last one stands for all that follow.
    const Parameter* at(std::size_t i) const;
    std::size_t least() const;
    bool variadic() const;
  };
  explicit OpSignature(const OrtCustomOp& op);

  std::string name, provider;
  Side inputs, outputs;
  int first_opset = 1, last_opset = 0x7fffffff;
  using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;  // input, output
  Pairs may_share, must_share;
};

// Why the node does not fit the signature; "" where it fits.
std::string misfit(const OpSignature& signature, const CustomNode& node);

// The operators that a session's options name. Kernels of its nodes share it, so that it outlives them.
class CustomDomains final : public CustomOps, public std::enable_shared_from_this<CustomDomains> {
 public:
  struct Entry {
    const OrtCustomOp* op;
    OpSignature signature;
    std::string domain;
    OpDef def;
  };
  // `libraries` stay open as long as this.
  CustomDomains(const std::vector<const OrtCustomOpDomain*>& domains,
                std::vector<std::shared_ptr<void>> libraries);
  std::unique_ptr<Op> make(const CustomNode& node) const override;

  OrtLogger logger;
  OrtKeyValuePairs config;
  std::vector<std::string> providers;  // apart from the CPU's, whose operators may be here

 private:
  std::vector<std::shared_ptr<void>> libraries_;
  std::vector<std::unique_ptr<const Entry>> entries_;
};

// What the kernel of a program's or a library's own operator runs as: a node, by the names that the model has.
struct KernelSite {
  std::string op, name, domain;
  std::vector<std::string> inputs, outputs;
  bool nested = false;                       // in a body or a function: its names are not the model's
  OpSignature::Pairs may_share, must_share;  // inputs whose memory outputs may have
  const OrtLogger* logger = nullptr;
};

// What stays the same for all copies of one node's operator.
struct CustomSite : KernelSite {
  std::shared_ptr<const CustomDomains> owner;
  const CustomDomains::Entry* entry = nullptr;
};

OrtTypeInfo type_info(const Fact& fact);

// Outputs' facts as the operator's InferOutputShapeFn says, if it has one; dtypes as the signature says.
void infer_custom(const CustomSite& site, const Attributes& attributes, InferContext& context);

}  // namespace sardonyx::capi

struct OrtKernelInfo {
  struct Facts {
    std::shared_ptr<const void> site;  // what keeps the rest alive
    const OrtEp* ep = nullptr;         // of a library's provider
    std::string node, domain, op;
    int since_version = 1;
    sardonyx::Attributes attributes;
    std::vector<std::string> inputs, outputs;
    std::vector<OrtTypeInfo> input_types, output_types;
    std::vector<std::unique_ptr<OrtValue>> constants;  // by input; null where the content is not known
    const OrtLogger* logger = nullptr;
    const OrtKeyValuePairs* config = nullptr;
  };
  std::shared_ptr<const Facts> facts;
};

namespace sardonyx::capi {

// Names the node in front of what its kernel says, and keeps the kernel's own code.
void compute_at(const KernelSite& site, OrtKernelContext& context, const std::function<void()>& kernel);
// What a kernel's maker may ask of an operator, its node and its values.
std::shared_ptr<OrtKernelInfo::Facts> kernel_facts(const Op& op, const KernelSite& site,
                                                   const Attributes& attributes,
                                                   const PrepareContext& context);

}  // namespace sardonyx::capi
