#include "unit/ops/type_probe.h"

#include <map>

#include "unit/ops/random_inputs.h"
#include "unit/ops/settings.h"
#include "unit/ops/type_bodies.h"
#include "unit/ops/type_recipes.h"

namespace sardonyx::test {
namespace {

// By constraint, the types that were in a run.
using Ran = std::map<std::string_view, TypeSet>;

constexpr int kRandomTries = 400, kRecipeTries = 20, kNewest = 28;

struct Drawn {
  GraphBuilder::Settings attributes;
  std::vector<NodeInput> inputs;
  NodeInput outer;       // of the graph around it, where a body needs one
  int most_outputs = 3;  // where the operator does not say it
};

Type type_of(const TypeSet& one) {
  const Type tensor = Type::tensor(element_of(one));
  if (one.sequence != 0) return Type::sequence(tensor);
  if (one.optional != 0) return Type::optional(tensor);
  if (one.optional_sequence != 0) return Type::optional(Type::sequence(tensor));
  if (one.sparse != 0) return Type::sparse(tensor.dtype);
  if ((one.map | one.sequence_of_map) == 0) return tensor;
  const int number = std::countr_zero(one.map | one.sequence_of_map);
  const Type map =
      Type::map(number >= 16 ? DType::string : DType::int64, Type::tensor(static_cast<DType>(number % 16)));
  return one.map != 0 ? map : Type::sequence(map);
}

// An operator names the type of its result by an attribute, if no input has it.
void ask_for(Attributes& attributes, const OpSpec& spec, DType dtype) {
  for (const AttrSpec& a : spec.attributes) {
    const std::string name(a.name);
    if (a.kind == AttrKind::int_ && (name == "to" || name.ends_with("dtype") || name == "output_datatype"))
      attributes[name] = static_cast<std::int64_t>(dtype);
    if (a.kind == AttrKind::tensor && name == "value") attributes[name] = Tensor::zeros(dtype, {1});
  }
}

// By the recipe, where there is one.
Drawn draw(const Recipe& recipe, const OpSpec& spec, std::string_view constraint, const TypeSet& one,
           Dice& d) {
  Inputs inputs(d, spec);
  inputs.bind(constraint, one);
  Drawn drawn;
  drawn.attributes = settings_of(attributes_of(recipe, spec, inputs));
  drawn.inputs = inputs_of(recipe, spec, inputs);
  if (spec.name == "If") {
    drawn.outer.type = inputs.type_of(std::string_view("V"));
    drawn.outer.value = inputs.value(drawn.outer.type);
  }
  std::vector<Type> types;
  for (const NodeInput& in : drawn.inputs) types.push_back(type_of(in.type));
  if (spec.max_outputs < 0) drawn.most_outputs = 1;
  drawn.attributes.merge(bodies_of(spec, types, type_of(drawn.outer.type)));
  return drawn;
}

bool of_input(const OpSpec& spec, std::string_view constraint) {
  return std::ranges::any_of(spec.inputs, [&](const ParamSpec& p) { return p.type == constraint; });
}

// Random attributes and inputs; values of `constraint` have the type.
Drawn draw(const OpSpec& spec, std::string_view constraint, const TypeSet& one, Dice& d) {
  Drawn drawn;
  Attributes attributes = random_attributes(d, spec);
  if (!of_input(spec, constraint)) ask_for(attributes, spec, element_of(one));
  drawn.attributes = settings_of(attributes);
  Inputs inputs(d, spec);
  inputs.bind(constraint, one);
  for (const auto& [value, type] : inputs.make()) drawn.inputs.push_back({value, type});
  return drawn;
}

void add(TypeSet& to, const TypeSet& more) {
  for (const auto kind : kTypeKinds) to.*kind |= more.*kind;
}

// The type of a result. What an optional holds cannot be told from the content alone.
TypeSet type_of_result(const Value& v, const TypeSet& allowed) {
  const Type type = v.type();
  TypeSet set;
  if (type.kind == Type::Kind::tensor) set.tensor = TypeSet::bit(type.dtype);
  if (type.kind == Type::Kind::sequence && type.inner->is_tensor())
    set.sequence = TypeSet::bit(type.inner->dtype);
  if (allowed.tensor == 0) set.optional = set.tensor;
  if (allowed.sequence == 0) set.optional_sequence = set.sequence;
  if (type.kind == Type::Kind::sequence && type.inner->kind == Type::Kind::map)
    set.sequence_of_map = TypeSet::map_bit(type.inner->dtype, type.inner->inner->dtype);
  return set;
}

// Runs a model of the node and notes the types of what went in and came out.
void run_once(const OpSpec& spec, const Drawn& drawn, Dice& d, Ran& ran) {
  ModelBuilder model;
  std::vector<std::string> inputs, outputs;
  std::map<std::string, Value> feeds;
  for (const NodeInput& in : drawn.inputs) {
    const std::string name = in.value.is_absent() ? "" : "x" + std::to_string(inputs.size());
    inputs.push_back(name);
    if (in.value.is_absent()) continue;
    if (in.constant) {
      model.graph.initializer(name, in.value.tensor());
      continue;
    }
    model.graph.input(name, type_of(in.type));
    feeds[name] = in.value;
  }
  if (!drawn.outer.value.is_absent()) {
    model.graph.input("outer", type_of(drawn.outer.type));
    feeds["outer"] = drawn.outer.value;
  }
  if (spec.name == "Gradient") model.graph.node("Identity", {"x0"}, {"h"});  // what it is the gradient of
  const int most = spec.max_outputs < 0 ? drawn.most_outputs : std::max(1, spec.max_outputs);
  for (int i = 0; i < most && (i < std::max(1, spec.min_outputs) || !d.one_in(3)); ++i) {
    outputs.push_back("y" + std::to_string(i));
    model.graph.output(outputs.back(), DType::undefined);
  }
  model.graph.node(std::string(spec.name), inputs, outputs, drawn.attributes, std::string(spec.domain));
  model.opset =
      spec.domain.empty() && find_spec("", spec.name, kNewest) != &spec ? spec.since_version : kNewest;
  if (!spec.domain.empty()) model.more_opsets = {{std::string(spec.domain), spec.since_version}};
  SessionOptions options;
  options.threads = 1;
  RunOptions run;
  run.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const std::vector<Value> results = model.session(options).run(feeds, run);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].empty()) add(ran[spec.input(i)->type], drawn.inputs[i].type);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ParamSpec& p = *spec.output(i);
    if (!drawn.outer.value.is_absent()) add(ran[p.type], drawn.outer.type);
    add(ran[p.type], type_of_result(results[i], spec.allowed(p)));
  }
}

