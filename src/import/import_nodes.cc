#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "import/importer.h"
#include "ops/refused.h"

namespace sardonyx {

// A node while its version is lifted; what it emits goes straight into the graph.
class NodeUpgrade final : public UpgradeContext {
 public:
  NodeUpgrade(Importer& importer, NameFrame& frame, std::string name, std::shared_ptr<const Origin> origin)
      : importer_(importer),
        frame_(frame),
        graph_(*frame.graph),
        name_(std::move(name)),
        origin_(std::move(origin)) {}

  std::int32_t constant(Tensor content) override {
    return graph_.add_constant(name_ + "/constant", std::move(content));
  }
  const Fact& fact(std::int32_t value) const override {
    static const Fact nothing;
    return value == kAbsent ? nothing : graph_.value(value).fact;
  }
  std::int32_t fresh() override {
    return graph_.add_value(fmt::format("{}/{}", name_, graph_.value_slots()));
  }
  std::vector<std::int32_t> emit(std::string_view op_domain, std::string_view op_name, Attributes given,
                                 std::vector<std::int32_t> ins, std::size_t count) override {
    std::vector<std::int32_t> outs;
    for (std::size_t i = 0; i < count; ++i) outs.push_back(fresh());
    add(op_domain, op_name, given, std::move(ins), outs);
    return outs;
  }
  void emit_after(std::string_view op_domain, std::string_view op_name, Attributes given,
                  std::vector<std::int32_t> ins, std::vector<std::int32_t> outs) override {
    after_.push_back(
        {std::string(op_domain), std::string(op_name), std::move(given), std::move(ins), std::move(outs)});
  }
  const Graph& graph() const override { return graph_; }
  std::int32_t named(std::string_view name) override {
    const std::optional<ValueId> v = frame_.find(name);
    require(v && *v != kAbsent, Code::invalid_model, "{} names '{}', which is made by no node", op, name);
    return *v;
  }
  bool captured(std::int32_t value) const override {
    return std::ranges::any_of(frame_.captures, [value](const auto& c) { return c.inner == value; });
  }
  void count_node() override { importer_.count_node(); }
  void flush() {
    for (Later& l : after_) add(l.domain, l.op, l.attributes, std::move(l.inputs), std::move(l.outputs));
  }

 private:
  struct Later {
    std::string domain, op;
    Attributes attributes;
    std::vector<std::int32_t> inputs, outputs;
  };
  void add(std::string_view op_domain, std::string_view op_name, const Attributes& given,
           std::vector<std::int32_t> ins, std::vector<std::int32_t> outs) {
    const OpDef* def = importer_.find_op(op_domain, op_name);
    require(def != nullptr, Code::not_implemented, "{} needs the operator '{}', which is not there", op,
            op_name);
    importer_.count_node();
    importer_.add_operator(graph_, *def, given, std::move(ins), std::move(outs), name_, origin_);
  }

