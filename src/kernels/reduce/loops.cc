#include "kernels/reduce/loops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "base/error.h"

namespace sardonyx::reduce {
namespace {

template <typename T>
using Accumulator = std::conditional_t<std::is_floating_point_v<T>, double,
                                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

// Sums and products of integers wrap: they are taken on unsigned numbers.
template <typename A>
A wrapping_add(A a, A b) {
  if constexpr (std::is_floating_point_v<A>)
    return a + b;
  else
    return static_cast<A>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
template <typename A>
A wrapping_multiply(A a, A b) {
  if constexpr (std::is_floating_point_v<A>)
    return a * b;
  else
    return static_cast<A>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

struct Sum {
  template <typename T, typename A>
  static A neutral() {
    return A{0};
  }
  template <typename A>
  static A map(A v, double) {
    return v;
  }
  template <typename A>
  static A join(A a, A b) {
    return wrapping_add(a, b);
  }
};
struct Absolutes : Sum {
  template <typename A>
  static A map(A v, double) {
    return v < A{0} ? static_cast<A>(wrapping_multiply(v, static_cast<A>(-1))) : v;
  }
};
struct Squares : Sum {
  template <typename A>
  static A map(A v, double) {
    return wrapping_multiply(v, v);
  }
};
struct Exponentials : Sum {
  template <typename A>
  static A map(A v, double shift) {
    return static_cast<A>(std::exp(static_cast<double>(v) - shift));
  }
};
struct Product : Sum {
  template <typename T, typename A>
  static A neutral() {
    return A{1};
  }
  template <typename A>
  static A join(A a, A b) {
    return wrapping_multiply(a, b);
  }
};
struct Largest : Sum {
  template <typename T, typename A>
  static A neutral() {
    if constexpr (std::is_floating_point_v<A>)
      return -std::numeric_limits<A>::infinity();
    else
      return static_cast<A>(std::numeric_limits<T>::lowest());
  }
  template <typename A>
  static A join(A a, A b) {
    if constexpr (std::is_floating_point_v<A>)
      if (std::isnan(a)) return a;
    return a > b ? a : b;
  }
};
struct Smallest : Sum {
  template <typename T, typename A>
  static A neutral() {
    if constexpr (std::is_floating_point_v<A>)
      return std::numeric_limits<A>::infinity();
    else
      return static_cast<A>(std::numeric_limits<T>::max());
  }
  template <typename A>
  static A join(A a, A b) {
    if constexpr (std::is_floating_point_v<A>)
      if (std::isnan(a)) return a;
    return a < b ? a : b;
  }
};

template <typename T, typename Op, typename A = Accumulator<T>>
void start(void* acc, std::int64_t n) {
  std::fill_n(static_cast<A*>(acc), n, Op::template neutral<T, A>());
}

template <typename T, typename Op, typename A = Accumulator<T>>
void row(const void* data, std::int64_t n, void* acc, double shift) {
  constexpr std::int64_t kBlock = 128;  // pairwise in two levels
  const auto* x = static_cast<const T*>(data);
  A total = *static_cast<A*>(acc);
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t end = std::min(n, begin + kBlock);
    A part = Op::template neutral<T, A>();
    for (std::int64_t i = begin; i < end; ++i) part = Op::join(part, Op::map(static_cast<A>(x[i]), shift));
    total = Op::join(total, part);
  }
  *static_cast<A*>(acc) = total;
}

template <typename T, typename Op, typename A = Accumulator<T>>
void columns(const void* data, std::int64_t n, void* acc, const double* shift) {
  const auto* x = static_cast<const T*>(data);
  auto* total = static_cast<A*>(acc);
  for (std::int64_t i = 0; i < n; ++i)
    total[i] = Op::join(total[i], Op::map(static_cast<A>(x[i]), shift == nullptr ? 0.0 : shift[i]));
}

template <typename T, typename Op, typename A = Accumulator<T>>
void merge(const void* from, std::int64_t n, void* acc) {
  const auto* part = static_cast<const A*>(from);
  auto* total = static_cast<A*>(acc);
  for (std::int64_t i = 0; i < n; ++i) total[i] = Op::join(total[i], part[i]);
}

enum class Last : std::uint8_t { none, divide, root, logarithm, shifted_logarithm };

// To an integer type: towards zero, saturated; NaN gives 0.
template <typename T>
T from_real(double v) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(v);
  } else {
    if (std::isnan(v)) return 0;
    if (v >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    if (v <= static_cast<double>(std::numeric_limits<T>::lowest())) return std::numeric_limits<T>::lowest();
    return static_cast<T>(v);
  }
}

template <typename T, Last L, typename A = Accumulator<T>>
void finish(const void* acc, std::int64_t n, std::int64_t reduced, const double* shift, void* y) {
  const auto* total = static_cast<const A*>(acc);
  auto* out = static_cast<T*>(y);
  for (std::int64_t i = 0; i < n; ++i) {
    [[maybe_unused]] const auto real = static_cast<double>(total[i]);
    if constexpr (L == Last::none) out[i] = static_cast<T>(total[i]);
    if constexpr (L == Last::divide && std::is_floating_point_v<A>)
      out[i] = static_cast<T>(total[i] / static_cast<double>(reduced));
    if constexpr (L == Last::divide && !std::is_floating_point_v<A>)
      out[i] = reduced == 0 ? T{0} : static_cast<T>(total[i] / static_cast<A>(reduced));
    if constexpr (L == Last::root) out[i] = from_real<T>(std::sqrt(real));
    if constexpr (L == Last::logarithm) out[i] = from_real<T>(std::log(real));
    if constexpr (L == Last::shifted_logarithm) out[i] = from_real<T>(std::log(real) + shift[i]);
  }
}

template <typename T, typename Op, Last L>
constexpr Loops table() {
  return {start<T, Op>, row<T, Op>, columns<T, Op>, merge<T, Op>, finish<T, L>};
}

template <typename T>
Loops of_type(Kind kind) {
  switch (kind) {
    case Kind::max:
      return table<T, Largest, Last::none>();
    case Kind::min:
      return table<T, Smallest, Last::none>();
    default:
      break;
  }
  if constexpr (sizeof(T) >= 4) {
    switch (kind) {
      case Kind::sum:
        return table<T, Sum, Last::none>();
      case Kind::mean:
        return table<T, Sum, Last::divide>();
      case Kind::prod:
        return table<T, Product, Last::none>();
      case Kind::l1:
        return table<T, Absolutes, Last::none>();
      case Kind::l2:
        return table<T, Squares, Last::root>();
      case Kind::log_sum:
        return table<T, Sum, Last::logarithm>();
      case Kind::sum_square:
        return table<T, Squares, Last::none>();
      default:
        break;
    }
  }
  fail(Code::not_implemented, "this reduction does not take such small integers");
}

// e^x of integers is no integer: log_sum_exp of them is taken on float64 accumulators.
template <typename T>
Loops log_sum_exp() {
  return {start<double, Exponentials>, row<T, Exponentials, double>, columns<T, Exponentials, double>,
          merge<double, Exponentials>, finish<T, Last::shifted_logarithm, double>};
}

template <typename T>
Loops maxima_of() {
  return {start<double, Largest>, row<T, Largest, double>, columns<T, Largest, double>,
          merge<double, Largest>, nullptr};
}

Loops float_loops(Kind kind, Isa isa) {
  Loops l = kind == Kind::log_sum_exp ? log_sum_exp<float>() : of_type<float>(kind);
  const FloatLoops& f = reduce_float_loops(isa);
  auto take = [&](decltype(Loops::row) row, decltype(Loops::columns) columns) {
    l.row = row;
    l.columns = columns;
  };
  switch (kind) {
    case Kind::sum:
    case Kind::mean:
    case Kind::log_sum:
      take(f.sum_row, f.sum_columns);
      break;
    case Kind::l1:
      take(f.abs_row, f.abs_columns);
      break;
    case Kind::l2:
    case Kind::sum_square:
      take(f.square_row, f.square_columns);
      break;
    case Kind::max:
      take(f.max_row, f.max_columns);
      break;
    case Kind::min:
      take(f.min_row, f.min_columns);
      break;
    case Kind::log_sum_exp:
      take(f.exp_row, f.exp_columns);
      break;
    case Kind::prod:
      break;
  }
  return l;
}

}  // namespace

Loops loops(Kind kind, DType dtype, Isa isa) {
  const bool exponential = kind == Kind::log_sum_exp;
  switch (dtype) {
    case DType::float32:
      return float_loops(kind, isa);
    case DType::float64:
      return exponential ? log_sum_exp<double>() : of_type<double>(kind);
    case DType::int32:
      return exponential ? log_sum_exp<std::int32_t>() : of_type<std::int32_t>(kind);
    case DType::int64:
      return exponential ? log_sum_exp<std::int64_t>() : of_type<std::int64_t>(kind);
    case DType::uint32:
      return exponential ? log_sum_exp<std::uint32_t>() : of_type<std::uint32_t>(kind);
    case DType::uint64:
      return exponential ? log_sum_exp<std::uint64_t>() : of_type<std::uint64_t>(kind);
    case DType::int8:
      return of_type<std::int8_t>(kind);
    case DType::uint8:
    case DType::bool_:
      return of_type<std::uint8_t>(kind);
    default:
      fail(Code::not_implemented, "reductions do not take elements of type {}", name(dtype));
  }
}

Loops maxima(DType dtype, Isa isa) {
  switch (dtype) {
    case DType::float32:
      return float_loops(Kind::max, isa);
    case DType::float64:
      return maxima_of<double>();
    case DType::int32:
      return maxima_of<std::int32_t>();
    case DType::int64:
      return maxima_of<std::int64_t>();
    case DType::uint32:
      return maxima_of<std::uint32_t>();
    case DType::uint64:
      return maxima_of<std::uint64_t>();
    default:
      fail(Code::not_implemented, "reductions do not take elements of type {}", name(dtype));
  }
}

}  // namespace sardonyx::reduce
