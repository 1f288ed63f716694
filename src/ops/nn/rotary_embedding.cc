// RotaryEmbedding (ai.onnx 23, and ONNX Runtime's of the same name): pairs of channels turned by an angle that grows
// with the position.
#include "kernels/rows/rotary.h"

#include "graph/op.h"
#include "ops/attention_layout.h"
#include "ops/in_float.h"

namespace sardonyx {
namespace {

// Where the position of (batch, step) is found, and the row of cosines and sines that goes with it.
struct Positions {
  enum class Form : std::uint8_t { cached, one_base, each } form = Form::cached;
  // cached: cos and sin are [batch, steps, half] themselves; one_base: position base + s; each: [batch, steps].
};

struct RotaryLayout {
  HeadSizes x;
  std::int64_t rotary = 0, positions = 0;  // rotated channels; rows of the caches
  bool interleaved = false;
  Positions::Form form = Positions::Form::cached;
};

// The position of (b, s), or -1 when it lies outside the cache.
std::int64_t row_of(const RotaryLayout& l, const std::int64_t* ids, std::int64_t b, std::int64_t s) {
  std::int64_t p = 0;
  switch (l.form) {
    case Positions::Form::cached:
      return b * l.x.length + s;
    case Positions::Form::one_base:
      p = ids[0] < 0 || ids[0] > l.positions ? -1 : ids[0] + s;
      break;
    case Positions::Form::each:
      p = ids[b * l.x.length + s];
      break;
  }
  return p < 0 || p >= l.positions ? -1 : p;
}

template <typename T>
void rotate(const RotaryLayout& l, const T* x, const std::int64_t* ids, const T* cosines, const T* sines,
            T* y, Call& call) {
  const attention::Operand steps = l.x.steps();
  const std::int64_t half = l.rotary / 2;
  const std::int64_t grain = 1 + 4096 / (l.x.size * l.x.heads + 1);
  const std::int64_t bad = call.find_bad(
      l.x.batch * l.x.length, grain, [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
        for (std::int64_t i = begin; i < end; ++i) {
          const std::int64_t b = i / l.x.length, s = i % l.x.length, row = row_of(l, ids, b, s);
          if (row < 0) return i;
          for (std::int64_t h = 0; h < l.x.heads; ++h) {
            const std::ptrdiff_t at = b * steps.batch + h * steps.head + s * steps.row;
            rows::rotate(x + at, y + at, l.x.size, l.rotary, cosines + row * half, sines + row * half,
                         l.interleaved);
          }
        }
        return ThreadPool::kOk;
      });
  require(bad == ThreadPool::kOk, Code::invalid_argument,
          "the position of step {} of sequence {} lies outside the {} rows of the cache",
          l.x.length > 0 ? bad % l.x.length : 0, l.x.length > 0 ? bad / l.x.length : 0, l.positions);
}

struct Rotary : Op {
  bool interleaved = false;
  std::optional<std::int64_t> num_heads;
  std::int64_t rotary_embedding_dim = 0;

  void fields(FieldVisitor& f) override {
    f("interleaved", interleaved);
    f("num_heads", num_heads);
    f("rotary_embedding_dim", rotary_embedding_dim);
  }
  // Inputs of cos, sin and positions.
  virtual std::size_t cos_input() const = 0;
  virtual std::size_t ids_input() const = 0;
  // Heads of a packed input; ONNX Runtime's form may leave them out.
  virtual std::int64_t heads(const Shape& x, const Shape& cosines) const = 0;

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    require(!x.ranked() || x.rank() == 3 || x.rank() == 4, Code::invalid_argument,
            "the input of shape {} must have rank 3 or 4", x);
    c.out(0, c.dtype(0), x);
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0), cosines = c.shape(cos_input()), sines = c.shape(cos_input() + 1);
    RotaryLayout l;
    const std::int64_t count = x.rank() == 3 ? heads(x, cosines) : x[1];
    l.x = head_sizes(x, count, "the input");
    l.interleaved = interleaved;
    l.rotary = rotary_embedding_dim > 0 ? rotary_embedding_dim : l.x.size;
    require(l.rotary <= l.x.size && l.rotary % 2 == 0, Code::invalid_argument,
            "{} of {} channels cannot be rotated in pairs", l.rotary, l.x.size);
    require(cosines == sines && cosines.rank() >= 1 && cosines.back() == l.rotary / 2, Code::invalid_argument,
            "caches of shape {} and {} do not fit {} rotated channels", cosines, sines, l.rotary);
    if (c.has(ids_input())) {
      const Shape ids = c.shape(ids_input());
      require(cosines.rank() == 2, Code::invalid_argument, "a cache of shape {} must have rank 2", cosines);
      l.positions = cosines[0];
      const bool each = ids.rank() == 2 && ids[0] == l.x.batch && ids[1] == l.x.length;
      require(each || ids.count() == 1, Code::invalid_argument, "positions of shape {} do not fit [{},{}]",
              ids, l.x.batch, l.x.length);
      l.form = each ? Positions::Form::each : Positions::Form::one_base;
    } else {
      require(cosines.count(0, cosines.rank() - 1) == l.x.batch * l.x.length, Code::invalid_argument,
              "caches of shape {} do not fit [{},{}] positions", cosines, l.x.batch, l.x.length);
    }
    // An empty tensor may have any number of heads: there is nothing to go over.
    if (x.count() == 0) return Kernel::of([](Call&) {});
    return in_float(c, [&]<typename T>() {
      return Kernel::of([l, cos_at = cos_input(), ids_at = ids_input()](Call& call) {
        rotate<T>(l, call.in<T>(0), call.in<std::int64_t>(ids_at), call.in<T>(cos_at), call.in<T>(cos_at + 1),
                  call.out<T>(0), call);
      });
    });
  }
};

struct OnnxRotary final : Rotary {
  std::size_t cos_input() const override { return 1; }
  std::size_t ids_input() const override { return 3; }
  std::int64_t heads(const Shape& x, const Shape&) const override {
    require(num_heads.value_or(0) > 0, Code::invalid_argument,
            "num_heads must be given for an input of shape {}", x);
    return *num_heads;
  }
};

struct ContribRotary final : Rotary {
  bool is_packed_batching = false;
  float scale = 1;  // ONNX Runtime ignores it on CPUs, and so do we
  void fields(FieldVisitor& f) override {
    Rotary::fields(f);
    f("is_packed_batching", is_packed_batching);
    f("scale", scale);
  }
  std::size_t cos_input() const override { return 2; }
  std::size_t ids_input() const override { return 1; }
  std::int64_t heads(const Shape& x, const Shape& cosines) const override {
    if (num_heads.value_or(0) > 0) return *num_heads;
    const std::int64_t size = cosines.rank() > 0 ? 2 * cosines.back() : 0;
    require(size > 0 && x[2] % size == 0, Code::invalid_argument,
            "the heads of an input of shape {} cannot be told from a cache of shape {}", x, cosines);
    return x[2] / size;
  }
};

}  // namespace

void register_rotary_embedding(OpRegistry& r) {
  r.add<OnnxRotary>("", "RotaryEmbedding");
  r.add<ContribRotary>("com.microsoft", "RotaryEmbedding");
}

}  // namespace sardonyx
