#include "kernels/image/resample.h"

namespace sardonyx::image {
namespace {

template <typename T>
void two_rows(const T* a, const T* b, T wa, T wb, T* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] = wa * a[i] + wb * b[i];
}
template <typename T>
void add_row(const T* a, T w, T* out, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) out[i] += w * a[i];
}

// A row of single elements: the axis is the last one.
template <typename T>
void last_axis(const Pass& p, const T* in, T* out, std::int64_t begin, std::int64_t end) {
  const std::int64_t width = p.taps.width;
  std::int64_t o = begin % p.out;
  const T* line = in + begin / p.out * p.in;
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t* index = p.taps.index.data() + o * width;
    const float* weight = p.taps.weight.data() + o * width;
    T sum = 0;
    for (std::int64_t k = 0; k < width; ++k) sum += static_cast<T>(weight[k]) * line[index[k]];
    out[row] = sum;
    if (++o == p.out) {
      o = 0;
      line += p.in;
    }
  }
}

template <typename T>
void rows(const Pass& p, const T* in, T* out, std::int64_t begin, std::int64_t end) {
  const std::int64_t width = p.taps.width;
  if (p.inner == 1) return last_axis(p, in, out, begin, end);
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t o = row % p.out;
    const T* plane = in + row / p.out * p.in * p.inner;
    const std::int64_t* index = p.taps.index.data() + o * width;
    const float* weight = p.taps.weight.data() + o * width;
    T* to = out + row * p.inner;
    two_rows(plane + index[0] * p.inner, plane + index[1] * p.inner, static_cast<T>(weight[0]),
             static_cast<T>(weight[1]), to, p.inner);
    for (std::int64_t k = 2; k < width; ++k)
      add_row(plane + index[k] * p.inner, static_cast<T>(weight[k]), to, p.inner);
  }
}

}  // namespace

void resample(const Pass& p, const float* in, float* out, std::int64_t begin, std::int64_t end) noexcept {
  rows(p, in, out, begin, end);
}
void resample(const Pass& p, const double* in, double* out, std::int64_t begin, std::int64_t end) noexcept {
  rows(p, in, out, begin, end);
}

}  // namespace sardonyx::image
