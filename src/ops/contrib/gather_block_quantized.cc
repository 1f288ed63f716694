// com.microsoft GatherBlockQuantized: Gather from a table quantised in blocks, dequantised on the way.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/op.h"
#include "ops/axes.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum Input : std::size_t { kData, kIndices, kScales, kZeros };

// The table as it would be unpacked: element f lies in [before, quantised, after] around the quantised axis.
struct Table {
  DType dtype = DType::uint4, scale_type = DType::float32;
  std::int64_t bits = 4, block = 128, quantised = 1, blocks = 1, after = 1;
  std::int64_t packed_zeros = 0;  // bytes of a row of zero points, for uint8 tables
  const std::byte *data = nullptr, *scales = nullptr, *zeros = nullptr;

  static std::int64_t field(const std::byte* row, std::int64_t bits, std::int64_t i) noexcept {
    const std::int64_t per = 8 / bits;
    return std::to_integer<std::int64_t>(row[i / per]) >> (i % per * bits) & ((std::int64_t{1} << bits) - 1);
  }
  float at(std::int64_t f) const noexcept {
    const std::int64_t row = f / (quantised * after), b = f / after % quantised / block;
    const std::int64_t s = (row * blocks + b) * after + f % after;
    const auto scale = static_cast<float>(load_number(scale_type, scales, s));
    std::int64_t q, zero;
    if (dtype == DType::uint8) {
      q = field(data, bits, f);
      zero = zeros != nullptr ? field(zeros + row * packed_zeros, bits, b) : std::int64_t{1} << (bits - 1);
    } else {
      q = load_integer(dtype, data, f);
      zero = zeros != nullptr ? load_integer(dtype, zeros, s) : 0;
    }
    return static_cast<float>(q - zero) * scale;
  }
};

struct GatherBlockQuantized final : Op {
  std::int64_t bits = 4, block_size = 128, gather_axis = 0, quantize_axis = 1;

