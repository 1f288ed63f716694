// Micro-benchmarks: `make bench BENCH_ARGS=--benchmark_filter=f32_packed`.
#include <benchmark/benchmark.h>

BENCHMARK_MAIN();
