// Col2Im: blocks of columns added up to a picture (the reverse of taking them out).
#include <algorithm>

#include <complex>

#include "ops/dispatch_complex.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Blocks {
  struct Axis {
    std::int64_t size = 0, block = 0, count = 0;  // of the picture, of a block, how many blocks
    std::int64_t dilation = 1, stride = 1, before = 0;
  };
  std::vector<Axis> axes;
  std::int64_t planes = 0, pixels = 1, offsets = 1, blocks = 1;

  // Which column and block holds the pixel, when it is seen at `offset` of a block; false when there is none.
  bool find(std::int64_t pixel, std::int64_t offset, std::int64_t& block) const {
    std::int64_t stride = 1;
    block = 0;
    for (std::size_t a = axes.size(); a-- > 0;) {
      const Axis& x = axes[a];
      const std::int64_t at = pixel % x.size + x.before - offset % x.block * x.dilation;
      if (at < 0 || at % x.stride != 0 || at / x.stride >= x.count) return false;
      block += at / x.stride * stride;
      stride *= x.count;
      pixel /= x.size;
      offset /= x.block;
    }
    return true;
  }
  template <typename T>
  void run(const T* in, T* out, std::int64_t begin, std::int64_t end) const {
    for (std::int64_t i = begin; i < end; ++i) {
      const T* plane = in + i / pixels * offsets * blocks;
      std::int64_t block = 0;
      if constexpr (std::is_integral_v<T>) {
        std::uint64_t sum = 0;
        for (std::int64_t k = 0; k < offsets; ++k)
          if (find(i % pixels, k, block)) sum += static_cast<std::uint64_t>(plane[k * blocks + block]);
        out[i] = static_cast<T>(sum);
      } else {
        constexpr bool narrow = std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>;
        using Sum = std::conditional_t<narrow, float, T>;
        Sum sum{};
        for (std::int64_t k = 0; k < offsets; ++k)
          if (find(i % pixels, k, block)) sum += static_cast<Sum>(plane[k * blocks + block]);
        out[i] = static_cast<T>(sum);
      }
    }
  }
};

struct Col2Im final : Op {
  std::optional<std::vector<std::int64_t>> dilations, pads, strides;
  void fields(FieldVisitor& f) override {
    f("dilations", dilations);
    f("pads", pads);
    f("strides", strides);
  }
  Blocks blocks(const std::vector<std::int64_t>& image, const std::vector<std::int64_t>& block) const {
    const std::size_t n = image.size();
    require(n >= 1 && block.size() == n, Code::invalid_argument, "image_shape has {} sizes, block_shape {}",
            n, block.size());
    require((!dilations || dilations->size() == n) && (!strides || strides->size() == n) &&
                (!pads || pads->size() == 2 * n),
            Code::invalid_argument, "dilations, strides and pads must have {}, {} and {} numbers", n, n,
            2 * n);
    constexpr std::int64_t kLimit = std::int64_t{1} << 31;
    Blocks b;
    for (std::size_t i = 0; i < n; ++i) {
      Blocks::Axis a{image[i],
                     block[i],
                     0,
                     dilations ? (*dilations)[i] : 1,
                     strides ? (*strides)[i] : 1,
                     pads ? (*pads)[i] : 0};
      const std::int64_t after = pads ? (*pads)[n + i] : 0;
      require(a.size >= 0 && a.size < kLimit && a.block >= 1 && a.block < kLimit && a.dilation >= 1 &&
                  a.dilation < kLimit && a.stride >= 1 && a.before >= 0 && a.before < kLimit && after >= 0 &&
                  after < kLimit,
              Code::invalid_argument,
              "image size {}, block {}, dilation {}, stride {}, pads {} and {} of axis {}", a.size, a.block,
              a.dilation, a.stride, a.before, after, i);
      const std::int64_t room = a.size + a.before + after - a.dilation * (a.block - 1) - 1;
      a.count = room < 0 ? 0 : room / a.stride + 1;
      b.pixels = static_cast<std::int64_t>(
          checked_mul(static_cast<std::size_t>(b.pixels), static_cast<std::size_t>(a.size)));
      b.offsets = static_cast<std::int64_t>(
          checked_mul(static_cast<std::size_t>(b.offsets), static_cast<std::size_t>(a.block)));
      b.blocks = static_cast<std::int64_t>(
          checked_mul(static_cast<std::size_t>(b.blocks), static_cast<std::size_t>(a.count)));
      b.axes.push_back(a);
    }
    return b;
  }
  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    require(!x.ranked() || x.rank() == 3, Code::invalid_argument, "the input has shape {}, rank 3 is needed",
            x);
    const auto image = known_dims(c.in(1));
    const auto block = known_ints(c.in(2));
    Dim channels = Dim::unknown();
    if (x.ranked() && block) {
      std::int64_t offsets = 1;
      for (std::int64_t d : *block) {
        require(d >= 1 && d < (1 << 30) && offsets < (1 << 30), Code::invalid_argument,
                "block_shape has a size of {}", d);
        offsets *= d;
      }
      require(!x[1].is_number() || x[1].number() % offsets == 0, Code::invalid_argument,
              "axis 1 of {} is not a multiple of the block's {} elements", x, offsets);
      channels = floor_div(x[1], offsets);
      if (const auto sizes = known_ints(c.in(1))) {
        const Blocks b = blocks(*sizes, *block);
        require(!x[2].is_number() || x[2].number() == b.blocks, Code::invalid_argument,
                "the input has {} blocks, the image {}", x[2], b.blocks);
      }
    }
    if (!image) {
      const auto length = known_length(c.in(1));
      return out_unknown(c, length ? std::optional<std::size_t>(2 + *length) : std::nullopt);
    }
    std::vector<Dim> dims = {x.ranked() ? x[0] : Dim::unknown(), channels};
    dims.insert(dims.end(), image->begin(), image->end());
    c.out(0, c.dtype(0), SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const auto image = known_ints(c.in(1)), block = known_ints(c.in(2));
    if (!image || !block || !c.known(0)) return Kernel::when_running();
    const Blocks b = blocks(*image, *block);
    const auto make = [&]<typename T>() {
      return Kernel::of([b, total = c.out_shape(0).count()](Call& call) {
        call.for_range(total, 1 + 8192 / b.offsets, [&](std::int64_t begin, std::int64_t end, int) noexcept {
          b.run(call.in<T>(0), call.out<T>(0), begin, end);
        });
      });
    };
    if (c.dtype(0) == DType::string)
      fail(Code::not_implemented, "blocks that overlap are added up, which string does not do");
    return dispatch_with_complex(c.dtype(0), make);
  }
};

}  // namespace

void register_col2im(OpRegistry& r) { r.add<Col2Im>("", "Col2Im"); }

}  // namespace sardonyx
