// Op: one operator with its fields set, in its one form (opsets end at import). OpDef: what makes it.
//
// An operator is a struct in a file of its own under ops/, with: `fields`, `infer`, `lower`, perhaps `prepare`,
// and a function `register_<file name>(OpRegistry&)`. docs/add-an-operator.md walks through one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/cpu.h"
#include "base/error.h"
#include "graph/fact.h"
#include "graph/kernel.h"

namespace sardonyx {

class Graph;
class Op;
struct Node;
namespace pointwise {
class Program;
}

// One attribute's value as the model gives it.
using Attribute =
    std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>, std::vector<float>,
                 std::vector<std::string>, Tensor, std::vector<Tensor>, Sparse, Type, std::shared_ptr<Graph>>;
using Attributes = std::map<std::string, Attribute, std::less<>>;

// Where a field of an Op lives. An optional field may be absent; any other keeps its default when the model is silent.
using FieldRef = std::variant<std::int64_t*, float*, bool*, std::string*, std::vector<std::int64_t>*,
                              std::vector<float>*, std::vector<std::string>*, Tensor*, DType*, Type*,
                              std::shared_ptr<Graph>*, std::optional<std::int64_t>*, std::optional<float>*,
                              std::optional<std::string>*, std::optional<std::vector<std::int64_t>>*>;

// The one list of an operator's fields, from which reading, printing, hashing, comparing and saving come.
// bool fields read INT attributes (0 or 1), DType fields INT attributes with ONNX's numbers.
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;
  template <typename T>
  void operator()(std::string_view name, T& field) {
    visit(name, FieldRef(&field));
  }

 protected:
  virtual void visit(std::string_view name, FieldRef field) = 0;
};

// What `infer` sees and says. Shapes may hold symbols, contents may be known or not: an operator says what follows
// and leaves the rest unknown. Facts contradicting the specification throw (`fail`), with every input in the message.
class InferContext {
 public:
  InferContext(std::span<const Fact* const> in, std::span<Fact> out, std::span<const bool> wanted)
      : in_(in), out_(out), wanted_(wanted) {}

  std::size_t inputs() const noexcept { return in_.size(); }
  std::size_t outputs() const noexcept { return out_.size(); }
  bool has(std::size_t i) const noexcept { return i < in_.size() && in_[i] != nullptr; }
  bool wanted(std::size_t i) const noexcept { return i < wanted_.size() && wanted_[i]; }
  // Fact of input `i`; a fact that knows nothing when the input is absent.
  const Fact& in(std::size_t i) const noexcept;
  const SymShape& shape(std::size_t i) const noexcept { return in(i).shape; }
  DType dtype(std::size_t i) const noexcept { return in(i).dtype(); }
  const Tensor* constant(std::size_t i) const noexcept { return in(i).constant(); }
  std::optional<std::vector<Dim>> dims(std::size_t i) const { return in(i).as_dims(); }

  // Outputs beyond those of the node are ignored, so that an operator may always say all of them.
  void out(std::size_t i, DType dtype, SymShape shape);
  void out(std::size_t i, Fact fact);
  // Output `i` is an integer tensor of rank <= 1 with this content (flattened), as Shape and its followers give.
  void out_dims(std::size_t i, DType dtype, SymShape shape, std::vector<Dim> content);

 private:
  std::span<const Fact* const> in_;
  std::span<Fact> out_;
  std::span<const bool> wanted_;
};

// The body of If, Loop, Scan, SequenceMap, ready to run; made by whoever plans (see ops/body.h for its interface).
class Body;

struct LowerOptions {
  Isa isa = Isa::base;
  int threads = 1;
  bool fast_math_bf16 = false;
  bool deterministic = false;
};

// What lasts as long as the session and is made once per node: packed weights. Shared by all shapes.
class Prepared {
 public:
  virtual ~Prepared() = default;
};

