// BitCast: the same bits as elements of another type of the same width.
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct BitCast final : Op {
  DType to = DType::undefined;
  void fields(FieldVisitor& f) override { f("to", to); }
  void infer(InferContext& c) const override {
    const int before = bit_width(c.dtype(0)), after = bit_width(to);
    require(after != 0 && (before == after || c.dtype(0) == DType::undefined), Code::invalid_argument,
            "{} ({} bits) cannot be read as {} ({} bits)", name(c.dtype(0)), before, name(to), after);
    c.out(0, to, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override { return same_bytes(c); }
};

}  // namespace

void register_bit_cast(OpRegistry& r) { r.add<BitCast>("", "BitCast"); }

}  // namespace sardonyx
