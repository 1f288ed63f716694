// Arithmetic of Dims.
#include "tensor/dim.h"

#include <algorithm>

#include "tensor/dim_expr.h"

namespace sardonyx {
namespace {

using Kind = DimAtom::Kind;

Dim operation(Kind kind, Dim a, Dim b) {
  DimAtom atom;
  atom.kind = kind;
  const bool commutes = kind == Kind::min || kind == Kind::max || kind == Kind::broadcast;
  if (commutes && compare(a, b) > 0) std::swap(a, b);
  atom.a = std::move(a);
  atom.b = std::move(b);
  return DimExpr::atom(std::move(atom));
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b;
  return q - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

std::int64_t floor_rest(std::int64_t a, std::int64_t b) {
  if (b == -1) return 0;
  const std::int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// floor((floor(x/inner) + c) / d) == floor((x + c*inner) / (inner*d)); `rest` is floor(x/inner) + c.
std::optional<Dim> merged_floor_div(const DimExpr::Terms& rest, std::int64_t d) {
  if (rest.empty() || rest.size() > 2 || rest[0].coefficient != 1 || rest[0].factors.size() != 1)
    return std::nullopt;
  const DimAtom& atom = *rest[0].factors[0];
  if (atom.kind != Kind::floor_div || !atom.b.is_number() || atom.b.number() <= 0) return std::nullopt;
  const bool has_constant = rest.size() == 2;
  if (has_constant && !rest[1].factors.empty()) return std::nullopt;
  std::int64_t inner_times_d = 0;
  if (__builtin_mul_overflow(atom.b.number(), d, &inner_times_d)) return std::nullopt;
  const Dim constant = has_constant ? rest[1].coefficient : 0;
  return floor_div(atom.a + constant * atom.b, inner_times_d);
}

// d > 0. Each coefficient is split into a multiple of d, which leaves the floor, and a rest in [0, d).
Dim floor_div_by_number(const Dim& a, std::int64_t d) {
  DimExpr::Terms whole;
  DimExpr::Terms rest;
  for (const DimTerm& t : DimExpr::terms_of(a)) {
    const std::int64_t q = floor_quotient(t.coefficient, d);
    const std::int64_t r = floor_rest(t.coefficient, d);
    if (q != 0) whole.push_back({t.factors, q});
    if (r != 0) rest.push_back({t.factors, r});
  }
  const Dim outside = DimExpr::make(std::move(whole));
  const bool only_constant = rest.empty() || rest[0].factors.empty();
  if (only_constant) return outside;  // a constant in [0, d) has the floor 0
  if (std::optional<Dim> merged = merged_floor_div(rest, d)) return outside + *merged;
  return outside + operation(Kind::floor_div, DimExpr::make(std::move(rest)), d);
}

bool is_zero(const Dim& d) { return d.equals(0); }

}  // namespace

Dim operator+(const Dim& a, const Dim& b) {
  std::int64_t sum = 0;
  if (a.is_number() && b.is_number()) {
    return __builtin_add_overflow(a.number(), b.number(), &sum) ? Dim::unknown() : Dim(sum);
  }
  DimExpr::Terms terms = DimExpr::terms_of(a);
  DimExpr::Terms more = DimExpr::terms_of(b);
  std::move(more.begin(), more.end(), std::back_inserter(terms));
  return DimExpr::make(std::move(terms));
}

Dim operator-(const Dim& a, const Dim& b) { return a + Dim(-1) * b; }

Dim operator*(const Dim& a, const Dim& b) {
  const DimExpr::Terms left = DimExpr::terms_of(a);
  const DimExpr::Terms right = DimExpr::terms_of(b);
  DimExpr::Terms out;
  for (const DimTerm& s : left) {
    for (const DimTerm& t : right) {
      DimTerm product;
      if (__builtin_mul_overflow(s.coefficient, t.coefficient, &product.coefficient)) return Dim::unknown();
      std::merge(s.factors.begin(), s.factors.end(), t.factors.begin(), t.factors.end(),
                 std::back_inserter(product.factors),
                 [](const DimAtomPtr& x, const DimAtomPtr& y) { return compare(*x, *y) < 0; });
      out.push_back(std::move(product));
    }
  }
  return DimExpr::make(std::move(out));
}

// A divisor that may be 0 at run leaves the quotient undefined there, so an exact quotient is as good as any.
Dim floor_div(const Dim& a, const Dim& b) {
  if (is_zero(b)) return Dim::unknown();
  if (b.is_number()) {
    const std::int64_t d = b.number();
    if (d == INT64_MIN)
      return a.is_number() ? Dim(a.number() == d ? 1 : (a.number() > 0 ? -1 : 0)) : Dim::unknown();
    return d > 0 ? floor_div_by_number(a, d) : floor_div_by_number(Dim(-1) * a, -d);
  }
  if (is_zero(a)) return 0;
  if (std::optional<Dim> q = exact_quotient(a, b)) return *q;
  return operation(Kind::floor_div, a, b);
}

Dim ceil_div(const Dim& a, const Dim& b) {
  if (is_zero(b)) return Dim::unknown();
  if (b.is_number()) return Dim(-1) * floor_div(Dim(-1) * a, b);
  if (is_zero(a)) return 0;
  if (std::optional<Dim> q = exact_quotient(a, b)) return *q;
  return operation(Kind::ceil_div, a, b);
}

Dim mod(const Dim& a, const Dim& b) {
  if (is_zero(b)) return Dim::unknown();
  if (!b.is_number()) {
    if (is_zero(a) || exact_quotient(a, b)) return 0;
    return operation(Kind::mod, a, b);
  }
  const std::int64_t d = b.number();
  if (a.is_number()) return floor_rest(a.number(), d);
  DimExpr::Terms rest;
  for (DimTerm& t : DimExpr::terms_of(a)) {
    t.coefficient = floor_rest(t.coefficient, d);
    if (t.coefficient != 0) rest.push_back(t);
  }
  const Dim reduced = DimExpr::make(std::move(rest));
  if (reduced.is_number()) return floor_rest(reduced.number(), d);
  return operation(Kind::mod, reduced, b);
}

Dim min(const Dim& a, const Dim& b) {
  if (never_negative(a - b)) return b;
  if (never_negative(b - a)) return a;
  return operation(Kind::min, a, b);
}

Dim max(const Dim& a, const Dim& b) {
  if (never_negative(a - b)) return a;
  if (never_negative(b - a)) return b;
  return operation(Kind::max, a, b);
}

std::optional<Dim> broadcast(const Dim& a, const Dim& b) {
  if (a == b || b.equals(1)) return a;
  if (a.equals(1)) return b;
  if (a.is_number() && b.is_number()) return std::nullopt;
  // A number other than 1 wins: the other size must be that number or 1, else the run fails.
  if (a.is_number()) return a;
  if (b.is_number()) return b;
  return operation(Kind::broadcast, a, b);
}

}  // namespace sardonyx
