// DFT and STFT: discrete Fourier transforms along one axis, and of sliding windows.
#include <algorithm>
#include <complex>

#include "base/memory_limit.h"
#include "graph/op.h"
#include "kernels/fft/fft.h"
#include "kernels/scratch.h"
#include "ops/axes.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

using Complex = std::complex<double>;
constexpr std::int64_t kLongest = std::int64_t{1} << 30;

// One number that a constant or a symbolic content gives; nullopt when only the run knows.
template <typename Context>
std::optional<std::int64_t> number(const Context& c, std::size_t i) {
  const Tensor* t = c.constant(i);
  if (t == nullptr) return std::nullopt;
  require(t->count() == 1, Code::invalid_argument, "input {} must hold one number, it has {}", i, t->count());
  return t->int_at(0);
}

// The tables and buffers of a transform are some times its length, which may be far longer than the signal.
std::shared_ptr<const fft::Fft> make_fft(std::int64_t length) {
  require(length <= kLongest, Code::over_budget, "a transform of {} points is too long", length);
  check_memory(8 * static_cast<std::size_t>(length) * sizeof(Complex));
  return std::make_shared<const fft::Fft>(length);
}

// f(index, complex buffer of the transform, its scratch) for all indices, in parallel.
template <typename F>
void transform_all(const fft::Fft& fft, std::int64_t count, Call& call, F f) {
  const auto numbers = static_cast<std::size_t>(fft.size() + fft.work_size());
  const std::size_t slot = Scratch::slot_bytes(numbers * sizeof(Complex));
  Scratch scratch(slot * static_cast<std::size_t>(call.pool().width()));
  call.for_range(count, 1 + 4096 / fft.size(), [&](std::int64_t begin, std::int64_t end, int s) {
    auto* data = reinterpret_cast<Complex*>(scratch.data() + slot * static_cast<std::size_t>(s));
    for (std::int64_t i = begin; i < end; ++i) f(i, data, data + fft.size());
  });
}

struct Transform {
  std::int64_t outer = 0, in = 0, inner = 0, parts = 1;  // parts: 1 real, 2 complex
  std::int64_t length = 0, out = 0;
  bool inverse = false, onesided = false;
};

// The signal at `x` (step between samples) into `data`; a one-sided spectrum is completed by symmetry.
template <typename T>
void load(const Transform& t, const T* x, Complex* data) {
  const std::int64_t step = t.inner * t.parts;
  const bool mirrored = t.inverse && t.onesided;
  const std::int64_t given = std::min(t.in, mirrored ? t.length / 2 + 1 : t.length);
  std::fill_n(data, t.length, Complex{});
  for (std::int64_t i = 0; i < given; ++i)
    data[i] = {static_cast<double>(x[i * step]), t.parts == 2 ? static_cast<double>(x[i * step + 1]) : 0.0};
  if (!mirrored) return;
  for (std::int64_t i = 1; i < given; ++i) {
    if (t.length - i >= given) data[t.length - i] = std::conj(data[i]);
  }
}

struct Dft final : Op {
  bool inverse = false, onesided = false;
  void fields(FieldVisitor& f) override {
    f("inverse", inverse);
    f("onesided", onesided);
  }

  // The axis, when known. Axis -2 is the last of the signal.
  template <typename Context>
  std::optional<std::size_t> axis_of(const Context& c, std::size_t rank) const {
    const std::optional<std::int64_t> axis = c.has(2) ? number(c, 2) : -2;
    if (!axis) return std::nullopt;
    const std::size_t a = normalise_axis(*axis, rank);
    require(a + 1 < rank, Code::invalid_argument, "axis {} holds real and imaginary parts, no signal", *axis);
    return a;
  }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    if (!x.ranked()) return c.out(0, c.dtype(0), {});
    require(x.rank() >= 2, Code::invalid_argument, "input of shape {} must have rank 2 or more", x);
    const Dim& parts = x[x.rank() - 1];
    require(!parts.is_number() || parts.number() == 1 || parts.number() == 2, Code::invalid_argument,
            "the last axis of input {} must have 1 or 2 entries", x);
    require(!onesided || !parts.is_number() || parts.equals(inverse ? 2 : 1), Code::invalid_argument,
            "a one-sided {} transform does not take input {}", inverse ? "inverse" : "forward", x);
    SymShape y = SymShape::unknown_dims(x.rank());
    if (const auto a = axis_of(c, x.rank())) {
      y = x;
      Dim length = onesided && inverse ? 2 * (x[*a] - 1) : x[*a];
      if (c.has(1)) {
        const auto n = number(c, 1);
        require(!n || (*n > 0 && *n <= kLongest), Code::invalid_argument, "dft_length is {}", n.value_or(0));
        length = n ? Dim(*n) : Dim::unknown();
      }
      y[*a] = onesided && !inverse ? floor_div(length, 2) + 1 : length;
    }
    y[x.rank() - 1] = onesided && inverse ? 1 : 2;
    c.out(0, c.dtype(0), std::move(y));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const auto a = axis_of(c, x.rank());
    const auto n = c.has(1) ? number(c, 1) : std::optional<std::int64_t>(0);
    if (!a || !n) return Kernel::when_running();
    Transform t;
    t.outer = x.count(0, *a);
    t.in = x[*a];
    t.inner = x.count(*a + 1, x.rank() - 1);
    t.parts = x.back();
    t.inverse = inverse;
    t.onesided = onesided;
    t.length = c.has(1) ? *n : onesided && inverse ? 2 * (t.in - 1) : t.in;
    if (t.length <= 0 || t.outer * t.inner == 0) {  // sums of nothing
      const auto count = static_cast<std::size_t>(c.out_shape(0).count());
      return Kernel::of([bytes = packed_bytes(c.out(0).dtype(), count)](Call& call) {
        std::fill_n(call.out(0), bytes, std::byte{0});
      });
    }
    t.out = onesided && !inverse ? t.length / 2 + 1 : t.length;
    auto fft = make_fft(t.length);
    return in_float(c, [&]<typename T>() {
      return Kernel::of([t, fft](Call& call) {
        const T* from = call.in<T>(0);
        T* to = call.out<T>(0);
        const std::int64_t out_parts = t.onesided && t.inverse ? 1 : 2;
        transform_all(*fft, t.outer * t.inner, call, [&](std::int64_t i, Complex* data, Complex* work) {
          const std::int64_t o = i / t.inner, j = i % t.inner;
          load(t, from + (o * t.in * t.inner + j) * t.parts, data);
          fft->run(data, work, t.inverse);
          T* y = to + (o * t.out * t.inner + j) * out_parts;
          for (std::int64_t k = 0; k < t.out; ++k, y += t.inner * out_parts) {
            y[0] = static_cast<T>(data[k].real());
            if (out_parts == 2) y[1] = static_cast<T>(data[k].imag());
          }
        });
      });
    });
  }
};

