// Dropout: identity outside of training. In training the mask is drawn with the Mersenne Twister, as NumPy's
// RandomState(seed).uniform draws, and what is kept grows by 1 / (1 - ratio).
#include <algorithm>
#include <cstring>
#include <memory>
#include <random>

#include "kernels/pointwise/loop.h"
#include "ops/pointwise_op.h"

namespace sardonyx {

using pointwise::Opcode;
using pointwise::Reg;

namespace {

std::uint32_t any_seed() {
  std::random_device device;
  return device();
}

// y = mask ? x * scale : 0
pointwise::Program masked(DType type, double scale) {
  pointwise::Program p;
  const Reg x = p.operand(type), mask = p.operand(DType::bool_);
  const Reg grown = p.binary(Opcode::mul, x, p.constant(type, scale));
  p.output(p.select(mask, grown, p.constant(type, 0)));
  return p;
}

void draw(std::uint32_t seed, double ratio, bool* mask, std::int64_t count) {
  std::mt19937 generator(seed);
  for (std::int64_t i = 0; i < count; ++i) {
    const double high = generator() >> 5, low = generator() >> 6;
    mask[i] = (high * 67108864.0 + low) / 9007199254740992.0 >= ratio;
  }
}

}  // namespace

struct Dropout final : Op {
  std::optional<std::int64_t> seed;
  bool mask_like_data = false;  // opsets before 10 give the mask in the data's type
  void fields(FieldVisitor& f) override {
    f("seed", seed);
    f("mask_like_data", mask_like_data);
  }
  bool nondeterministic() const override { return !seed; }

  void infer(InferContext& c) const override {
    for (std::size_t i = 1; i < c.inputs(); ++i) {
      const auto count = c.has(i) ? c.shape(i).count() : std::nullopt;
      require(!count || !count->is_number() || count->number() == 1, Code::invalid_argument,
              "input {} of Dropout is a scalar, not of shape {}", i, c.shape(i));
    }
    if (const Tensor* ratio = c.constant(1)) {
      const double r = ratio->number_at(0);
      require(r >= 0 && r < 1, Code::invalid_argument, "ratio of Dropout is in [0, 1), not {}", r);
    }
    c.out(0, c.dtype(0), c.shape(0));
    c.out(1, mask_like_data ? c.dtype(0) : DType::bool_, c.shape(0));
  }

  Kernel lower(LowerContext& c) const override {
    if (c.has(2) && c.constant(2) == nullptr) return Kernel::when_running();
    const bool training = c.has(2) && c.constant(2)->int_at(0) != 0;
    if (training && c.has(1) && c.constant(1) == nullptr) return Kernel::when_running();
    const double ratio = training ? (c.has(1) ? c.constant(1)->number_at(0) : 0.5) : 0;
    return ratio == 0 ? identity(c) : dropping(c, ratio);
  }

 private:
  Kernel identity(const LowerContext& c) const {
    const auto count = static_cast<std::size_t>(c.shape(0).count());
    const DType type = c.dtype(0);
    const std::size_t bytes = packed_bytes(type, count);
    Kernel k = Kernel::of([=, like_data = mask_like_data](Call& call) {
      if (bytes != 0 && call.out(0) != call.in(0)) std::memcpy(call.out(0), call.in(0), bytes);
      if (call.out(1) == nullptr) return;
      if (!like_data) {
        std::fill_n(call.out<bool>(1), count, true);
      } else {
        pointwise::Program ones;
        ones.output(ones.unary(Opcode::copy, ones.constant(type, 1)));
        std::byte* out[] = {call.out(1)};
        pointwise::Loop::dense(ones, Shape{static_cast<std::int64_t>(count)}, {}).run({}, out, call.pool());
      }
    });
    return std::move(k).with_in_place(0, 0);
  }

  Kernel dropping(const LowerContext& c, double ratio) const {
    const Shape shape = c.shape(0);
    const std::int64_t count = shape.count();
    const Shape shapes[] = {shape, shape};
    pointwise::Loop loop =
        pointwise::Loop::dense(masked(c.dtype(0), 1 / (1 - ratio)), shape, shapes, c.options().isa);
    const std::optional<std::int64_t> fixed = seed;
    return Kernel::of([loop = std::move(loop), count, ratio, fixed](Call& call) {
             bool* mask =
                 call.out<bool>(1) != nullptr ? call.out<bool>(1) : reinterpret_cast<bool*>(call.scratch());
             draw(fixed ? static_cast<std::uint32_t>(*fixed) : any_seed(), ratio, mask, count);
             const std::byte* in[] = {call.in(0), reinterpret_cast<const std::byte*>(mask)};
             std::byte* out[] = {call.out(0)};
             loop.run(in, out, call.pool(), call.stop());
           })
        .with_scratch(static_cast<std::size_t>(count));
  }
};

namespace {

// Before opset 12 a model file says Dropout of what it runs untrained: ratio and is_test mean nothing here.
void upgrade_dropout(UpgradeContext& c) {
  upgrade_consumed_inputs(c);
  if (c.version >= 12) return;
  c.attributes.erase("is_test");
  c.attributes.erase("ratio");
  if (c.version < 10) c.attributes["mask_like_data"] = std::int64_t{1};
}

}  // namespace

void register_dropout(OpRegistry& r) { r.add<Dropout>("", "Dropout", upgrade_dropout); }

}  // namespace sardonyx
