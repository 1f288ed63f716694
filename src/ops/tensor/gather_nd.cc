// GatherND and ScatterND: parts of a tensor at places that tuples of indices name.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/move/combine.h"
#include "kernels/move/tuples.h"
#include "ops/moving.h"
#include "ops/scatter_reduction.h"

namespace sardonyx {
namespace {

[[noreturn]] void refuse(const std::int64_t* indices, const move::Tuples& p, std::int64_t tuple) {
  const auto k = p.sizes.size();
  const std::int64_t* at = indices + tuple * static_cast<std::int64_t>(k);
  fail(Code::runtime, "indices [{}] (tuple {}) are outside of sizes [{}]", fmt::join(at, at + k, ","), tuple,
       fmt::join(p.sizes, ","));
}

struct GatherND final : Op {
  std::int64_t batch_dims = 0;
  void fields(FieldVisitor& f) override { f("batch_dims", batch_dims); }

  void infer(InferContext& c) const override {
    const SymShape &data = c.shape(0), &indices = c.shape(1);
    // com.microsoft's may be int32; import casts them.
    require(c.dtype(1) == DType::int64 || c.dtype(1) == DType::undefined, Code::invalid_argument,
            "indices are {}, they must be int64", name(c.dtype(1)));
    if (!data.ranked() || !indices.ranked()) return out_unknown(c, std::nullopt);
    require(data.rank() > 0 && indices.rank() > 0, Code::invalid_argument,
            "data and indices must have at least rank 1");
    const auto most = static_cast<std::int64_t>(std::min(data.rank(), indices.rank()));
    require(batch_dims >= 0 && batch_dims < most, Code::invalid_argument, "batch_dims {} is outside [0, {})",
            batch_dims, most);
    const auto b = static_cast<std::size_t>(batch_dims);
    for (std::size_t i = 0; i < b; ++i) {
      require(!data[i].is_number() || !indices[i].is_number() || data[i].number() == indices[i].number(),
              Code::invalid_argument, "batch axis {} has size {} in data, {} in indices", i, data[i],
              indices[i]);
    }
    const Dim& length = indices[indices.rank() - 1];
    if (!length.is_number()) return out_unknown(c, std::nullopt);
    const auto left = static_cast<std::int64_t>(data.rank() - b);
    require(length.number() >= 1 && length.number() <= left, Code::invalid_argument,
            "tuples of {} indices address {} axes", length.number(), left);
    std::vector<Dim> dims(indices.dims().begin(), indices.dims().end() - 1);
    dims.insert(dims.end(), data.dims().begin() + static_cast<std::ptrdiff_t>(b) + length.number(),
                data.dims().end());
    require(dims.size() <= Shape::kMaxRank, Code::invalid_argument, "the output would have rank {}",
            dims.size());
    c.out(0, c.dtype(0), SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape data = c.shape(0), indices = c.shape(1);
    const auto b = static_cast<std::size_t>(batch_dims);
    const std::int64_t per_batch = std::max<std::int64_t>(1, indices.count(b, indices.rank() - 1));
    const auto p = move::plan_tuples(move::element_of(c.dtype(0)), {data.begin(), data.end()}, b,
                                     static_cast<std::size_t>(indices.back()),
                                     indices.count(0, indices.rank() - 1), per_batch);
    const std::int64_t grain =
        std::max<std::int64_t>(1, 65536 / std::max<std::int64_t>(16, static_cast<std::int64_t>(p.run)));
    return unpacked(c, Kernel::of([p, grain](Call& call) {
                      const auto* indices = call.in<std::int64_t>(1);
                      const std::int64_t bad = call.find_bad(
                          p.count, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
                            return move::gather_tuples(p, call.out(0), call.in(0), indices, begin, end);
                          });
                      if (bad >= 0) refuse(indices, p, bad);
                    }));
  }
};

// Duplicate places are written in the order of the tuples.
struct ScatterND final : Op {
  std::string reduction = "none";
  void fields(FieldVisitor& f) override { f("reduction", reduction); }

  void infer(InferContext& c) const override {
    scatter_reduction(reduction);
    const SymShape &data = c.shape(0), &indices = c.shape(1), &updates = c.shape(2);
    c.out(0, c.dtype(0), data);
    if (!data.ranked() || !indices.ranked()) return;
    require(data.rank() > 0 && indices.rank() > 0, Code::invalid_argument,
            "data and indices must have at least rank 1");
    const Dim& length = indices[indices.rank() - 1];
    if (!length.is_number()) return;
    const auto k = length.number();
    require(k >= 1 && k <= static_cast<std::int64_t>(data.rank()), Code::invalid_argument,
            "tuples of {} indices address {} axes", k, data.rank());
    std::vector<Dim> dims(indices.dims().begin(), indices.dims().end() - 1);
    dims.insert(dims.end(), data.dims().begin() + k, data.dims().end());
    if (!updates.ranked()) return;
    bool fits = dims.size() == updates.rank();
    for (std::size_t i = 0; fits && i < dims.size(); ++i)
      fits = !dims[i].is_number() || !updates[i].is_number() || dims[i].number() == updates[i].number();
    require(fits, Code::invalid_argument, "updates have shape {}, they must have {}", updates,
            SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape data = c.shape(0), indices = c.shape(1);
    const move::Element element = move::element_of(c.dtype(0));
    const auto p =
        move::plan_tuples(element, {data.begin(), data.end()}, 0, static_cast<std::size_t>(indices.back()),
                          indices.count(0, indices.rank() - 1),
                          std::max<std::int64_t>(1, indices.count(0, indices.rank() - 1)));
    const move::Reduction how = scatter_reduction(reduction);
    const move::Combine combine = how == move::Reduction::none ? nullptr : move::combine_of(how, c.dtype(0));
    Kernel copy = same_bytes(c);
    return Kernel::of(
               [p, combine, copy, per_run = static_cast<std::int64_t>(p.run / element.bytes)](Call& call) {
                 copy.run(copy.state.get(), call);
                 const auto* indices = call.in<std::int64_t>(1);
                 for (std::int64_t t = 0; t < p.count; ++t) {
                   const std::ptrdiff_t at = move::place(p, indices, t);
                   if (at < 0) refuse(indices, p, t);
                   const std::byte* from = call.in(2) + t * static_cast<std::ptrdiff_t>(p.run);
                   if (combine == nullptr)
                     move::put_bytes(p.strings, call.out(0) + at, from, p.run);
                   else
                     combine(call.out(0) + at, from, per_run);
                 }
               })
        .with_in_place(0, 0);
  }
};

// Its indices may be int32.
void upgrade_contrib_gather_nd(UpgradeContext& u) {
  u.domain = "";
  if (u.inputs.size() > 1 && u.inputs[1] >= 0 && u.fact(u.inputs[1]).dtype() != DType::int64)
    u.inputs[1] = u.emit("", "Cast", {{"to", std::int64_t{7}}}, {u.inputs[1]}, 1)[0];
}

}  // namespace

void register_gather_nd(OpRegistry& r) {
  r.add<GatherND>("", "GatherND");
  r.add<GatherND>("com.microsoft", "GatherND", upgrade_contrib_gather_nd);
  r.add<ScatterND>("", "ScatterND");
}

}  // namespace sardonyx
