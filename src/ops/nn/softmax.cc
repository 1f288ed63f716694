// Softmax, LogSoftmax, Hardmax along one axis; before opset 13 along all axes from `axis` on, as one.
#include <algorithm>

#include "graph/op.h"
#include "kernels/rows/rows.h"
#include "ops/axes.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

enum class Kind : std::uint8_t { softmax, log_softmax, hardmax };

// 1 at the first largest element (a NaN is the largest), 0 elsewhere.
template <typename T>
void hardmax(const T* x, T* y, std::int64_t n, std::int64_t stride) {
  std::int64_t best = 0;
  for (std::int64_t i = 1; i < n; ++i) {
    const T v = x[i * stride], b = x[best * stride];
    if (b == b && (v > b || v != v)) best = i;
  }
  for (std::int64_t i = 0; i < n; ++i) y[i * stride] = T{0};
  y[best * stride] = T{1};
}

template <Kind K>
struct Softmax final : Op {
  std::int64_t axis = -1;
  bool flatten = false;  // opset < 13: the axes from `axis` on count as one

  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("flatten", flatten);
  }

  void infer(InferContext& c) const override {
    if (c.shape(0).ranked()) check_axis(c.shape(0).rank());
    c.out(0, c.dtype(0), c.shape(0));
  }

  // A scalar counts as one row of one element. The old form allows the axis behind the last.
  std::size_t check_axis(std::size_t rank) const {
    if (flatten && axis == static_cast<std::int64_t>(rank)) return rank;
    return normalise_axis(axis, std::max<std::size_t>(rank, 1));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape shape = c.shape(0);
    const std::size_t rank = shape.rank(), a = check_axis(rank);
    const std::int64_t n = flatten || rank == 0 ? shape.count(std::min(a, rank), rank) : shape[a];
    const std::int64_t inner = flatten || rank == 0 ? 1 : shape.count(a + 1, rank);
    const std::int64_t outer = shape.count(0, std::min(a, rank));
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() { return kernel<T>(outer, n, inner, isa); }).with_in_place(0, 0);
  }

  template <typename T>
  static Kernel kernel(std::int64_t outer, std::int64_t n, std::int64_t inner, Isa isa) {
    if (n == 0 || inner == 0) return Kernel::of([](Call&) {});
    const std::int64_t tile = std::min<std::int64_t>(inner, 64), tiles = (inner + tile - 1) / tile;
    const std::int64_t grain = std::max<std::int64_t>(1, 8192 / (n * tile));
    return Kernel::of([=, &rows = rows::kernels<T>(isa)](Call& call) {
      const T* x = call.in<T>(0);
      T* y = call.out<T>(0);
      call.for_range(outer * tiles, grain, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t at = i / tiles * n * inner + i % tiles * tile;
          const std::int64_t columns = std::min(tile, inner - i % tiles * tile);
          if constexpr (K == Kind::hardmax) {
            for (std::int64_t j = 0; j < columns; ++j) hardmax(x + at + j, y + at + j, n, inner);
          } else if (inner > 1) {
            rows.softmax_columns(x + at, y + at, n, inner, columns, K == Kind::log_softmax);
          } else {
            (K == Kind::softmax ? rows.softmax : rows.log_softmax)(x + at, y + at, n);
          }
        }
      });
    });
  }
};

void upgrade_softmax(UpgradeContext& u) {
  if (u.version >= 13) return;
  u.attributes.try_emplace("axis", std::int64_t{1});
  u.attributes["flatten"] = std::int64_t{1};
}

}  // namespace

void register_softmax(OpRegistry& r) {
  r.add<Softmax<Kind::softmax>>("", "Softmax", upgrade_softmax);
  r.add<Softmax<Kind::log_softmax>>("", "LogSoftmax", upgrade_softmax);
  r.add<Softmax<Kind::hardmax>>("", "Hardmax", upgrade_softmax);
}

}  // namespace sardonyx
