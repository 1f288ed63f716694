// com.microsoft SampleOp: what goes in comes out.
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct SampleOp final : Op {
  void infer(InferContext& c) const override { c.out(0, c.in(0)); }
  Kernel lower(LowerContext& c) const override { return same_bytes(c); }
};

}  // namespace

void register_sample_op(OpRegistry& r) { r.add<SampleOp>("com.microsoft", "SampleOp"); }

}  // namespace sardonyx
