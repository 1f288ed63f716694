// Trilu: the upper or lower triangle of matrices, zero elsewhere.
#include <algorithm>
#include <string>

#include "ops/moving.h"

namespace sardonyx {
namespace {

// Columns [first, last) of a row are kept.
struct Kept {
  std::int64_t first, last;
};
Kept kept_columns(std::int64_t row, std::int64_t columns, std::int64_t k, bool upper) {
  const std::int64_t cut = std::clamp<std::int64_t>(row + k + (upper ? 0 : 1), 0, columns);
  return {upper ? cut : 0, upper ? columns : cut};
}

struct Trilu final : Op {
  bool upper = true;
  void fields(FieldVisitor& f) override { f("upper", upper); }

  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    require(!s.ranked() || s.rank() >= 2, Code::invalid_argument,
            "the input has rank {}, matrices are needed", s.ranked() ? s.rank() : 0);
    const auto length = known_length(c.in(1));
    require(!c.has(1) || !length || *length == 1, Code::invalid_argument,
            "k has {} elements, it must have one", length.value_or(0));
    c.out(0, c.dtype(0), s);
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.shape(0);
    const std::int64_t rows = s[s.rank() - 2], columns = s.back();
    const auto width = static_cast<std::int64_t>(item_size(c.dtype(0)));
    require(width > 0, Code::not_implemented, "Trilu of {}", name(c.dtype(0)));
    if (c.dtype(0) == DType::string) return of_strings(s.count(0, s.rank() - 2), rows, columns);
    return Kernel::of([=, upper = upper, all = s.count(0, s.rank() - 2) * rows](Call& call) {
             const std::int64_t given = call.has(1) ? *call.in<std::int64_t>(1) : 0;
             const std::int64_t k = std::clamp(given, -rows - 1, columns + 1);
             const std::int64_t grain =
                 std::max<std::int64_t>(1, 65536 / std::max<std::int64_t>(1, columns * width));
             call.for_range(all, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
               for (std::int64_t row = begin; row < end; ++row) {
                 const auto [first, last] = kept_columns(row % rows, columns, k, upper);
                 std::byte* to = call.out(0) + row * columns * width;
                 const std::byte* from = call.in(0) + row * columns * width;
                 std::memset(to, 0, static_cast<std::size_t>(first * width));
                 if (to != from)
                   std::memcpy(to + first * width, from + first * width,
                               static_cast<std::size_t>((last - first) * width));
                 std::memset(to + last * width, 0, static_cast<std::size_t>((columns - last) * width));
               }
             });
           })
        .with_in_place(0, 0);
  }

  // Empty strings where numbers would be 0; on the calling thread, as copying a string may fail.
  Kernel of_strings(std::int64_t matrices, std::int64_t rows, std::int64_t columns) const {
    return Kernel::of([=, upper = upper](Call& call) {
      const std::int64_t given = call.has(1) ? *call.in<std::int64_t>(1) : 0;
      const std::int64_t k = std::clamp(given, -rows - 1, columns + 1);
      const auto* from = call.in<std::string>(0);
      auto* to = call.out<std::string>(0);
      for (std::int64_t row = 0; row < matrices * rows; ++row) {
        const auto [first, last] = kept_columns(row % rows, columns, k, upper);
        for (std::int64_t i = 0; i < columns; ++i, ++to, ++from)
          *to = i >= first && i < last ? *from : std::string();
      }
    });
  }
};

void upgrade_contrib_trilu(UpgradeContext& u) { u.domain = ""; }

}  // namespace

void register_trilu(OpRegistry& r) {
  r.add<Trilu>("", "Trilu");
  r.add<Trilu>("com.microsoft", "Trilu", upgrade_contrib_trilu);
}

}  // namespace sardonyx
