// DynamicQuantizeLinear: uint8 with the scale and zero point that the data's own range asks for.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "ops/dynamic_range.h"

namespace sardonyx {
namespace {

struct DynamicQuantizeLinear final : Op {
  void infer(InferContext& c) const override {
    c.out(0, DType::uint8, c.shape(0));
    c.out(1, DType::float32, SymShape(Shape{}));
    c.out(2, DType::uint8, SymShape(Shape{}));
  }
  Kernel lower(LowerContext& c) const override {
    return Kernel::of([n = c.shape(0).count(), isa = c.options().isa](Call& call) {
      const auto* x = call.in<float>(0);
      const DynamicRange range = dynamic_range(call, x, n, isa);
      if (call.out(0) != nullptr) quantize_dynamic(call, x, n, range, call.out<std::uint8_t>(0), isa);
      if (call.out(1) != nullptr) *call.out<float>(1) = range.scale;
      if (call.out(2) != nullptr) *call.out<std::uint8_t>(2) = range.zero;
    });
  }
};

}  // namespace

void register_dynamic_quantize_linear(OpRegistry& r) {
  r.add<DynamicQuantizeLinear>("", "DynamicQuantizeLinear");
}

}  // namespace sardonyx
