// com.microsoft MRotaryEmbedding: rotary positions in three axes (time, height, width), each of which turns its own
// channels.
#include "graph/op.h"
#include "kernels/rows/rotary.h"
#include "ops/attention_layout.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

constexpr std::size_t kAxes = 3;

struct MRotaryLayout {
  HeadSizes x;
  std::int64_t rotary = 0, positions = 0;
  bool interleaved = false;
  std::vector<std::uint8_t> axis;  // of every pair of channels
};

// The cosines (or sines) of one step: each pair's from the row of its axis.
template <typename T>
void gather_row(const MRotaryLayout& l, const T* cache, const std::int64_t (&at)[kAxes], T* to) {
  const auto half = static_cast<std::size_t>(l.rotary / 2);
  for (std::size_t i = 0; i < half; ++i) to[i] = cache[static_cast<std::size_t>(at[l.axis[i]]) * half + i];
}

template <typename T>
void rotate_all(const MRotaryLayout& l, Call& call) {
  const T *x = call.in<T>(0), *cosines = call.in<T>(2), *sines = call.in<T>(3);
  const auto* ids = call.in<std::int64_t>(1);
  T *y = call.out<T>(0), *rows = reinterpret_cast<T*>(call.scratch());
  const attention::Operand steps = l.x.steps();
  const std::int64_t count = l.x.batch * l.x.length, half = l.rotary / 2;
  const std::int64_t bad =
      call.find_bad(count, 1 + 4096 / (l.x.size * l.x.heads + 1),
                    [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
                      for (std::int64_t i = begin; i < end; ++i) {
                        std::int64_t at[kAxes];
                        for (std::size_t a = 0; a < kAxes; ++a) {
                          at[a] = ids[static_cast<std::int64_t>(a) * count + i];
                          if (at[a] < 0 || at[a] >= l.positions) return i;
                        }
                        T *cosine = rows + i * l.rotary, *sine = cosine + half;
                        gather_row(l, cosines, at, cosine);
                        gather_row(l, sines, at, sine);
                        for (std::int64_t h = 0; h < l.x.heads; ++h) {
                          const std::ptrdiff_t place =
                              i / l.x.length * steps.batch + h * steps.head + i % l.x.length * steps.row;
                          rows::rotate(x + place, y + place, l.x.size, l.rotary, cosine, sine, l.interleaved);
                        }
                      }
                      return ThreadPool::kOk;
                    });
  require(bad == ThreadPool::kOk, Code::invalid_argument,
          "a position of step {} lies outside the {} rows of the caches", bad, l.positions);
}

struct MRotaryEmbedding final : Op {
  bool interleaved = false, is_packed_batching = false;
  std::int64_t mrope_layout = 0, num_heads = 0, rotary_embedding_dim = 0;
  std::vector<std::int64_t> mrope_section;
  float scale = 1;  // ONNX Runtime ignores it on CPUs, and so do we

  void fields(FieldVisitor& f) override {
    f("interleaved", interleaved);
    f("is_packed_batching", is_packed_batching);
    f("mrope_layout", mrope_layout);
    f("mrope_section", mrope_section);
    f("num_heads", num_heads);
    f("rotary_embedding_dim", rotary_embedding_dim);
    f("scale", scale);
  }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    require(!x.ranked() || x.rank() == 3 || x.rank() == 4, Code::invalid_argument,
            "the input of shape {} must have rank 3 or 4", x);
    require(mrope_layout == 0 || mrope_layout == 1, Code::invalid_model, "mrope_layout is {}, not 0 or 1",
            mrope_layout);
    require(mrope_section.size() == kAxes, Code::invalid_model, "mrope_section has {} entries, not 3",
            mrope_section.size());
    c.out(0, c.dtype(0), x);
  }

  // The axis whose position turns each pair of channels: one section after another, or height and width in every
  // third pair, as far as their sections go.
  std::vector<std::uint8_t> axes(std::int64_t half) const {
    std::int64_t left = half;
    for (const std::int64_t n : mrope_section) {
      require(n >= 0 && n <= left, Code::invalid_model, "mrope_section does not sum to {} pairs of channels",
              half);
      left -= n;
    }
    require(left == 0, Code::invalid_model, "mrope_section does not sum to {} pairs of channels", half);
    std::vector<std::uint8_t> all(static_cast<std::size_t>(half), 0);
    if (mrope_layout == 0) {
      const auto time = all.begin() + mrope_section[0];
      std::fill(time, time + mrope_section[1], std::uint8_t{1});
      std::fill(time + mrope_section[1], all.end(), std::uint8_t{2});
      return all;
    }
    for (std::int64_t i = 0; i < half; ++i) {
      const std::int64_t axis = i % 3;
      if (axis > 0 && i < 3 * mrope_section[static_cast<std::size_t>(axis)])
        all[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(axis);
    }
    return all;
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0), ids = c.shape(1), cosines = c.shape(2), sines = c.shape(3);
    require(cosines.rank() == 2 && cosines == sines, Code::invalid_argument,
            "cos_cache {} and sin_cache {} must be equal matrices", cosines, sines);
    MRotaryLayout l;
    l.rotary = 2 * cosines[1];
    l.positions = cosines[0];
    require(x.rank() == 4 || num_heads > 0, Code::invalid_argument,
            "num_heads must be given for an input of shape {}", x);
    l.x = head_sizes(x, x.rank() == 4 ? x[1] : num_heads, "the input");
    require(l.rotary <= l.x.size && (rotary_embedding_dim == 0 || rotary_embedding_dim == l.rotary),
            Code::invalid_argument, "caches of shape {} do not fit heads of {} with {} rotated channels",
            cosines, l.x.size, rotary_embedding_dim);
    require(ids == Shape({3, l.x.batch, l.x.length}), Code::invalid_argument,
            "position_ids of shape {} must be [3,{},{}]", ids, l.x.batch, l.x.length);
    l.interleaved = interleaved;
    l.axis = axes(cosines[1]);
    const auto numbers =
        checked_mul(static_cast<std::size_t>(l.x.batch * l.x.length), static_cast<std::size_t>(l.rotary));
    return in_float(c, [&]<typename T>() {
      return Kernel::of([l](Call& call) { rotate_all<T>(l, call); })
          .with_scratch(checked_mul(numbers, sizeof(T)));
    });
  }
};

}  // namespace

void register_m_rotary_embedding(OpRegistry& r) {
  r.add<MRotaryEmbedding>("com.microsoft", "MRotaryEmbedding");
}

}  // namespace sardonyx
