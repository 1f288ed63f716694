// RelativePositionBias (com.microsoft): T5's bias on attention scores, by how far a key is from its query; near distances
// have buckets of their own, far ones share logarithmic ones. GatedRelativePositionBias: WavLM's gate on such a bias.
#include <algorithm>
#include <cmath>

#include "ops/dispatch.h"
#include "ops/moving.h"
#include "ops/rewritten.h"
#include "tensor/checked_count.h"

namespace sardonyx {
namespace {

struct Buckets {
  std::int64_t count, farthest;
  bool both_ways;

  // Of a key that stands `distance` behind its query.
  std::int64_t of(std::int64_t distance) const {
    const std::int64_t half = both_ways ? count / 2 : count;
    const std::int64_t first = both_ways && distance > 0 ? half : 0;
    const std::int64_t far = both_ways ? std::abs(distance) : std::max<std::int64_t>(-distance, 0);
    const std::int64_t exact = half / 2;
    if (far < exact) return first + far;
    const double share = std::log(static_cast<double>(far) / static_cast<double>(exact)) /
                         std::log(static_cast<double>(farthest) / static_cast<double>(exact));
    const double steps = std::min(share * static_cast<double>(half - exact), static_cast<double>(half));
    return first + std::min(exact + static_cast<std::int64_t>(steps), half - 1);
  }
};

struct RelativePositionBias final : Op {
  bool is_bidirectional = false;
  std::int64_t max_distance = 0;
  void fields(FieldVisitor& f) override {
    f("is_bidirectional", is_bidirectional);
    f("max_distance", max_distance);
  }

  void infer(InferContext& c) const override {
    const SymShape& table = c.shape(0);
    require(!table.ranked() || table.rank() == 2, Code::invalid_argument,
            "bias_table of shape {} must have rank 2", table);
    const auto length = [&](std::size_t i) {
      const auto dims = known_dims(c.in(i));
      const bool known = dims && dims->size() == 1;
      require(!known || !(*dims)[0].is_number() || (*dims)[0].number() >= 0, Code::invalid_argument,
              "a length of RelativePositionBias is below 0");
      return known ? (*dims)[0] : Dim::unknown();
    };
    c.out(0, c.dtype(0), {1, table.ranked() ? table[1] : Dim::unknown(), length(1), length(2)});
  }

  Kernel lower(LowerContext& c) const override {
    if (c.constant(1) == nullptr || c.constant(2) == nullptr) return Kernel::when_running();
    require(c.shape(1).count() == 1 && c.shape(2).count() == 1, Code::invalid_argument,
            "query_length {} and key_length {} must hold one number", c.shape(1), c.shape(2));
    const std::int64_t queries = c.constant(1)->int_at(0), keys = c.constant(2)->int_at(0),
                       heads = c.shape(0)[1];
    require(queries >= 0 && keys >= 0, Code::invalid_argument, "lengths of {} and {} are none", queries,
            keys);
    checked_count(Shape{heads, queries, keys});
    const Buckets buckets{c.shape(0)[0], max_distance, is_bidirectional};
    const std::int64_t exact = (is_bidirectional ? buckets.count / 2 : buckets.count) / 2;
    require(exact >= 1 && max_distance > exact && max_distance < (std::int64_t{1} << 40),
            Code::invalid_argument, "{} buckets do not fit a max_distance of {}", buckets.count,
            max_distance);
    return dispatch_width(c.dtype(0), [&]<typename T>() {
      return Kernel::of([=](Call& call) {
        const T* table = call.in<T>(0);
        T* y = call.out<T>(0);
        call.for_range(queries, 1 + 4096 / (keys + 1), [&](std::int64_t begin, std::int64_t end, int) {
          for (std::int64_t q = begin; q < end; ++q) {
            for (std::int64_t k = 0; k < keys; ++k) {
              const T* row = table + buckets.of(k - q) * heads;
              for (std::int64_t h = 0; h < heads; ++h) y[(h * queries + q) * keys + k] = row[h];
            }
          }
        });
      });
    });
  }
};

// rel_pos * (u (r eco_a - 1) + 2), where u and r are the sigmoids of two sums over the projected query.
void upgrade_gated(UpgradeContext& u) {
  Rewrite r(u);
  require(!r.has(6), Code::not_implemented, "GatedRelativePositionBias without padding is not supported");
  const auto heads = r.attribute<std::int64_t>("num_heads", 0);
  require(heads > 0, Code::invalid_model, "num_heads is {}, it must be positive", heads);
  const std::int32_t query = r.node("Add", {r.in(0), r.in(1)});
  const std::int32_t split = r.node("Reshape", {query, r.ints({0, 0, heads, -1})});
  const std::int32_t by_head =
      r.node("Transpose", {split}, {{"perm", std::vector<std::int64_t>{0, 2, 1, 3}}});
  const std::int32_t projected = r.node("Add", {r.node("MatMul", {by_head, r.in(3)}), r.in(4)});
  const auto halves =
      r.nodes("Split", {projected}, {{"axis", std::int64_t{-1}}, {"num_outputs", std::int64_t{2}}}, 2);
  const auto gate = [&](std::int32_t half) {
    return r.node("Sigmoid", {r.node("ReduceSum", {half, r.ints({-1})}, {{"keepdims", std::int64_t{1}}})});
  };
  const std::int32_t outer = gate(halves[0]), inner = gate(halves[1]);
  const std::int32_t one = r.number_like(r.in(0), 1), two = r.number_like(r.in(0), 2);
  const std::int32_t held = r.node("Sub", {r.node("Mul", {inner, r.in(5)}), one});
  r.becomes("Mul", {r.in(2), r.node("Add", {r.node("Mul", {outer, held}), two})});
}

}  // namespace

void register_relative_position_bias(OpRegistry& r) {
  r.add<RelativePositionBias>("com.microsoft", "RelativePositionBias");
  r.add<Rewritten>("com.microsoft", "GatedRelativePositionBias", upgrade_gated);
}

}  // namespace sardonyx
