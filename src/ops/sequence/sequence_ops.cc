// Sequences: SequenceEmpty, SequenceConstruct, SequenceAt, SequenceInsert, SequenceErase, SequenceLength.
#include <memory>
#include <utility>
#include <vector>

#include "graph/op.h"

namespace sardonyx {
namespace {

Fact sequence_of(Type element) {
  Fact f;
  f.type = Type::sequence(std::move(element));
  return f;
}

// Position `at` of `size` places; negative ones count from the end.
std::size_t place(const Value& position, std::int64_t size) {
  const Tensor& t = position.tensor();
  require(t.count() == 1, Code::invalid_argument, "the position has {} elements, not one", t.count());
  const std::int64_t at = t.int_at(0);
  require(at >= -size && at < size, Code::runtime, "position {} is outside [{}, {})", at, -size, size);
  return static_cast<std::size_t>(at < 0 ? at + size : at);
}

// Where SequenceInsert puts an element: before the one at `position`, or at the end for `size`.
std::int64_t insert_place(const Value& position, std::int64_t size) {
  const Tensor& t = position.tensor();
  require(t.count() == 1, Code::invalid_argument, "the position has {} elements, not one", t.count());
  const std::int64_t at = t.int_at(0);
  require(at >= -size && at <= size, Code::runtime, "position {} is outside [{}, {}]", at, -size, size);
  return at < 0 ? at + size : at;
}

std::int64_t length(const Value& v) { return static_cast<std::int64_t>(v.sequence().elements.size()); }

struct SequenceEmpty final : Op {
  DType dtype = DType::float32;
  void fields(FieldVisitor& f) override { f("dtype", dtype); }
  void infer(InferContext& c) const override { c.out(0, sequence_of(Type::tensor(dtype))); }
  Kernel lower(LowerContext&) const override {
    return Kernel::of_values([type = Type::tensor(dtype)](Call& call) {
      Sequence s;
      s.element = type;
      call.set_out(0, std::move(s));
    });
  }
};

struct SequenceConstruct final : Op {
  void infer(InferContext& c) const override {
    for (std::size_t i = 1; i < c.inputs(); ++i)
      require(c.in(i).type == c.in(0).type || !c.in(i).is_tensor() || !c.in(0).is_tensor(),
              Code::invalid_model, "elements of a sequence are {} and {}", c.in(0).type, c.in(i).type);
    c.out(0, sequence_of(c.in(0).type));
  }
  Kernel lower(LowerContext& c) const override {
    return Kernel::of_values([n = c.inputs(), type = c.in(0).type](Call& call) {
      Sequence s;
      s.element = type;
      s.elements.reserve(n);
      for (std::size_t i = 0; i < n; ++i) s.elements.push_back(call.value(i));
      call.set_out(0, std::move(s));
    });
  }
};

struct SequenceAt final : Op {
  void infer(InferContext& c) const override {
    Fact f;
    if (c.in(0).type.inner) f.type = *c.in(0).type.inner;
    c.out(0, std::move(f));
  }
  Kernel lower(LowerContext&) const override {
    return Kernel::of_values([](Call& call) {
      const Value& s = call.value(0);
      call.set_out(0, s.sequence().elements[place(call.value(1), length(s))]);
    });
  }
};

struct SequenceInsert final : Op {
  void infer(InferContext& c) const override {
    const Type& held = c.in(0).type;
    const Type& put = c.in(1).type;
    require(held.inner == nullptr || held.inner->kind == Type::Kind::unknown ||
                put.kind == Type::Kind::unknown || *held.inner == put,
            Code::invalid_argument, "{} is put into {}", put, held);
    c.out(0, sequence_of(put.kind == Type::Kind::unknown && held.inner ? *held.inner : put));
  }
  Kernel lower(LowerContext&) const override {
    return Kernel::of_values([](Call& call) {
      Value made = call.take(0);
      const std::int64_t size = length(made);
      std::int64_t at = size;
      if (call.has(2) && !call.value(2).is_absent()) at = insert_place(call.value(2), size);
      Sequence& s = made.own_sequence();
      s.elements.insert(s.elements.begin() + static_cast<std::ptrdiff_t>(at), call.value(1));
      call.set_out(0, std::move(made));
    });
  }
};

struct SequenceErase final : Op {
  void infer(InferContext& c) const override { c.out(0, Fact{c.in(0).type, {}, {}, {}}); }
  Kernel lower(LowerContext&) const override {
    return Kernel::of_values([](Call& call) {
      Value made = call.take(0);
      require(length(made) > 0, Code::runtime, "nothing can be erased from an empty sequence");
      std::size_t at = static_cast<std::size_t>(length(made)) - 1;
      if (call.has(1) && !call.value(1).is_absent()) at = place(call.value(1), length(made));
      Sequence& s = made.own_sequence();
      s.elements.erase(s.elements.begin() + static_cast<std::ptrdiff_t>(at));
      call.set_out(0, std::move(made));
    });
  }
};

struct SequenceLength final : Op {
  void infer(InferContext& c) const override { c.out(0, DType::int64, SymShape(Shape{})); }
  Kernel lower(LowerContext&) const override {
    return Kernel::of_values(
        [](Call& call) { call.set_out(0, Tensor::scalar<std::int64_t>(length(call.value(0)))); });
  }
};

}  // namespace

void register_sequence_ops(OpRegistry& r) {
  r.add<SequenceEmpty>("", "SequenceEmpty");
  r.add<SequenceConstruct>("", "SequenceConstruct");
  r.add<SequenceAt>("", "SequenceAt");
  r.add<SequenceInsert>("", "SequenceInsert");
  r.add<SequenceErase>("", "SequenceErase");
  r.add<SequenceLength>("", "SequenceLength");
}

}  // namespace sardonyx
