#include "tensor/dim.h"

#include <doctest/doctest.h>

#include "tensor/dim_bind.h"

using namespace sardonyx;

TEST_CASE("equal sizes have one normal form") {
  const Dim n = Dim::symbol("n");
  const Dim m = Dim::symbol("m");
  CHECK(Dim(2) * (n + 1) - 2 == n + n);
  CHECK((n + m) * (n - m) == n * n - m * m);
  CHECK(n - n == Dim(0));
  CHECK((Dim(2) * n + 1).text() == "2*n+1");
  CHECK((n - 1).text() == "n-1");
  CHECK((Dim(-1) * n * m).text() == "-m*n");
  CHECK_FALSE(n == m);
  CHECK_FALSE(n == Dim(3));
  const Dim u = Dim::unknown();
  CHECK(u == Dim(u));
  CHECK_FALSE(u == Dim::unknown());
  CHECK(u + 1 - u == Dim(1));
}

TEST_CASE("division of sizes simplifies where the quotient is exact") {
  const Dim n = Dim::symbol("n");
  const Dim m = Dim::symbol("m");
  CHECK(floor_div(Dim(4) * n + 6, 2) == Dim(2) * n + 3);
  CHECK(floor_div(Dim(4) * n + 7, 4) == n + 1);
  CHECK(floor_div(n * m * 768, n * m) == Dim(768));
  CHECK(floor_div(n * m + m, m) == n + 1);
  CHECK(floor_div((n + 1) * (m + 2), n + 1) == m + 2);
  CHECK(floor_div(floor_div(n, 2), 3) == floor_div(n, 6));
  CHECK(floor_div(floor_div(n - 1, 2), 2) == floor_div(n - 1, 4));
  CHECK(ceil_div(n * 2, 2) == n);
  CHECK(ceil_div(Dim(7), 2) == Dim(4));
  CHECK(floor_div(Dim(-7), 2) == Dim(-4));
  CHECK(floor_div(n, -1) == Dim(0) - n);
  CHECK_FALSE(floor_div(n, 0).is_number());
  CHECK(floor_div(n, 2).text() == "(n//2)");
  CHECK(floor_div(n + 1, m).text() == "((n+1)//m)");
  CHECK(mod(Dim(-1), 3) == Dim(2));
  CHECK(mod(Dim(1), -3) == Dim(-2));
  CHECK(mod(Dim(6) * n + 4, 3) == Dim(1));
  CHECK(mod(n + 5, 3) == mod(n + 2, 3));
}

TEST_CASE("min, max and broadcast decide what is provable") {
  const Dim n = Dim::symbol("n");
  const Dim m = Dim::symbol("m");
  CHECK(max(n, n + 1) == n + 1);
  CHECK(min(n + m, n) == n);
  CHECK(max(n, 0) == n);
  CHECK(max(n, m) == max(m, n));
  CHECK_FALSE(max(n, 3).is_number());
  CHECK(broadcast(n, 1) == n);
  CHECK(broadcast(1, n) == n);
  CHECK(broadcast(n, 5) == Dim(5));
  CHECK_FALSE(broadcast(2, 3).has_value());
  CHECK(broadcast(n, m) == broadcast(m, n));
  CHECK(broadcast(n, n) == n);
}

TEST_CASE("expressions are bounded and never overflow") {
  Dim d = 1;
  for (int i = 0; i < 200; ++i) d = d * (Dim::symbol("s" + std::to_string(i)) + 1);
  CHECK(d.text().size() < 2000);
  CHECK_FALSE((Dim(INT64_MAX) + 1).is_number());
  CHECK_FALSE((Dim(INT64_MAX) * Dim::symbol("n") * 2).is_number());
  Dim deep = Dim::symbol("n");
  for (int i = 0; i < 10000; ++i) deep = max(floor_div(deep, Dim::symbol("m")), 3) + 1;
  CHECK(deep.text().size() < 5000);
  CHECK(floor_div(Dim(INT64_MIN), -1).text()[0] == '?');
  CHECK(mod(Dim(INT64_MIN), -1) == Dim(0));
}

TEST_CASE("sizes evaluate once symbols have numbers") {
  const Dim n = Dim::symbol("n");
  const Dim m = Dim::symbol("m");
  const SymbolLookup lookup = [](std::string_view s) -> std::optional<std::int64_t> {
    if (s == "n") return 7;
    if (s == "m") return 2;
    return std::nullopt;
  };
  CHECK(evaluate(floor_div(n, m) * 10 + mod(n, m), lookup) == 31);
  CHECK(evaluate(ceil_div(n, m), lookup) == 4);
  CHECK(evaluate(max(n, m) - min(n, m), lookup) == 5);
  CHECK_FALSE(evaluate(*broadcast(n, m), lookup));
  CHECK_FALSE(evaluate(n + Dim::symbol("k"), lookup));
  CHECK_FALSE(evaluate(floor_div(n, m - 2), lookup));
  CHECK(evaluate(SymShape{n, 3, m * n}, lookup) == Shape{7, 3, 14});
  CHECK(substitute(n * m + n, [](std::string_view s) -> std::optional<Dim> {
          if (s == "m") return Dim(4);
          return std::nullopt;
        }) == Dim(5) * n);
  std::vector<std::string> names;
  collect_symbols(floor_div(n, m) + n, names);
  CHECK(names.size() == 2);
}

TEST_CASE("symbolic shapes") {
  const Dim b = Dim::symbol("batch");
  CHECK(SymShape{b, 3}.text() == "[batch,3]");
  CHECK(SymShape().text() == "[...]");
  CHECK(SymShape(Shape{2, 3}).numbers() == Shape{2, 3});
  CHECK_FALSE(SymShape{b}.numbers());
  CHECK(*SymShape{b, 3}.count() == Dim(3) * b);
  CHECK_FALSE(SymShape().count());
  CHECK(SymShape::unknown_dims(2).rank() == 2);
  CHECK_FALSE(SymShape::unknown_dims(1) == SymShape::unknown_dims(1));
}
