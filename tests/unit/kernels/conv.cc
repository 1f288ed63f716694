#include "kernels/conv/conv.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "unit/kernels/runnable_isas.h"

using namespace sardonyx;
using conv::Shape;
using gemm::Type;

namespace {

// Everything in three dimensions and in double, by the definition.
struct Full {
  std::int64_t in[3], out[3], kernel[3], stride[3], dilation[3], pad[3];
  explicit Full(const Shape& s) {
    for (int i = 0; i < 3; ++i) {
      const int from = i - (3 - s.spatial);
      const bool there = from >= 0;
      in[i] = there ? s.in[from] : 1;
      out[i] = there ? s.out[from] : 1;
      kernel[i] = there ? s.kernel[from] : 1;
      stride[i] = there ? s.stride[from] : 1;
      dilation[i] = there ? s.dilation[from] : 1;
      pad[i] = there ? s.pad_begin[from] : 0;
    }
  }
  std::int64_t pixels(const std::int64_t (&size)[3]) const { return size[0] * size[1] * size[2]; }
};

template <typename Visit>  // visit(output pixel, tap, input pixel) for each tap that lies inside
void each_tap(const Full& f, const Visit& visit) {
  std::int64_t o[3], k[3], at[3];
  for (std::int64_t p = 0; p < f.pixels(f.out); ++p) {
    o[0] = p / (f.out[1] * f.out[2]), o[1] = p / f.out[2] % f.out[1], o[2] = p % f.out[2];
    for (std::int64_t t = 0; t < f.pixels(f.kernel); ++t) {
      k[0] = t / (f.kernel[1] * f.kernel[2]), k[1] = t / f.kernel[2] % f.kernel[1], k[2] = t % f.kernel[2];
      bool inside = true;
      for (int i = 0; i < 3; ++i) {
        at[i] = o[i] * f.stride[i] - f.pad[i] + k[i] * f.dilation[i];
        inside &= at[i] >= 0 && at[i] < f.in[i];
      }
      if (inside) visit(p, t, (at[0] * f.in[1] + at[1]) * f.in[2] + at[2]);
    }
  }
}

std::vector<double> expected_conv(const Shape& s, const std::vector<double>& x,
                                  const std::vector<double>& w) {
  const Full f(s);
  const std::int64_t in = f.pixels(f.in), out = f.pixels(f.out), taps = f.pixels(f.kernel);
  const std::int64_t gi = s.in_channels / s.groups, go = s.out_channels / s.groups;
  std::vector<double> y(static_cast<std::size_t>(s.batch * s.out_channels * out));
  for (std::int64_t n = 0; n < s.batch; ++n)
    for (std::int64_t c = 0; c < s.out_channels; ++c)
      for (std::int64_t i = 0; i < gi; ++i)
        each_tap(f, [&](std::int64_t p, std::int64_t t, std::int64_t at) {
          y[std::size_t((n * s.out_channels + c) * out + p)] +=
              x[std::size_t((n * s.in_channels + c / go * gi + i) * in + at)] *
              w[std::size_t((c * gi + i) * taps + t)];
        });
  return y;
}

// Scattered: the definition the other way round, with `in` and `out` of the transposed convolution.
std::vector<double> expected_transposed(const Shape& s, const std::vector<double>& x,
                                        const std::vector<double>& w) {
  Shape turned = s;
  for (int i = 0; i < 3; ++i) std::swap(turned.in[i], turned.out[i]);
  const Full f(turned);  // f.out is the input here
  const std::int64_t in = f.pixels(f.out), out = f.pixels(f.in), taps = f.pixels(f.kernel);
  const std::int64_t gi = s.in_channels / s.groups, go = s.out_channels / s.groups;
  std::vector<double> y(static_cast<std::size_t>(s.batch * s.out_channels * out));
  for (std::int64_t n = 0; n < s.batch; ++n)
    for (std::int64_t i = 0; i < s.in_channels; ++i)
      for (std::int64_t c = 0; c < go; ++c)
        each_tap(f, [&](std::int64_t p, std::int64_t t, std::int64_t at) {
          y[std::size_t((n * s.out_channels + i / gi * go + c) * out + at)] +=
              x[std::size_t((n * s.in_channels + i) * in + p)] * w[std::size_t((i * go + c) * taps + t)];
        });
  return y;
}

Shape shape_1d(std::int64_t n, std::int64_t ci, std::int64_t co, std::int64_t g, std::int64_t in,
               std::int64_t k, std::int64_t s, std::int64_t d, std::int64_t p0, std::int64_t p1) {
  Shape r;
  r.spatial = 1, r.batch = n, r.in_channels = ci, r.out_channels = co, r.groups = g;
  r.in[0] = in, r.kernel[0] = k, r.stride[0] = s, r.dilation[0] = d, r.pad_begin[0] = p0;
  r.out[0] = conv::output_size(in, k, s, d, p0, p1);
  return r;
}

Shape shape_2d(std::int64_t n, std::int64_t ci, std::int64_t co, std::int64_t g, std::int64_t h,
               std::int64_t w, std::int64_t kh, std::int64_t kw, std::int64_t s, std::int64_t d,
               std::int64_t p0, std::int64_t p1) {
  Shape r = shape_1d(n, ci, co, g, h, kh, s, d, p0, p1);
  r.spatial = 2;
  r.in[1] = w, r.kernel[1] = kw, r.stride[1] = s, r.dilation[1] = d, r.pad_begin[1] = p1;
  r.out[1] = conv::output_size(w, kw, s, d, p1, p0);
  return r;
}

Shape shape_3d() {
  Shape r = shape_2d(2, 4, 6, 2, 5, 6, 3, 2, 2, 1, 1, 1);
  r.spatial = 3;
  r.in[2] = 9, r.kernel[2] = 3, r.stride[2] = 1, r.dilation[2] = 2, r.pad_begin[2] = 2;
  r.out[2] = conv::output_size(9, 3, 1, 2, 2, 1);
  return r;
}

Shape depthwise_3d() {
  Shape r = shape_3d();
  r.in_channels = r.out_channels = r.groups = 4;
  return r;
}

std::vector<Shape> shapes() {
  Shape wide = shape_2d(1, 2, 3, 1, 6, 40, 3, 3, 1, 1, 1, 1), asymmetric = wide, cropped = wide;
  asymmetric.stride[1] = 3, asymmetric.out[1] = conv::output_size(40, 3, 3, 1, 1, 1);
  cropped.pad_begin[0] = -1, cropped.out[0] = conv::output_size(6, 3, 1, 1, -1, 0);
  return {shape_1d(2, 3, 4, 1, 30, 5, 1, 1, 2, 2),
          shape_1d(1, 3, 5, 1, 41, 4, 3, 2, 3, 1),
          shape_1d(1, 6, 6, 6, 50, 7, 2, 3, 4, 0),        // depthwise
          shape_1d(1, 4, 8, 4, 23, 2, 5, 3, 0, 7),        // depthwise, two outputs per input, phases skipped
          shape_2d(2, 5, 7, 1, 9, 11, 1, 1, 1, 1, 0, 0),  // pointwise
          shape_2d(1, 4, 6, 2, 9, 11, 1, 1, 1, 1, 0, 0),
          shape_2d(1, 5, 7, 1, 9, 11, 1, 1, 2, 1, 0, 0),
          shape_2d(1, 3, 32, 1, 21, 19, 3, 3, 2, 1, 1, 0),
          shape_2d(1, 16, 20, 1, 13, 13, 3, 3, 1, 1, 1, 1),
          shape_2d(2, 8, 12, 4, 10, 9, 3, 2, 1, 2, 2, 3),
          shape_2d(1, 40, 9, 1, 7, 7, 3, 3, 1, 1, 1, 1),
          shape_2d(2, 9, 9, 9, 17, 33, 3, 3, 1, 1, 1, 1),  // depthwise
          shape_2d(1, 9, 9, 9, 17, 70, 3, 3, 2, 1, 1, 0),
          shape_2d(1, 3, 6, 3, 60, 40, 5, 3, 1, 1, 0, 0),  // without pads: read in place
          shape_2d(1, 3, 3, 3, 12, 40, 5, 3, 2, 2, 5, 4),
          shape_2d(1, 4, 4, 1, 3, 3, 3, 3, 1, 1, 9, 9),  // windows wholly outside
          shape_2d(1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0),
          wide,
          asymmetric,
          cropped,
          shape_3d(),
          depthwise_3d()};
}

struct Data {
  std::vector<double> x, w;
  explicit Data(const Shape& s, unsigned span, bool transposed = false) {
    std::mt19937 random(7);
    const Full f(s);
    x.resize(std::size_t(s.batch * s.in_channels * f.pixels(f.in)));
    w.resize(std::size_t((transposed ? s.in_channels * s.out_channels : s.out_channels * s.in_channels) /
                         s.groups * f.pixels(f.kernel)));
    for (double& v : x) v = static_cast<double>(random() % span) - span / 2;
    for (double& v : w) v = static_cast<double>(random() % span) - span / 2;
  }
};

// Small integers, so sums are exact in every type and order: compared bit by bit.
template <typename T>
int wrong(const Shape& s, bool transposed, bool packed, bool by_hook, int width, Isa isa) {
  const Data data(s, 9, transposed);
  std::vector<double> expected =
      transposed ? expected_transposed(s, data.x, data.w) : expected_conv(s, data.x, data.w);
  const std::vector<T> x(data.x.begin(), data.x.end()), w(data.w.begin(), data.w.end());
  const std::int64_t pixels = Full(s).pixels(Full(s).out);
  std::vector<T> bias(static_cast<std::size_t>(s.out_channels)), residual(expected.size()),
      y(expected.size(), T(99));
  for (std::size_t i = 0; i < bias.size(); ++i) bias[i] = static_cast<T>(3 * i);
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] = static_cast<T>(i % 5);
  const Type type = sizeof(T) == 4 ? Type::f32 : Type::f64;
  conv::Problem p;
  p.type = type, p.shape = s, p.x = x.data(), p.w = w.data(), p.y = by_hook ? nullptr : y.data();
  p.epilogue.row_bias = bias.data(), p.epilogue.residual = residual.data(), p.epilogue.residual_scale = 2;
  struct State {
    T* y;
    std::int64_t pixels;
  } state{y.data(), pixels};
  p.epilogue.context = &state;
  p.epilogue.hook = [](const void* c, void* tile, int rows, int cols, std::ptrdiff_t ld, std::int64_t row0,
                       std::int64_t col0) {  // negates, in place or into y
    const auto& st = *static_cast<const State*>(c);
    for (int r = 0; r < rows; ++r)
      for (int j = 0; j < cols; ++j)
        st.y[(row0 + r) * st.pixels + col0 + j] = -static_cast<T*>(tile)[r * ld + j];
  };
  std::vector<std::byte> bytes(transposed ? conv::packed_transposed_filter_bytes(type, s, isa)
                                          : conv::packed_filter_bytes(type, s, isa));
  if (packed) {
    if (transposed)
      conv::pack_transposed_filter(type, s, w.data(), bytes.data(), isa);
    else
      conv::pack_filter(type, s, w.data(), bytes.data(), isa);
    p.w = nullptr, p.packed_filter = bytes.data();
  }
  ThreadPool pool(width);
  if (transposed)
    conv::run_transposed(p, pool, nullptr, isa);
  else
    conv::run(p, pool, nullptr, isa);
  int bad = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::size_t channel = i / static_cast<std::size_t>(pixels) % bias.size();
    bad += static_cast<double>(y[i]) != -(expected[i] + 3.0 * double(channel) + 2.0 * double(i % 5));
  }
  return bad;
}

