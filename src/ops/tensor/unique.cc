// Unique: the different elements of a tensor, or the different slices of an axis.
//
// NaNs are equal to each other and greater than numbers; com.microsoft's Unique keeps the order of appearance and
// takes every NaN for a new element.
#include <algorithm>
#include <complex>
#include <numeric>
#include <string>

#include "ops/axes.h"
#include "ops/dispatch.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

template <typename T>
int order(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>) {
    return order(static_cast<float>(a), static_cast<float>(b));
  } else if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    const int real = order(a.real(), b.real());
    return real != 0 ? real : order(a.imag(), b.imag());
  } else {
    if (a < b) return -1;
    if (b < a) return 1;
    if constexpr (std::is_floating_point_v<T>) return static_cast<int>(a != a) - static_cast<int>(b != b);
    return 0;
  }
}

using Order = int (*)(const std::byte*, const std::byte*);
template <typename T>
int order_at(const std::byte* a, const std::byte* b) {
  return order(*reinterpret_cast<const T*>(a), *reinterpret_cast<const T*>(b));
}

Order order_of(DType d) {
  switch (d) {
    case DType::string:
      return order_at<std::string>;
    case DType::bool_:
      return order_at<std::uint8_t>;
    case DType::complex64:
      return order_at<std::complex<float>>;
    case DType::complex128:
      return order_at<std::complex<double>>;
    default:
      return dispatch_numeric(d, []<typename T>() -> Order { return order_at<T>; });
  }
}

template <typename T>
bool is_nan_at(const std::byte* a) {
  const float v = static_cast<float>(*reinterpret_cast<const T*>(a));
  return v != v;
}

// Slices of one axis: `count` items, each of outer x inner elements.
struct Items {
  move::Element e;
  Order order = nullptr;
  bool (*is_nan)(const std::byte*) = nullptr;  // set where NaNs are all different
  std::int64_t count = 0, outer = 1, inner = 1;

  const std::byte* at(const std::byte* data, std::int64_t item, std::int64_t o, std::int64_t i) const {
    return data + ((o * count + item) * inner + i) * static_cast<std::ptrdiff_t>(e.bytes);
  }
  int compare(const std::byte* data, std::int64_t a, std::int64_t b) const {
    for (std::int64_t o = 0; o < outer; ++o) {
      for (std::int64_t i = 0; i < inner; ++i) {
        const int c = order(at(data, a, o, i), at(data, b, o, i));
        if (c != 0) return c;
      }
    }
    return 0;
  }
};

struct Groups {
  std::int64_t* sorted;  // items in ascending order, equal ones by index
  std::int64_t* first;   // first item of each group
  std::int64_t* of;      // group of each item
  std::int64_t count = 0;
};

// Groups in ascending order, or in that of their first items.
void find_groups(const Items& items, const std::byte* data, bool ascending, Groups& g) {
  std::iota(g.sorted, g.sorted + items.count, 0);
  std::sort(g.sorted, g.sorted + items.count, [&](std::int64_t a, std::int64_t b) {
    const int c = items.compare(data, a, b);
    return c != 0 ? c < 0 : a < b;
  });
  for (std::int64_t i = 0; i < items.count; ++i) {
    const std::int64_t item = g.sorted[i];
    const bool same = i > 0 && items.compare(data, g.sorted[i - 1], item) == 0 &&
                      (items.is_nan == nullptr || !items.is_nan(items.at(data, item, 0, 0)));
    if (!same) g.first[g.count++] = item;
    g.of[item] = g.first[g.count - 1];  // the first item stands for the group until the groups are numbered
  }
  if (!ascending) std::sort(g.first, g.first + g.count);
  std::int64_t* number = g.sorted;  // by first item
  for (std::int64_t k = 0; k < g.count; ++k) number[g.first[k]] = k;
  for (std::int64_t i = 0; i < items.count; ++i) g.of[i] = number[g.of[i]];
}

