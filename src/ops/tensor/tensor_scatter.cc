// TensorScatter: writes new steps into a cache, each batch row at its own position.
#include <algorithm>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct TensorScatter final : Op {
  std::int64_t axis = -2;
  std::string mode = "linear";
  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("mode", mode);
  }
  void infer(InferContext& c) const override {
    require(mode == "linear" || mode == "circular", Code::invalid_argument,
            "unknown mode '{}': linear and circular are known", mode);
    const SymShape &cache = c.shape(0), &update = c.shape(1), &at = c.shape(2);
    c.out(0, c.dtype(0), cache);
    if (!cache.ranked()) return;
    const std::size_t steps = normalise_axis(axis, cache.rank());
    require(steps != 0, Code::invalid_argument, "axis 0 is the batch, it cannot be scattered along");
    const auto differ = [](const Dim& a, const Dim& b) {
      return a.is_number() && b.is_number() && a.number() != b.number();
    };
    if (update.ranked()) {
      bool fits = update.rank() == cache.rank();
      for (std::size_t i = 0; fits && i < cache.rank(); ++i) {
        fits = i == steps ? !(update[i].is_number() && cache[i].is_number() &&
                              update[i].number() > cache[i].number())
                          : !differ(update[i], cache[i]);
      }
      require(fits, Code::invalid_argument, "an update of shape {} does not fit a cache of shape {}", update,
              cache);
    }
    require(!at.ranked() || (at.rank() == 1 && !differ(at[0], cache[0])), Code::invalid_argument,
            "write_indices have shape {}, the batch is {}", at, cache[0]);
  }
  Kernel lower(LowerContext& c) const override {
    const Shape cache = c.shape(0), update = c.shape(1);
    const std::size_t steps = normalise_axis(axis, cache.rank());
    const move::Element e = move::element_of(c.dtype(0));
    const std::int64_t inner = cache.count(1, steps), size = cache[steps], count = update[steps];
    const std::size_t run = static_cast<std::size_t>(cache.count(steps + 1, cache.rank())) * e.bytes;
    if (!is_sub_byte(c.dtype(0)))
      return scatter(same_bytes(c), e, cache[0], inner, size, count, run).with_in_place(0, 0);
    const move::Axis all{cache.count(), 1, 1};
    const auto plan = move::plan_copy({1, false}, {&all, 1});
    Kernel copy = Kernel::of(
        [plan](Call& call) { move::copy(plan, call.out(0), call.in(0), call.pool(), call.stop()); });
    return unpacked(c, scatter(copy, e, cache[0], inner, size, count, run));
  }
  Kernel scatter(Kernel copy, move::Element e, std::int64_t batch, std::int64_t inner, std::int64_t size,
                 std::int64_t count, std::size_t run) const {
    return Kernel::of([=, circular = mode == "circular"](Call& call) {
      copy.run(copy.state.get(), call);
      const auto step = static_cast<std::ptrdiff_t>(run);
      for (std::int64_t b = 0; b < batch; ++b) {
        const std::int64_t at = call.has(2) ? call.in<std::int64_t>(2)[b] : 0;
        require(at >= 0 && (circular || at <= size - count), Code::runtime,
                "{} steps at write index {} do not fit a cache of {} (batch row {})", count, at, size, b);
        for (std::int64_t o = b * inner; o < (b + 1) * inner; ++o) {
          for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t to = circular ? (at % size + i) % size : at + i;
            move::put_bytes(e.strings, call.out(0) + (o * size + to) * step,
                            call.in(1) + (o * count + i) * step, run);
          }
        }
      }
    });
  }
};

}  // namespace

void register_tensor_scatter(OpRegistry& r) { r.add<TensorScatter>("", "TensorScatter"); }

}  // namespace sardonyx
