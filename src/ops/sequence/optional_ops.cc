// Optionals: Optional, OptionalHasElement, OptionalGetElement.
//
// An optional with content is the content itself; one without is Value::none.
#include <memory>
#include <utility>

#include "graph/op.h"

namespace sardonyx {
namespace {

struct Optional final : Op {
  Type type;
  void fields(FieldVisitor& f) override { f("type", type); }
  void infer(InferContext& c) const override {
    Fact f;
    f.type = Type::optional(c.has(0) ? c.in(0).type : element());
    c.out(0, std::move(f));
  }
  Kernel lower(LowerContext& c) const override {
    if (c.has(0)) return Kernel::of_values([](Call& call) { call.set_out(0, call.value(0)); });
    return Kernel::of_values([e = element()](Call& call) { call.set_out(0, Value::none(e)); });
  }

 private:
  Type element() const { return type.kind == Type::Kind::optional && type.inner ? *type.inner : type; }
};

struct OptionalHasElement final : Op {
  void infer(InferContext& c) const override { c.out(0, DType::bool_, SymShape(Shape{})); }
  Kernel lower(LowerContext& c) const override {
    return Kernel::of_values([given = c.has(0)](Call& call) {
      const bool has = given && !call.value(0).is_absent() && !call.value(0).is_none();
      call.set_out(0, Tensor::scalar<bool>(has));
    });
  }
};

struct OptionalGetElement final : Op {
  void infer(InferContext& c) const override {
    Fact f = c.in(0);
    f.content.reset();
    if (f.type.kind == Type::Kind::optional) {
      f = Fact{};
      if (c.in(0).type.inner) f.type = *c.in(0).type.inner;
    }
    c.out(0, std::move(f));
  }
  Kernel lower(LowerContext&) const override {
    return Kernel::of_values([](Call& call) {
      const Value& v = call.value(0);
      require(!v.is_none() && !v.is_absent(), Code::runtime, "the optional has no element");
      call.set_out(0, v);
    });
  }
};

}  // namespace

void register_optional_ops(OpRegistry& r) {
  r.add<Optional>("", "Optional");
  r.add<OptionalHasElement>("", "OptionalHasElement");
  r.add<OptionalGetElement>("", "OptionalGetElement");
}

}  // namespace sardonyx
