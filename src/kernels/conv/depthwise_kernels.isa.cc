#include "kernels/conv/depthwise_kernels.h"
#include "kernels/simd/vec.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

// Sums for V vectors of one output row. Four share the broadcast of a weight and keep the FMA units busy.
template <typename T, int V>
[[gnu::always_inline]] inline void sums(const conv::DepthwiseArgs& a, const std::byte* x, vec<T> (&acc)[V]) {
  const vec<T> bias = splat(a.bias == nullptr ? T{} : load_one<T>(a.bias));
  for (int v = 0; v < V; ++v) acc[v] = bias;
  for (std::int64_t t = 0; t < a.taps; ++t) {
    const vec<T> w = splat(load_one<T>(a.weights + t * static_cast<std::ptrdiff_t>(sizeof(T))));
    const std::byte* at = x + a.offsets[t] * static_cast<std::ptrdiff_t>(sizeof(T));
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v)
      acc[v] = fma(load<T>(at + v * static_cast<std::ptrdiff_t>(sizeof(vec<T>))), w, acc[v]);
  }
}

template <typename T, int V>
[[gnu::always_inline]] inline void whole(const conv::DepthwiseArgs& a, const std::byte* x, std::byte* y) {
  vec<T> acc[V];
  sums<T, V>(a, x, acc);
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) store(y + v * static_cast<std::ptrdiff_t>(sizeof(vec<T>)), acc[v]);
}

template <typename T>
[[gnu::always_inline]] inline void part(const conv::DepthwiseArgs& a, const std::byte* x, std::byte* y,
                                        int n) {
  vec<T> acc[1];
  if (a.readable_behind) {
    sums<T, 1>(a, x, acc);
  } else {
    acc[0] = splat(a.bias == nullptr ? T{} : load_one<T>(a.bias));
    for (std::int64_t t = 0; t < a.taps; ++t) {
      const vec<T> w = splat(load_one<T>(a.weights + t * static_cast<std::ptrdiff_t>(sizeof(T))));
      acc[0] = fma(load_partial<T>(x + a.offsets[t] * static_cast<std::ptrdiff_t>(sizeof(T)), n), w, acc[0]);
    }
  }
  store_partial(y, acc[0], n);
}

template <typename T>
void depthwise(const conv::DepthwiseArgs& a) {
  constexpr std::ptrdiff_t size = sizeof(T), step = sizeof(vec<T>);
  for (std::int64_t r = 0; r < a.rows; ++r) {
    const std::byte* x = a.x + r * a.x_step * size;
    std::byte* y = a.y + r * a.y_step * size;
    std::int64_t j = 0;
    for (; j + 4 * lanes<T> <= a.cols; j += 4 * lanes<T>, x += 4 * step, y += 4 * step) whole<T, 4>(a, x, y);
    if (j + 2 * lanes<T> <= a.cols) {
      whole<T, 2>(a, x, y);
      j += 2 * lanes<T>, x += 2 * step, y += 2 * step;
    }
    if (j + lanes<T> <= a.cols) {
      whole<T, 1>(a, x, y);
      j += lanes<T>, x += step, y += step;
    }
    if (j < a.cols) part<T>(a, x, y, static_cast<int>(a.cols - j));
  }
}

void every_second(const std::byte* from, std::byte* to, std::int64_t n) {
  constexpr std::int64_t kLanes = lanes<float>;
  const auto move = [&](std::int64_t i) { store(to + 4 * i, load_every_second<float>(from + 8 * i)); };
  if (n >= kLanes) {
    std::int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) move(i);
    if (i < n) move(n - kLanes);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) store_one(to + 4 * i, load_one<float>(from + 8 * i));
}

template <typename From>
void widen(const std::byte* from, std::byte* to, std::int64_t n, std::int32_t zero) {
  constexpr std::int64_t kLanes = lanes<float>;
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    vec_of<From, kLanes> bytes;
    __builtin_memcpy(&bytes, from + i, sizeof bytes);
    const vec<std::int32_t> whole = __builtin_convertvector(bytes, vec<std::int32_t>) - splat(zero);
    store(to + 4 * i, __builtin_convertvector(whole, vec<float>));
  }
  for (; i < n; ++i) store_one(to + 4 * i, static_cast<float>(load_one<From>(from + i) - zero));
}

void to_int32(const std::byte* from, std::byte* to, std::int64_t n) {
  constexpr std::int64_t kLanes = lanes<float>;
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    store(to + 4 * i, __builtin_convertvector(load<float>(from + 4 * i), vec<std::int32_t>));
  for (; i < n; ++i) store_one(to + 4 * i, static_cast<std::int32_t>(load_one<float>(from + 4 * i)));
}

}  // namespace

extern const conv::DepthwiseKernels depthwise_kernels;
const conv::DepthwiseKernels depthwise_kernels = {kIsa,         depthwise<float>,    depthwise<double>,
                                                  every_second, widen<std::uint8_t>, widen<std::int8_t>,
                                                  to_int32};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
