#include "kernels/nbits/nbits.h"

#include "kernels/rows/lanes.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {
namespace {

using namespace lanes;
typedef std::uint8_t Bytes __attribute__((vector_size(kFloats)));

Floats to_floats(Bytes b) {
  const Ints whole = __builtin_convertvector(b, Ints);
  return __builtin_convertvector(whole, Floats);
}

void expand8(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out) {
  std::int64_t i = 0;
  for (; i + kFloats <= count; i += kFloats) {
    Bytes b;
    std::memcpy(&b, q + i, sizeof b);
    store(out + i, (to_floats(b) - zero) * scale);
  }
  for (; i < count; ++i) out[i] = (static_cast<float>(q[i]) - zero) * scale;
}

// The even element of a byte is its low half.
void expand4(const std::uint8_t* q, std::int64_t count, float zero, float scale, float* out) {
  std::int64_t i = 0;
  for (; i + kFloats <= count; i += kFloats) {
    Bytes b{};
    std::memcpy(&b, q + i / 2, sizeof b / 2);
    Bytes spread;
    for (int j = 0; j < kFloats; ++j) spread[j] = b[j / 2];
    Ints whole = __builtin_convertvector(spread, Ints);
    Ints shift;
    for (int j = 0; j < kFloats; ++j) shift[j] = j % 2 * 4;
    whole = (whole >> shift) & 15;
    store(out + i, (__builtin_convertvector(whole, Floats) - zero) * scale);
  }
  for (; i < count; ++i) out[i] = (static_cast<float>(q[i / 2] >> (i % 2 * 4) & 15) - zero) * scale;
}

float dot(const float* a, const float* b, std::int64_t n) {
  Floats sum0{}, sum1{}, sum2{}, sum3{};
  std::int64_t i = 0;
  for (; i + 4 * kFloats <= n; i += 4 * kFloats) {
    sum0 += load(a + i) * load(b + i);
    sum1 += load(a + i + kFloats) * load(b + i + kFloats);
    sum2 += load(a + i + 2 * kFloats) * load(b + i + 2 * kFloats);
    sum3 += load(a + i + 3 * kFloats) * load(b + i + 3 * kFloats);
  }
  for (; i + kFloats <= n; i += kFloats) sum0 += load(a + i) * load(b + i);
  if (i < n) sum1 += load_some(a + i, n - i, 0) * load_some(b + i, n - i, 0);
  return static_cast<float>(sum(widen(sum0 + sum1) + widen(sum2 + sum3)));
}

}  // namespace

const nbits::Kernels nbits_kernels = {expand4, expand8, dot};

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