  void fields(FieldVisitor& f) override {
    f("bits", bits);
    f("block_size", block_size);
    f("gather_axis", gather_axis);
    f("quantize_axis", quantize_axis);
  }
  // The shape of the table unpacked.
  SymShape unpacked(const SymShape& data, DType dtype) const {
    std::vector<Dim> dims = data.dims();
    if (dtype == DType::uint8 && !dims.empty()) dims.back() = dims.back() * Dim(8 / bits);
    return SymShape(std::move(dims));
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;

 private:
  void check(InferContext& c, const SymShape& data) const;
};

void GatherBlockQuantized::check(InferContext& c, const SymShape& data) const {
  const bool bytes = c.dtype(kData) == DType::uint8;
  require(bits == 2 || bits == 4 || bits == 8, Code::invalid_model, "bits is {}, not 2, 4 or 8", bits);
  require(bytes || bits == 4, Code::invalid_model, "bits is {} for 4-bit elements", bits);
  require(block_size >= 16 && (block_size & (block_size - 1)) == 0, Code::invalid_model,
          "block_size is {}, expected a power of two of at least 16", block_size);
  if (!data.ranked()) return;
  require(data.rank() >= 1, Code::invalid_argument, "a scalar cannot be gathered from");
  const std::size_t gather = normalise_axis(gather_axis, data.rank()),
                    quantise = normalise_axis(quantize_axis, data.rank());
  require(gather != quantise, Code::invalid_model, "gather_axis and quantize_axis are both {}", gather);
  require(!bytes || (gather == 0 && quantise + 1 == data.rank()), Code::invalid_model,
          "uint8 tables are gathered along axis 0 and quantised along the last, not {} and {}", gather,
          quantise);
  const SymShape &scales = c.shape(kScales), &zeros = c.shape(kZeros);
  const auto fits = [&](const SymShape& s, std::int64_t packed) {
    if (!s.ranked()) return true;
    if (s.rank() != data.rank()) return false;
    for (std::size_t i = 0; i < s.rank(); ++i) {
      if (!s[i].is_number() || !data[i].is_number()) continue;
      std::int64_t expected = data[i].number();
      if (i == quantise) {
        expected = expected / block_size + (expected % block_size != 0 ? 1 : 0);
        expected = (expected + packed - 1) / packed;
      }
      if (s[i].number() != expected) return false;
    }
    return true;
  };
  require(fits(scales, 1) && (!c.has(kZeros) || fits(zeros, bytes ? 8 / bits : 1)), Code::invalid_argument,
          "scales {} or zero points {} do not fit a table {} in blocks of {}", scales, zeros, data,
          block_size);
}

void GatherBlockQuantized::infer(InferContext& c) const {
  require(bits > 0 && bits <= 8, Code::invalid_model, "bits is {}, not 2, 4 or 8", bits);
  const SymShape data = c.shape(kData).ranked() ? unpacked(c.shape(kData), c.dtype(kData)) : SymShape();
  const SymShape& indices = c.shape(kIndices);
  check(c, data);
  if (!data.ranked() || !indices.ranked()) return c.out(0, c.dtype(kScales), SymShape());
  const auto at = static_cast<std::ptrdiff_t>(normalise_axis(gather_axis, data.rank()));
  std::vector<Dim> dims(data.dims().begin(), data.dims().begin() + at);
  dims.insert(dims.end(), indices.dims().begin(), indices.dims().end());
  dims.insert(dims.end(), data.dims().begin() + at + 1, data.dims().end());
  require(dims.size() <= Shape::kMaxRank, Code::invalid_argument, "the output would have rank {}",
          dims.size());
  c.out(0, c.dtype(kScales), SymShape(std::move(dims)));
}

Kernel GatherBlockQuantized::lower(LowerContext& c) const {
  Shape data = c.shape(kData);
  Table t;
  t.dtype = c.dtype(kData);
  t.scale_type = c.dtype(kScales);
  t.bits = bits;
  t.block = block_size;
  if (t.dtype == DType::uint8) data[data.rank() - 1] *= 8 / bits;
  const std::size_t gather = normalise_axis(gather_axis, data.rank()),
                    quantise = normalise_axis(quantize_axis, data.rank());
  t.quantised = data[quantise];
  t.blocks = c.shape(kScales)[quantise];
  t.after = data.count(quantise + 1, data.rank());
  if (c.has(kZeros)) t.packed_zeros = c.shape(kZeros).back();
  const std::int64_t size = data[gather], run = data.count(gather + 1, data.rank());
  const std::int64_t count = c.shape(kIndices).count(), rows = data.count(0, gather) * count;
  const DType index_type = c.dtype(kIndices);
  const std::size_t out_bytes = item_size(t.scale_type);
  return Kernel::of([=](Call& call) {
    Table table = t;
    table.data = call.in(kData);
    table.scales = call.in(kScales);
    table.zeros = call.in(kZeros);
    const std::byte* indices = call.in(kIndices);
    std::byte* out = call.out(0);
    const std::int64_t grain = 1 + 4096 / std::max<std::int64_t>(1, run);
    const std::int64_t bad =
        call.find_bad(rows, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
          constexpr std::int64_t kChunk = 64;
          float chunk[kChunk];
          for (std::int64_t r = begin; r < end; ++r) {
            std::int64_t index = load_integer(index_type, indices, r % count);
            if (index < 0) index += size;
            if (index < 0 || index >= size) return r;
            const std::int64_t first = (r / count * size + index) * run;
            for (std::int64_t i = 0; i < run; i += kChunk) {
              const std::int64_t n = std::min(kChunk, run - i);
              for (std::int64_t k = 0; k < n; ++k) chunk[k] = table.at(first + i + k);
              convert_from_float(table.scale_type, chunk,
                                 out + static_cast<std::size_t>(r * run + i) * out_bytes, n);
            }
          }
          return ThreadPool::kOk;
        });
    if (bad >= 0)
      fail(Code::runtime, "index {} (element {} of indices) is outside [{}, {}) of the gathered axis",
           load_integer(index_type, indices, bad % count), bad % count, -size, size);
  });
}

}  // namespace

void register_gather_block_quantized(OpRegistry& r) {
  r.add<GatherBlockQuantized>("com.microsoft", "GatherBlockQuantized");
}

}  // namespace sardonyx
