#include "kernels/pointwise/program.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/error.h"

namespace sardonyx::pointwise {

Lane lane_of(DType d) {
  switch (d) {
    case DType::float64:
      return Lane::f64;
    case DType::int8:
    case DType::int4:
    case DType::int2:
      return Lane::i8;
    case DType::uint8:
    case DType::uint4:
    case DType::uint2:
      return Lane::u8;
    case DType::int16:
      return Lane::i16;
    case DType::uint16:
      return Lane::u16;
    case DType::int32:
      return Lane::i32;
    case DType::uint32:
      return Lane::u32;
    case DType::int64:
      return Lane::i64;
    case DType::uint64:
    case DType::complex64:
      return Lane::u64;
    case DType::bool_:
      return Lane::b8;
    case DType::complex128:
      return Lane::w16;
    case DType::string:
    case DType::undefined:
      fail(Code::not_implemented, "elements of type {} are not computed with", name(d));
    default:
      return Lane::f32;
  }
}

Reg Program::fresh(DType type) {
  require(types_.size() < kMaxRegisters, Code::over_budget, "a pointwise program has more than {} registers",
          kMaxRegisters);
  types_.push_back(type);
  return static_cast<Reg>(types_.size() - 1);
}

Reg Program::operand(DType type) {
  const Reg r = fresh(type);
  operands_.push_back(r);
  return r;
}

namespace {

template <typename T>
std::array<std::uint64_t, 2> bits_of(T value) {
  std::array<std::uint64_t, 2> bits{};
  std::memcpy(bits.data(), &value, sizeof value);
  return bits;
}

}  // namespace

Reg Program::constant(DType type, double value) {
  Instruction i;
  i.op = Opcode::constant;
  switch (type) {
    case DType::float64:
      i.bits = bits_of(value);
      break;
    case DType::float16:
      i.bits = bits_of(static_cast<float>(float16(static_cast<float>(value))));
      break;
    case DType::bfloat16:
      i.bits = bits_of(static_cast<float>(bfloat16(static_cast<float>(value))));
      break;
    default:
      if (lane_of(type) != Lane::f32) return constant_int(type, static_cast<std::int64_t>(value));
      i.bits = bits_of(static_cast<float>(value));
  }
  i.dst = fresh(type);
  instructions_.push_back(i);
  return i.dst;
}

Reg Program::constant_int(DType type, std::int64_t value) {
  if (lane_of(type) == Lane::f32 || lane_of(type) == Lane::f64)
    return constant(type, static_cast<double>(value));
  static_assert(std::endian::native == std::endian::little, "lanes are the low bytes of a word");
  Instruction i;
  i.op = Opcode::constant;
  i.bits = bits_of(type == DType::bool_ ? std::int64_t{value != 0} : value);
  const int bytes = lane_bytes(lane_of(type));
  if (bytes < 8) i.bits[0] &= (std::uint64_t{1} << (8 * bytes)) - 1;
  i.dst = fresh(type);
  instructions_.push_back(i);
  return i.dst;
}

Reg Program::emit(Opcode op, DType type, std::initializer_list<Reg> sources, double a, double b) {
  require(static_cast<int>(sources.size()) == info(op).sources, Code::internal, "'{}' takes {} sources",
          info(op).name, info(op).sources);
  Instruction i;
  i.op = op;
  std::size_t k = 0;
  for (Reg r : sources) {
    require(r >= 0 && static_cast<std::size_t>(r) < types_.size(), Code::internal, "no register %{}", r);
    i.src[k++] = r;
  }
  i.imm = {a, b};
  i.dst = fresh(type);
  instructions_.push_back(i);
  return i.dst;
}

Reg Program::convert(Reg x, DType to) { return type(x) == to ? x : emit(Opcode::convert, to, {x}); }

std::vector<Reg> Program::append(const Program& other, std::span<const Reg> bindings) {
  require(bindings.size() == other.operands_.size(), Code::internal, "a program of {} operands got {}",
          other.operands_.size(), bindings.size());
  std::vector<Reg> ours(other.registers(), kNoReg);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    require(type(bindings[i]) == other.type(other.operands_[i]), Code::internal,
            "operand {} is {}, its register {}", i, name(other.type(other.operands_[i])),
            name(type(bindings[i])));
    ours[static_cast<std::size_t>(other.operands_[i])] = bindings[i];
  }
  for (Instruction i : other.instructions_) {
    for (Reg& r : i.src) {
      if (r != kNoReg) r = ours[static_cast<std::size_t>(r)];
    }
    const Reg dst = fresh(other.type(i.dst));
    ours[static_cast<std::size_t>(i.dst)] = dst;
    i.dst = dst;
    instructions_.push_back(i);
  }
  std::vector<Reg> outputs;
  for (Reg r : other.outputs_) outputs.push_back(ours[static_cast<std::size_t>(r)]);
  return outputs;
}

