// HannWindow, HammingWindow, BlackmanWindow, MelWeightMatrix: tables that signal processing multiplies with.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "graph/op.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

constexpr std::int64_t kMostNumbers = std::int64_t{1} << 31;

std::optional<std::int64_t> number(const InferContext& c, std::size_t i) {
  const Tensor* t = c.constant(i);
  if (t == nullptr) return std::nullopt;
  require(t->count() == 1, Code::invalid_argument, "input {} must hold one number, it has {}", i, t->count());
  return t->int_at(0);
}

void check_type(DType d) {
  require(is_float(d) || (is_integer(d) && !is_sub_byte(d)), Code::invalid_model,
          "output_datatype {} is no type that this operator gives", name(d));
}

// Rounded once to `dtype`, integers towards zero.
void put(DType dtype, const std::vector<double>& from, std::byte* to) {
  if (dtype == DType::float64) {
    std::copy(from.begin(), from.end(), reinterpret_cast<double*>(to));
    return;
  }
  const std::vector<float> narrow(from.begin(), from.end());
  convert_from_float(dtype, narrow.data(), to, static_cast<std::int64_t>(narrow.size()));
}

// Coefficients of 1, cos(2 pi x), cos(4 pi x).
struct Cosines {
  double constant, first, second;
};

// ONNX's Hamming window has 25/46 where others have 0.54.
inline constexpr Cosines kHann{0.5, -0.5, 0}, kHamming{25.0 / 46.0, -21.0 / 46.0, 0},
    kBlackman{0.42, -0.5, 0.08};

template <const Cosines& C>
struct SignalWindow final : Op {
  DType output_datatype = DType::float32;
  bool periodic = true;
  void fields(FieldVisitor& f) override {
    f("output_datatype", output_datatype);
    f("periodic", periodic);
  }
  void infer(InferContext& c) const override {
    check_type(output_datatype);
    const auto size = number(c, 0);
    require(!size || (*size >= 0 && *size <= kMostNumbers), Code::invalid_argument, "a window of {} samples",
            size.value_or(0));
    Dim n = Dim::unknown();
    if (size)
      n = Dim(*size);
    else if (const auto dims = c.dims(0); dims && dims->size() == 1)
      n = dims->front();
    c.out(0, output_datatype, SymShape{n});
  }
  Kernel lower(LowerContext& c) const override {
    if (c.constant(0) == nullptr) return Kernel::when_running();
    const std::int64_t n = c.constant(0)->int_at(0);
    return Kernel::of([n, dtype = output_datatype, periodic = periodic](Call& call) {
      std::vector<double> values(static_cast<std::size_t>(n));
      const double turn =
          2 * std::numbers::pi / static_cast<double>(periodic ? n : std::max<std::int64_t>(n - 1, 1));
      for (std::int64_t i = 0; i < n; ++i) {
        const double x = turn * static_cast<double>(i);
        values[static_cast<std::size_t>(i)] = C.constant + C.first * std::cos(x) + C.second * std::cos(2 * x);
      }
      put(dtype, values, call.out(0));
    });
  }
};

struct MelShape {
  std::int64_t bands = 0, length = 0, rate = 0;
  double low = 0, high = 0;
};

double to_mel(double hertz) { return 2595.0 * std::log10(1.0 + hertz / 700.0); }
double to_hertz(double mel) { return 700.0 * (std::pow(10.0, mel / 2595.0) - 1.0); }

// Triangles over the bins of a one-sided spectrum, their corners on whole bins.
std::vector<double> mel_weights(const MelShape& s) {
  const std::int64_t bins = s.length / 2 + 1;
  std::vector<double> w(static_cast<std::size_t>(bins * s.bands), 0.0);
  const double low = to_mel(s.low), step = (to_mel(s.high) - low) / static_cast<double>(s.bands + 2);
  auto corner = [&](std::int64_t i) {
    const double bin =
        std::floor(static_cast<double>(s.length + 1) * to_hertz(low + step * static_cast<double>(i)) /
                   static_cast<double>(s.rate));
    // Edges that are no frequencies give NaN, which is on no bin.
    return bin > 0 ? static_cast<std::int64_t>(std::min(bin, static_cast<double>(bins))) : std::int64_t{0};
  };
  for (std::int64_t band = 0; band < s.bands; ++band) {
    const std::int64_t begin = corner(band), top = corner(band + 1), end = corner(band + 2);
    auto at = [&](std::int64_t bin) -> double& { return w[static_cast<std::size_t>(bin * s.bands + band)]; };
    if (top == begin && top < bins) at(top) = 1;
    for (std::int64_t i = begin; i <= top && i < bins && top > begin; ++i)
      at(i) = static_cast<double>(i - begin) / static_cast<double>(top - begin);
    for (std::int64_t i = top; i < end && i < bins && end > top; ++i)
      at(i) = static_cast<double>(end - i) / static_cast<double>(end - top);
  }
  return w;
}

struct MelWeightMatrix final : Op {
  DType output_datatype = DType::float32;
  void fields(FieldVisitor& f) override { f("output_datatype", output_datatype); }
  void infer(InferContext& c) const override {
    check_type(output_datatype);
    const auto bands = number(c, 0), length = number(c, 1), rate = number(c, 2);
    require((!bands || *bands >= 0) && (!length || *length >= 0) && (!rate || *rate > 0),
            Code::invalid_argument, "a mel matrix of {} bands for {} points at {} hertz", bands.value_or(0),
            length.value_or(0), rate.value_or(0));
    const Dim bins = length ? Dim(*length / 2 + 1) : Dim::unknown();
    c.out(0, output_datatype, SymShape{bins, bands ? Dim(*bands) : Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override {
    for (std::size_t i = 0; i < 5; ++i) {
      if (c.constant(i) == nullptr) return Kernel::when_running();
    }
    MelShape s{c.constant(0)->int_at(0), c.constant(1)->int_at(0), c.constant(2)->int_at(0),
               c.constant(3)->number_at(0), c.constant(4)->number_at(0)};
    return Kernel::of([s, dtype = output_datatype](Call& call) { put(dtype, mel_weights(s), call.out(0)); });
  }
};

}  // namespace

void register_signal_windows(OpRegistry& r) {
  r.add<SignalWindow<kHann>>("", "HannWindow");
  r.add<SignalWindow<kHamming>>("", "HammingWindow");
  r.add<SignalWindow<kBlackman>>("", "BlackmanWindow");
  r.add<MelWeightMatrix>("", "MelWeightMatrix");
}

}  // namespace sardonyx
