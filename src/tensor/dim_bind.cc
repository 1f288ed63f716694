#include "tensor/dim_bind.h"

#include <algorithm>

#include "tensor/dim_expr.h"

namespace sardonyx {
namespace {

using DimLookup = std::function<std::optional<Dim>(std::string_view name)>;
using Kind = DimAtom::Kind;

Dim apply(Kind kind, const Dim& a, const Dim& b) {
  switch (kind) {
    case Kind::floor_div:
      return floor_div(a, b);
    case Kind::ceil_div:
      return ceil_div(a, b);
    case Kind::mod:
      return mod(a, b);
    case Kind::min:
      return min(a, b);
    case Kind::max:
      return max(a, b);
    default:
      return broadcast(a, b).value_or(Dim::unknown());
  }
}

Dim substitute_atom(const DimAtomPtr& atom, const DimLookup& lookup) {
  if (atom->kind == Kind::symbol) {
    if (std::optional<Dim> found = lookup(atom->name)) return *found;
  } else if (atom->is_operation()) {
    return apply(atom->kind, substitute(atom->a, lookup), substitute(atom->b, lookup));
  }
  return DimExpr::make({DimTerm{{atom}, 1}});
}

std::optional<std::int64_t> evaluate_operation(const DimAtom& atom, const SymbolLookup& lookup) {
  const auto a = evaluate(atom.a, lookup);
  const auto b = evaluate(atom.b, lookup);
  if (!a || !b) return std::nullopt;
  const Dim result = apply(atom.kind, *a, *b);
  if (!result.is_number()) return std::nullopt;
  return result.number();
}

}  // namespace

Dim substitute(const Dim& d, const DimLookup& lookup) {
  const DimExpr* e = DimExpr::of(d);
  if (e == nullptr) return d;
  Dim sum = 0;
  for (const DimTerm& t : e->terms()) {
    Dim product = t.coefficient;
    for (const DimAtomPtr& f : t.factors) product = product * substitute_atom(f, lookup);
    sum = sum + product;
  }
  return sum;
}

std::optional<std::int64_t> evaluate(const Dim& d, const SymbolLookup& lookup) {
  const DimExpr* e = DimExpr::of(d);
  if (e == nullptr) return d.number();
  std::int64_t sum = 0;
  for (const DimTerm& t : e->terms()) {
    std::int64_t product = t.coefficient;
    for (const DimAtomPtr& f : t.factors) {
      std::optional<std::int64_t> value;
      if (f->kind == Kind::symbol) {
        value = lookup(f->name);
      } else if (f->is_operation()) {
        value = evaluate_operation(*f, lookup);
      }
      if (!value || __builtin_mul_overflow(product, *value, &product)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

std::optional<Shape> evaluate(const SymShape& s, const SymbolLookup& lookup) {
  if (!s.ranked()) return std::nullopt;
  Shape out;
  for (const Dim& d : s.dims()) {
    const std::optional<std::int64_t> size = evaluate(d, lookup);
    if (!size) return std::nullopt;
    out.push_back(*size);
  }
  return out;
}

void collect_symbols(const Dim& d, std::vector<std::string>& names) {
  const DimExpr* e = DimExpr::of(d);
  if (e == nullptr) return;
  for (const DimTerm& t : e->terms()) {
    for (const DimAtomPtr& f : t.factors) {
      if (f->kind == Kind::symbol) {
        if (std::find(names.begin(), names.end(), f->name) == names.end()) names.push_back(f->name);
      } else if (f->is_operation()) {
        collect_symbols(f->a, names);
        collect_symbols(f->b, names);
      }
    }
  }
}

}  // namespace sardonyx
