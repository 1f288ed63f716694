// The inside of a Dim that is not a number: a polynomial over atoms with integer coefficients. Only for
// tensor/.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tensor/dim.h"

namespace sardonyx {

// What a polynomial is made of: a symbol, a size that nothing is known of, or an operation that no polynomial
// says.
struct DimAtom {
  enum class Kind : std::uint8_t { symbol, unknown, floor_div, ceil_div, mod, min, max, broadcast };
  Kind kind = Kind::unknown;
  std::string name;      // symbol
  std::uint64_t id = 0;  // unknown
  Dim a = 0, b = 0;      // operations
  bool is_operation() const noexcept { return kind > Kind::unknown; }
};
using DimAtomPtr = std::shared_ptr<const DimAtom>;

// coefficient * product of factors, which are in ascending order and may repeat.
struct DimTerm {
  std::vector<DimAtomPtr> factors;
  std::int64_t coefficient = 0;
};

// Terms in canonical order (many factors first, the constant last), no two alike, no coefficient 0, never a
// number alone.
class DimExpr {
 public:
  using Terms = std::vector<DimTerm>;
  // A Dim is read and made through these two.
  static Terms terms_of(const Dim& d);
  // Takes terms in any order; collects like ones. Over the budget, or on overflow: a fresh unknown.
  static Dim make(Terms terms);
  static Dim atom(DimAtom atom);
  static const DimExpr* of(const Dim& d) noexcept { return d.expr_.get(); }
  // The atom when `d` is one and nothing else.
  static const DimAtom* sole_atom(const Dim& d) noexcept;

  const Terms& terms() const noexcept { return terms_; }
  int size() const noexcept { return size_; }

 private:
  Terms terms_;
  int size_ = 0;  // atoms and terms, those inside of operations too
};

// Total orders: <0, 0, >0.
int compare(const DimAtom& a, const DimAtom& b) noexcept;
int compare(const Dim& a, const Dim& b) noexcept;

// The exact quotient when `b` divides `a` as polynomials; nullopt when it does not or that is not seen.
std::optional<Dim> exact_quotient(const Dim& a, const Dim& b);
// At least 0 whatever the symbols, which are sizes. False: not proven.
bool never_negative(const Dim& d);
std::string render(const DimExpr& e);

}  // namespace sardonyx
