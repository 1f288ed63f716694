#include "kernels/pool/pool_rows.h"

#include "kernels/simd/convert.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

struct Max {
  template <typename V>
  static V vectors(V a, V b) {
    return max_nan(a, b);
  }
  template <typename T>
  static T scalars(T a, T b) {
    return a != a || a > b ? a : b;  // a NaN is kept; a NaN b is not less
  }
};

struct Add {
  template <typename V>
  static V vectors(V a, V b) {
    return a + b;
  }
  template <typename T>
  static T scalars(T a, T b) {
    return a + b;
  }
};

template <typename T, typename Op>
void fold(std::byte* acc, const std::byte* x, std::int64_t n, std::int64_t step) {
  constexpr std::int64_t kLanes = lanes<T>, size = sizeof(T);
  std::int64_t j = 0;
  if (step == 1) {
    for (; j + kLanes <= n; j += kLanes)
      store(acc + j * size, Op::vectors(load<T>(acc + j * size), load<T>(x + j * size)));
  } else if (step == 2) {
    for (; j + kLanes <= n; j += kLanes)
      store(acc + j * size, Op::vectors(load<T>(acc + j * size), load_every_second<T>(x + 2 * j * size)));
  }
  for (; j < n; ++j)
    store_one(acc + j * size,
              static_cast<T>(Op::scalars(load_one<T>(acc + j * size), load_one<T>(x + j * step * size))));
}

template <typename T>
void max_all(std::byte* acc, const std::byte* x, std::int64_t n) {
  constexpr std::int64_t kLanes = lanes<T>, size = sizeof(T);
  T best = load_one<T>(acc);
  std::int64_t i = 0;
  if (n >= kLanes) {
    vec<T> v = load<T>(x);
    for (i = kLanes; i + kLanes <= n; i += kLanes) v = max_nan(v, load<T>(x + i * size));
    for (int l = 0; l < kLanes; ++l) best = Max::scalars(best, static_cast<T>(v[l]));
  }
  for (; i < n; ++i) best = Max::scalars(best, load_one<T>(x + i * size));
  store_one(acc, best);
}

// Lanes sum at most 256 elements each before they go into the double, so the error does not grow with n.
template <typename T>
void add_all(std::byte* acc, const std::byte* x, std::int64_t n) {
  constexpr std::int64_t kLanes = lanes<T>, size = sizeof(T), kBlock = 256 * kLanes;
  double total = load_one<double>(acc);
  for (std::int64_t i = 0; i < n;) {
    const std::int64_t end = n - i < kBlock ? n : i + kBlock;
    vec<T> v{};
    for (; i + kLanes <= end; i += kLanes) v = v + load<T>(x + i * size);
    total += static_cast<double>(sum(v));
    for (; i < end; ++i) total += static_cast<double>(load_one<T>(x + i * size));
  }
  store_one(acc, total);
}

}  // namespace

extern const pool::PoolRows pool_rows;
const pool::PoolRows pool_rows = {
    kIsa,
    {fold<float, Max>, fold<double, Max>, fold<std::int8_t, Max>, fold<std::uint8_t, Max>},
    {max_all<float>, max_all<double>, max_all<std::int8_t>, max_all<std::uint8_t>},
    {fold<float, Add>, fold<double, Add>},
    {add_all<float>, add_all<double>}};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
