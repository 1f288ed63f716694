// RandomNormal, RandomUniform, their Like forms, Bernoulli and Multinomial.
//
// Each node has a stream of its own; a seed makes its n-th run the same in every session.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <random>

#include "kernels/random/stream.h"
#include "ops/dispatch.h"
#include "ops/moving.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// The runs of one kernel.
class Runs {
 public:
  explicit Runs(std::optional<float> seed)
      : seed_(seed ? std::bit_cast<std::uint32_t>(*seed) : fresh_seed()),
        count_(std::make_shared<std::atomic<std::uint64_t>>(0)) {}
  RandomStream next() const { return {seed_, count_->fetch_add(1, std::memory_order_relaxed)}; }

 private:
  static std::uint64_t fresh_seed() {
    static const std::uint64_t first = (std::uint64_t{std::random_device{}()} << 32) | std::random_device{}();
    static std::atomic<std::uint64_t> next{0};
    return first + next.fetch_add(1, std::memory_order_relaxed);
  }
  std::uint64_t seed_;
  std::shared_ptr<std::atomic<std::uint64_t>> count_;
};

// A kernel that writes element i of output 0 as value(stream, i).
template <typename Value>
Kernel drawn(const LowerContext& c, std::optional<float> seed, const Value& value) {
  const std::int64_t n = c.out_shape(0).count();
  return dispatch_float(c.out(0).dtype(), [&]<typename T>() {
    return Kernel::of([=, runs = Runs(seed)](Call& call) {
      const RandomStream stream = runs.next();
      T* out = call.out<T>(0);
      call.for_range(n, 2048, [&](std::int64_t begin, std::int64_t end, int) noexcept {
        for (std::int64_t i = begin; i < end; ++i) {
          const double v = value(stream, static_cast<std::uint64_t>(i));
          if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
            out[i] = T(static_cast<float>(v));
          else
            out[i] = static_cast<T>(v);
        }
      });
    });
  });
}

struct Normal {
  float mean = 0, scale = 1;
  void fields(FieldVisitor& f) {
    f("mean", mean);
    f("scale", scale);
  }
  double operator()(const RandomStream& s, std::uint64_t i) const {
    return static_cast<double>(mean) + static_cast<double>(scale) * s.normal(i);
  }
};
struct Uniform {
  float low = 0, high = 1;
  void fields(FieldVisitor& f) {
    f("low", low);
    f("high", high);
  }
  double operator()(const RandomStream& s, std::uint64_t i) const {
    // 24 bits: the sum below stays under `high` after rounding to float.
    const double unit = static_cast<double>(s.bits(i) >> 40) * 0x1p-24;
    return static_cast<double>(low) + (static_cast<double>(high) - static_cast<double>(low)) * unit;
  }
};

template <typename Distribution>
struct Random final : Op {
  Distribution distribution;
  DType dtype = DType::float32;
  std::optional<float> seed;
  std::vector<std::int64_t> shape;
  void fields(FieldVisitor& f) override {
    distribution.fields(f);
    f("dtype", dtype);
    f("seed", seed);
    f("shape", shape);
  }
  void infer(InferContext& c) const override {
    require(is_float(dtype), Code::invalid_model, "dtype {} is none of floats", name(dtype));
    for (std::int64_t d : shape) require(d >= 0, Code::invalid_argument, "shape has a negative size {}", d);
    require(shape.size() <= Shape::kMaxRank, Code::invalid_argument,
            "shape has {} sizes, at most 64 are possible", shape.size());
    c.out(0, dtype, SymShape(Shape(shape)));
  }
  Kernel lower(LowerContext& c) const override { return drawn(c, seed, distribution); }
  bool nondeterministic() const override { return true; }
};

