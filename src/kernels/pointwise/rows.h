// Row functions: one micro-operation over a row of contiguous lanes. The only templates of the pointwise engine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/pointwise/opcode.h"
#include "kernels/simd/dispatch.h"

namespace sardonyx::pointwise {

struct Immediates {
  double a = 0, b = 0;
  unsigned single = 0;  // bit k: source k is one element, for rows that `takes_single` names
};

// dst[i] = op(src[0][i], ...) for i < n. Rows are aligned to their lane's type; dst may be exactly one of the
// sources (when lanes have equal bytes) but must not overlap one otherwise.
using Row = void (*)(void* dst, const void* const* src, std::int64_t n, const Immediates& imm);

// One .isa.cc file's share; nullptr: not here.
struct RowTable {
  Row (*find)(Opcode op, Lane lane);  // `lane` is that of the last source
};
struct ConvertTable {
  Row (*find)(Lane from, Lane to);
};
SARDONYX_ISA_TABLE(RowTable, float_rows)
SARDONYX_ISA_TABLE(RowTable, integer_rows)
SARDONYX_ISA_TABLE(RowTable, math_rows)
SARDONYX_ISA_TABLE(ConvertTable, convert_rows)

// float64's functions and float32's rare ones, by the C library.
Row library_row(Opcode op, Lane lane);

// float64 to float32 rounded to odd, so that rounding again to a narrower float rounds but once.
void narrow_to_odd(void* dst, const void* const* src, std::int64_t n, const Immediates& imm);
// The rows of `op` read a source of one element as it is, without a row of its copies.
bool takes_single(Opcode op, Lane lane);

// The row of `op`; nullptr when it is not defined on this lane. Convert: by the lanes of both sides.
Row find_row(Opcode op, Lane lane, Isa isa);
inline Row find_convert(Lane from, Lane to, Isa isa) { return convert_rows(isa).find(from, to); }

}  // namespace sardonyx::pointwise
