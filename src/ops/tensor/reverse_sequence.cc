// ReverseSequence: the first so many steps of every batch row, backwards.
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct ReverseSequence final : Op {
  std::int64_t batch_axis = 1, time_axis = 0;
  void fields(FieldVisitor& f) override {
    f("batch_axis", batch_axis);
    f("time_axis", time_axis);
  }
  void infer(InferContext& c) const override {
    require((batch_axis == 0 && time_axis == 1) || (batch_axis == 1 && time_axis == 0),
            Code::invalid_argument, "batch_axis {} and time_axis {}: one must be 0, the other 1", batch_axis,
            time_axis);
    const SymShape &s = c.shape(0), &lengths = c.shape(1);
    require(!s.ranked() || s.rank() >= 2, Code::invalid_argument,
            "the input has rank {}, at least 2 is needed", s.ranked() ? s.rank() : 0);
    if (s.ranked() && lengths.ranked()) {
      const Dim& batch = s[static_cast<std::size_t>(batch_axis)];
      require(lengths.rank() == 1 &&
                  (!lengths[0].is_number() || !batch.is_number() || lengths[0].number() == batch.number()),
              Code::invalid_argument, "sequence_lens has shape {}, the batch has size {}", lengths, batch);
    }
    c.out(0, c.dtype(0), s);
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.shape(0);
    const move::Element e = move::element_of(c.dtype(0));
    const auto run = static_cast<std::ptrdiff_t>(e.bytes) * s.count(2, s.rank());
    return Kernel::of([e, run, first = s[0], second = s[1], batch_first = batch_axis == 0](Call& call) {
      const std::int64_t steps = batch_first ? second : first, rows = batch_first ? first : second;
      const auto* lengths = call.in<std::int64_t>(1);
      for (std::int64_t b = 0; b < rows; ++b)
        require(lengths[b] >= 0 && lengths[b] <= steps, Code::runtime,
                "sequence {} has length {}, outside [0, {}]", b, lengths[b], steps);
      const std::int64_t grain = 1 + 65536 / (run + 16);
      call.for_range(first * second, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t b = batch_first ? i / second : i % second,
                             t = batch_first ? i % second : i / second;
          const std::int64_t from = t < lengths[b] ? lengths[b] - 1 - t : t;
          const std::int64_t at = batch_first ? b * second + from : from * second + b;
          move::put_bytes(e.strings, call.out(0) + i * run, call.in(0) + at * run,
                          static_cast<std::size_t>(run));
        }
      });
    });
  }
};

}  // namespace

void register_reverse_sequence(OpRegistry& r) { r.add<ReverseSequence>("", "ReverseSequence"); }

}  // namespace sardonyx
