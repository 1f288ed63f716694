// SkipLayerNormalization, SkipSimplifiedLayerNormalization, EmbedLayerNormalization, GatedRMSNorm.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "kernels/rows/activation.h"
#include "kernels/rows/rows.h"
#include "ops/in_float.h"
#include "ops/operand_checks.h"

namespace sardonyx {
namespace {

// z = input + skip + bias, row by row, and its normalisation.
struct SkipNormLayout {
  std::int64_t rows = 0, n = 0, skip_rows = 0;  // skip repeats after that many rows
  float epsilon = 1e-12f;
  bool centred = true;
  std::size_t bias_input = 4;
};

template <typename T, typename RowKernels>
void normalise_row(const RowKernels& rows, bool centred, float epsilon, const T* z, T* y, std::int64_t n,
                   const T* gamma, const T* beta, T* mean, T* inverse) {
  rows::Moments m;
  if (centred)
    m = rows.moments(z, n);
  else
    m.variance = rows.mean_square(z, n);
  const double scale = 1.0 / std::sqrt(m.variance + static_cast<double>(epsilon));
  if (mean != nullptr) *mean = static_cast<T>(centred ? m.mean : 0);
  if (inverse != nullptr) *inverse = static_cast<T>(scale);
  rows.normalise(z, y, n, m.mean, scale, gamma, beta);
}

template <typename T>
void add_row(T* to, const T* from, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] += from[i];
}

template <typename T>
Kernel skip_kernel(const SkipNormLayout& l, Isa isa) {
  const std::int64_t grain = 1 + 16384 / (l.n + 1);
  return Kernel::of([=, &rows = rows::kernels<T>(isa)](Call& call) {
    const T *x = call.in<T>(0), *skip = call.in<T>(1), *gamma = call.in<T>(2),
            *beta = l.centred ? call.in<T>(3) : nullptr, *bias = call.in<T>(l.bias_input);
    T *y = call.out<T>(0), *mean = call.out<T>(1), *inverse = call.out<T>(2), *sum = call.out<T>(3);
    if (l.n == 0) return;
    call.for_range(l.rows, grain, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) {
        T* z = (sum != nullptr ? sum : y) + i * l.n;
        std::copy_n(x + i * l.n, l.n, z);
        add_row(z, skip + i % l.skip_rows * l.n, l.n);
        if (bias != nullptr) add_row(z, bias, l.n);
        normalise_row(rows, l.centred, l.epsilon, z, y + i * l.n, l.n, gamma, beta,
                      mean == nullptr ? nullptr : mean + i, inverse == nullptr ? nullptr : inverse + i);
      }
    });
  });
}

template <bool Centred>
struct SkipLayerNormalization final : Op {
  float epsilon = 1e-12f;
  void fields(FieldVisitor& f) override { f("epsilon", epsilon); }

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    SymShape statistics;
    if (x.ranked()) {
      require(x.rank() == 2 || x.rank() == 3, Code::invalid_argument,
              "input of shape {} must have rank 2 or 3", x);
      const Dim& n = x[x.rank() - 1];
      for (std::size_t i = 2; i < (Centred ? 5u : 4u); ++i) check_vector(c, i, n);
      statistics = x;
      statistics[x.rank() - 1] = 1;
      if (x.concrete() && c.shape(1).concrete()) skip_rows(*x.numbers(), *c.shape(1).numbers());
    }
    c.out(0, c.dtype(0), x);
    c.out(1, DType::float32, statistics);
    c.out(2, DType::float32, statistics);
    c.out(3, c.dtype(0), x);
  }

  static std::int64_t skip_rows(const Shape& x, const Shape& skip) {
    const std::int64_t n = x.back();
    const bool shared = x.rank() == 3 && (skip == Shape{1, x[1], n} || skip == Shape{x[1], n});
    require(skip == x || shared, Code::invalid_argument, "skip of shape {} does not fit input of shape {}",
            skip, x);
    return std::max<std::int64_t>(1, skip.count(0, skip.rank() - 1));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const SkipNormLayout l{x.count(0, x.rank() - 1),
                           x.back(),
                           skip_rows(x, c.shape(1)),
                           epsilon,
                           Centred,
                           Centred ? std::size_t{4} : std::size_t{3}};
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() { return skip_kernel<T>(l, isa); });
  }
};

