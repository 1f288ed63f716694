// Where: the second input's element where the condition holds, else the third's. Any type.
#include "ops/pointwise_op.h"
#include "ops/string_elements.h"

namespace sardonyx {

struct Where final : PointwiseOp {
  std::optional<pointwise::Program> program(In in) const override {
    if (in[1]->dtype() == DType::string) return std::nullopt;
    return one_operation(pointwise::Opcode::select, in);
  }
  DType plain_type(InferContext& c) const override { return c.dtype(1); }
  std::optional<Dim> on_dims(std::span<const Dim> x) const override {
    if (x[1] == x[2]) return x[1];
    if (!x[0].is_number()) return std::nullopt;
    return x[0].number() != 0 ? x[1] : x[2];
  }
  Kernel lower(LowerContext& c) const override {
    if (c.dtype(1) != DType::string) return PointwiseOp::lower(c);
    return Kernel::of(
        [out = c.out_shape(0), in = std::array{c.shape(0), c.shape(1), c.shape(2)}](Call& call) {
          const auto* condition = call.in<std::uint8_t>(0);
          const auto *x = call.in<std::string>(1), *y = call.in<std::string>(2);
          auto* result = call.out<std::string>(0);
          for_each_broadcast(out, in, [&](std::int64_t i, const std::array<std::int64_t, 3>& at) {
            result[i] = condition[at[0]] != 0 ? x[at[1]] : y[at[2]];
          });
        });
  }
};

void register_where(OpRegistry& r) { r.add<Where>("", "Where"); }

}  // namespace sardonyx
