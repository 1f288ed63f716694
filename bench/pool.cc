// Pooling windows of well-known networks on one thread; bytes/s counts the input.
#include "kernels/pool/pool.h"

#include <benchmark/benchmark.h>

#include <vector>

using namespace sardonyx;

namespace {

// Arguments: planes, height = width, kernel, stride, padding.
template <typename Run>
void pooling(benchmark::State& state, const Run& run) {
  pool::Shape s;
  s.planes = state.range(0);
  for (int i = 0; i < 2; ++i) {
    s.in[i] = state.range(1);
    s.kernel[i] = state.range(2);
    s.stride[i] = state.range(3);
    s.pad_begin[i] = s.pad_end[i] = state.range(4);
    s.out[i] = pool::output_size(s.in[i], s.kernel[i], s.stride[i], 1, s.pad_begin[i], s.pad_end[i], false);
  }
  const std::vector<float> x(static_cast<std::size_t>(s.planes * s.in[0] * s.in[1]), 1.0f);
  std::vector<float> y(static_cast<std::size_t>(s.planes * s.out[0] * s.out[1]));
  ThreadPool threads(1);
  for (auto _ : state) run(s, x.data(), y.data(), threads);
  state.SetBytesProcessed(static_cast<std::int64_t>(x.size() * sizeof(float)) * state.iterations());
}

void max_pool(benchmark::State& state) {
  pooling(state, [](const pool::Shape& s, const float* x, float* y, ThreadPool& threads) {
    pool::max_pool(pool::Type::f32, s, x, y, nullptr, pool::IndexOrder::row_major, threads);
  });
}

void average_pool(benchmark::State& state) {
  pooling(state, [](const pool::Shape& s, const float* x, float* y, ThreadPool& threads) {
    pool::average_pool(pool::Type::f32, s, false, x, y, threads);
  });
}

BENCHMARK(max_pool)->Args({64, 112, 3, 2, 1})->Args({64, 112, 2, 2, 0})->Args({512, 13, 5, 1, 2});
BENCHMARK(average_pool)->Args({64, 56, 3, 1, 1})->Args({2048, 7, 7, 1, 0})->Args({512, 14, 14, 1, 0});

}  // namespace
