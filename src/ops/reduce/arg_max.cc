// ArgMax, ArgMin: the position of the extreme along one axis. A NaN is the extreme, as in NumPy.
#include <algorithm>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/dispatch.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

constexpr std::int64_t kTile = 64;

// Whether `candidate`, which comes later, takes the place of `best`.
template <bool Largest, typename T>
bool replaces(T candidate, T best, bool last) {
  if (best != best) return last && candidate != candidate;
  if (candidate != candidate) return true;
  if (last && candidate == best) return true;
  return Largest ? candidate > best : candidate < best;
}

// `columns` <= kTile searches side by side; element i of column j is at x[i*stride + j].
template <bool Largest, typename T>
void search(const void* data, std::int64_t n, std::int64_t stride, std::int64_t columns, bool last,
            std::int64_t* out) {
  const auto* x = static_cast<const T*>(data);
  T best[kTile];
  std::copy_n(x, columns, best);
  std::fill_n(out, columns, 0);
  for (std::int64_t i = 1; i < n; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const T v = x[i * stride + j];
      if (!replaces<Largest>(v, best[j], last)) continue;
      best[j] = v;
      out[j] = i;
    }
  }
}

using Search = void (*)(const void*, std::int64_t, std::int64_t, std::int64_t, bool, std::int64_t*);

template <bool Largest>
Search search_of(DType d) {
  if (d == DType::float32) return search<Largest, float>;
  if (d == DType::float64) return search<Largest, double>;
  return dispatch_integer(d, []<typename T>() -> Search { return search<Largest, T>; });
}

template <bool Largest>
struct Arg final : Op {
  std::int64_t axis = 0;
  bool keepdims = true, select_last_index = false;

  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("keepdims", keepdims);
    f("select_last_index", select_last_index);
  }

  void infer(InferContext& c) const override {
    SymShape shape = c.shape(0);
    if (shape.ranked()) {
      require(shape.rank() > 0, Code::invalid_argument, "a scalar has no axis to search along");
      const std::size_t a = normalise_axis(axis, shape.rank());
      if (keepdims)
        shape[a] = 1;
      else
        shape.dims().erase(shape.dims().begin() + static_cast<std::ptrdiff_t>(a));
    }
    c.out(0, DType::int64, std::move(shape));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape shape = c.shape(0);
    const std::size_t a = normalise_axis(axis, shape.rank());
    const std::int64_t outer = shape.count(0, a), n = shape[a], inner = shape.count(a + 1, shape.rank());
    require(n > 0 || outer == 0 || inner == 0, Code::invalid_argument,
            "axis {} of {} is empty: it has no extreme", axis, shape);
    const DType dtype = is_float(c.dtype(0)) ? compute_type(c) : c.dtype(0);
    const Search find = search_of<Largest>(dtype);
    const auto item = static_cast<std::int64_t>(item_size(dtype));
    const std::int64_t tiles = (inner + kTile - 1) / kTile;
    const std::int64_t grain = std::max<std::int64_t>(1, 16384 / (n * std::min(kTile, inner) + 1));
    Kernel kernel = Kernel::of([=, last = select_last_index](Call& call) {
      const std::byte* x = call.in(0);
      auto* y = call.out<std::int64_t>(0);
      call.for_range(outer * tiles, grain, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t o = i / tiles, j = i % tiles * kTile;
          find(x + (o * n * inner + j) * item, n, inner, std::min(kTile, inner - j), last, y + o * inner + j);
        }
      });
    });
    return is_float(dtype) ? in_compute_type(c, dtype, std::move(kernel)) : kernel;
  }
};

}  // namespace

void register_arg_max(OpRegistry& r) {
  r.add<Arg<true>>("", "ArgMax");
  r.add<Arg<false>>("", "ArgMin");
}

}  // namespace sardonyx
