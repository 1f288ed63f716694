#include "kernels/gemm/gemm.h"

#include <cstring>

#include "base/error.h"
#include "kernels/gemm/driver.h"

namespace sardonyx::gemm {
namespace {

const PanelKernels& kernels_of(Type type, Isa isa) {
  switch (type) {
    case Type::f32:
      return panel_kernels_f32(isa);
    case Type::f64:
      return panel_kernels_f64(isa);
    case Type::i32:
      return panel_kernels_i32(isa);
    case Type::i64:
      break;
  }
  return panel_kernels_i64(isa);
}

std::size_t row_sums_bytes(const PanelKernels& q, std::int64_t m) {
  return strips_bytes(m, q.mr, 1, 1, sizeof(std::int32_t));
}

Source as_source(const Matrix& m) { return {m.data, m.row, m.col}; }

void pack_all_a(const PanelKernels& q, std::int64_t m, std::int64_t k, const Source& a, std::byte* out) {
  if (k == 0) return;
  const std::size_t strip = strips_bytes(q.mr, q.mr, k, q.k_group, q.a_bytes);
  for (std::int64_t r = 0; r < m; r += q.mr, out += strip)
    q.pack_a(a, r, static_cast<int>(m - r < q.mr ? m - r : q.mr), 0, k, out);
}

void pack_all_b(const PanelKernels& q, std::int64_t k, std::int64_t n, const Source& b, std::byte* out) {
  if (k == 0 || n == 0) return;
  const std::size_t strip = strips_bytes(q.nr, q.nr, k, q.k_group, q.b_bytes);
  q.pack_b(b, 0, n, 0, k, out, strip);
}

template <typename P>
Product product_of(const P& problem, const PanelKernels& q) {
  Product p;
  p.kernels = &q;
  p.m = problem.m;
  p.n = problem.n;
  p.k = problem.k;
  p.packed_a = static_cast<const std::byte*>(problem.packed_a);
  p.packed_b = static_cast<const std::byte*>(problem.packed_b);
  p.c = reinterpret_cast<std::byte*>(problem.c);
  p.ldc = problem.ldc;
  p.batch = problem.batch;
  p.epilogue = problem.epilogue;
  return p;
}

}  // namespace

std::size_t size_of(Type type) { return type == Type::f32 || type == Type::i32 ? 4 : 8; }

void run(const Problem& problem, ThreadPool& pool, const StopToken* stop, Isa isa) {
  Product p = product_of(problem, kernels_of(problem.type, isa));
  p.a = as_source(problem.a);
  p.b = as_source(problem.b);
  if (problem.packed_b != nullptr && p.n == 1) {
    p.b = {problem.packed_b, 1, 1};
    p.packed_b = nullptr;
    for (std::ptrdiff_t& step : p.batch.b) step *= p.k;
  }
  multiply(p, pool, stop);
}

std::size_t packed_a_bytes(Type type, std::int64_t m, std::int64_t k, Isa isa) {
  const PanelKernels& q = kernels_of(type, isa);
  return strips_bytes(m, q.mr, k, q.k_group, q.a_bytes);
}

std::size_t packed_b_bytes(Type type, std::int64_t k, std::int64_t n, Isa isa) {
  const PanelKernels& q = kernels_of(type, isa);
  // A single column is best kept as it is: contiguous.
  return n == 1 ? checked_mul(static_cast<std::size_t>(k), size_of(type))
                : strips_bytes(n, q.nr, k, q.k_group, q.b_bytes);
}

void pack_a(Type type, std::int64_t m, std::int64_t k, const Matrix& a, void* packed, Isa isa) {
  pack_all_a(kernels_of(type, isa), m, k, as_source(a), static_cast<std::byte*>(packed));
}

void pack_b(Type type, std::int64_t k, std::int64_t n, const Matrix& b, void* packed, Isa isa) {
  if (n != 1) return pack_all_b(kernels_of(type, isa), k, n, as_source(b), static_cast<std::byte*>(packed));
  const std::size_t size = size_of(type);
  const auto* from = static_cast<const std::byte*>(b.data);
  for (std::int64_t i = 0; i < k; ++i)
    std::memcpy(static_cast<std::byte*>(packed) + static_cast<std::size_t>(i) * size,
                from + i * b.row * static_cast<std::ptrdiff_t>(size), size);
}

void run(const Int8Problem& problem, ThreadPool& pool, const StopToken* stop, Isa isa) {
  Product p = product_of(problem, panel_kernels_int8(isa));
  p.a = problem.a;
  p.b = problem.b;
  multiply(p, pool, stop);
}

std::size_t packed_int8_a_bytes(std::int64_t m, std::int64_t k, Isa isa) {
  const PanelKernels& q = panel_kernels_int8(isa);
  return checked_add(strips_bytes(m, q.mr, k, q.k_group, q.a_bytes), row_sums_bytes(q, m));
}

std::size_t packed_int8_b_bytes(std::int64_t k, std::int64_t n, Isa isa) {
  const PanelKernels& q = panel_kernels_int8(isa);
  return strips_bytes(n, q.nr, k, q.k_group, q.b_bytes);
}

void pack_int8_a(std::int64_t m, std::int64_t k, const Int8Matrix& a, void* packed, Isa isa) {
  const PanelKernels& q = panel_kernels_int8(isa);
  auto* out = static_cast<std::byte*>(packed);
  if (m == 0) return;
  pack_all_a(q, m, k, a, out);
  auto* sums = reinterpret_cast<std::int32_t*>(out + strips_bytes(m, q.mr, k, q.k_group, q.a_bytes));
  std::memset(sums, 0, row_sums_bytes(q, m));
  int8_row_sums(a, 0, m, k, sums);
}

void pack_int8_b(std::int64_t k, std::int64_t n, const Int8Matrix& b, void* packed, Isa isa) {
  pack_all_b(panel_kernels_int8(isa), k, n, b, static_cast<std::byte*>(packed));
}

}  // namespace sardonyx::gemm
