#include "tensor/dim_expr.h"

#include <algorithm>
#include <atomic>

namespace sardonyx {
namespace {

// Bounds on one expression; what would grow over them becomes a fresh unknown.
constexpr std::size_t kMaxTerms = 24;
constexpr std::size_t kMaxFactors = 12;
constexpr int kMaxSize = 96;

template <typename T>
int order(const T& a, const T& b) noexcept {
  return a < b ? -1 : (b < a ? 1 : 0);
}

int compare_factors(const DimTerm& a, const DimTerm& b) noexcept {
  if (a.factors.size() != b.factors.size()) return a.factors.size() > b.factors.size() ? -1 : 1;
  for (std::size_t i = 0; i < a.factors.size(); ++i) {
    if (const int c = compare(*a.factors[i], *b.factors[i]); c != 0) return c;
  }
  return 0;
}

bool collect_like_terms(DimExpr::Terms& terms) {
  std::sort(terms.begin(), terms.end(),
            [](const DimTerm& a, const DimTerm& b) { return compare_factors(a, b) < 0; });
  DimExpr::Terms out;
  for (DimTerm& t : terms) {
    if (!out.empty() && compare_factors(out.back(), t) == 0) {
      if (__builtin_add_overflow(out.back().coefficient, t.coefficient, &out.back().coefficient))
        return false;
    } else {
      out.push_back(std::move(t));
    }
  }
  std::erase_if(out, [](const DimTerm& t) { return t.coefficient == 0; });
  terms = std::move(out);
  return true;
}

int size_of(const Dim& d) noexcept {
  const DimExpr* e = DimExpr::of(d);
  return e == nullptr ? 1 : e->size();
}

int size_of(const DimExpr::Terms& terms) noexcept {
  int size = 0;
  for (const DimTerm& t : terms) {
    ++size;
    for (const DimAtomPtr& f : t.factors) size += f->is_operation() ? 1 + size_of(f->a) + size_of(f->b) : 1;
  }
  return size;
}

std::string render_factors(const DimTerm& t) {
  std::string out;
  const std::uint64_t magnitude = t.coefficient < 0 ? 0 - static_cast<std::uint64_t>(t.coefficient)
                                                    : static_cast<std::uint64_t>(t.coefficient);
  if (magnitude != 1 || t.factors.empty()) out = std::to_string(magnitude);
  for (const DimAtomPtr& f : t.factors) {
    if (!out.empty()) out += '*';
    const auto call = [&](const char* op) { return op + ('(' + f->a.text() + ',' + f->b.text() + ')'); };
    const auto infix = [&](const char* op) {
      const auto operand = [](const Dim& d) {
        const bool plain = d.is_number() || (DimExpr::sole_atom(d) && !DimExpr::sole_atom(d)->is_operation());
        return plain ? d.text() : '(' + d.text() + ')';
      };
      return '(' + operand(f->a) + op + operand(f->b) + ')';
    };
    switch (f->kind) {
      case DimAtom::Kind::symbol:
        out += f->name;
        break;
      case DimAtom::Kind::unknown:
        out += '?' + std::to_string(f->id);
        break;
      case DimAtom::Kind::floor_div:
        out += infix("//");
        break;
      case DimAtom::Kind::ceil_div:
        out += call("ceil_div");
        break;
      case DimAtom::Kind::mod:
        out += infix("%");
        break;
      case DimAtom::Kind::min:
        out += call("min");
        break;
      case DimAtom::Kind::max:
        out += call("max");
        break;
      case DimAtom::Kind::broadcast:
        out += call("broadcast");
        break;
    }
  }
  return out;
}

// lead(r) / lead(b) as a term, when it divides.
std::optional<DimTerm> quotient_of_terms(const DimTerm& r, const DimTerm& b) {
  if (b.coefficient == -1 ? r.coefficient == INT64_MIN : r.coefficient % b.coefficient != 0)
    return std::nullopt;
  DimTerm q{r.factors, r.coefficient / b.coefficient};
  for (const DimAtomPtr& f : b.factors) {
    const auto at = std::find_if(q.factors.begin(), q.factors.end(),
                                 [&](const DimAtomPtr& g) { return compare(*f, *g) == 0; });
    if (at == q.factors.end()) return std::nullopt;
    q.factors.erase(at);
  }
  return q;
}

bool atom_never_negative(const DimAtom& a) {
  switch (a.kind) {
    case DimAtom::Kind::symbol:
      return true;
    case DimAtom::Kind::unknown:
      return false;  // may stand for a difference that grew over the budget
    case DimAtom::Kind::floor_div:
    case DimAtom::Kind::ceil_div:
    case DimAtom::Kind::min:
    case DimAtom::Kind::broadcast:
      return never_negative(a.a) && never_negative(a.b);
    case DimAtom::Kind::mod:
      return never_negative(a.b);
    case DimAtom::Kind::max:
      return never_negative(a.a) || never_negative(a.b);
  }
  return false;
}

}  // namespace

int compare(const DimAtom& a, const DimAtom& b) noexcept {
  if (&a == &b) return 0;
  if (a.kind != b.kind) return order(a.kind, b.kind);
  if (a.kind == DimAtom::Kind::symbol) return a.name.compare(b.name);
  if (a.kind == DimAtom::Kind::unknown) return order(a.id, b.id);
  const int c = compare(a.a, b.a);
  return c != 0 ? c : compare(a.b, b.b);
}

int compare(const Dim& a, const Dim& b) noexcept {
  const DimExpr* x = DimExpr::of(a);
  const DimExpr* y = DimExpr::of(b);
  if (x == nullptr && y == nullptr) return order(a.number(), b.number());
  if (x == nullptr || y == nullptr) return x == nullptr ? -1 : 1;
  if (x == y) return 0;
  if (x->size() != y->size()) return order(x->size(), y->size());
  if (x->terms().size() != y->terms().size()) return order(x->terms().size(), y->terms().size());
  for (std::size_t i = 0; i < x->terms().size(); ++i) {
    const DimTerm& s = x->terms()[i];
    const DimTerm& t = y->terms()[i];
    if (const int c = compare_factors(s, t); c != 0) return c;
    if (const int c = order(s.coefficient, t.coefficient); c != 0) return c;
  }
  return 0;
}

DimExpr::Terms DimExpr::terms_of(const Dim& d) {
  if (d.expr_) return d.expr_->terms_;
  if (d.number_ == 0) return {};
  return {DimTerm{{}, d.number_}};
}

Dim DimExpr::make(Terms terms) {
  if (!collect_like_terms(terms)) return Dim::unknown();
  if (terms.empty()) return 0;
  if (terms.size() == 1 && terms[0].factors.empty()) return terms[0].coefficient;
  const bool long_term = std::any_of(terms.begin(), terms.end(),
                                     [](const DimTerm& t) { return t.factors.size() > kMaxFactors; });
  const int size = size_of(terms);
  if (terms.size() > kMaxTerms || long_term || size > kMaxSize) return Dim::unknown();
  auto e = std::make_shared<DimExpr>();
  e->terms_ = std::move(terms);
  e->size_ = size;
  Dim d = 0;
  d.expr_ = std::move(e);
  return d;
}

Dim DimExpr::atom(DimAtom atom) {
  return make({DimTerm{{std::make_shared<const DimAtom>(std::move(atom))}, 1}});
}

const DimAtom* DimExpr::sole_atom(const Dim& d) noexcept {
  const DimExpr* e = of(d);
  if (e == nullptr || e->terms_.size() != 1) return nullptr;
  const DimTerm& t = e->terms_[0];
  return t.coefficient == 1 && t.factors.size() == 1 ? t.factors[0].get() : nullptr;
}

std::optional<Dim> exact_quotient(const Dim& a, const Dim& b) {
  const DimExpr::Terms divisor = DimExpr::terms_of(b);
  if (divisor.empty()) return std::nullopt;
  Dim rest = a;
  DimExpr::Terms quotient;
  // Long division by the leading term; a bound on the steps is enough, as most quotients have one or two
  // terms.
  for (std::size_t step = 0; step <= kMaxTerms; ++step) {
    const DimExpr::Terms terms = DimExpr::terms_of(rest);
    if (terms.empty()) return DimExpr::make(std::move(quotient));
    std::optional<DimTerm> q = quotient_of_terms(terms.front(), divisor.front());
    if (!q) return std::nullopt;
    quotient.push_back(*q);
    rest = rest - DimExpr::make({*std::move(q)}) * b;
  }
  return std::nullopt;
}

bool never_negative(const Dim& d) {
  if (d.is_number()) return d.number() >= 0;
  const auto& terms = DimExpr::of(d)->terms();
  return std::all_of(terms.begin(), terms.end(), [](const DimTerm& t) {
    return t.coefficient >= 0 && std::all_of(t.factors.begin(), t.factors.end(),
                                             [](const DimAtomPtr& f) { return atom_never_negative(*f); });
  });
}

std::string render(const DimExpr& e) {
  std::string out;
  for (const DimTerm& t : e.terms()) {
    if (t.coefficient < 0) {
      out += '-';
    } else if (!out.empty()) {
      out += '+';
    }
    out += render_factors(t);
  }
  return out;
}

Dim Dim::symbol(std::string_view name) {
  DimAtom a;
  a.kind = DimAtom::Kind::symbol;
  a.name = name;
  return DimExpr::atom(std::move(a));
}

Dim Dim::unknown() {
  static std::atomic<std::uint64_t> next{1};
  DimAtom a;
  a.kind = DimAtom::Kind::unknown;
  a.id = next.fetch_add(1, std::memory_order_relaxed);
  return DimExpr::atom(std::move(a));
}

std::string Dim::text() const { return expr_ ? render(*expr_) : std::to_string(number_); }

bool operator==(const Dim& a, const Dim& b) noexcept { return compare(a, b) == 0; }

}  // namespace sardonyx