  Importer& importer_;
  NameFrame& frame_;
  Graph& graph_;
  std::string name_;
  std::shared_ptr<const Origin> origin_;
  std::vector<Later> after_;
};

const OpDef* Importer::find_op(std::string_view domain, std::string_view name) const {
  return OpRegistry::built_in().find(domain, name);
}

void Importer::count_node() {
  require(++nodes_ <= kMaxNodes, Code::over_budget,
          "the model has more than {} nodes after its functions are inlined", kMaxNodes);
}

void Importer::import_nodes(NameFrame& frame, std::span<const NodeDef> nodes, const OpsetMap& opsets,
                            const FunctionCall* call) {
  for (const NodeDef* def : sorted(frame, nodes)) {
    try {
      import_node(frame, *def, opsets, call);
    } catch (Error& e) {
      throw e.at(fmt::format("node '{}' ({})", def->name, def->op_type));
    }
  }
}

std::vector<ValueId> Importer::find_inputs(NameFrame& frame, const NodeDef& def) {
  std::vector<ValueId> ids;
  ids.reserve(def.inputs.size());
  for (std::string_view name : def.inputs) {
    std::optional<ValueId> v = name.empty() ? kAbsent : frame.find(name);
    require(v.has_value(), Code::invalid_model,
            "input '{}' is made by no node, and is neither a graph input nor an initializer", name);
    ids.push_back(*v);
  }
  return ids;
}

void Importer::import_node(NameFrame& frame, const NodeDef& def, const OpsetMap& opsets,
                           const FunctionCall* call) {
  count_node();
  std::vector<ValueId> inputs = find_inputs(frame, def);
  std::vector<NameFrame> bodies;
  Attributes attributes = read_attributes(frame, def, opsets, call, bodies);
  require(attributes.find("captures") == attributes.end(), Code::invalid_model,
          "{} has no attribute 'captures'", def.op_type);
  if (const FunctionDef* function = find_function(def.domain, def.op_type, def.overload)) {
    require(bodies.empty(), Code::not_implemented,
            "graphs as attributes of a function call are not supported");
    inline_function(frame, def, *function, std::move(attributes), std::move(inputs));
    return;
  }
  if (!bodies.empty()) {
    std::vector<ValueId> captured = join_captures(bodies);
    attributes["captures"] = static_cast<std::int64_t>(captured.size());
    // Captures follow the operator's own inputs, so trailing absent ones stay where they are.
    inputs.insert(inputs.end(), captured.begin(), captured.end());
  }
  import_operator(frame, def, opsets, std::move(attributes), std::move(inputs));
}

namespace {

// What a domain has that a model uses without importing it, as ONNX Runtime has it: its newest version, 0 if unknown.
int newest_version(std::string_view domain) {
  int newest = 0;
  for (const OpSpec& s : all_specs())
    if (s.domain == domain) newest = std::max(newest, s.since_version);
  return newest;
}

std::shared_ptr<Origin> origin_of(const NameFrame& frame, const NodeDef& def, const std::string& domain,
                                  const OpSpec& spec) {
  auto origin = std::make_shared<Origin>();
  origin->name = frame.prefix + std::string(def.name);
  origin->domain = domain;
  origin->op = std::string(def.op_type);
  origin->version = spec.since_version;
  return origin;
}

// A node against the row of its version; the attributes as given stay with the origin.
void check_node(const NameFrame& frame, const OpSpec& spec, int opset, const Attributes& attributes,
                std::span<const ValueId> inputs, Origin& origin) {
  require(!spec.deprecated, Code::invalid_model,
          "operator {} is deprecated from opset {} on, and the model uses {}", spec.name, spec.since_version,
          opset);
  Attributes shown = attributes;
  shown.erase("captures");
  shown.erase("decoder_shapes");
  check_attributes(spec, shown);
  origin.attributes = std::make_shared<const Attributes>(std::move(shown));
  std::vector<const Fact*> facts;
  for (ValueId v : inputs) facts.push_back(v == kAbsent ? nullptr : &frame.graph->value(v).fact);
  check_types(spec, facts);
}

}  // namespace

std::vector<ValueId> Importer::define_outputs(NameFrame& frame, const NodeDef& def) {
  std::vector<ValueId> outputs;
  for (std::string_view name : def.outputs) {
    outputs.push_back(name.empty() ? kAbsent : frame.graph->add_value(frame.prefix + std::string(name)));
    if (!name.empty()) frame.define(name, outputs.back());
  }
  return outputs;
}

bool Importer::import_custom(NameFrame& frame, const NodeDef& def, int opset, const Attributes& attributes,
                             const std::vector<ValueId>& inputs) {
  if (options_.custom_ops == nullptr) return false;
  CustomNode node;
  node.name = frame.prefix + std::string(def.name);
  node.domain = plain_domain(def.domain);
  node.op = std::string(def.op_type);
  node.opset = opset;
  node.nested = frame.parent != nullptr || !frame.prefix.empty();
  node.attributes = attributes;
  for (ValueId v : inputs) node.inputs.push_back(v == kAbsent ? nullptr : &frame.graph->value(v).fact);
  node.input_names.assign(def.inputs.begin(), def.inputs.end());
  node.output_names.assign(def.outputs.begin(), def.outputs.end());
  std::unique_ptr<Op> op = options_.custom_ops->make(node);
  if (op == nullptr) return false;
  require(!attributes.contains("captures"), Code::not_implemented,
          "graphs as attributes of a custom operator are not supported");
  auto origin = std::make_shared<Origin>(Origin{node.name, node.domain, node.op, opset, {}});
  origin->attributes = std::make_shared<const Attributes>(attributes);
  NodeId id = frame.graph->add_node(std::move(op), inputs, define_outputs(frame, def), node.name, {origin});
  infer_new(*frame.graph, id);
  return true;
}

void Importer::import_operator(NameFrame& frame, const NodeDef& def, const OpsetMap& opsets,
                               Attributes attributes, std::vector<ValueId> inputs) {
  std::string domain = plain_domain(def.domain);
  auto opset = opsets.find(domain);
  int version = opset != opsets.end() ? opset->second : newest_version(domain);
  if (import_custom(frame, def, version, attributes, inputs)) return;
  const OpSpec* spec = version == 0 ? nullptr : find_spec(domain, def.op_type, version);
  const OpDef* op = find_op(domain, def.op_type);
  // Only then: the sentence looks for similar names in the whole table.
  if (spec == nullptr) fail(Code::not_implemented, "{}", missing_operator(domain, def.op_type, version));

  auto captured = attributes.find("captures");
  std::size_t own =
      inputs.size() -
      (captured == attributes.end() ? 0 : static_cast<std::size_t>(std::get<std::int64_t>(captured->second)));
  std::shared_ptr<Origin> origin = origin_of(frame, def, domain, *spec);
  check_node(frame, *spec, version, attributes, std::span(inputs).first(own), *origin);
  std::vector<ValueId> outputs = define_outputs(frame, def);
  check_arity(*spec, std::span(inputs).first(own), outputs);

  NodeUpgrade node(*this, frame, origin->name, origin);
  node.version = origin->version;
  node.op = std::string(def.op_type);
  node.domain = domain;
  node.attributes = std::move(attributes);
  node.inputs = std::move(inputs);
  node.outputs = std::move(outputs);
  if (op == nullptr) {
    const std::string_view reason = refusal(domain, def.op_type);
    fail(Code::not_implemented,
         "operator {}-{} of domain '{}' is in the specification, but has no implementation: {}", def.op_type,
         origin->version, domain.empty() ? "ai.onnx" : domain, reason.empty() ? "not yet" : reason);
  }
  if (op->upgrade != nullptr) op->upgrade(node);
  if (node.op != op->name || node.domain != op->domain) op = find_op(node.domain, node.op);
  require(op != nullptr, Code::not_implemented, "{} became '{}', which has no implementation", def.op_type,
          node.op);
  add_operator(*frame.graph, *op, node.attributes, node.inputs, node.outputs, origin->name, origin);
  node.flush();
}

void Importer::add_operator(Graph& graph, const OpDef& def, const Attributes& attributes,
                            std::vector<ValueId> inputs, std::vector<ValueId> outputs,
                            const std::string& name, const std::shared_ptr<const Origin>& origin) {
  std::unique_ptr<Op> op = def.make();
  read_fields(*op, attributes);
  bool constant = def.name == "Constant" && def.domain.empty();
  NodeId id = graph.add_node(std::move(op), std::move(inputs), std::move(outputs), name, {origin});
  std::vector<ValueId> made = graph.node(id).outputs;
  infer_new(graph, id);
  if (constant && !made.empty() && made[0] != kAbsent && graph.value(made[0]).fact.content)
    graph.remove_node(id);
}

void Importer::infer_new(Graph& graph, NodeId id) const {
  try {
    graph.infer(id);
  } catch (const Error& e) {
    // A branch that contradicts these shapes may be one that never runs: whoever runs it finds out.
    if (depth_ == 0 || e.code() != Code::invalid_argument) throw;
  }
}

}  // namespace sardonyx
