// InstanceNormalization, GroupNormalization: statistics per image and group of channels, one channel a group in the
// former. GroupNormalization's scale and bias are per channel, before version 21 per group.
#include <algorithm>
#include <cmath>

#include "graph/op.h"
#include "kernels/rows/rows.h"
#include "ops/in_float.h"
#include "ops/operand_checks.h"

namespace sardonyx {
namespace {

struct InstanceNormLayout {
  std::int64_t batch = 0, groups = 0, channels = 0, cells = 0;
  float epsilon = 1e-5f;
  bool per_group = false;  // scale and bias
};

template <typename T>
Kernel planes_kernel(InstanceNormLayout l, Isa isa) {
  const std::int64_t per = l.groups == 0 ? 0 : l.channels / l.groups, n = per * l.cells;
  if (n == 0) return Kernel::of([](Call&) {});
  const std::int64_t grain = std::max<std::int64_t>(1, 16384 / n);
  return Kernel::of([=, &rows = rows::kernels<T>(isa)](Call& call) {
    const T *x = call.in<T>(0), *scale = call.in<T>(1), *bias = call.in<T>(2);
    T* y = call.out<T>(0);
    call.for_range(l.batch * l.groups, grain, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) {
        const rows::Moments m = rows.moments(x + i * n, n);
        const double inverse = 1.0 / std::sqrt(m.variance + static_cast<double>(l.epsilon));
        const std::int64_t group = i % l.groups;
        for (std::int64_t c = 0; c < per; ++c) {
          const std::int64_t at = i * n + c * l.cells, p = l.per_group ? group : group * per + c;
          rows.scale_shift(x + at, y + at, l.cells, m.mean, inverse * scale[p], bias[p]);
        }
      }
    });
  });
}

struct Normalization : Op {
  float epsilon = 1e-5f;

  void infer(InferContext& c) const override {
    const SymShape& x = c.shape(0);
    if (x.ranked()) {
      require(x.rank() >= 2, Code::invalid_argument,
              "X of shape {} has no channels: rank 2 or more is needed", x);
      if (x[1].is_number()) check(c, x[1].number());
    }
    c.out(0, c.dtype(0), x);
  }
  virtual std::int64_t groups(std::int64_t channels) const = 0;
  virtual bool per_group() const { return false; }

  void check(const InferContext& c, std::int64_t channels) const {
    const std::int64_t g = groups(channels);
    require(channels == 0 || (g > 0 && channels % g == 0), Code::invalid_argument,
            "{} channels cannot be split into {} groups", channels, g);
    for (std::size_t i = 1; i < 3; ++i) check_vector(c, i, Dim(per_group() ? g : channels));
  }

  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    InstanceNormLayout l{x[0], groups(x[1]), x[1], x.count(2, x.rank()), epsilon, per_group()};
    const Isa isa = c.options().isa;
    return in_float(c, [&]<typename T>() { return planes_kernel<T>(l, isa); }).with_in_place(0, 0);
  }
};

struct InstanceNormalization final : Normalization {
  void fields(FieldVisitor& f) override { f("epsilon", epsilon); }
  std::int64_t groups(std::int64_t channels) const override { return channels; }
};

struct GroupNormalization final : Normalization {
  std::int64_t num_groups = 1;
  DType stash_type = DType::float32;  // float32 is the least that we compute in
  bool scale_per_group = false;       // version 18

  void fields(FieldVisitor& f) override {
    f("epsilon", epsilon);
    f("num_groups", num_groups);
    f("stash_type", stash_type);
    f("scale_per_group", scale_per_group);
  }
  std::int64_t groups(std::int64_t) const override { return num_groups; }
  bool per_group() const override { return scale_per_group; }
};

void drop_consumed(UpgradeContext& u) { u.take<std::vector<std::int64_t>>("consumed_inputs"); }
void upgrade_group(UpgradeContext& u) {
  if (u.version < 21) u.attributes["scale_per_group"] = std::int64_t{1};
}

}  // namespace

void register_instance_normalization(OpRegistry& r) {
  r.add<InstanceNormalization>("", "InstanceNormalization", drop_consumed);
  r.add<GroupNormalization>("", "GroupNormalization", upgrade_group);
}

}  // namespace sardonyx