template <typename Distribution>
struct RandomLike final : Op {
  Distribution distribution;
  DType dtype = DType::undefined;
  std::optional<float> seed;
  void fields(FieldVisitor& f) override {
    distribution.fields(f);
    f("dtype", dtype);
    f("seed", seed);
  }
  void infer(InferContext& c) const override {
    const DType type = dtype == DType::undefined ? c.dtype(0) : dtype;
    require(is_float(type) || type == DType::undefined, Code::invalid_model,
            "random numbers are floats, not {}: dtype must say which where the input has another type",
            name(type));
    c.out(0, type, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override { return drawn(c, seed, distribution); }
  bool nondeterministic() const override { return true; }
};

struct Bernoulli final : Op {
  DType dtype = DType::undefined;
  std::optional<float> seed;
  void fields(FieldVisitor& f) override {
    f("dtype", dtype);
    f("seed", seed);
  }
  void infer(InferContext& c) const override {
    c.out(0, dtype == DType::undefined ? c.dtype(0) : dtype, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    const DType type = c.out(0).dtype();
    const std::size_t width = item_size(type);
    require(width > 0 && type != DType::string, Code::not_implemented, "Bernoulli of {}", name(type));
    std::vector<std::byte> one(width);
    const float unit = 1.0f;
    convert_from_float(type, &unit, one.data(), 1);
    return Kernel::of([=, n = c.shape(0).count(), from = c.dtype(0), runs = Runs(seed)](Call& call) {
      const RandomStream stream = runs.next();
      std::memset(call.out(0), 0, static_cast<std::size_t>(n) * width);
      call.for_range(n, 4096, [&](std::int64_t begin, std::int64_t end, int) noexcept {
        for (std::int64_t i = begin; i < end; ++i) {
          if (stream.unit(static_cast<std::uint64_t>(i)) < load_number(from, call.in(0), i))
            std::memcpy(call.out(0) + static_cast<std::size_t>(i) * width, one.data(), width);
        }
      });
    });
  }
  bool nondeterministic() const override { return true; }
};

// Draws of class numbers, with odds given as logarithms that need not be normalised.
struct Multinomial final : Op {
  DType dtype = DType::int32;
  std::int64_t sample_size = 1;
  std::optional<float> seed;
  void fields(FieldVisitor& f) override {
    f("dtype", dtype);
    f("sample_size", sample_size);
    f("seed", seed);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    require(!s.ranked() || s.rank() == 2, Code::invalid_argument,
            "the input has shape {}, [batch, classes] is needed", s);
    require(sample_size >= 0, Code::invalid_argument, "sample_size is {}", sample_size);
    require(dtype == DType::int32 || dtype == DType::int64, Code::invalid_argument,
            "dtype is {}, not int32 or int64", name(dtype));
    if (s.ranked())
      require(!s[1].equals(0) || s[0].equals(0), Code::invalid_argument, "there are no classes to draw from");
    c.out(0, dtype, {s.ranked() ? s[0] : Dim::unknown(), sample_size});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.shape(0);
    return Kernel::of([rows = s[0], classes = s[1], n = sample_size, from = c.dtype(0), to = dtype,
                       runs = Runs(seed)](Call& call) {
             const RandomStream stream = runs.next();
             auto* sums = reinterpret_cast<double*>(call.scratch());
             for (std::int64_t r = 0; r < rows; ++r) {
               const double total = running_odds(from, call.in(0), r * classes, classes, sums);
               for (std::int64_t i = 0; i < n; ++i) {
                 const double u = stream.unit(static_cast<std::uint64_t>(r * n + i)) * total;
                 const std::int64_t drawn =
                     std::min(classes - 1, std::upper_bound(sums, sums + classes, u) - sums);
                 if (to == DType::int32)
                   call.out<std::int32_t>(0)[r * n + i] = static_cast<std::int32_t>(drawn);
                 else
                   call.out<std::int64_t>(0)[r * n + i] = drawn;
               }
             }
           })
        .with_scratch(checked_mul(static_cast<std::size_t>(s[1]), sizeof(double)));
  }
  // sums[i] = odds of classes 0 to i together, the greatest single one being 1.
  static double running_odds(DType from, const std::byte* in, std::int64_t first, std::int64_t classes,
                             double* sums) {
    double most = -INFINITY, total = 0;
    for (std::int64_t i = 0; i < classes; ++i) most = std::max(most, load_number(from, in, first + i));
    for (std::int64_t i = 0; i < classes; ++i) {
      const double odds = std::exp(load_number(from, in, first + i) - most);
      total += odds > 0 ? odds : 0;  // NaN is no chance
      sums[i] = total;
    }
    return total;
  }
  bool nondeterministic() const override { return true; }
};

}  // namespace

void register_random(OpRegistry& r) {
  r.add<Random<Normal>>("", "RandomNormal");
  r.add<Random<Uniform>>("", "RandomUniform");
  r.add<RandomLike<Normal>>("", "RandomNormalLike");
  r.add<RandomLike<Uniform>>("", "RandomUniformLike");
  r.add<Bernoulli>("", "Bernoulli");
  r.add<Multinomial>("", "Multinomial");
}

}  // namespace sardonyx