class PrepareContext {
 public:
  PrepareContext(std::span<const Fact* const> in, const LowerOptions& options) : in_(in), options_(options) {}
  std::size_t inputs() const noexcept { return in_.size(); }
  bool has(std::size_t i) const noexcept { return i < in_.size() && in_[i] != nullptr; }
  const Fact& in(std::size_t i) const noexcept;
  const Tensor* constant(std::size_t i) const noexcept { return in(i).constant(); }
  const LowerOptions& options() const noexcept { return options_; }

 private:
  std::span<const Fact* const> in_;
  const LowerOptions& options_;
};

// What `lower` sees. Every tensor input has a concrete shape here; an output's is concrete unless only the run can tell.
class LowerContext {
 public:
  struct Parts {
    std::span<const Fact* const> in;
    std::span<const Fact> out;
    std::span<const bool> wanted;
    const Prepared* prepared = nullptr;
    LowerOptions options;
    const pointwise::Program* epilogue = nullptr;  // its operands are the inputs from `epilogue_first` on
    std::size_t epilogue_first = 0;
    std::function<std::shared_ptr<Body>(const std::shared_ptr<Graph>&)> body;
  };
  explicit LowerContext(const Parts& parts) : p_(parts) {}

  std::size_t inputs() const noexcept { return p_.in.size(); }
  std::size_t outputs() const noexcept { return p_.out.size(); }
  bool has(std::size_t i) const noexcept { return i < p_.in.size() && p_.in[i] != nullptr; }
  bool wanted(std::size_t i) const noexcept { return i < p_.wanted.size() && p_.wanted[i]; }
  const Fact& in(std::size_t i) const noexcept;
  const Fact& out(std::size_t i) const noexcept { return p_.out[i]; }
  DType dtype(std::size_t i) const noexcept { return in(i).dtype(); }
  // Concrete shape of input `i`. Requires a tensor input.
  Shape shape(std::size_t i) const;
  // Concrete shape of output `i`; throws internal when only the run can tell (see `known`).
  Shape out_shape(std::size_t i) const;
  bool known(std::size_t i) const { return p_.out[i].shape.concrete(); }
  // The content of input `i`: nullptr when only the run knows; then return Kernel::when_running() if it is needed.
  const Tensor* constant(std::size_t i) const noexcept { return in(i).constant(); }
  template <typename T>
  const T* prepared() const noexcept {
    return static_cast<const T*>(p_.prepared);
  }
  const LowerOptions& options() const noexcept { return p_.options; }
  const pointwise::Program* epilogue() const noexcept { return p_.epilogue; }
  std::size_t epilogue_first() const noexcept { return p_.epilogue_first; }
  std::shared_ptr<Body> body(const std::shared_ptr<Graph>& graph) const { return p_.body(graph); }

 private:
  const Parts& p_;
};

struct OpDef;

class Op {
 public:
  virtual ~Op() = default;
  virtual void fields(FieldVisitor&) {}
  virtual void infer(InferContext& c) const = 0;
  virtual std::shared_ptr<const Prepared> prepare(PrepareContext&) const { return nullptr; }
  virtual Kernel lower(LowerContext& c) const = 0;
  // The same inputs may give other outputs (random operators): never folded or shared.
  virtual bool nondeterministic() const { return false; }
  // Inputs that the kernel reads only through `prepare`'s result: no address is handed to the call.
  virtual bool reads_input(std::size_t) const { return true; }
  // May take `program` as its epilogue: applied to every element of output 0 as it is stored.
  virtual bool takes_epilogue(const pointwise::Program&) const { return false; }

  const OpDef& def() const noexcept { return *def_; }
  std::unique_ptr<Op> clone() const;

 private:
  friend struct OpDef;
  const OpDef* def_ = nullptr;
};

// A node of the file while its version is lifted to the newest form: attributes and inputs may be changed, values
// and nodes put before or after it. Import reads the fields afterwards.
class UpgradeContext {
 public:
  virtual ~UpgradeContext() = default;
  int version = 0;  // since_version of the row that the model's opset selects
  std::string op;   // may be renamed (Upsample -> Resize)
  std::string domain;
  Attributes attributes;
  std::vector<std::int32_t> inputs;   // value ids; -1 is absent
  std::vector<std::int32_t> outputs;  // value ids; -1 is not wanted

