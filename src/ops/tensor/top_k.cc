// TopK: the k greatest (or least) elements along an axis and where they stood.
//
// Of equal elements the one with the lower index comes first. NaN counts as greater than every number.
#include <algorithm>
#include <type_traits>

#include "ops/axes.h"
#include "ops/dispatch.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

template <typename T>
auto key(T v) {
  if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
    return static_cast<float>(v);
  else
    return v;
}

// (a, i) comes before (b, j) in the result.
template <bool Largest, typename T>
bool before(T a, std::int64_t i, T b, std::int64_t j) {
  const auto x = key(a), y = key(b);
  if (Largest ? x > y : x < y) return true;
  if (Largest ? x < y : x > y) return false;
  if constexpr (!std::is_integral_v<T>) {
    const bool nan_a = x != x, nan_b = y != y;
    if (nan_a != nan_b) return nan_a == Largest;
  }
  return i < j;
}

// One line of outputs as a heap whose root comes last; no memory but the outputs is needed.
template <bool Largest, typename T>
struct Heap {
  T* values;
  std::int64_t* indices;
  std::int64_t step;

  bool before(std::int64_t a, std::int64_t b) const {
    return sardonyx::before<Largest>(values[a * step], indices[a * step], values[b * step],
                                     indices[b * step]);
  }
  void swap(std::int64_t a, std::int64_t b) const {
    std::swap(values[a * step], values[b * step]);
    std::swap(indices[a * step], indices[b * step]);
  }
  void sift(std::int64_t at, std::int64_t n) const {
    for (std::int64_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
      if (child + 1 < n && before(child, child + 1)) ++child;
      if (!before(at, child)) return;
      swap(at, child);
      at = child;
    }
  }
};

struct Lines {
  std::int64_t size = 0, k = 0, inner = 0;
};

template <bool Largest, typename T>
void select(const Lines& l, const T* in, T* values, std::int64_t* indices, std::int64_t begin,
            std::int64_t end) {
  for (std::int64_t line = begin; line < end; ++line) {
    const T* x = in + line / l.inner * l.size * l.inner + line % l.inner;
    const std::int64_t out = line / l.inner * l.k * l.inner + line % l.inner;
    const Heap<Largest, T> heap{values + out, indices + out, l.inner};
    for (std::int64_t i = 0; i < l.k; ++i) {
      heap.values[i * l.inner] = x[i * l.inner];
      heap.indices[i * l.inner] = i;
    }
    for (std::int64_t i = l.k / 2; i-- > 0;) heap.sift(i, l.k);
    for (std::int64_t i = l.k; i < l.size; ++i) {
      if (!before<Largest>(x[i * l.inner], i, heap.values[0], heap.indices[0])) continue;
      heap.values[0] = x[i * l.inner];
      heap.indices[0] = i;
      heap.sift(0, l.k);
    }
    for (std::int64_t n = l.k; n > 1;) {
      heap.swap(0, --n);
      heap.sift(0, n);
    }
  }
}

struct TopK final : Op {
  std::int64_t axis = -1;
  bool largest = true, sorted = true;  // unsorted results may have any order: they are sorted too
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("largest", largest);
    f("sorted", sorted);
  }
  void infer(InferContext& c) const override {
    SymShape s = c.shape(0);
    if (s.ranked()) {
      Dim& d = s[normalise_axis(axis, s.rank())];
      const auto k = known_dims(c.in(1));
      require(!k || k->size() == 1, Code::invalid_argument, "K has {} elements, it must have one",
              k ? k->size() : 0);
      const Dim n = k ? k->at(0) : Dim::unknown();
      require(!n.is_number() || (n.number() >= 0 && (!d.is_number() || n.number() <= d.number())),
              Code::invalid_argument, "K is {}, the axis has size {}", n, d);
      d = n;
    }
    c.out(0, c.dtype(0), s);
    c.out(1, DType::int64, std::move(s));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape in = c.shape(0), out = c.out_shape(0);
    const std::size_t at = normalise_axis(axis, in.rank());
    const Lines l{in[at], out[at], in.count(at + 1, in.rank())};
    // Outputs that nobody wants are needed all the same, as the heap.
    const auto count = static_cast<std::size_t>(out.count());
    const std::size_t index_bytes = c.wanted(1) ? 0 : checked_mul(count, 8);
    const std::size_t value_bytes = c.wanted(0) ? 0 : checked_mul(count, item_size(c.dtype(0)));
    return dispatch_numeric(c.dtype(0), [&]<typename T>() {
      const auto run = largest ? &select<true, T> : &select<false, T>;
      return Kernel::of([=, lines = l.k == 0 ? 0 : in.count(0, at) * l.inner](Call& call) {
               auto* indices = index_bytes != 0 ? reinterpret_cast<std::int64_t*>(call.scratch())
                                                : call.out<std::int64_t>(1);
               T* values =
                   value_bytes != 0 ? reinterpret_cast<T*>(call.scratch() + index_bytes) : call.out<T>(0);
               call.for_range(lines, 1 + 8192 / (l.size + 1),
                              [&](std::int64_t begin, std::int64_t end, int) noexcept {
                                run(l, call.in<T>(0), values, indices, begin, end);
                              });
             })
          .with_scratch(checked_add(index_bytes, value_bytes));
    });
  }
};

// k was an attribute before version 10.
void upgrade_top_k(UpgradeContext& u) {
  if (u.version >= 10) return;
  if (const auto k = u.take<std::int64_t>("k")) {
    u.inputs.resize(2, -1);
    u.inputs[1] = u.constant(Tensor::of<std::int64_t>({1}, {*k}));
  }
}

}  // namespace

void register_top_k(OpRegistry& r) { r.add<TopK>("", "TopK", upgrade_top_k); }

}  // namespace sardonyx
