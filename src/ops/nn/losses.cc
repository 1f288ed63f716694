// NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss: scores [N, C, d...] against class numbers [N, d...].
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "kernels/rows/rows.h"
#include "ops/in_float.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum class Reduction : std::uint8_t { none, sum, mean };

struct LossLayout {
  std::int64_t batch = 0, classes = 0, cells = 0;
  DType labels = DType::int64;
  std::optional<std::int64_t> ignored;
  Reduction reduction = Reduction::mean;
};

// Losses (not yet reduced) of log probabilities; gives the sum of the weights. Returns the first bad label in `bad`.
template <typename T>
void losses(const LossLayout& l, const T* log_p, const std::byte* labels, const T* weights, T* each,
            Call& call, double* loss_sum, double* weight_sum) {
  const std::int64_t count = l.batch * l.cells;
  double total = 0, total_weight = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    if (i % 65536 == 0) call.check_stop();
    const std::int64_t label = load_integer(l.labels, labels, i);
    if (l.ignored && label == *l.ignored) {
      if (each != nullptr) each[i] = 0;
      continue;
    }
    require(label >= 0 && label < l.classes, Code::invalid_argument, "label {} is outside [0, {})", label,
            l.classes);
    const std::int64_t b = i / l.cells, cell = i % l.cells;
    const double w = weights != nullptr ? static_cast<double>(weights[label]) : 1.0;
    const double loss = -w * static_cast<double>(log_p[(b * l.classes + label) * l.cells + cell]);
    if (each != nullptr) each[i] = static_cast<T>(loss);
    total += loss;
    total_weight += w;
  }
  *loss_sum = total;
  *weight_sum = total_weight;
}

template <typename T>
void reduce(const LossLayout& l, const T* log_p, Call& call) {
  T* out = call.out<T>(0);
  double sum = 0, weights = 0;
  T* each = l.reduction == Reduction::none ? out : nullptr;
  losses(l, log_p, call.in(1), call.in<T>(2), each, call, &sum, &weights);
  if (l.reduction == Reduction::sum) *out = static_cast<T>(sum);
  if (l.reduction == Reduction::mean) *out = static_cast<T>(sum / weights);
}

struct Loss : Op {
  std::optional<std::int64_t> ignore_index;
  std::string reduction = "mean";
  void fields(FieldVisitor& f) override {
    f("ignore_index", ignore_index);
    f("reduction", reduction);
  }

  Reduction kind() const {
    if (reduction == "none") return Reduction::none;
    if (reduction == "sum") return Reduction::sum;
    require(reduction == "mean", Code::invalid_model, "reduction is '{}'; none, sum and mean are known",
            reduction);
    return Reduction::mean;
  }

  void infer(InferContext& c) const override {
    const SymShape &x = c.shape(0), &labels = c.shape(1);
    const Reduction how = kind();
    if (x.ranked()) {
      require(x.rank() >= 2, Code::invalid_argument, "scores of shape {} must have rank 2 or more", x);
      if (labels.ranked()) check(x, labels);
      const SymShape& w = c.shape(2);
      const bool fits = !c.has(2) || !w.ranked() ||
                        (w.rank() == 1 && (!w[0].is_number() || !x[1].is_number() || w[0] == x[1]));
      require(fits, Code::invalid_argument, "weights of shape {} do not fit {} classes", w, x[1]);
    }
    c.out(0, c.dtype(0), how == Reduction::none ? labels : SymShape(std::vector<Dim>{}));
    c.out(1, c.dtype(0), x);
  }

  static void check(const SymShape& x, const SymShape& labels) {
    bool fits = labels.rank() + 1 == x.rank();
    for (std::size_t i = 0; fits && i < labels.rank(); ++i) {
      const Dim &a = labels[i], &b = x[i == 0 ? 0 : i + 1];
      fits = !a.is_number() || !b.is_number() || a == b;
    }
    require(fits, Code::invalid_argument, "labels of shape {} do not fit scores of shape {}", labels, x);
  }

  LossLayout layout(const LowerContext& c) const {
    const Shape x = c.shape(0);
    return {x[0], x[1], x.count(2, x.rank()), c.dtype(1), ignore_index, kind()};
  }
};

struct NegativeLogLikelihoodLoss final : Loss {
  Kernel lower(LowerContext& c) const override {
    return in_float(c, [l = layout(c)]<typename T>() {
      return Kernel::of([l](Call& call) { reduce<T>(l, call.in<T>(0), call); });
    });
  }
};

struct SoftmaxCrossEntropyLoss final : Loss {
  Kernel lower(LowerContext& c) const override {
    const LossLayout l = layout(c);
    const bool keeps = c.wanted(1);
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() {
      const std::size_t count = static_cast<std::size_t>(l.batch * l.classes * l.cells);
      return Kernel::of([l, &rows = rows::kernels<T>(isa)](Call& call) {
               T* log_p = call.out<T>(1) != nullptr ? call.out<T>(1) : reinterpret_cast<T*>(call.scratch());
               const T* x = call.in<T>(0);
               const std::int64_t plane = l.classes * l.cells;
               if (l.classes > 0) {
                 call.for_range(l.batch, 1 + 8192 / (plane + 1),
                                [&](std::int64_t begin, std::int64_t end, int) {
                                  for (std::int64_t b = begin; b < end; ++b)
                                    rows.softmax_columns(x + b * plane, log_p + b * plane, l.classes, l.cells,
                                                         l.cells, true);
                                });
               }
               reduce<T>(l, log_p, call);
             })
          .with_scratch(keeps ? 0 : count * sizeof(T));
    });
  }
};

}  // namespace

void register_losses(OpRegistry& r) {
  r.add<NegativeLogLikelihoodLoss>("", "NegativeLogLikelihoodLoss");
  r.add<SoftmaxCrossEntropyLoss>("", "SoftmaxCrossEntropyLoss");
}

}  // namespace sardonyx
