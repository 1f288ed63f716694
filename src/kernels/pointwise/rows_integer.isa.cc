// Integers of all widths (they wrap), bool, and moves by width.
#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

using Truth = std::uint8_t;

// What T computes in without overflow: unsigned, and at least as wide as int.
template <typename T>
struct Wide {
  using type = std::uint32_t;
};
template <>
struct Wide<std::int64_t> {
  using type = std::uint64_t;
};
template <>
struct Wide<std::uint64_t> {
  using type = std::uint64_t;
};
template <typename T>
using wide = typename Wide<T>::type;
template <typename T>
constexpr bool kSigned = static_cast<T>(-1) < 0;
template <typename T>
constexpr int kBits = 8 * sizeof(T);

template <typename T>
struct Add {
  T operator()(T a, T b) const { return static_cast<T>(wide<T>(a) + wide<T>(b)); }
};
template <typename T>
struct Sub {
  T operator()(T a, T b) const { return static_cast<T>(wide<T>(a) - wide<T>(b)); }
};
template <typename T>
struct Mul {
  T operator()(T a, T b) const { return static_cast<T>(wide<T>(a) * wide<T>(b)); }
};
template <typename T>
struct Neg {
  T operator()(T a) const { return static_cast<T>(0 - wide<T>(a)); }
};
// Division cannot trap: by 0 gives 0, and by -1 is a negation, which wraps.
template <typename T>
struct Div {
  T operator()(T a, T b) const {
    if (b == 0) return 0;
    if constexpr (kSigned<T>) {
      if (b == T(-1)) return Neg<T>{}(a);
    }
    return static_cast<T>(a / b);
  }
};
template <typename T>
struct Fmod {
  T operator()(T a, T b) const {
    if (b == 0) return 0;
    if constexpr (kSigned<T>) {
      if (b == T(-1)) return 0;
    }
    return static_cast<T>(a % b);
  }
};
template <typename T>
struct Mod {
  T operator()(T a, T b) const {
    T r = Fmod<T>{}(a, b);
    if constexpr (kSigned<T>) {
      if (r != 0 && (r < 0) != (b < 0)) r = static_cast<T>(r + b);
    }
    return r;
  }
};
template <typename T>
struct Pow {
  T operator()(T x, T n) const {
    if constexpr (kSigned<T>) {
      if (n < 0) return x == 1 ? T(1) : x == T(-1) ? ((n & 1) ? T(-1) : T(1)) : T(0);
    }
    wide<T> power = 1, square = wide<T>(x);
    for (wide<T> e = wide<T>(n); e != 0; e >>= 1) {
      if (e & 1) power *= square;
      square *= square;
    }
    return static_cast<T>(power);
  }
};
template <typename T>
struct Min {
  T operator()(T a, T b) const { return a < b ? a : b; }
};
template <typename T>
struct Max {
  T operator()(T a, T b) const { return a > b ? a : b; }
};
template <typename T>
struct PRelu {
  T operator()(T x, T slope) const {
    const T y = Mul<T>{}(x, slope);
    return x < 0 ? y : x;
  }
};
template <typename T>
struct And {
  T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct Or {
  T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct Xor {
  T operator()(T a, T b) const { return a ^ b; }
};
template <typename T>
struct Not {
  T operator()(T a) const { return static_cast<T>(~a); }
};
// By less than 0 or by the width and more nothing but the sign is left of a right shift, and nothing of a left one.
template <typename T>
constexpr bool within_width(T by) {
  return by >= 0 && by < T(kBits<T>);
}
template <typename T>
struct ShiftLeft {
  T operator()(T a, T b) const {
    const T by = b & (kBits<T> - 1);
    return within_width(b) ? static_cast<T>(wide<T>(a) << by) : T(0);
  }
};
template <typename T>
struct ShiftRight {
  T operator()(T a, T b) const {
    const T by = b & (kBits<T> - 1);
    return within_width(b) ? static_cast<T>(a >> by) : static_cast<T>(a < 0 ? -1 : 0);
  }
};
template <typename T>
struct Equal {
  Truth operator()(T a, T b) const { return a == b; }
};
template <typename T>
struct NotEqual {
  Truth operator()(T a, T b) const { return a != b; }
};
template <typename T>
struct Less {
  Truth operator()(T a, T b) const { return a < b; }
};
template <typename T>
struct LessEqual {
  Truth operator()(T a, T b) const { return a <= b; }
};
template <typename T>
struct Greater {
  Truth operator()(T a, T b) const { return a > b; }
};
template <typename T>
struct GreaterEqual {
  Truth operator()(T a, T b) const { return a >= b; }
};
template <typename T>
struct Abs {
  T operator()(T a) const { return a < 0 ? Neg<T>{}(a) : a; }
};
template <typename T>
struct Sign {
  T operator()(T a) const { return static_cast<T>((a > 0) - (a < 0)); }
};
template <typename T>
struct Relu {
  T operator()(T a) const { return a < 0 ? T(0) : a; }
};

template <template <typename> class F, typename T>
constexpr Row two = row2<F<T>, T, T>;
template <template <typename> class F, typename T>
constexpr Row truth = row2<F<T>, Truth, T>;

// What depends on the width alone is instantiated for unsigned types only.
template <typename U>
Row find_width(Opcode op) {
  switch (op) {
    case Opcode::add:
      return two<Add, U>;
    case Opcode::sub:
      return two<Sub, U>;
    case Opcode::mul:
      return two<Mul, U>;
    case Opcode::bit_and:
      return two<And, U>;
    case Opcode::bit_or:
      return two<Or, U>;
    case Opcode::bit_xor:
      return two<Xor, U>;
    case Opcode::bit_not:
      return row1<Not<U>, U, U>;
    case Opcode::neg:
      return row1<Neg<U>, U, U>;
    case Opcode::equal:
      return truth<Equal, U>;
    case Opcode::not_equal:
      return truth<NotEqual, U>;
    default:
      return nullptr;
  }
}

template <typename T>
Row find_of(Opcode op) {
  switch (op) {
    case Opcode::div:
      return two<Div, T>;
    case Opcode::fmod:
      return two<Fmod, T>;
    case Opcode::mod:
      return two<Mod, T>;
    case Opcode::pow:
      return two<Pow, T>;
    case Opcode::min:
      return two<Min, T>;
    case Opcode::max:
      return two<Max, T>;
    case Opcode::less:
      return truth<Less, T>;
    case Opcode::less_equal:
      return truth<LessEqual, T>;
    case Opcode::greater:
      return truth<Greater, T>;
    case Opcode::greater_equal:
      return truth<GreaterEqual, T>;
    case Opcode::prelu:
      return two<PRelu, T>;
    case Opcode::sign:
      return row1<Sign<T>, T, T>;
    case Opcode::relu:
      return row1<Relu<T>, T, T>;
    case Opcode::abs:
      return row1<Abs<T>, T, T>;
    case Opcode::shift_left:
      return two<ShiftLeft, T>;
    case Opcode::shift_right:
      return two<ShiftRight, T>;
    default:
      return nullptr;
  }
}

// Truths from outside may be any nonzero byte.
struct BothTrue {
  Truth operator()(Truth a, Truth b) const { return (a != 0) & (b != 0); }
};
struct AnyTrue {
  Truth operator()(Truth a, Truth b) const { return (a | b) != 0; }
};
struct OneTrue {
  Truth operator()(Truth a, Truth b) const { return (a != 0) != (b != 0); }
};
struct SameTruth {
  Truth operator()(Truth a, Truth b) const { return (a != 0) == (b != 0); }
};
struct NotTrue {
  Truth operator()(Truth a) const { return a == 0; }
};

Row find_truth(Opcode op) {
  switch (op) {
    case Opcode::min:
    case Opcode::mul:
    case Opcode::bit_and:
    case Opcode::logical_and:
      return row2<BothTrue, Truth, Truth>;
    case Opcode::max:
    case Opcode::bit_or:
    case Opcode::logical_or:
      return row2<AnyTrue, Truth, Truth>;
    case Opcode::not_equal:
    case Opcode::bit_xor:
    case Opcode::logical_xor:
      return row2<OneTrue, Truth, Truth>;
    case Opcode::equal:
      return row2<SameTruth, Truth, Truth>;
    case Opcode::bit_not:
    case Opcode::logical_not:
      return row1<NotTrue, Truth, Truth>;
    default:
      return nullptr;
  }
}

struct alignas(8) Bytes16 {
  std::uint64_t words[2];
};
template <typename T>
struct Copy {
  T operator()(T a) const { return a; }
};

template <typename T>
void select_row(void* dst, const void* const* src, std::int64_t n, const Immediates&) {
  T* d = static_cast<T*>(dst);
  const Truth* c = static_cast<const Truth*>(src[0]);
  const T* a = static_cast<const T*>(src[1]);
  const T* b = static_cast<const T*>(src[2]);
  SARDONYX_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) {
    const T x = a[i], y = b[i];
    d[i] = c[i] != 0 ? x : y;
  }
}

template <typename T>
Row find_move(Opcode op) {
  if (op == Opcode::select) return select_row<T>;
  return op == Opcode::copy ? row1<Copy<T>, T, T> : nullptr;
}

Row find_move(Opcode op, int bytes) {
  switch (bytes) {
    case 1:
      return find_move<std::uint8_t>(op);
    case 2:
      return find_move<std::uint16_t>(op);
    case 4:
      return find_move<std::uint32_t>(op);
    case 8:
      return find_move<std::uint64_t>(op);
    default:
      return find_move<Bytes16>(op);
  }
}

template <typename T, typename U>
Row find_integer(Opcode op) {
  const Row row = find_width<U>(op);
  return row != nullptr ? row : find_of<T>(op);
}

Row find(Opcode op, Lane lane) {
  if (const Row row = find_move(op, lane_bytes(lane))) return row;
  switch (lane) {
    case Lane::i8:
      return find_integer<std::int8_t, std::uint8_t>(op);
    case Lane::u8:
      return find_integer<std::uint8_t, std::uint8_t>(op);
    case Lane::i16:
      return find_integer<std::int16_t, std::uint16_t>(op);
    case Lane::u16:
      return find_integer<std::uint16_t, std::uint16_t>(op);
    case Lane::i32:
      return find_integer<std::int32_t, std::uint32_t>(op);
    case Lane::u32:
      return find_integer<std::uint32_t, std::uint32_t>(op);
    case Lane::i64:
      return find_integer<std::int64_t, std::uint64_t>(op);
    case Lane::u64:
      return find_integer<std::uint64_t, std::uint64_t>(op);
    case Lane::b8:
      return find_truth(op);
    default:
      return nullptr;
  }
}

}  // namespace

extern const RowTable integer_rows;
const RowTable integer_rows{find};

}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
