// Program: a few micro-operations on typed registers, applied to every element of an iteration space.
//
// Every register is written once; it is an operand or the result of an instruction, in the order of their making.
// Registers of 16-bit (and smaller) floats are held as float32 between instructions, so that a chain rounds only
// where it is stored or where a `convert` says so. As an epilogue, operand 0 is the producer's output.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "kernels/pointwise/opcode.h"
#include "sardonyx/dtype.hpp"

namespace sardonyx::pointwise {

using Reg = std::int16_t;
inline constexpr Reg kNoReg = -1;

// Requires a type that programs compute on or move (all but string and undefined).
Lane lane_of(DType d);

struct Instruction {
  Opcode op = Opcode::copy;
  Reg dst = kNoReg;
  std::array<Reg, 3> src{kNoReg, kNoReg, kNoReg};
  std::array<double, 2> imm{};
  std::array<std::uint64_t, 2> bits{};  // constant: the element as its lane holds it

  std::span<const Reg> sources() const { return {src.data(), static_cast<std::size_t>(info(op).sources)}; }
  friend bool operator==(const Instruction&, const Instruction&) = default;
};

class Program {
 public:
  static constexpr std::size_t kMaxRegisters = 1024;

  // Building. Throws internal on a register that is not there, over_budget beyond kMaxRegisters.
  Reg operand(DType type);
  Reg constant(DType type, double value);            // rounded to the type
  Reg constant_int(DType type, std::int64_t value);  // integers and bool
  Reg emit(Opcode op, DType type, std::initializer_list<Reg> sources, double a = 0, double b = 0);
  // The result has the (last) source's type.
  Reg unary(Opcode op, Reg x, double a = 0, double b = 0) { return emit(op, type(x), {x}, a, b); }
  Reg binary(Opcode op, Reg x, Reg y) { return emit(op, type(y), {x, y}); }
  Reg compare(Opcode op, Reg x, Reg y) { return emit(op, DType::bool_, {x, y}); }
  Reg select(Reg condition, Reg x, Reg y) { return emit(Opcode::select, type(y), {condition, x, y}); }
  Reg convert(Reg x, DType to);  // x itself when it has this type
  void output(Reg r) { outputs_.push_back(r); }

  // Appends the instructions of `other`, its operand i being our register bindings[i]; gives our registers of
  // its outputs.
  std::vector<Reg> append(const Program& other, std::span<const Reg> bindings);
  // The program without instructions and constants that no output needs. Operands stay.
  Program pruned() const;

  std::size_t registers() const { return types_.size(); }
  DType type(Reg r) const { return types_[static_cast<std::size_t>(r)]; }
  std::span<const Reg> operands() const { return operands_; }
  std::span<const Instruction> instructions() const { return instructions_; }
  std::span<const Reg> outputs() const { return outputs_; }
  bool uses_operand(std::size_t i) const;
  int cost() const;  // of one element, in float32 additions
  std::size_t hash() const;
  std::string text() const;  // "f32 %0, f32 %1 -> %2 = add %0 %1; out %2"
  friend bool operator==(const Program&, const Program&) = default;

 private:
  Reg fresh(DType type);
  std::vector<DType> types_;
  std::vector<Reg> operands_;
  std::vector<Instruction> instructions_;
  std::vector<Reg> outputs_;
};

}  // namespace sardonyx::pointwise