struct Unique : Op {
  std::optional<std::int64_t> axis;
  bool sorted = true;
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("sorted", sorted);
  }
  void infer(InferContext& c) const override {
    SymShape s = c.shape(0);
    Dim items = s.ranked() ? *s.count() : Dim::unknown();
    if (!axis) {
      s = {Dim::unknown()};
    } else if (s.ranked()) {
      Dim& d = s[normalise_axis(*axis, s.rank())];
      items = d;
      d = Dim::unknown();
    } else {
      items = Dim::unknown();
    }
    c.out(0, c.dtype(0), std::move(s));
    c.out(1, DType::int64, {Dim::unknown()});
    c.out(2, DType::int64, {items});
    c.out(3, DType::int64, {Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override { return make(c, sorted, {1, 2, 3}, false); }

  // `outs`: which outputs are first indices, inverse and counts; 0 is none.
  Kernel make(const LowerContext& c, bool ascending, std::array<std::size_t, 3> outs,
              bool nans_differ) const {
    const Shape in = c.shape(0);
    const std::size_t at = axis ? normalise_axis(*axis, in.rank()) : 0;
    Items items{move::element_of(c.dtype(0)), order_of(c.dtype(0)), nullptr, in.count(), 1, 1};
    if (axis) items = {items.e, items.order, nullptr, in[at], in.count(0, at), in.count(at + 1, in.rank())};
    if (nans_differ && is_float(c.dtype(0)))
      items.is_nan = dispatch_float(c.dtype(0), []<typename T>() { return &is_nan_at<T>; });
    for (std::size_t& o : outs) o = o != 0 && c.wanted(o) ? o : 0;
    const bool inverse_known = outs[1] != 0 && c.known(outs[1]);
    return Kernel::of([=, flat = !axis, wants_values = c.wanted(0)](Call& call) {
             auto* memory = reinterpret_cast<std::int64_t*>(call.scratch());
             Groups g{memory, memory + items.count, memory + 2 * items.count};
             find_groups(items, call.in(0), ascending, g);
             Shape shape = flat ? Shape{g.count} : in;
             if (!flat) shape[at] = g.count;
             if (wants_values) write_values(items, g, call.in(0), call.allocate(0, shape));
             if (outs[0] != 0)
               std::copy_n(g.first, g.count,
                           reinterpret_cast<std::int64_t*>(call.allocate(outs[0], {g.count})));
             if (outs[1] != 0)
               std::copy_n(
                   g.of, items.count,
                   reinterpret_cast<std::int64_t*>(output(call, outs[1], inverse_known, {items.count})));
             if (outs[2] == 0) return;
             auto* counts = reinterpret_cast<std::int64_t*>(call.allocate(outs[2], {g.count}));
             std::fill_n(counts, g.count, 0);
             for (std::int64_t i = 0; i < items.count; ++i) ++counts[g.of[i]];
           })
        .with_scratch(checked_mul(static_cast<std::size_t>(items.count), 24));
  }
  static void write_values(const Items& items, const Groups& g, const std::byte* data, std::byte* to) {
    const std::size_t run = static_cast<std::size_t>(items.inner) * items.e.bytes;
    for (std::int64_t o = 0; o < items.outer; ++o) {
      for (std::int64_t k = 0; k < g.count; ++k, to += run)
        move::put_bytes(items.e.strings, to, items.at(data, g.first[k], o, 0), run);
    }
  }
};

// com.microsoft: outputs values, inverse, counts.
struct ContribUnique final : Unique {
  void fields(FieldVisitor&) override {}
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    c.out(0, c.dtype(0), {Dim::unknown()});
    c.out(1, DType::int64, {s.ranked() ? *s.count() : Dim::unknown()});
    c.out(2, DType::int64, {Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override { return make(c, false, {0, 1, 2}, true); }
};

}  // namespace

void register_unique(OpRegistry& r) {
  r.add<Unique>("", "Unique");
  r.add<ContribUnique>("com.microsoft", "Unique");
}

}  // namespace sardonyx
