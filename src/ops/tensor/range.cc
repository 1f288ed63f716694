// Range: numbers from start to limit (exclusive) in steps of delta.
#include <cmath>
#include <limits>

#include "ops/dispatch.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

std::int64_t count_of_floats(double start, double limit, double delta) {
  const double n = std::ceil((limit - start) / delta);
  require(!std::isnan(n) && n < 0x1p62, Code::invalid_argument,
          "a range from {} to {} in steps of {} has no end", start, limit, delta);
  return n > 0 ? static_cast<std::int64_t>(n) : 0;
}

std::int64_t count_of_integers(std::int64_t start, std::int64_t limit, std::int64_t delta) {
  const auto s = static_cast<std::uint64_t>(start), l = static_cast<std::uint64_t>(limit);
  if (delta > 0 ? start >= limit : start <= limit) return 0;
  const std::uint64_t distance = delta > 0 ? l - s : s - l;
  const std::uint64_t step =
      delta > 0 ? static_cast<std::uint64_t>(delta) : 0 - static_cast<std::uint64_t>(delta);
  const std::uint64_t n = (distance - 1) / step + 1;
  require(n <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()), Code::over_budget,
          "a range of {} elements", n);
  return static_cast<std::int64_t>(n);
}

struct Range final : Op {
  std::int64_t stash_type = 1;  // 16-bit floats are computed in float whatever it says
  void fields(FieldVisitor& f) override { f("stash_type", stash_type); }

  static Dim count(InferContext& c) {
    const Tensor *start = c.constant(0), *limit = c.constant(1), *delta = c.constant(2);
    if (is_float(c.dtype(0))) {
      if (start == nullptr || limit == nullptr || (delta == nullptr && c.has(2))) return Dim::unknown();
      const double step = delta != nullptr ? delta->number_at(0) : 1.0;
      require(step != 0, Code::invalid_argument, "a range's delta is 0");
      return count_of_floats(start->number_at(0), limit->number_at(0), step);
    }
    const auto s = c.dims(0), l = c.dims(1), d = c.has(2) ? c.dims(2) : std::vector<Dim>{1};
    if (d) require(!d->at(0).equals(0), Code::invalid_argument, "a range's delta is 0");
    if (!s || !l || !d || !d->at(0).is_number()) return Dim::unknown();
    const Dim &from = s->at(0), &to = l->at(0), &step = d->at(0);
    if (from.is_number() && to.is_number())
      return count_of_integers(from.number(), to.number(), step.number());
    if (step.equals(1)) return from.equals(0) ? to : max(to - from, 0);
    return Dim::unknown();
  }
  void infer(InferContext& c) const override {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto length = known_length(c.in(i));
      require(!c.has(i) || !length || *length == 1, Code::invalid_argument,
              "input {} has {} elements, it must have one", i, length.value_or(0));
    }
    const Dim n = count(c);
    const auto s = c.dims(0), d = c.has(2) ? c.dims(2) : std::vector<Dim>{1};
    if (!is_float(c.dtype(0)) && s && d && n.is_number() && n.number() <= 64) {
      std::vector<Dim> content;
      Dim at = s->at(0);
      for (std::int64_t i = 0; i < n.number(); ++i, at = at + d->at(0)) content.push_back(at);
      return c.out_dims(0, c.dtype(0), {n}, std::move(content));
    }
    c.out(0, c.dtype(0), {n});
  }
  template <typename T>
  static void write(T* out, T start, T delta, std::int64_t n) {
    if constexpr (std::is_integral_v<T>) {
      auto at = static_cast<std::uint64_t>(start);
      for (std::int64_t i = 0; i < n; ++i, at += static_cast<std::uint64_t>(delta))
        out[i] = static_cast<T>(at);
    } else {
      const auto s = static_cast<double>(static_cast<float>(start)),
                 d = static_cast<double>(static_cast<float>(delta));
      for (std::int64_t i = 0; i < n; ++i) out[i] = T(static_cast<float>(s + static_cast<double>(i) * d));
    }
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const std::int64_t n = c.out_shape(0).count();
    return dispatch_numeric(c.dtype(0), [&]<typename T>() {
      return Kernel::of([n](Call& call) {
        const T start = *call.in<T>(0), delta = call.has(2) ? *call.in<T>(2) : T(1);
        if constexpr (std::is_same_v<T, double>) {
          for (std::int64_t i = 0; i < n; ++i) call.out<T>(0)[i] = start + static_cast<double>(i) * delta;
        } else {
          write(call.out<T>(0), start, delta, n);
        }
      });
    });
  }
};

void upgrade_contrib_range(UpgradeContext& u) { u.domain = ""; }

}  // namespace

void register_range(OpRegistry& r) {
  r.add<Range>("", "Range");
  r.add<Range>("com.microsoft", "Range", upgrade_contrib_range);
}

}  // namespace sardonyx
