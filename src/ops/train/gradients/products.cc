// Gradients of products of matrices.
#include <algorithm>
#include <numeric>

#include "ops/gradient.h"

namespace sardonyx {
namespace {

// The last two axes exchanged.
Term turned(Term x) {
  std::vector<std::int64_t> perm(x.rank());
  std::iota(perm.begin(), perm.end(), 0);
  std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
  return call("Transpose", {x}, {{"perm", perm}});
}

// A vector is a row on the left and a column on the right.
void matmul(GradientOf& g) {
  Term a = g.x(0), b = g.x(1), dy = g.dy();
  const bool row = a.rank() == 1, column = b.rank() == 1;
  if (column) dy = call("Unsqueeze", {dy, ints(dy, {-1})});
  if (row) dy = call("Unsqueeze", {dy, ints(dy, {-2})});
  if (row) a = call("Unsqueeze", {a, ints(a, {0})});
  if (column) b = call("Unsqueeze", {b, ints(b, {1})});
  if (g.needs(0)) {
    const Term da = summed_to(call("MatMul", {dy, turned(b)}), a);
    g.give(0, row ? call("Squeeze", {da, ints(da, {0})}) : da);
  }
  if (g.needs(1)) {
    const Term db = summed_to(call("MatMul", {turned(a), dy}), b);
    g.give(1, column ? call("Squeeze", {db, ints(db, {1})}) : db);
  }
}

Term gemm(Term a, Term b, float alpha, bool turn_a, bool turn_b) {
  return call("Gemm", {a, b},
              {{"alpha", alpha}, {"transA", std::int64_t{turn_a}}, {"transB", std::int64_t{turn_b}}});
}

void general(GradientOf& g) {
  const bool ta = g.field<std::int64_t>("transA") != 0, tb = g.field<std::int64_t>("transB") != 0;
  const auto alpha = g.field<float>("alpha", 1), beta = g.field<float>("beta", 1);
  const Term a = g.x(0), b = g.x(1), dy = g.dy();
  if (g.needs(0)) g.give(0, ta ? gemm(b, dy, alpha, tb, true) : gemm(dy, b, alpha, false, !tb));
  if (g.needs(1)) g.give(1, tb ? gemm(dy, a, alpha, true, ta) : gemm(a, dy, alpha, !ta, false));
  if (g.needs(2)) g.give(2, dy * static_cast<double>(beta));
}

std::vector<Term> fused_matmul(const GradientOf& g) {
  for (const char* batch : {"transBatchA", "transBatchB"})
    if (g.field<std::int64_t>(batch) != 0) g.refuse("with batch axes exchanged");
  Term a = g.x(0), b = g.x(1);
  if (g.field<std::int64_t>("transA") != 0 && a.rank() > 1) a = turned(a);
  if (g.field<std::int64_t>("transB") != 0 && b.rank() > 1) b = turned(b);
  return {call("MatMul", {a, b}) * static_cast<double>(g.field<float>("alpha", 1))};
}

void determinant(GradientOf& g) {
  const Term dy = call("Unsqueeze", {g.dy() * g.y(), ints(g.dy(), {-2, -1})});
  g.give(0, dy * turned(call("com.microsoft:Inverse", {g.x(0)})));
}

void inverse(GradientOf& g) {
  const Term y = turned(g.y());
  g.give(0, -call("MatMul", {call("MatMul", {y, g.dy()}), y}));
}

}  // namespace

void gradients_products(GradientRules& r) {
  r.add("MatMul", matmul);
  r.add("Gemm", general);
  r.add("Det", determinant);
  r.add("com.microsoft:Inverse", inverse);
  r.expand("com.microsoft:FusedMatMul", fused_matmul);
}

}  // namespace sardonyx
