// Operators called one by one from kernels: CreateOp makes one, InvokeOp runs it on values at hand.
#include <fmt/format.h>

#include <map>
#include <mutex>

#include "api/c/kernel_context.h"
#include "api/c/op_attr.h"
#include "api/c/run.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "graph/spec.h"
#include "import/import.h"
#include "optimize/optimize.h"
#include "run/runner.h"

namespace sardonyx {

namespace {

// An attribute as files have it; texts are kept by `file`.
struct AsDefinition {
  ModelFile& file;
  AttributeDef d;

  template <typename T>
  void set(AttributeType type, T AttributeDef::* member, T value) {
    d.type = type;
    d.*member = std::move(value);
  }
  void operator()(std::int64_t v) { set(AttributeType::int_, &AttributeDef::i, v); }
  void operator()(float v) { set(AttributeType::float_, &AttributeDef::f, v); }
  void operator()(const std::string& v) { set(AttributeType::string, &AttributeDef::s, file.keep(v)); }
  void operator()(const std::vector<std::int64_t>& v) { set(AttributeType::ints, &AttributeDef::ints, v); }
  void operator()(const std::vector<float>& v) { set(AttributeType::floats, &AttributeDef::floats, v); }
  void operator()(const std::vector<std::string>& v) {
    d.type = AttributeType::strings;
    for (const std::string& s : v) d.strings.push_back(file.keep(s));
  }
  template <typename T>
  void operator()(const T&) {
    capi::refuse(ORT_NOT_IMPLEMENTED, "attribute '{}' is of a kind that CreateOp does not take", d.name);
  }
};

}  // namespace

namespace capi {

// A model of one node, compiled once for each set of input types and width of the pool that runs it.
class EagerOp {
 public:
  EagerOp(std::string name, std::string domain, int version, Attributes attributes, std::size_t inputs,
          std::size_t outputs)
      : name_(std::move(name)),
        domain_(std::move(domain)),
        version_(version),
        attributes_(std::move(attributes)),
        inputs_(inputs),
        outputs_(outputs) {
    if (find_spec(domain_, name_, version_) == nullptr)
      refuse(ORT_FAIL, "there is no operator '{}' of domain '{}' and version {}", name_, domain_, version_);
  }

  std::vector<Value> run(const Call::Environment& environment, std::vector<Value> inputs,
                         std::span<const Value> preset) const {
    if (inputs.size() != inputs_ || preset.size() != outputs_)
      refuse(ORT_INVALID_ARGUMENT, "operator '{}' was made with {} inputs and {} outputs, not {} and {}",
             name_, inputs_, outputs_, inputs.size(), preset.size());
    std::shared_ptr<const Runner> runner = runner_for(inputs, environment.pool->width());
    std::erase_if(inputs, [](const Value& v) { return v.is_absent(); });
    Runner::Parts parts;
    parts.environment = environment;
    return runner->run(std::move(inputs), preset, parts);
  }

 private:
  std::shared_ptr<const Runner> runner_for(std::span<const Value> inputs, int threads) const {
    std::string key = fmt::format("{};", threads);
    for (const Value& v : inputs) key += v.type().text() + ";";
    std::lock_guard lock(mutex_);
    std::shared_ptr<const Runner>& runner = runners_[key];
    if (runner == nullptr) runner = compile(inputs, threads);
    return runner;
  }

  ModelFile model(std::span<const Value> inputs) const {
    ModelFile file;
    file.kept = std::make_shared<std::deque<std::string>>();
    file.ir_version = 10;
    file.opset_imports.push_back({file.keep(domain_), version_});
    NodeDef node;
    node.op_type = file.keep(name_);
    node.domain = file.keep(domain_);
    node.name = node.op_type;
    for (const auto& [name, value] : attributes_) {
      AsDefinition definition{file, {}};
      definition.d.name = file.keep(name);
      std::visit(definition, value);
      node.attributes.push_back(std::move(definition.d));
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      node.inputs.push_back(inputs[i].is_absent() ? std::string_view() : file.keep(fmt::format("i{}", i)));
      if (inputs[i].is_absent()) continue;
      if (!inputs[i].is_tensor())
        refuse(ORT_NOT_IMPLEMENTED, "input {} is {}: InvokeOp takes tensors", i, inputs[i].text());
      ValueInfoDef info;
      info.name = node.inputs.back();
      info.type.kind = Type::Kind::tensor;
      info.type.dtype = inputs[i].tensor().dtype();
      file.graph.inputs.push_back(std::move(info));
    }
    for (std::size_t i = 0; i < outputs_; ++i) {
      node.outputs.push_back(file.keep(fmt::format("o{}", i)));
      ValueInfoDef info;
      info.name = node.outputs.back();
      file.graph.outputs.push_back(std::move(info));
    }
    file.graph.nodes.push_back(std::move(node));
    return file;
  }

