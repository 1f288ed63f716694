// NonZero: the coordinates of what is not zero, a row per axis. A scalar has no axes, hence no rows.
#include <complex>
#include <string>

#include "ops/dispatch.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

template <typename T>
bool is_set(const std::byte* data, std::int64_t i) {
  const T& v = reinterpret_cast<const T*>(data)[i];
  if constexpr (std::is_same_v<T, std::string>)
    return !v.empty();
  else if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
    return (v.bits & 0x7fff) != 0;
  else
    return v != T{};
}

using IsSet = bool (*)(const std::byte*, std::int64_t);

IsSet is_set_of(DType d) {
  switch (d) {
    case DType::bool_:
      return is_set<std::uint8_t>;
    case DType::string:
      return is_set<std::string>;
    case DType::complex64:
      return is_set<std::complex<float>>;
    case DType::complex128:
      return is_set<std::complex<double>>;
    default:
      return dispatch_numeric(d, []<typename T>() -> IsSet { return is_set<T>; });
  }
}

struct NonZero final : Op {
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    c.out(0, DType::int64,
          {s.ranked() ? Dim(static_cast<std::int64_t>(s.rank())) : Dim::unknown(), Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.shape(0);
    return Kernel::of([shape = s, is_set = is_set_of(c.dtype(0))](Call& call) {
      const std::int64_t count = shape.count();
      std::int64_t found = 0;
      for (std::int64_t i = 0; i < count; ++i) found += is_set(call.in(0), i) ? 1 : 0;
      const auto rank = static_cast<std::int64_t>(shape.rank());
      auto* out = reinterpret_cast<std::int64_t*>(call.allocate(0, Shape{rank, found}));
      for (std::int64_t i = 0, column = 0; i < count; ++i) {
        if (!is_set(call.in(0), i)) continue;
        std::int64_t rest = i;
        for (std::size_t a = shape.rank(); a-- > 0; rest /= shape[a])
          out[static_cast<std::int64_t>(a) * found + column] = rest % shape[a];
        ++column;
      }
    });
  }
};

}  // namespace

void register_non_zero(OpRegistry& r) { r.add<NonZero>("", "NonZero"); }

}  // namespace sardonyx
