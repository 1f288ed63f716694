// The micro-operations of pointwise programs, and the lanes (arithmetic types) they compute in.
#pragma once

#include <cstdint>

namespace sardonyx::pointwise {

enum class Opcode : std::uint8_t {
  constant,  // the value stands in the program
  copy,
  convert,  // to the type of the destination; imm a != 0: no saturation to 8-bit floats, b: rounding of float8e8m0
  // two sources
  add,
  sub,
  mul,
  div,   // integers: towards zero, x/0 = 0, the lowest by -1 wraps
  mod,   // sign of the divisor, x mod 0 = 0 for integers
  fmod,  // sign of the dividend
  pow,   // integers wrap; a negative exponent gives the truncated quotient
  min,   // NaN of either side stays
  max,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,   // by less than 0, by the width or more: 0
  shift_right,  // by less than 0, by the width or more: -1 for negative numbers, else 0
  logical_and,
  logical_or,
  logical_xor,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  prelu,  // x < 0 ? slope * x : x
  // three sources
  select,  // condition, then, else
  // one source
  bit_not,
  logical_not,
  abs,
  neg,
  sign,
  relu,
  ceil,
  floor,
  round,  // half to even
  sqrt,
  reciprocal,
  is_nan,
  is_inf,  // a: negative ones count, b: positive ones count
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  erf,
  sigmoid,
  softplus,          // log(1 + exp(x))
  softsign,          // x / (1 + |x|)
  mish,              // x * tanh(softplus(x))
  gelu,              // x * (1 + erf(x / sqrt(2))) / 2
  gelu_tanh,         // its approximation by tanh
  swish,             // x * sigmoid(a * x)
  hard_sigmoid,      // clamp(a * x + b, 0, 1)
  hard_swish,        // x * clamp(x / 6 + 1/2, 0, 1)
  leaky_relu,        // x < 0 ? a * x : x
  elu,               // x < 0 ? a * (exp(x) - 1) : x
  selu,              // b * elu(x)
  celu,              // max(0, x) + min(0, a * (exp(x / a) - 1))
  thresholded_relu,  // x > a ? x : 0
  shrink,            // x < -a ? x + b : x > a ? x - b : 0
  count_
};
inline constexpr int kOpcodes = static_cast<int>(Opcode::count_);

// What a register holds while a program runs. 16-, 8- and 4-bit floats compute as f32, 4- and 2-bit integers as
// (u)int8; bool is one byte, 0 or 1; complex numbers are only moved.
enum class Lane : std::uint8_t { f32, f64, i8, u8, i16, u16, i32, u32, i64, u64, b8, w16, count_ };
inline constexpr int kLanes = static_cast<int>(Lane::count_);

constexpr int lane_bytes(Lane lane) {
  constexpr int bytes[] = {4, 8, 1, 1, 2, 2, 4, 4, 8, 8, 1, 16};
  return bytes[static_cast<int>(lane)];
}

struct OpcodeInfo {
  const char* name;
  int sources;
  int cost;  // of one float32 element, in units of an addition
};
constexpr OpcodeInfo info(Opcode op) {
  constexpr OpcodeInfo table[] = {
      {"const", 0, 0},      {"copy", 1, 1},
      {"convert", 1, 1},    {"add", 2, 1},
      {"sub", 2, 1},        {"mul", 2, 1},
      {"div", 2, 3},        {"mod", 2, 16},
      {"fmod", 2, 16},      {"pow", 2, 30},
      {"min", 2, 1},        {"max", 2, 1},
      {"and", 2, 1},        {"or", 2, 1},
      {"xor", 2, 1},        {"shl", 2, 1},
      {"shr", 2, 1},        {"land", 2, 1},
      {"lor", 2, 1},        {"lxor", 2, 1},
      {"eq", 2, 1},         {"ne", 2, 1},
      {"lt", 2, 1},         {"le", 2, 1},
      {"gt", 2, 1},         {"ge", 2, 1},
      {"prelu", 2, 1},      {"select", 3, 1},
      {"not", 1, 1},        {"lnot", 1, 1},
      {"abs", 1, 1},        {"neg", 1, 1},
      {"sign", 1, 1},       {"relu", 1, 1},
      {"ceil", 1, 1},       {"floor", 1, 1},
      {"round", 1, 1},      {"sqrt", 1, 4},
      {"rcp", 1, 3},        {"isnan", 1, 1},
      {"isinf", 1, 1},      {"exp", 1, 6},
      {"log", 1, 8},        {"sin", 1, 12},
      {"cos", 1, 12},       {"tan", 1, 60},
      {"asin", 1, 60},      {"acos", 1, 60},
      {"atan", 1, 60},      {"sinh", 1, 60},
      {"cosh", 1, 60},      {"tanh", 1, 10},
      {"asinh", 1, 60},     {"acosh", 1, 60},
      {"atanh", 1, 60},     {"erf", 1, 10},
      {"sigmoid", 1, 8},    {"softplus", 1, 14},
      {"softsign", 1, 4},   {"mish", 1, 20},
      {"gelu", 1, 12},      {"gelu_tanh", 1, 12},
      {"swish", 1, 9},      {"hard_sigmoid", 1, 2},
      {"hard_swish", 1, 2}, {"leaky_relu", 1, 1},
      {"elu", 1, 7},        {"selu", 1, 7},
      {"celu", 1, 8},       {"thresholded_relu", 1, 1},
      {"shrink", 1, 2},
  };
  static_assert(sizeof(table) / sizeof(table[0]) == kOpcodes);
  return table[static_cast<int>(op)];
}

}  // namespace sardonyx::pointwise