// Ids and tables of the embeddings that are summed up.
struct EmbedLayout {
  std::int64_t batch = 0, steps = 0, n = 0, words = 0, places = 0, segments = 0, mask = 0;
  bool shared_places = false;  // position_ids [1, steps]
  float epsilon = 1e-12f;
};

template <typename T>
std::int64_t embed_row(const EmbedLayout& l, const Call& call, std::int64_t i, T* z) {
  const std::int64_t s = i % l.steps;
  const std::int64_t word = call.in<std::int32_t>(0)[i];
  const auto* ids = call.in<std::int32_t>(8);
  const std::int64_t place = ids == nullptr ? s : ids[l.shared_places ? s : i];
  if (word < 0 || word >= l.words || place < 0 || place >= l.places) return i;
  std::copy_n(call.in<T>(2) + word * l.n, l.n, z);
  add_row(z, call.in<T>(3) + place * l.n, l.n);
  if (const auto* segments = call.in<std::int32_t>(1)) {
    if (segments[i] < 0 || segments[i] >= l.segments) return i;
    add_row(z, call.in<T>(4) + segments[i] * l.n, l.n);
  }
  return ThreadPool::kOk;
}

void count_mask(const EmbedLayout& l, Call& call) {
  auto* index = call.out<std::int32_t>(1);
  if (index == nullptr) return;
  const auto* mask = call.in<std::int32_t>(7);
  for (std::int64_t b = 0; b < l.batch; ++b)
    index[b] = mask == nullptr
                   ? 0
                   : static_cast<std::int32_t>(std::count(mask + b * l.mask, mask + (b + 1) * l.mask, 1));
}

struct EmbedLayerNormalization final : Op {
  float epsilon = 1e-12f;
  std::int64_t mask_index_type = 0;
  void fields(FieldVisitor& f) override {
    f("epsilon", epsilon);
    f("mask_index_type", mask_index_type);
  }

  void infer(InferContext& c) const override {
    const SymShape &ids = c.shape(0), &words = c.shape(2);
    require(c.has(1) == c.has(4), Code::invalid_argument,
            "segment_ids and segment_embedding must be given together");
    require(!ids.ranked() || ids.rank() == 2, Code::invalid_argument,
            "input_ids of shape {} must have rank 2", ids);
    for (std::size_t i = 2; i < 5; ++i) {
      const SymShape& table = c.shape(i);
      const bool fits = !c.has(i) || !table.ranked() ||
                        (table.rank() == 2 && (!words.ranked() || !table[1].is_number() ||
                                               !words[1].is_number() || table[1] == words[1]));
      require(fits, Code::invalid_argument, "the table of shape {} does not fit one of shape {}", table,
              words);
    }
    SymShape y = SymShape::unknown_dims(3);
    if (ids.ranked()) {
      y[0] = ids[0];
      y[1] = ids[1];
    }
    if (words.ranked()) y[2] = words[1];
    check_vector(c, 5, y[2]);
    check_vector(c, 6, y[2]);
    c.out(1, DType::int32, SymShape{y[0]});
    c.out(2, c.dtype(2), y);
    c.out(0, c.dtype(2), std::move(y));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape ids = c.shape(0), words = c.shape(2);
    EmbedLayout l;
    l.batch = ids[0];
    l.steps = ids[1];
    l.n = words[1];
    l.words = words[0];
    l.places = c.shape(3)[0];
    l.segments = c.has(4) ? c.shape(4)[0] : 0;
    l.epsilon = epsilon;
    if (c.has(1))
      require(c.shape(1) == ids, Code::invalid_argument, "segment_ids of shape {} must be {}", c.shape(1),
              ids);
    if (c.has(7)) {
      require(c.shape(7).rank() == 2 && c.shape(7)[0] == l.batch, Code::invalid_argument,
              "mask of shape {} does not fit {}", c.shape(7), ids);
      l.mask = c.shape(7)[1];
    }
    if (c.has(8)) {
      l.shared_places = c.shape(8) != ids;
      require(!l.shared_places || c.shape(8) == Shape{1, l.steps}, Code::invalid_argument,
              "position_ids of shape {} do not fit {}", c.shape(8), ids);
    }
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() {
      return Kernel::of([l, &rows = rows::kernels<T>(isa)](Call& call) {
        count_mask(l, call);
        if (l.n == 0) return;
        T *y = call.out<T>(0), *sum = call.out<T>(2);
        const std::int64_t bad =
            call.find_bad(l.batch * l.steps, 1 + 16384 / (l.n + 1),
                          [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
                            for (std::int64_t i = begin; i < end; ++i) {
                              T* z = (sum != nullptr ? sum : y) + i * l.n;
                              if (embed_row(l, call, i, z) != ThreadPool::kOk) return i;
                              normalise_row<T>(rows, true, l.epsilon, z, y + i * l.n, l.n, call.in<T>(5),
                                               call.in<T>(6), nullptr, nullptr);
                            }
                            return ThreadPool::kOk;
                          });
        require(bad == ThreadPool::kOk, Code::invalid_argument,
                "an id of step {} of sequence {} lies outside of its table", bad % l.steps, bad / l.steps);
      });
    });
  }
};

