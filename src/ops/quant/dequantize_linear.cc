// DequantizeLinear: y = (x - zero point) * scale, per tensor, per axis or per block.
#include <algorithm>
#include <array>
#include <cstring>

#include "ops/quant_layout.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

struct DequantizeLinear final : Op {
  std::int64_t axis = 1, block_size = 0;
  DType output_dtype = DType::undefined;

  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("block_size", block_size);
    f("output_dtype", output_dtype);
  }
  void infer(InferContext& c) const override {
    check_quant_facts(c, axis, block_size);
    const DType to = output_dtype == DType::undefined ? c.dtype(1) : output_dtype;
    require(is_float(to) || to == DType::undefined, Code::invalid_model,
            "scales are {} and output_dtype does not say a float type", name(to));
    c.out(0, to, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override;
};

using Buffer = std::array<float, kQuantChunk>;

struct Dequantizer {
  DType from, scales, to;
  bool has_zero;
  QuantLayout layout;
  const quant::Rows* rows;

  void chunk(const std::byte* x, const std::byte* scale, const std::byte* zero, const QuantRun& run,
             std::byte* y) const noexcept;
};

void Dequantizer::chunk(const std::byte* x, const std::byte* scale, const std::byte* zero,
                        const QuantRun& run, std::byte* y) const noexcept {
  Buffer v, s, z{};
  load_floats(scales, scale, run.scale, run.step ? run.length : 1, s.data());
  const auto zero_at = [&](std::int64_t i) { return run.scale + i * run.step; };
  if (from == DType::int32) {  // the difference may need more than a float's bits
    for (std::int64_t i = 0; i < run.length; ++i) {
      const std::int64_t shift = has_zero ? load_integer(from, zero, zero_at(i)) : 0;
      v[static_cast<std::size_t>(i)] = static_cast<float>(load_integer(from, x, run.first + i) - shift);
    }
  } else {
    load_floats(from, x, run.first, run.length, v.data());
    if (has_zero) load_floats(from, zero, run.scale, run.step ? run.length : 1, z.data());
    for (std::int64_t i = 0; i < run.length; ++i)
      v[static_cast<std::size_t>(i)] -= z[static_cast<std::size_t>(i * run.step)];
  }
  for (std::int64_t i = 0; i < run.length; ++i)
    v[static_cast<std::size_t>(i)] *= s[static_cast<std::size_t>(i * run.step)];
  convert_from_float(to, v.data(), y + run.first * static_cast<std::int64_t>(item_size(to)), run.length);
}

bool plain(const Dequantizer& q) {
  return q.to == DType::float32 && q.scales == DType::float32 && is_integer(q.from) && !is_sub_byte(q.from) &&
         bit_width(q.from) <= 16;
}

Kernel DequantizeLinear::lower(LowerContext& c) const {
  const Dequantizer q{c.dtype(0),
                      c.dtype(1),
                      c.out(0).dtype(),
                      c.has(2),
                      QuantLayout(c.shape(0), c.shape(1), axis, block_size),
                      &quant::rows(c.options().isa)};
  const std::int64_t grain = 1 + 16384 / std::max<std::int64_t>(1, q.layout.run_length());
  return Kernel::of([q, grain, fast = plain(q)](Call& call) {
    const std::byte *x = call.in(0), *scale = call.in(1), *zero = q.has_zero ? call.in(2) : nullptr;
    std::byte* y = call.out(0);
    for_quant_runs(
        call, q.layout, grain, fast,
        [&](const QuantRun& run) {
          float s = 1, z = 0;
          std::memcpy(&s, scale + run.scale * 4, sizeof s);
          if (q.has_zero) load_floats(q.from, zero, run.scale, 1, &z);
          q.rows->dequantize[quant_stored(q.from)](
              x + run.first * static_cast<std::int64_t>(item_size(q.from)), &s, &z, 0, y + run.first * 4,
              run.length);
        },
        [&](const QuantRun& run) { q.chunk(x, scale, zero, run, y); });
  });
}

}  // namespace

void register_dequantize_linear(OpRegistry& r) {
  r.add<DequantizeLinear>("", "DequantizeLinear");
  r.add<DequantizeLinear>("com.microsoft", "DequantizeLinear");
}

}  // namespace sardonyx
