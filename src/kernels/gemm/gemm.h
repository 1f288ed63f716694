// GEMM: C = epilogue(alpha * A * B), dense matrices with any strides, batched, packed or as stored.
//
// Everything is decided by plain structs; nothing allocates beyond per-thread scratch whose size is bounded
// by the caches. A run with K = 0 writes zeros (then the epilogue); M, N or the batch = 0 does nothing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "base/thread_pool.h"

namespace sardonyx::gemm {

// Elements of A, B and C. The integers wrap, so signed and unsigned are the same kernel.
enum class Type : std::uint8_t { f32, f64, i32, i64 };
std::size_t size_of(Type type);

// Element (r, c) lies at data + r*row + c*col. Strides count elements, any sign, 0 repeats. Any alignment.
struct Matrix {
  const void* data = nullptr;
  std::ptrdiff_t row = 0, col = 0;
};

// Called once for every element of C, on the thread that computed it, while the tile is in cache: finished
// sums (after scale, biases and residual), rows x cols elements, row r at tile + r*ld elements. Rows count
// through the batch: tile row r is row row0 + r of the flat [batch * M, N] result; a tile never crosses a
// batch. It may change the tile in place, store it elsewhere, or both. It must not throw.
using TileHook = void (*)(const void* context, void* tile, int rows, int cols, std::ptrdiff_t ld,
                          std::int64_t row0, std::int64_t col0);

// What happens to a finished sum, in this order: * scale, + row_bias, + col_bias, + residual_scale *
// residual, hook. Pointers are to elements of the problem's Type (int32 for int8 problems).
struct Epilogue {
  double scale = 1;                // alpha; float types only
  const void* row_bias = nullptr;  // [M]
  const void* col_bias = nullptr;  // [N]
  const void* residual = nullptr;  // row and batch strides of `residual_*` below, columns contiguous
  std::ptrdiff_t residual_row = 0;
  double residual_scale = 1;
  TileHook hook = nullptr;
  const void* context = nullptr;
};

// Batch dimensions, outermost first: item (i0, i1, ...) reads A at sum(i * a) elements behind a.data, and so
// on; 0 broadcasts. `packed` counts whole packed matrices. rank 0 is one plain product.
struct Batch {
  static constexpr int kMaxRank = 8;
  int rank = 0;
  std::int64_t size[kMaxRank] = {};
  std::ptrdiff_t a[kMaxRank] = {}, b[kMaxRank] = {}, c[kMaxRank] = {}, residual[kMaxRank] = {};
};

struct Problem {
  Type type = Type::f32;
  std::int64_t m = 0, n = 0, k = 0;
  Matrix a, b;
  // Instead of a.data / b.data: what pack_a / pack_b wrote for the same ISA. In a batch the strides a and b
  // then count packed matrices (packed_a_bytes apart).
  const void* packed_a = nullptr;
  const void* packed_b = nullptr;
  void* c = nullptr;  // row r at c + r*ldc elements; nullptr: tiles live in scratch and the hook stores them
  std::ptrdiff_t ldc = 0;
  Batch batch;
  Epilogue epilogue;
};

// Parallel over the pool; a stop leaves C half written.
void run(const Problem& problem, ThreadPool& pool, const StopToken* stop = nullptr, Isa isa = chosen_isa());

// Packed operands: once per constant, valid for every shape of the other operand. The bytes want 64-byte
// alignment for speed, and depend on the ISA. pack_* write exactly packed_*_bytes.
std::size_t packed_a_bytes(Type type, std::int64_t m, std::int64_t k, Isa isa = chosen_isa());
std::size_t packed_b_bytes(Type type, std::int64_t k, std::int64_t n, Isa isa = chosen_isa());
void pack_a(Type type, std::int64_t m, std::int64_t k, const Matrix& a, void* packed, Isa isa = chosen_isa());
void pack_b(Type type, std::int64_t k, std::int64_t n, const Matrix& b, void* packed, Isa isa = chosen_isa());

// ---- int8: exact s32 sums of (a - a_zero) * (b - b_zero), each side u8 or s8; wraps beyond 2^31
// ------------

struct Int8Matrix {
  const void* data = nullptr;
  std::ptrdiff_t row = 0, col = 0;
  bool is_signed = false;
  const std::int32_t* zero = nullptr;  // nullptr: 0. A: one, or one per row. B: one, or one per column
  bool zero_per_line = false;          // per row of A, per column of B
};

struct Int8Problem {
  std::int64_t m = 0, n = 0, k = 0;
  Int8Matrix a, b;  // with a packed operand, only its data and strides are ignored
  const void* packed_a = nullptr;
  const void* packed_b = nullptr;
  std::int32_t* c = nullptr;  // nullptr: tiles live in scratch and the hook stores them
  std::ptrdiff_t ldc = 0;
  Batch batch;
  Epilogue epilogue;  // scale and residual_scale stay 1; biases and residual are int32
};

void run(const Int8Problem& problem, ThreadPool& pool, const StopToken* stop = nullptr,
         Isa isa = chosen_isa());

// A's zero points are folded in when A is packed; B's are not (the problem brings them).
std::size_t packed_int8_a_bytes(std::int64_t m, std::int64_t k, Isa isa = chosen_isa());
std::size_t packed_int8_b_bytes(std::int64_t k, std::int64_t n, Isa isa = chosen_isa());
void pack_int8_a(std::int64_t m, std::int64_t k, const Int8Matrix& a, void* packed, Isa isa = chosen_isa());
void pack_int8_b(std::int64_t k, std::int64_t n, const Int8Matrix& b, void* packed, Isa isa = chosen_isa());

}  // namespace sardonyx::gemm