  virtual std::int32_t constant(Tensor content) = 0;
  virtual const Fact& fact(std::int32_t value) const = 0;  // what import knows so far
  // Puts a node in front of this one; gives the ids of its outputs.
  virtual std::vector<std::int32_t> emit(std::string_view domain, std::string_view op, Attributes attributes,
                                         std::vector<std::int32_t> inputs, std::size_t outputs) = 0;
  // A fresh value (to route this node's output through nodes put behind it with `emit_after`).
  virtual std::int32_t fresh() = 0;
  virtual void emit_after(std::string_view domain, std::string_view op, Attributes attributes,
                          std::vector<std::int32_t> inputs, std::vector<std::int32_t> outputs) = 0;

  // For operators that name parts of the graph around them.
  virtual const Graph& graph() const = 0;
  // The value that the model calls `name` here; throws invalid_model where nothing has that name.
  virtual std::int32_t named(std::string_view name) = 0;
  // Whether `value` of a body is one of the graph around it.
  virtual bool captured(std::int32_t value) const = 0;
  // Counts a node against what a model may have; what is emitted is counted by itself.
  virtual void count_node() = 0;

  // Attribute `name`, removed; nullopt when the model does not set it. Throws invalid_model on another kind.
  template <typename T>
  std::optional<T> take(std::string_view name) {
    auto it = attributes.find(name);
    if (it == attributes.end()) return std::nullopt;
    T* held = std::get_if<T>(&it->second);
    require(held != nullptr, Code::invalid_model, "attribute '{}' has another kind than {} expects", name,
            op);
    T value = std::move(*held);
    attributes.erase(it);
    return value;
  }
  // Makes attribute `name` (ints, int, floats or float) the constant input `index`, if it is set: the usual lift.
  void attribute_to_input(std::string_view name, std::size_t index);
};

struct OpDef {
  std::string domain;  // "" is ai.onnx
  std::string name;
  std::unique_ptr<Op> (*make_plain)() = nullptr;
  std::unique_ptr<Op> (*copy_plain)(const Op&) = nullptr;
  void (*upgrade)(UpgradeContext&) = nullptr;
  // Lowered-only operators (ops/fused) never appear in a model file.
  bool internal = false;

  std::unique_ptr<Op> make() const;
  std::unique_ptr<Op> copy(const Op& op) const;

  template <typename T>
  static OpDef of(std::string domain, std::string name, void (*upgrade)(UpgradeContext&) = nullptr) {
    OpDef d;
    d.domain = std::move(domain);
    d.name = std::move(name);
    d.make_plain = [] { return std::unique_ptr<Op>(new T()); };
    d.copy_plain = [](const Op& op) { return std::unique_ptr<Op>(new T(static_cast<const T&>(op))); };
    d.upgrade = upgrade;
    return d;
  }
};

class OpRegistry {
 public:
  void add(OpDef def);  // throws internal on a second definition
  template <typename T>
  void add(std::string_view domain, std::string_view name, void (*upgrade)(UpgradeContext&) = nullptr) {
    add(OpDef::of<T>(std::string(domain), std::string(name), upgrade));
  }
  const OpDef* find(std::string_view domain, std::string_view name) const;
  const OpDef& get(std::string_view domain, std::string_view name) const;  // throws not_implemented
  std::vector<const OpDef*> all() const;

  // Everything that is built in; made on first use.
  static const OpRegistry& built_in();

 private:
  std::unordered_map<std::string, std::unique_ptr<OpDef>> defs_;  // "domain:name"
};

// Sets fields from attributes. Unknown attributes and wrong kinds throw invalid_model, naming the attribute.
void read_fields(Op& op, const Attributes& attributes);
// The fields as text ("axis=1, keepdims=0") for printing and comparing.
std::string fields_text(const Op& op);
// The fields as attributes, those at their default left out unless `all`.
Attributes write_fields(const Op& op, bool all = false);

}  // namespace sardonyx