std::vector<TypeSet> singles(const TypeSet& set) {
  std::vector<TypeSet> all;
  for (const auto kind : kTypeKinds) {
    for (std::uint32_t left = set.*kind; left != 0; left &= left - 1) {
      all.emplace_back();
      all.back().*kind = left & (~left + 1);
    }
  }
  return all;
}

bool holds(const TypeSet& set, const TypeSet& one) {
  return std::ranges::all_of(kTypeKinds, [&](auto kind) { return (one.*kind & ~(set.*kind)) == 0; });
}

// Runs until one of the runs has a result with the type of `t`.
void probe(const OpSpec& spec, TypeRun& t, Ran& ran) {
  const auto attempt = [&](int seed, const auto&... recipe) {
    Dice d(static_cast<std::uint32_t>(seed));
    try {
      run_once(spec, draw(recipe..., spec, t.constraint, t.type, d), d, ran);
      t.said = "ran without the type";
    } catch (const Error& e) {
      t.said = e.sentence();
    }
  };
  const auto missing = [&] { return !holds(ran[t.constraint], t.type); };
  for (const Recipe& recipe : recipes()) {
    if (recipe.domain != spec.domain || recipe.op != spec.name) continue;
    for (int i = 1; i <= kRecipeTries && missing(); ++i) attempt(i, recipe);
  }
  for (int i = 1; i <= kRandomTries && missing(); ++i) attempt(i);
  t.ran = !missing();
}

}  // namespace

std::vector<TypeRun> probe_types(const OpSpec& spec) {
  std::vector<TypeRun> all;
  Ran ran;
  for (const TypeConstraint& c : spec.constraints) {
    for (const TypeSet& one : singles(c.allowed)) {
      all.push_back({c.name, one, false, ""});
      probe(spec, all.back(), ran);
    }
  }
  return all;
}

}  // namespace sardonyx::test