int wrong_int8(const Shape& s, int bits, int width, Isa isa) {
  const bool x_signed = bits & 1, w_signed = bits & 2, per_channel = bits & 4, packed = bits & 8;
  std::mt19937 random(11);
  const Data sizes(s, 2);
  std::vector<unsigned char> x(sizes.x.size()), w(sizes.w.size());
  std::vector<double> xd, wd;
  std::vector<std::int32_t> w_zero(static_cast<std::size_t>(s.out_channels)), bias(w_zero.size());
  for (auto& z : w_zero) z = static_cast<std::int32_t>(random() % 256) - (w_signed ? 128 : 0);
  for (auto& b : bias) b = static_cast<std::int32_t>(random() % 5000);
  const std::int32_t x_zero = x_signed ? -37 : 131;
  const auto value = [](unsigned char b, bool is_signed) {
    return is_signed ? static_cast<signed char>(b) : int(b);
  };
  for (auto& b : x) b = static_cast<unsigned char>(random()), xd.push_back(value(b, x_signed) - x_zero);
  const std::size_t per = w.size() / w_zero.size();
  for (std::size_t i = 0; i < w.size(); ++i) {
    w[i] = static_cast<unsigned char>(random());
    wd.push_back(value(w[i], w_signed) - w_zero[per_channel ? i / per : 0]);
  }
  const std::vector<double> expected = expected_conv(s, xd, wd);
  std::vector<std::int32_t> y(expected.size(), 99);
  conv::Int8Problem p;
  p.shape = s;
  p.x = x.data(), p.x_signed = x_signed, p.x_zero = x_zero;
  p.w = w.data(), p.w_signed = w_signed, p.w_zero = w_zero.data(), p.w_zero_per_channel = per_channel;
  p.y = y.data();
  p.epilogue.row_bias = bias.data();
  std::vector<std::int32_t> bytes(conv::packed_int8_filter_bytes(s, isa) / 4 + 1);
  if (packed) {
    conv::pack_int8_filter(p, bytes.data(), isa);
    p.w = nullptr, p.packed_filter = bytes.data();
  }
  ThreadPool pool(width);
  conv::run(p, pool, nullptr, isa);
  int bad = 0;
  const std::size_t pixels = y.size() / static_cast<std::size_t>(s.batch * s.out_channels);
  for (std::size_t i = 0; i < y.size(); ++i) bad += y[i] != expected[i] + bias[i / pixels % bias.size()];
  return bad;
}

}  // namespace

