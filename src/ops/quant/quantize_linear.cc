// QuantizeLinear: y = saturate(round(x / scale) + zero point), per tensor, per axis or per block.
#include <array>
#include <cstring>
#include <optional>

#include "ops/quant_layout.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

struct QuantizeLinear final : Op {
  std::int64_t axis = 1, block_size = 0;
  DType output_dtype = DType::undefined, precision = DType::undefined;
  bool saturate = true;

  void fields(FieldVisitor& f) override {
    f("axis", axis);
    f("block_size", block_size);
    f("output_dtype", output_dtype);
    f("precision", precision);
    f("saturate", saturate);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;
};

void QuantizeLinear::infer(InferContext& c) const {
  check_quant_facts(c, axis, block_size);
  DType to = c.has(2) ? c.dtype(2) : output_dtype;
  if (!c.has(2) && to == DType::undefined) to = DType::uint8;
  require(!c.has(2) || output_dtype == DType::undefined || output_dtype == to, Code::invalid_model,
          "output_dtype is {}, the zero point {}", name(output_dtype), name(to));
  c.out(0, to, c.shape(0));
}

using Buffer = std::array<float, kQuantChunk>;

struct Quantizer {
  DType from, scales, to;
  DType precision;  // of the quotient
  bool saturate, has_zero;
  QuantLayout layout;
  const quant::Rows* rows;

  void chunk(const std::byte* x, const std::byte* scale, const std::byte* zero, const QuantRun& run,
             std::byte* y) const noexcept;
  void store(const float* q, const float* zero, int step, std::int64_t first, std::int64_t n,
             std::byte* y) const noexcept;
};

// Quotients to the output type.
void Quantizer::store(const float* q, const float* zero, int step, std::int64_t first, std::int64_t n,
                      std::byte* y) const noexcept {
  std::array<std::uint8_t, kQuantChunk> bytes;
  if (is_integer(to)) {
    Buffer ones;
    ones.fill(1.0f);
    const auto put = rows->quantize[quant_stored(to)];
    if (!is_sub_byte(to))
      return put(q, ones.data(), zero, step, quant_limits(to),
                 y + first * static_cast<std::int64_t>(item_size(to)), n);
    put(q, ones.data(), zero, step, quant_limits(to), bytes.data(), n);
    for (std::int64_t i = 0; i < n; ++i) store_sub_byte(to, y, first + i, bytes[static_cast<std::size_t>(i)]);
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    const float v = q[i] + zero[i * step];
    const std::uint8_t bits = to_small_float(to, static_cast<double>(v), {.saturate = saturate});
    if (is_sub_byte(to))
      store_sub_byte(to, y, first + i, bits);
    else
      y[first + i] = static_cast<std::byte>(bits);
  }
}

void Quantizer::chunk(const std::byte* x, const std::byte* scale, const std::byte* zero, const QuantRun& run,
                      std::byte* y) const noexcept {
  Buffer q, s, z{};
  load_floats(from, x, run.first, run.length, q.data());
  load_floats(scales, scale, run.scale, run.step ? run.length : 1, s.data());
  if (has_zero) load_floats(to, zero, run.scale, run.step ? run.length : 1, z.data());
  for (std::int64_t i = 0; i < run.length; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const float v = q[at] / s[static_cast<std::size_t>(i * run.step)];
    q[at] = precision == DType::float16    ? static_cast<float>(float16(v))
            : precision == DType::bfloat16 ? static_cast<float>(bfloat16(v))
                                           : v;
  }
  store(q.data(), z.data(), run.step, run.first, run.length, y);
}

// The common case: float32 to 8 or 16 bits with one scale for the whole run.
bool plain(const Quantizer& q) {
  return q.from == DType::float32 && q.scales == DType::float32 && is_integer(q.to) && !is_sub_byte(q.to) &&
         q.precision == DType::float32;
}

Kernel QuantizeLinear::lower(LowerContext& c) const {
  const DType scales = c.dtype(1);
  DType quotient = precision == DType::undefined ? scales : precision;
  if (quotient != DType::float16 && quotient != DType::bfloat16) quotient = DType::float32;
  const Quantizer q{c.dtype(0),
                    scales,
                    c.out(0).dtype(),
                    quotient,
                    saturate,
                    c.has(2),
                    QuantLayout(c.shape(0), c.shape(1), axis, block_size),
                    &quant::rows(c.options().isa)};
  // Packed outputs share bytes between runs, so one thread writes them.
  const std::int64_t grain =
      is_sub_byte(q.to) ? q.layout.runs() : 1 + 16384 / std::max<std::int64_t>(1, q.layout.run_length());
  return Kernel::of([q, grain, fast = plain(q)](Call& call) {
    const std::byte *x = call.in(0), *scale = call.in(1), *zero = q.has_zero ? call.in(2) : nullptr;
    std::byte* y = call.out(0);
    for_quant_runs(
        call, q.layout, grain, fast,
        [&](const QuantRun& run) {
          float s = 1, z = 0;
          std::memcpy(&s, scale + run.scale * 4, sizeof s);
          if (q.has_zero) load_floats(q.to, zero, run.scale, 1, &z);
          q.rows->quantize[quant_stored(q.to)](x + run.first * 4, &s, &z, 0, quant_limits(q.to),
                                               y + run.first * static_cast<std::int64_t>(item_size(q.to)),
                                               run.length);
        },
        [&](const QuantRun& run) { q.chunk(x, scale, zero, run, y); });
  });
}

}  // namespace

void register_quantize_linear(OpRegistry& r) {
  r.add<QuantizeLinear>("", "QuantizeLinear");
  r.add<QuantizeLinear>("com.microsoft", "QuantizeLinear");
}

}  // namespace sardonyx
