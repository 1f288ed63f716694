// Cast and CastLike between all types. What is out of range: docs/semantics.md.
#include <algorithm>
#include <cctype>

#include "ops/cast_strings.h"
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

namespace {

pointwise::Program cast_program(DType from, DType to, bool saturate, const std::string& round_mode) {
  pointwise::Program p;
  const Reg x = p.operand(from);
  if (from == to) {
    p.output(p.unary(Opcode::copy, x));
    return p;
  }
  const E8m0Round round = round_mode == "up"     ? E8m0Round::up
                          : round_mode == "down" ? E8m0Round::down
                                                 : E8m0Round::nearest;
  p.output(p.emit(Opcode::convert, to, {x}, saturate ? 0 : 1, static_cast<double>(round)));
  return p;
}

struct CastFields : PointwiseOp {
  bool saturate = true;
  std::string round_mode = "up";
  void check() const {
    require(round_mode == "up" || round_mode == "down" || round_mode == "nearest", Code::invalid_model,
            "round_mode is up, down or nearest, not '{}'", round_mode);
  }
  std::optional<pointwise::Program> program_to(In in, DType to) const {
    check();
    require(to != DType::undefined, Code::invalid_model, "the type to cast to is missing or no element type");
    if (in[0]->dtype() == DType::string || to == DType::string) return std::nullopt;
    return cast_program(in[0]->dtype(), to, saturate, round_mode);
  }
  Kernel lower_to(LowerContext& c, DType to) const {
    if (c.dtype(0) == DType::string || to == DType::string) return cast_strings(c, to, {saturate, {}});
    // Only the first input is an operand.
    const Fact* in[] = {&c.in(0)};
    return pointwise_kernel(c, *program_to(in, to), 1);
  }
};

}  // namespace

struct Cast final : CastFields {
  DType to = DType::undefined;
  void fields(FieldVisitor& f) override {
    f("to", to);
    f("saturate", saturate);
    f("round_mode", round_mode);
  }
  std::optional<pointwise::Program> program(In in) const override { return program_to(in, to); }
  std::optional<Dim> on_dims(std::span<const Dim> x) const override {
    if (to == DType::int64 || to == DType::int32 || to == DType::uint64) return x[0];
    if (to == DType::bool_ && x[0].is_number()) return Dim(x[0].number() != 0 ? 1 : 0);
    return std::nullopt;
  }
  DType plain_type(InferContext&) const override { return to; }
  Kernel lower(LowerContext& c) const override { return lower_to(c, to); }
};

struct CastLike final : CastFields {
  void fields(FieldVisitor& f) override {
    f("saturate", saturate);
    f("round_mode", round_mode);
  }
  std::optional<pointwise::Program> program(In) const override { return std::nullopt; }
  void infer(InferContext& c) const override { c.out(0, c.dtype(1), c.shape(0)); }
  Kernel lower(LowerContext& c) const override { return lower_to(c, c.dtype(1)); }
};

namespace {

// Opset 1 names the type by a word.
void upgrade_cast(UpgradeContext& c) {
  if (c.version >= 6) return;
  std::string word = c.take<std::string>("to").value_or("");
  std::ranges::transform(word, word.begin(),
                         [](unsigned char ch) { return static_cast<char>(std::tolower(ch)); });
  const std::optional<DType> type = parse_dtype(word);
  require(type.has_value(), Code::invalid_model, "Cast to '{}': there is no such type", word);
  c.attributes["to"] = static_cast<std::int64_t>(*type);
}

// Once the type is known there is no second input.
void upgrade_cast_like(UpgradeContext& c) {
  const DType type = c.inputs.size() == 2 ? c.fact(c.inputs[1]).dtype() : DType::undefined;
  if (type == DType::undefined) return;
  c.op = "Cast";
  c.attributes["to"] = static_cast<std::int64_t>(type);
  c.inputs.resize(1);
}

}  // namespace

void register_cast(OpRegistry& r) {
  r.add<Cast>("", "Cast", upgrade_cast);
  r.add<CastLike>("", "CastLike", upgrade_cast_like);
}

}  // namespace sardonyx
