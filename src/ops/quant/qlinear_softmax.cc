// QLinearSoftmax: softmax of an 8-bit tensor, quantised again.
#include <array>
#include <cmath>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/byte_scale.h"

namespace sardonyx {
namespace {

struct QLinearSoftmax final : Op {
  std::int64_t axis = -1, opset = 13;
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("opset", opset);
  }
  void infer(InferContext& c) const override {
    if (c.shape(0).ranked() && c.shape(0).rank() > 0) normalise_axis(axis, c.shape(0).rank());
    c.out(0, c.dtype(0), c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::size_t at = x.rank() == 0 ? 0 : normalise_axis(axis, x.rank());
    std::int64_t outer = x.count(0, at), length = 1, inner = 1;
    if (opset < 13) {  // everything from the axis on is one row
      length = x.count(at, x.rank());
    } else if (x.rank() > 0) {
      length = x[at];
      inner = x.count(at + 1, x.rank());
    }
    return Kernel::of([outer, length, inner, dtype = c.dtype(0)](Call& call) {
      const ByteScale in = ByteScale::of(dtype, call.in(1), call.in(2)),
                      out = ByteScale::of(dtype, call.in(3), call.in(4));
      // Of differences to the row's largest byte, 0 to -255.
      std::array<double, 256> powers;
      for (std::size_t i = 0; i < powers.size(); ++i)
        powers[i] = std::exp(-static_cast<double>(in.scale) * static_cast<double>(i));
      const std::byte* x = call.in(0);
      std::byte* y = call.out(0);
      call.for_range(outer * inner, 1 + 4096 / (1 + length),
                     [&](std::int64_t begin, std::int64_t end, int) noexcept {
                       for (std::int64_t r = begin; r < end; ++r) {
                         const std::int64_t first = r / inner * length * inner + r % inner;
                         int most = -256;
                         for (std::int64_t i = 0; i < length; ++i)
                           most = std::max(most, in.integer(x[first + i * inner]));
                         double total = 0;
                         const auto power = [&](std::int64_t i) {
                           return powers[static_cast<std::size_t>(most - in.integer(x[first + i * inner]))];
                         };
                         for (std::int64_t i = 0; i < length; ++i) total += power(i);
                         for (std::int64_t i = 0; i < length; ++i)
                           y[first + i * inner] = out.quantise(static_cast<float>(power(i) / total));
                       }
                     });
    });
  }
};

}  // namespace

void register_qlinear_softmax(OpRegistry& r) { r.add<QLinearSoftmax>("com.microsoft", "QLinearSoftmax"); }

}  // namespace sardonyx
