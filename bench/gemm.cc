// GFLOP/s of products: SxSxS, and the shapes of transformers and classifiers. One thread unless named 2t.
#include "kernels/gemm/gemm.h"

#include <benchmark/benchmark.h>

#include <vector>

using namespace sardonyx;

namespace {

void set_rate(benchmark::State& state, double operations) {
  state.counters["op/s"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate,
                                              benchmark::Counter::OneK::kIs1000);
}

void product(benchmark::State& state, gemm::Type type, bool packed, bool transposed, int threads) {
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  const std::size_t size = gemm::size_of(type);
  std::vector<std::byte> a(static_cast<std::size_t>(m * k) * size), b(static_cast<std::size_t>(k * n) * size),
      c(static_cast<std::size_t>(m * n) * size);
  std::vector<std::byte> bytes(gemm::packed_b_bytes(type, k, n) + 64);
  gemm::Problem p;
  p.type = type;
  p.m = m, p.n = n, p.k = k;
  p.a = {a.data(), k, 1};
  p.b = transposed ? gemm::Matrix{b.data(), 1, k} : gemm::Matrix{b.data(), n, 1};
  void* aligned = bytes.data() + (64 - reinterpret_cast<std::uintptr_t>(bytes.data()) % 64);
  if (packed) gemm::pack_b(type, k, n, p.b, aligned), p.packed_b = aligned;
  p.c = c.data(), p.ldc = n;
  ThreadPool pool(threads);
  for (auto _ : state) gemm::run(p, pool);
  set_rate(state, 2.0 * static_cast<double>(m * n) * static_cast<double>(k));
}

void int8_product(benchmark::State& state) {
  const std::int64_t m = state.range(0), n = state.range(1), k = state.range(2);
  std::vector<unsigned char> a(static_cast<std::size_t>(m * k), 1), b(static_cast<std::size_t>(k * n), 1);
  std::vector<std::int32_t> c(static_cast<std::size_t>(m * n)),
      bytes(gemm::packed_int8_b_bytes(k, n) / 4 + 16);
  gemm::Int8Problem p;
  p.m = m, p.n = n, p.k = k;
  p.a = {a.data(), k, 1, false, nullptr, false};
  p.b = {b.data(), n, 1, true, nullptr, false};
  gemm::pack_int8_b(k, n, p.b, bytes.data());
  p.packed_b = bytes.data();
  p.c = c.data(), p.ldc = n;
  ThreadPool pool(1);
  for (auto _ : state) gemm::run(p, pool);
  set_rate(state, 2.0 * static_cast<double>(m * n) * static_cast<double>(k));
}

void shapes(benchmark::internal::Benchmark* b) {
  b->Args({64, 64, 64})->Args({128, 128, 128})->Args({256, 256, 256})->Args({512, 512, 512});
  b->Args({1024, 1024, 1024})->Args({1, 4096, 1024})->Args({4, 3072, 768})->Args({16, 768, 768});
  b->Args({128, 768, 768})->Args({128, 3072, 768})->Args({64, 3136, 64})->Args({512, 49, 4608});
  b->Args({1000, 1, 1000})->Args({3136, 64, 64});
}

BENCHMARK_CAPTURE(product, f32_packed, gemm::Type::f32, true, false, 1)->Apply(shapes);
BENCHMARK_CAPTURE(product, f32_stored, gemm::Type::f32, false, false, 1)->Apply(shapes);
BENCHMARK_CAPTURE(product, f32_transposed, gemm::Type::f32, false, true, 1)->Apply(shapes);
BENCHMARK_CAPTURE(product, f32_packed_2t, gemm::Type::f32, true, false, 2)->Apply(shapes)->UseRealTime();
BENCHMARK_CAPTURE(product, f64_packed, gemm::Type::f64, true, false, 1)->Args({512, 512, 512});
BENCHMARK(int8_product)->Apply(shapes);

}  // namespace