// Before version 20 the axis was an attribute, and the first behind the batch unless given.
void upgrade_dft(UpgradeContext& u) {
  if (u.version >= 20) return;
  u.attributes.try_emplace("axis", std::int64_t{1});
  const std::int64_t axis = u.take<std::int64_t>("axis").value_or(1);
  u.inputs.resize(2, -1);
  u.inputs.push_back(u.constant(Tensor::scalar<std::int64_t>(axis)));
}

struct Frames {
  std::int64_t batch = 0, signal = 0, parts = 1, step = 1, length = 0, count = 0, bins = 0;
};

struct Stft final : Op {
  bool onesided = true;
  void fields(FieldVisitor& f) override { f("onesided", onesided); }

  // Length of a frame; nullopt when unknown.
  template <typename Context>
  static std::optional<std::int64_t> frame_length(const Context& c, const SymShape& signal,
                                                  const SymShape& window) {
    if (c.has(3)) return number(c, 3);
    const SymShape& from = c.has(2) ? window : signal;
    const std::size_t axis = c.has(2) ? 0 : 1;
    if (!from.ranked() || from.rank() <= axis || !from[axis].is_number()) return std::nullopt;
    return from[axis].number();
  }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    require(!x.ranked() || x.rank() == 3 || x.rank() == 2, Code::invalid_argument,
            "signal of shape {} must have rank 3", x);
    const auto length = frame_length(c, x, c.shape(2)), step = number(c, 1);
    require(!length || (*length > 0 && *length <= kLongest), Code::invalid_argument, "a frame of {} samples",
            length.value_or(0));
    require(!step || *step > 0, Code::invalid_argument, "frame_step is {}, it must be positive",
            step.value_or(0));
    SymShape y = SymShape::unknown_dims(4);
    y[3] = 2;
    if (x.ranked()) {
      y[0] = x[0];
      if (length && step) y[1] = floor_div(x[1] - *length, *step) + 1;
      if (y[1].is_number() && y[1].number() < 0) y[1] = 0;
    }
    if (length) y[2] = onesided ? *length / 2 + 1 : *length;
    c.out(0, c.dtype(0), std::move(y));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const auto step = number(c, 1);
    const auto length = frame_length(c, x, c.has(2) ? SymShape(c.shape(2)) : SymShape());
    if (!step || !length) return Kernel::when_running();
    Frames f;
    f.batch = x[0];
    f.signal = x[1];
    f.parts = x.rank() == 3 ? x[2] : 1;
    f.step = *step;
    f.length = *length;
    f.count = f.signal < f.length ? 0 : (f.signal - f.length) / f.step + 1;
    f.bins = onesided ? f.length / 2 + 1 : f.length;
    require(f.parts == 1 || (f.parts == 2 && !onesided), Code::invalid_argument,
            "a signal of shape {} has no {} transform", x, onesided ? "one-sided" : "such");
    if (c.has(2))
      require(c.shape(2).count() == f.length, Code::invalid_argument,
              "a window of shape {} does not fit frames of {}", c.shape(2), f.length);
    auto fft = make_fft(f.length);
    return in_float(c, [&]<typename T>() {
      return Kernel::of([f, fft](Call& call) {
        const T *x = call.in<T>(0), *window = call.in<T>(2);
        T* y = call.out<T>(0);
        transform_all(*fft, f.batch * f.count, call, [&](std::int64_t i, Complex* data, Complex* work) {
          const T* from = x + (i / f.count * f.signal + i % f.count * f.step) * f.parts;
          for (std::int64_t k = 0; k < f.length; ++k) {
            const double w = window == nullptr ? 1.0 : static_cast<double>(window[k]);
            data[k] = {w * static_cast<double>(from[k * f.parts]),
                       f.parts == 2 ? w * static_cast<double>(from[k * f.parts + 1]) : 0.0};
          }
          fft->run(data, work, false);
          T* to = y + i * f.bins * 2;
          for (std::int64_t k = 0; k < f.bins; ++k) {
            to[2 * k] = static_cast<T>(data[k].real());
            to[2 * k + 1] = static_cast<T>(data[k].imag());
          }
        });
      });
    });
  }
};

}  // namespace

void register_dft(OpRegistry& r) {
  r.add<Dft>("", "DFT", upgrade_dft);
  r.add<Stft>("", "STFT");
}

}  // namespace sardonyx