Program Program::pruned() const {
  std::vector<bool> needed(registers());
  for (Reg r : outputs_) needed[static_cast<std::size_t>(r)] = true;
  for (auto i = instructions_.rbegin(); i != instructions_.rend(); ++i) {
    if (!needed[static_cast<std::size_t>(i->dst)]) continue;
    for (Reg r : i->sources()) needed[static_cast<std::size_t>(r)] = true;
  }
  Program p;
  std::vector<Reg> ours(registers(), kNoReg);
  for (Reg r : operands_) ours[static_cast<std::size_t>(r)] = p.operand(type(r));
  for (Instruction i : instructions_) {
    if (!needed[static_cast<std::size_t>(i.dst)]) continue;
    for (Reg& r : i.src) {
      if (r != kNoReg) r = ours[static_cast<std::size_t>(r)];
    }
    const Reg dst = p.fresh(type(i.dst));
    ours[static_cast<std::size_t>(i.dst)] = dst;
    i.dst = dst;
    p.instructions_.push_back(i);
  }
  for (Reg r : outputs_) p.output(ours[static_cast<std::size_t>(r)]);
  return p;
}

bool Program::uses_operand(std::size_t i) const {
  const Reg r = operands_[i];
  for (const Instruction& instruction : instructions_) {
    for (Reg source : instruction.sources()) {
      if (source == r) return true;
    }
  }
  for (Reg output : outputs_) {
    if (output == r) return true;
  }
  return false;
}

int Program::cost() const {
  int cost = static_cast<int>(operands_.size() + outputs_.size());
  for (const Instruction& i : instructions_) {
    const Lane lane = i.op == Opcode::constant ? Lane::f32 : lane_of(type(i.src[0]));
    cost += info(i.op).cost * (lane == Lane::f64 && info(i.op).cost > 3 ? 4 : 1);
  }
  return cost;
}

std::size_t Program::hash() const { return std::hash<std::string>{}(text()); }

std::string Program::text() const {
  std::string s;
  for (Reg r : operands_) s += fmt::format("{}%{}:{}", s.empty() ? "" : " ", r, name(type(r)));
  s += " {";
  for (const Instruction& i : instructions_) {
    s += fmt::format(" %{}:{} = {}", i.dst, name(type(i.dst)), info(i.op).name);
    for (Reg r : i.sources()) s += fmt::format(" %{}", r);
    if (i.imm[0] != 0 || i.imm[1] != 0) s += fmt::format(" ({}, {})", i.imm[0], i.imm[1]);
    if (i.op == Opcode::constant) {
      const Lane lane = lane_of(type(i.dst));
      if (lane == Lane::f32) {
        s += fmt::format(" {}", std::bit_cast<float>(static_cast<std::uint32_t>(i.bits[0])));
      } else if (lane == Lane::f64) {
        s += fmt::format(" {}", std::bit_cast<double>(i.bits[0]));
      } else {
        s += fmt::format(" {}", i.bits[0]);
      }
    }
    s += ";";
  }
  s += " out";
  for (Reg r : outputs_) s += fmt::format(" %{}", r);
  return s + " }";
}

}  // namespace sardonyx::pointwise
