// Convolutions of well-known networks, float and int8, on one thread. op/s counts a multiply-add as two.
#include "kernels/conv/conv.h"

#include <benchmark/benchmark.h>

#include <vector>

using namespace sardonyx;

namespace {

// Arguments: in channels, out channels, groups, height = width, kernel, stride, padding.
conv::Shape shape_of(const benchmark::State& state) {
  conv::Shape s;
  s.in_channels = state.range(0);
  s.out_channels = state.range(1);
  s.groups = state.range(2);
  for (int i = 0; i < 2; ++i) {
    s.in[i] = state.range(3);
    s.kernel[i] = state.range(4);
    s.stride[i] = state.range(5);
    s.pad_begin[i] = state.range(6);
    s.out[i] = conv::output_size(s.in[i], s.kernel[i], s.stride[i], 1, s.pad_begin[i], s.pad_begin[i]);
  }
  return s;
}

struct Sizes {
  std::size_t x, w, y;
  double operations;
  explicit Sizes(const conv::Shape& s)
      : x(static_cast<std::size_t>(s.in_channels * s.in[0] * s.in[1])),
        w(static_cast<std::size_t>(s.out_channels * s.in_channels / s.groups * s.kernel[0] * s.kernel[1])),
        y(static_cast<std::size_t>(s.out_channels * s.out[0] * s.out[1])),
        operations(2.0 * static_cast<double>(w) * static_cast<double>(s.out[0] * s.out[1])) {}
};

void set_rate(benchmark::State& state, double operations) {
  state.counters["op/s"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate,
                                              benchmark::Counter::OneK::kIs1000);
}

void conv_f32(benchmark::State& state) {
  const conv::Shape s = shape_of(state);
  const Sizes n(s);
  const std::vector<float> x(n.x, 1.0f), w(n.w, 1.0f), bias(static_cast<std::size_t>(s.out_channels), 1.0f);
  std::vector<float> y(n.y);
  std::vector<std::byte> packed(conv::packed_filter_bytes(gemm::Type::f32, s));
  conv::pack_filter(gemm::Type::f32, s, w.data(), packed.data());
  conv::Problem p;
  p.shape = s, p.x = x.data(), p.packed_filter = packed.data(), p.y = y.data();
  p.epilogue.row_bias = bias.data();
  ThreadPool pool(1);
  for (auto _ : state) conv::run(p, pool);
  set_rate(state, n.operations);
}

void conv_int8(benchmark::State& state) {
  const conv::Shape s = shape_of(state);
  const Sizes n(s);
  const std::vector<unsigned char> x(n.x, 3), w(n.w, 2);
  std::vector<std::int32_t> y(n.y), packed(conv::packed_int8_filter_bytes(s) / 4 + 1);
  conv::Int8Problem p;
  p.shape = s, p.x = x.data(), p.x_zero = 120, p.w = w.data(), p.y = y.data();
  conv::pack_int8_filter(p, packed.data());
  p.packed_filter = packed.data();
  ThreadPool pool(1);
  for (auto _ : state) conv::run(p, pool);
  set_rate(state, n.operations);
}

void shapes(benchmark::internal::Benchmark* b) {
  b->Args({3, 64, 1, 224, 7, 2, 3})->Args({3, 32, 1, 224, 3, 2, 1})->Args({64, 64, 1, 56, 3, 1, 1});
  b->Args({128, 128, 1, 28, 3, 1, 1})->Args({256, 256, 1, 14, 3, 1, 1})->Args({512, 512, 1, 7, 3, 1, 1});
  b->Args({64, 256, 1, 56, 1, 1, 0})->Args({1024, 256, 1, 14, 1, 1, 0})->Args({512, 2048, 1, 7, 1, 1, 0});
  b->Args({256, 512, 1, 56, 1, 2, 0})->Args({32, 32, 32, 112, 3, 1, 1})->Args({96, 96, 96, 112, 3, 2, 1});
  b->Args({384, 384, 384, 14, 3, 1, 1})
      ->Args({480, 480, 480, 14, 5, 1, 2})
      ->Args({128, 128, 32, 56, 3, 1, 1});
}

BENCHMARK(conv_f32)->Apply(shapes);
BENCHMARK(conv_int8)->Apply(shapes);

}  // namespace