struct GatedRmsNorm final : Op {
  float epsilon = 1e-5f;
  void fields(FieldVisitor& f) override { f("epsilon", epsilon); }
  void infer(InferContext& c) const override {
    const SymShape &x = c.shape(0), &scale = c.shape(1);
    const bool known = x.ranked() && x.rank() > 0 && scale.ranked() && scale.rank() == 1 &&
                       x[x.rank() - 1].is_number() && scale[0].is_number();
    require(!known || (scale[0].number() > 0 && x[x.rank() - 1].number() % scale[0].number() == 0),
            Code::invalid_argument, "the last axis of X {} cannot be split into groups like scale {}", x,
            scale);
    c.out(0, c.dtype(0), x);
  }
  Kernel lower(LowerContext& c) const override {
    const std::int64_t n = c.shape(1).count(), count = c.shape(0).count();
    require(c.shape(1).rank() == 1 && n > 0 && c.shape(0).rank() > 0 && c.shape(0).back() % n == 0,
            Code::invalid_argument, "the last axis of X {} cannot be split into groups like scale {}",
            c.shape(0), c.shape(1));
    require(c.shape(2) == c.shape(0), Code::invalid_argument, "gate of shape {} must be {}", c.shape(2),
            c.shape(0));
    const Isa isa = c.options().isa;
    const float eps = epsilon;
    return in_float(c, [&]<typename T>() {
      return Kernel::of([=, &rows = rows::kernels<T>(isa)](Call& call) {
        const T *x = call.in<T>(0), *scale = call.in<T>(1), *gate = call.in<T>(2);
        T* y = call.out<T>(0);
        call.for_range(count / n, 1 + 8192 / n, [&](std::int64_t begin, std::int64_t end, int) {
          for (std::int64_t i = begin; i < end; ++i) {
            T* out = y + i * n;
            const T* g = gate + i * n;
            // The gate's sigmoid first, in the place of the result.
            const double inverse = 1.0 / std::sqrt(rows.mean_square(x + i * n, n) + static_cast<double>(eps));
            std::copy_n(g, n, out);
            rows::activate({rows::Activation::Kind::sigmoid, 0, 0, isa}, out, n);
            for (std::int64_t j = 0; j < n; ++j)
              out[j] *= static_cast<T>(x[i * n + j] * inverse) * scale[j] * g[j];
          }
        });
      });
    });
  }
};

}  // namespace

void register_skip_layer_normalization(OpRegistry& r) {
  r.add<SkipLayerNormalization<true>>("com.microsoft", "SkipLayerNormalization");
  r.add<SkipLayerNormalization<false>>("com.microsoft", "SkipSimplifiedLayerNormalization");
  r.add<EmbedLayerNormalization>("com.microsoft", "EmbedLayerNormalization");
  r.add<GatedRmsNorm>("com.microsoft", "GatedRMSNorm");
}

}  // namespace sardonyx
