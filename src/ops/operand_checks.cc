#include "ops/operand_checks.h"

namespace sardonyx {

namespace {

bool may_be(const Dim& a, const Dim& b) { return !a.is_number() || !b.is_number() || a == b; }

void refuse_unless(bool fits, const InferContext& c, std::size_t i, const Dim& count) {
  require(fits, Code::invalid_argument, "input {} of shape {} must have {} elements", i, c.shape(i), count);
}

}  // namespace

void check_count(const InferContext& c, std::size_t i, const Dim& count) {
  if (!c.has(i)) return;
  const auto found = c.shape(i).count();
  refuse_unless(!found || may_be(*found, count), c, i, count);
}

void check_vector(const InferContext& c, std::size_t i, const Dim& count) {
  if (!c.has(i)) return;
  const SymShape& s = c.shape(i);
  refuse_unless(!s.ranked() || (s.rank() == 1 && may_be(s[0], count)), c, i, count);
}

}  // namespace sardonyx
