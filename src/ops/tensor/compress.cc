// Compress: the slices of an axis (or the elements of the flattened tensor) whose condition is true.
#include <algorithm>

#include "ops/axes.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Compress final : Op {
  std::optional<std::int64_t> axis;
  void fields(FieldVisitor& f) override { f("axis", axis); }

  void infer(InferContext& c) const override {
    SymShape shape = c.shape(0);
    require(!c.shape(1).ranked() || c.shape(1).rank() == 1, Code::invalid_argument,
            "condition has rank {}, not 1", c.shape(1).ranked() ? c.shape(1).rank() : 0);
    Dim kept = Dim::unknown();
    Dim length = 0;
    if (shape.ranked()) length = axis ? shape[normalise_axis(*axis, shape.rank())] : *shape.count();
    if (const Tensor* condition = c.constant(1); condition != nullptr && length.is_number()) {
      std::int64_t n = 0;
      for (std::int64_t i = 0; i < std::min(condition->count(), length.number()); ++i)
        n += condition->int_at(i);
      kept = n;
    }
    if (!axis) return c.out(0, c.dtype(0), {kept});
    if (!shape.ranked()) return out_unknown(c, std::nullopt);
    shape[normalise_axis(*axis, shape.rank())] = kept;
    c.out(0, c.dtype(0), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape in = c.shape(0);
    const move::Element e = move::element_of(c.dtype(0));
    const std::size_t at = axis ? normalise_axis(*axis, in.rank()) : 0;
    const std::int64_t outer = axis ? in.count(0, at) : 1, size = axis ? in[at] : in.count();
    const std::size_t run = e.bytes * static_cast<std::size_t>(axis ? in.count(at + 1, in.rank()) : 1);
    return Kernel::of(
        [=, known = c.known(0), flat = !axis, length = std::min(size, c.shape(1).count())](Call& call) {
          const auto* condition = call.in<std::uint8_t>(1);
          const std::int64_t kept =
              std::count_if(condition, condition + length, [](std::uint8_t b) { return b != 0; });
          Shape shape = flat ? Shape{kept} : in;
          if (!flat) shape[at] = kept;
          std::byte* to = output(call, 0, known, shape);
          for (std::int64_t o = 0; o < outer; ++o) {
            const std::byte* from = call.in(0) + o * size * static_cast<std::ptrdiff_t>(run);
            for (std::int64_t i = 0; i < length; ++i) {
              if (condition[i] == 0) continue;
              move::put_bytes(e.strings, to, from + i * static_cast<std::ptrdiff_t>(run), run);
              to += run;
            }
          }
        });
  }
};

}  // namespace

void register_compress(OpRegistry& r) { r.add<Compress>("", "Compress"); }

}  // namespace sardonyx
