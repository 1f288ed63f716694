// Gather: slices of an axis, picked by indices.
#include "kernels/move/gather.h"

#include <algorithm>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

std::int64_t read_index(const void* indices, bool wide, std::int64_t i) {
  return wide ? static_cast<const std::int64_t*>(indices)[i] : static_cast<const std::int32_t*>(indices)[i];
}

struct Gather final : Op {
  std::int64_t axis = 0;
  void fields(FieldVisitor& f) override { f("axis", axis); }

  // The picked elements of a small known vector; false when not known.
  static bool contents(InferContext& c, const SymShape& shape) {
    const auto data = c.dims(0);
    const auto indices = known_ints(c.in(1));
    if (!data || !indices || shape.rank() > 1) return false;
    std::vector<Dim> picked;
    const auto size = static_cast<std::int64_t>(data->size());
    for (std::int64_t i : *indices) {
      const std::int64_t at = i < 0 ? i + size : i;
      require(at >= 0 && at < size, Code::runtime, "index {} is outside [{}, {}) of the gathered axis", i,
              -size, size);
      picked.push_back((*data)[static_cast<std::size_t>(at)]);
    }
    c.out_dims(0, c.dtype(0), shape, std::move(picked));
    return true;
  }
  void infer(InferContext& c) const override {
    const SymShape &s = c.shape(0), &i = c.shape(1);
    if (s.ranked()) require(s.rank() > 0, Code::invalid_argument, "a scalar cannot be gathered from");
    if (!s.ranked() || !i.ranked()) return out_unknown(c, std::nullopt);
    const std::size_t at = normalise_axis(axis, s.rank());
    std::vector<Dim> dims(s.dims().begin(), s.dims().begin() + static_cast<std::ptrdiff_t>(at));
    dims.insert(dims.end(), i.dims().begin(), i.dims().end());
    dims.insert(dims.end(), s.dims().begin() + static_cast<std::ptrdiff_t>(at) + 1, s.dims().end());
    require(dims.size() <= Shape::kMaxRank, Code::invalid_argument,
            "the output would have rank {}, at most 64 is possible", dims.size());
    SymShape shape(std::move(dims));
    if (s.rank() == 1 && contents(c, shape)) return;
    c.out(0, c.dtype(0), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape data = c.shape(0);
    const std::size_t at = normalise_axis(axis, data.rank());
    move::GatherRows g;
    g.element = move::element_of(c.dtype(0));
    g.size = data[at];
    g.count = c.shape(1).count();
    g.run = static_cast<std::size_t>(data.count(at + 1, data.rank())) * g.element.bytes;
    g.wide_indices = c.dtype(1) == DType::int64;
    const std::int64_t total = data.count(0, at) * g.count;
    const std::int64_t grain =
        std::max<std::int64_t>(1, 65536 / std::max<std::int64_t>(16, static_cast<std::int64_t>(g.run)));
    return unpacked(
        c, Kernel::of([g, total, grain](Call& call) {
          const void* indices = call.in(1);
          const std::int64_t bad =
              call.find_bad(total, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
                return move::gather_rows(g, call.out(0), call.in(0), indices, begin, end);
              });
          if (bad < 0) return;
          fail(Code::runtime, "index {} (element {} of indices) is outside [{}, {}) of the gathered axis",
               read_index(indices, g.wide_indices, bad % g.count), bad % g.count, -g.size, g.size);
        }));
  }
};

}  // namespace

void register_gather(OpRegistry& r) { r.add<Gather>("", "Gather"); }

}  // namespace sardonyx