  std::shared_ptr<const Runner> compile(std::span<const Value> inputs, int threads) const {
    ModelFile file = model(inputs);
    std::shared_ptr<Graph> graph = import_model(file).graph;
    OptimizeOptions options;
    options.lower.isa = chosen_isa();
    options.lower.threads = threads;
    optimize(*graph, options);
    const LowerOptions lower = options.lower;
    auto compiled = std::make_shared<const CompiledGraph>(
        graph, lower, [lower](const std::shared_ptr<Graph>& g) { return make_body(g, lower); });
    return std::make_shared<const Runner>(std::move(compiled));
  }

  std::string name_, domain_;
  int version_;
  Attributes attributes_;
  std::size_t inputs_, outputs_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const Runner>> runners_;
};

}  // namespace capi

}  // namespace sardonyx

struct OrtOp {
  sardonyx::capi::EagerOp op;
};

namespace sardonyx {

// Types are told by the values of each call, so that nothing has to be known of the constraints' names.
OrtStatus* slots::CreateOp(const OrtKernelInfo* info, const char* op_name, const char* domain, int version,
                           const char** type_constraint_names,
                           const ONNXTensorElementDataType* type_constraint_values, int type_constraint_count,
                           const OrtOpAttr* const* attr_values, int attr_count, int input_count,
                           int output_count, OrtOp** ort_op) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateOp", info, op_name, ort_op);
    if (type_constraint_count > 0) capi::need_all("CreateOp", type_constraint_names, type_constraint_values);
    if (attr_count > 0) capi::need(attr_values, "attr_values");
    if (input_count < 0 || output_count < 1)
      capi::refuse(ORT_INVALID_ARGUMENT, "an operator cannot have {} inputs and {} outputs", input_count,
                   output_count);
    Attributes attributes;
    for (int i = 0; i < attr_count; ++i) {
      const OrtOpAttr& a = capi::need(attr_values[i], "an element of attr_values");
      attributes.insert_or_assign(a.name, a.value);
    }
    std::string plain = domain == nullptr || std::string_view(domain) == "ai.onnx" ? "" : domain;
    *ort_op = new OrtOp{{op_name, std::move(plain), version, std::move(attributes),
                         static_cast<std::size_t>(input_count), static_cast<std::size_t>(output_count)}};
  });
}

OrtStatus* slots::InvokeOp(const OrtKernelContext* context, const OrtOp* ort_op,
                           const OrtValue* const* input_values, int input_count,
                           OrtValue* const* output_values, int output_count) noexcept {
  return capi::guarded([&] {
    capi::need_all("InvokeOp", context, ort_op);
    if (input_count > 0) capi::need(input_values, "input_values");
    if (output_count > 0) capi::need(output_values, "output_values");
    std::vector<Value> inputs, preset;
    for (int i = 0; i < input_count; ++i)
      inputs.push_back(input_values[i] == nullptr ? Value() : input_values[i]->value);
    for (int i = 0; i < output_count; ++i)
      preset.push_back(output_values[i] == nullptr ? Value() : output_values[i]->value);
    std::vector<Value> made = ort_op->op.run(context->call.environment(), std::move(inputs), preset);
    for (int i = 0; i < output_count; ++i) {
      if (output_values[i] != nullptr)
        capi::write_into(*output_values[i], std::move(made[static_cast<std::size_t>(i)]), "of InvokeOp");
    }
  });
}

void slots::ReleaseOp(OrtOp* input) noexcept { delete input; }

}  // namespace sardonyx
