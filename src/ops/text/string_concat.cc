// StringConcat: strings joined element by element, with broadcasting.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "graph/op.h"

namespace sardonyx {
namespace {

// Strides in elements of an operand broadcast to `out`; 0 along repeated axes.
std::vector<std::int64_t> strides_in(const Shape& shape, const Shape& out) {
  std::vector<std::int64_t> strides(out.rank(), 0);
  std::int64_t step = 1;
  for (std::size_t i = shape.rank(); i-- > 0;) {
    const std::size_t at = i + out.rank() - shape.rank();
    strides[at] = shape[i] == 1 ? 0 : step;
    step *= shape[i];
  }
  return strides;
}

struct StringConcat final : Op {
  void infer(InferContext& c) const override {
    const SymShape &x = c.shape(0), &y = c.shape(1);
    if (!x.ranked() || !y.ranked()) return c.out(0, DType::string, SymShape{});
    std::vector<Dim> dims(std::max(x.rank(), y.rank()), Dim(1));
    for (std::size_t i = 0; i < dims.size(); ++i) {
      const std::size_t back = dims.size() - i;
      const Dim a = back <= x.rank() ? x[x.rank() - back] : Dim(1),
                b = back <= y.rank() ? y[y.rank() - back] : Dim(1);
      const auto d = broadcast(a, b);
      require(d.has_value(), Code::invalid_argument, "{} and {} cannot be broadcast", x, y);
      dims[i] = *d;
    }
    c.out(0, DType::string, SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape out = c.out_shape(0);
    return Kernel::of([out, a = strides_in(c.shape(0), out), b = strides_in(c.shape(1), out)](Call& call) {
      const auto *x = call.in<std::string>(0), *y = call.in<std::string>(1);
      auto* z = call.out<std::string>(0);
      std::vector<std::int64_t> at(out.rank(), 0);
      std::int64_t i = 0, j = 0;
      for (std::int64_t k = 0, n = out.count(); k < n; ++k) {
        z[k] = x[i] + y[j];
        for (std::size_t d = out.rank(); d-- > 0;) {
          i += a[d];
          j += b[d];
          if (++at[d] < out[d]) break;
          i -= a[d] * out[d];
          j -= b[d] * out[d];
          at[d] = 0;
        }
      }
    });
  }
};

}  // namespace

void register_string_concat(OpRegistry& r) { r.add<StringConcat>("", "StringConcat"); }

}  // namespace sardonyx
