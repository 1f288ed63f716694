// Normalizer: every row divided by its norm; rows of norm 0 stay as they are.
#include <cmath>

#include "ops/scores.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum class Norm : std::uint8_t { max, l1, l2 };

Norm norm_named(std::string_view text) {
  if (text == "MAX") return Norm::max;
  if (text == "L1") return Norm::l1;
  if (text == "L2") return Norm::l2;
  fail(Code::invalid_model, "norm is '{}', expected MAX, L1 or L2", text);
}

struct Normalizer final : Op {
  std::string norm = "MAX";
  void fields(FieldVisitor& f) override { f("norm", norm); }
  void infer(InferContext& c) const override {
    norm_named(norm);
    row_shape(c.shape(0));
    c.out(0, DType::float32, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    return Kernel::of([size = rows_of(c.shape(0)), dtype = c.dtype(0), how = norm_named(norm)](Call& call) {
      const std::byte* x = call.in(0);
      auto* y = call.out<float>(0);
      call.for_range(size.rows, 1 + 10000 / (1 + size.columns),
                     [&](std::int64_t begin, std::int64_t end, int) noexcept {
                       for (std::int64_t r = begin; r < end; ++r) {
                         const std::int64_t first = r * size.columns;
                         double total = 0, most = 0;
                         for (std::int64_t i = 0; i < size.columns; ++i) {
                           const double v = load_number(dtype, x, first + i);
                           total += how == Norm::l2 ? v * v : std::abs(v);
                           most = i == 0 || v > most ? v : most;
                         }
                         double by = how == Norm::max ? most : how == Norm::l2 ? std::sqrt(total) : total;
                         if (by == 0) by = 1;
                         for (std::int64_t i = 0; i < size.columns; ++i)
                           y[first + i] = static_cast<float>(load_number(dtype, x, first + i) / by);
                       }
                     });
    });
  }
};

}  // namespace

void register_normalizer(OpRegistry& r) { r.add<Normalizer>("ai.onnx.ml", "Normalizer"); }

}  // namespace sardonyx
