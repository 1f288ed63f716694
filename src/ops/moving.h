// What the data-movement operators share: contents of small inputs, and kernels made of moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/op.h"
#include "kernels/move/strided.h"

namespace sardonyx {

// The elements of an integer input, flattened: as numbers, or as sizes that may hold symbols; nullopt when unknown.
std::optional<std::vector<std::int64_t>> known_ints(const Fact& fact);
std::optional<std::vector<Dim>> known_dims(const Fact& fact);
// How many elements a list input (rank 0 or 1) has, when its shape tells.
std::optional<std::int64_t> known_length(const Fact& fact);

// Output 0 holds the elements of input 0 in their order, under another shape.
void out_reshaped(InferContext& c, SymShape shape);
// Output 0 has the type of input 0 and unknown sizes (unranked without a rank).
void out_unknown(InferContext& c, std::optional<std::size_t> rank);

// Output 0 has the bytes of input 0; in place where the plan can.
Kernel same_bytes(const LowerContext& c);
// Output 0 is written by one strided copy of input 0, from byte `src_offset` on.
Kernel one_copy(const LowerContext& c, const move::CopyPlan& plan, std::ptrdiff_t src_offset = 0);

// `inner` sees every 2- and 4-bit tensor with one element a byte: this unpacks inputs before it and packs outputs after
// it. Gives `inner` itself when there are none. Outputs must be known.
Kernel unpacked(const LowerContext& c, Kernel inner);

// Where output `i` goes: there already when its shape was known to `lower`, made now otherwise.
std::byte* output(Call& call, std::size_t i, bool known, const Shape& shape);

}  // namespace sardonyx