TEST_CASE("convolutions of one to three dimensions match the definition") {
  int index = 0;
  for (const Shape& s : shapes()) {
    for (const Isa isa : runnable_isas()) {
      for (int bits = 0; bits < 4; ++bits) {
        CAPTURE(index);
        CAPTURE(bits);
        CAPTURE(static_cast<int>(isa));
        CHECK(wrong<float>(s, false, bits & 1, bits & 2, 1 + index % 3, isa) == 0);
        CHECK(wrong<double>(s, false, bits & 1, bits & 2, 1, isa) == 0);
      }
    }
    ++index;
  }
}

TEST_CASE("int8 convolutions are exact") {
  int index = 0;
  for (const Shape& s : shapes()) {
    for (const Isa isa : runnable_isas()) {
      for (int bits = 0; bits < 16; ++bits) {
        CAPTURE(index);
        CAPTURE(bits);
        CAPTURE(static_cast<int>(isa));
        CHECK(wrong_int8(s, bits, 1 + bits % 2, isa) == 0);
      }
    }
    ++index;
  }
}

TEST_CASE("transposed convolutions match the definition") {
  int index = 0;
  for (Shape s : shapes()) {
    // The same filters with the output that follows; one extra where output_padding would give it.
    for (int i = 0; i < s.spatial; ++i)
      s.out[i] = conv::transposed_output_size(s.in[i], s.kernel[i], s.stride[i], s.dilation[i],
                                              s.pad_begin[i], 0, s.stride[i] > 1 ? 1 : 0);
    for (const Isa isa : runnable_isas()) {
      for (int bits = 0; bits < 4; ++bits) {
        CAPTURE(index);
        CAPTURE(bits);
        CHECK(wrong<float>(s, true, bits & 1, bits & 2, 1 + index % 3, isa) == 0);
        CHECK(wrong<double>(s, true, bits & 1, bits & 2, 1, isa) == 0);
      }
    }
    ++index;
  }
}

TEST_CASE("output sizes") {
  CHECK(conv::output_size(224, 7, 2, 1, 3, 3) == 112);
  CHECK(conv::output_size(5, 3, 1, 3, 0, 0) == 0);
  CHECK(conv::output_size(7, 3, 1, 3, 0, 0) == 1);
  CHECK(conv::transposed_output_size(112, 4, 2, 1, 1, 1, 0) == 224);
  CHECK(conv::transposed_output_size(3, 3, 2, 1, 1, 1, 1) == 6);
}

TEST_CASE("empty batches, channels and images") {
  for (int which = 0; which < 3; ++which) {
    Shape s = shape_2d(1, 2, 3, 1, 4, 4, 3, 3, 1, 1, 1, 1);
    if (which == 0) s.batch = 0;
    if (which == 1) s.in_channels = 0;
    if (which == 2) s.out[0] = 0;
    CHECK(wrong<float>(s, false, true, false, 1, chosen_isa()) == 0);
  }
}
