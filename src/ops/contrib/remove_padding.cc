// RemovePadding and RestorePadding (com.microsoft): the tokens of padded sequences one behind the other, and back.
#include <algorithm>
#include <cstring>

#include "graph/op.h"

namespace sardonyx {
namespace {

// Of a batch of `batch` sequences of `steps` tokens, the first counts[b] of sequence b are real.
struct RemovePadding final : Op {
  void infer(InferContext& c) const override {
    const SymShape &x = c.shape(0), &counts = c.shape(1);
    require((!x.ranked() || x.rank() == 3) && (!counts.ranked() || counts.rank() == 1),
            Code::invalid_argument, "the input {} must have rank 3, sequence_token_count {} rank 1", x,
            counts);
    const Dim batch = x.ranked() ? x[0] : Dim::unknown(), steps = x.ranked() ? x[1] : Dim::unknown();
    c.out(0, c.dtype(0), {Dim::unknown(), x.ranked() ? x[2] : Dim::unknown()});
    c.out(1, DType::int32, {batch, steps});
    c.out(2, DType::int32, {batch + 1});
    c.out(3, DType::int32, {1});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::int64_t batch = x[0], steps = x[1], width = x[2];
    require(c.shape(1)[0] == batch, Code::invalid_argument,
            "sequence_token_count of shape {} must have {} numbers", c.shape(1), batch);
    require(batch * steps <= INT32_MAX, Code::not_implemented, "{} tokens are too many", batch * steps);
    const std::size_t row = static_cast<std::size_t>(width) * item_size(c.dtype(0));
    const bool wants_tokens = c.wanted(0);
    return Kernel::of([=](Call& call) {
      const auto* counts = call.in<std::int32_t>(1);
      std::vector<std::int32_t> real, padding, ends{0};
      std::int32_t most = 0;
      for (std::int64_t b = 0; b < batch; ++b) {
        require(counts[b] >= 0 && counts[b] <= steps, Code::invalid_argument,
                "sequence_token_count holds {}, outside [0, {}]", counts[b], steps);
        for (std::int64_t s = 0; s < steps; ++s)
          (s < counts[b] ? real : padding).push_back(static_cast<std::int32_t>(b * steps + s));
        ends.push_back(static_cast<std::int32_t>(real.size()));
        most = std::max(most, counts[b]);
      }
      if (wants_tokens) {
        std::byte* to = call.allocate(0, Shape{static_cast<std::int64_t>(real.size()), width});
        for (std::size_t i = 0; row > 0 && i < real.size(); ++i)
          std::memcpy(to + i * row, call.in(0) + static_cast<std::size_t>(real[i]) * row, row);
      }
      if (auto* offsets = call.out<std::int32_t>(1))
        std::copy(padding.begin(), padding.end(), std::copy(real.begin(), real.end(), offsets));
      if (auto* to = call.out<std::int32_t>(2)) std::copy(ends.begin(), ends.end(), to);
      if (auto* to = call.out<std::int32_t>(3)) *to = most;
    });
  }
};

// Token i goes to place token_offset[i]; places that get none are zero.
struct RestorePadding final : Op {
  void infer(InferContext& c) const override {
    const SymShape &x = c.shape(0), &offsets = c.shape(1);
    require((!x.ranked() || x.rank() == 2) && (!offsets.ranked() || offsets.rank() == 2),
            Code::invalid_argument, "the input {} and token_offset {} must have rank 2", x, offsets);
    SymShape y = SymShape::unknown_dims(3);
    if (offsets.ranked()) {
      y[0] = offsets[0];
      y[1] = offsets[1];
    }
    if (x.ranked()) y[2] = x[1];
    c.out(0, c.dtype(0), std::move(y));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0), y = c.out_shape(0);
    const std::int64_t tokens = x[0], places = c.shape(1).count();
    require(tokens <= places, Code::invalid_argument, "{} tokens have {} places", tokens, places);
    const std::size_t row = static_cast<std::size_t>(x[1]) * item_size(c.dtype(0));
    return Kernel::of([=](Call& call) {
      const auto* offsets = call.in<std::int32_t>(1);
      std::byte* to = call.out(0);
      if (row == 0) return;
      std::memset(to, 0, static_cast<std::size_t>(places) * row);
      for (std::int64_t i = 0; i < tokens; ++i) {
        require(offsets[i] >= 0 && offsets[i] < places, Code::invalid_argument,
                "token_offset holds {}, outside [0, {})", offsets[i], places);
        std::memcpy(to + static_cast<std::size_t>(offsets[i]) * row,
                    call.in(0) + static_cast<std::size_t>(i) * row, row);
      }
    });
  }
};

}  // namespace

void register_remove_padding(OpRegistry& r) {
  r.add<RemovePadding>("com.microsoft", "RemovePadding");
  r.add<RestorePadding>("com.microsoft", "RestorePadding");
}

}  // namespace sardonyx
