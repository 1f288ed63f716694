// The innermost loops of the pointwise engine, for .isa.cc files and other row files. No containers here.
#pragma once

#include <cstdint>

#include "kernels/pointwise/rows.h"

// Iterations do not depend on each other: a destination is exactly one of the sources, or apart from them.
#if defined(__clang__)
#pragma clang diagnostic ignored \
    "-Wpass-failed"  // a function of the C library keeps its loop scalar: no fault
#define SARDONYX_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define SARDONYX_INDEPENDENT _Pragma("GCC ivdep")
#endif

// NOLINTNEXTLINE: everything is internal to the file that includes it, so that no ISA's code leaks into another's.
namespace sardonyx::pointwise {
namespace {

template <typename F>
F make_function(const Immediates& imm) {
  if constexpr (requires { F(imm); }) {
    return F(imm);
  } else {
    return F{};
  }
}

template <typename F, typename R, typename S>
void row1(void* dst, const void* const* src, std::int64_t n, const Immediates& imm) {
  const F f = make_function<F>(imm);
  R* d = static_cast<R*>(dst);
  const S* a = static_cast<const S*>(src[0]);
  SARDONYX_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) d[i] = f(a[i]);
}

template <typename F, typename R, typename S>
void row2(void* dst, const void* const* src, std::int64_t n, const Immediates& imm) {
  const F f = make_function<F>(imm);
  R* d = static_cast<R*>(dst);
  const S* a = static_cast<const S*>(src[0]);
  const S* b = static_cast<const S*>(src[1]);
  SARDONYX_INDEPENDENT
  for (std::int64_t i = 0; i < n; ++i) d[i] = f(a[i], b[i]);
}

// The same where either source may be one element.
template <typename F, typename R, typename S>
void row2_single(void* dst, const void* const* src, std::int64_t n, const Immediates& imm) {
  if (imm.single == 0) return row2<F, R, S>(dst, src, n, imm);
  const F f = make_function<F>(imm);
  R* d = static_cast<R*>(dst);
  const S* a = static_cast<const S*>(src[0]);
  const S* b = static_cast<const S*>(src[1]);
  const S first = a[0], second = b[0];
  if (imm.single == 1) {
    SARDONYX_INDEPENDENT
    for (std::int64_t i = 0; i < n; ++i) d[i] = f(first, b[i]);
  } else if (imm.single == 2) {
    SARDONYX_INDEPENDENT
    for (std::int64_t i = 0; i < n; ++i) d[i] = f(a[i], second);
  } else {
    const R same = f(first, second);
    for (std::int64_t i = 0; i < n; ++i) d[i] = same;
  }
}

}  // namespace
}  // namespace sardonyx::pointwise
