// Dim: one size of a shape that may not be known yet: a number, a symbol, or an expression of symbols.
//
// Expressions are kept in one normal form (a polynomial over atoms with integer coefficients; atoms are symbols and
// floor_div, ceil_div, mod, max, min and broadcast of Dims), so equal sizes compare equal: 2*(n+1)-2 == n+n.
// Names of symbols are hints: a shared symbol is checked when a run binds it. An expression that would grow over a
// fixed number of terms becomes a fresh unknown.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sardonyx/value.hpp"

namespace sardonyx {

class DimExpr;  // immutable, shared

class Dim {
 public:
  Dim() : Dim(unknown()) {}
  Dim(std::int64_t number) : number_(number) {}
  static Dim symbol(std::string_view name);
  // A size that nothing is known of; equal only to copies of itself.
  static Dim unknown();

  bool is_number() const noexcept { return expr_ == nullptr; }
  // Requires is_number().
  std::int64_t number() const noexcept { return number_; }
  bool equals(std::int64_t n) const noexcept { return is_number() && number_ == n; }
  std::string text() const;  // "3", "batch", "2*seq+1", "?17"

  friend Dim operator+(const Dim& a, const Dim& b);
  friend Dim operator-(const Dim& a, const Dim& b);
  friend Dim operator*(const Dim& a, const Dim& b);
  friend Dim floor_div(const Dim& a, const Dim& b);  // b == 0 gives unknown
  friend Dim ceil_div(const Dim& a, const Dim& b);
  friend Dim mod(const Dim& a, const Dim& b);  // sign of the divisor
  friend Dim min(const Dim& a, const Dim& b);
  friend Dim max(const Dim& a, const Dim& b);
  // Numpy broadcasting of two sizes. Numbers that disagree: nullopt. Two unequal symbols give an expression.
  friend std::optional<Dim> broadcast(const Dim& a, const Dim& b);
  // Proven equal; false means "not proven".
  friend bool operator==(const Dim& a, const Dim& b) noexcept;

 private:
  friend class DimExpr;
  std::int64_t number_ = 0;
  std::shared_ptr<const DimExpr> expr_;
};

Dim operator+(const Dim& a, const Dim& b);
Dim operator-(const Dim& a, const Dim& b);
Dim operator*(const Dim& a, const Dim& b);
Dim floor_div(const Dim& a, const Dim& b);
Dim ceil_div(const Dim& a, const Dim& b);
Dim mod(const Dim& a, const Dim& b);
Dim min(const Dim& a, const Dim& b);
Dim max(const Dim& a, const Dim& b);
std::optional<Dim> broadcast(const Dim& a, const Dim& b);

// What a shape is before a run: no rank known, or a list of Dims.
class SymShape {
 public:
  SymShape() = default;  // unknown rank
  explicit SymShape(std::vector<Dim> dims) : ranked_(true), dims_(std::move(dims)) {}
  SymShape(std::initializer_list<Dim> dims) : ranked_(true), dims_(dims) {}
  SymShape(const Shape& shape);
  static SymShape unknown_dims(std::size_t rank);
  bool ranked() const noexcept { return ranked_; }
  // The following require ranked().
  std::size_t rank() const noexcept { return dims_.size(); }
  const Dim& operator[](std::size_t i) const noexcept { return dims_[i]; }
  Dim& operator[](std::size_t i) noexcept { return dims_[i]; }
  const std::vector<Dim>& dims() const noexcept { return dims_; }
  std::vector<Dim>& dims() noexcept { return dims_; }
  // All sizes are numbers; false when unranked.
  bool concrete() const noexcept;
  std::optional<Shape> numbers() const;  // nullopt unless concrete
  std::optional<Dim> count() const;      // product of the sizes; nullopt when unranked
  std::string text() const;              // "[batch,3]"; unranked: "[...]"
  friend bool operator==(const SymShape& a, const SymShape& b) noexcept;

 private:
  bool ranked_ = false;
  std::vector<Dim> dims_;
};

}  // namespace sardonyx
