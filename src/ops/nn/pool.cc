// MaxPool, AveragePool, LpPool and the global ones.
#include "kernels/pool/pool.h"

#include <cmath>

#include "graph/op.h"
#include "ops/in_float.h"
#include "ops/rewritten.h"
#include "ops/window.h"

namespace sardonyx {
namespace {

SymShape pool_output(const WindowFields& window, const SymShape& x) {
  if (!x.ranked()) return {};
  require(x.rank() >= 3, Code::invalid_argument, "X of shape {} has no spatial axes to pool over", x);
  const std::size_t spatial = x.rank() - 2;
  require(window.kernel_shape.size() == spatial, Code::invalid_model,
          "kernel_shape has {} entries where X of shape {} needs {}", window.kernel_shape.size(), x, spatial);
  std::vector<Dim> out = {x[0], x[1]};
  const std::vector<Dim> kernel(window.kernel_shape.begin(), window.kernel_shape.end());
  for (const Dim& d : window_output(window, {x.dims().begin() + 2, x.dims().end()}, kernel)) out.push_back(d);
  return SymShape(std::move(out));
}

pool::Shape pool_shape(const WindowFields& window, const Shape& x) {
  const Window w = decide_window(window, {x.begin() + 2, x.end()}, window.kernel_shape);
  require(w.spatial() <= pool::kMaxSpatial, Code::not_implemented,
          "pools over {} spatial axes are not supported (up to {} are)", w.spatial(), pool::kMaxSpatial);
  pool::Shape s;
  s.spatial = static_cast<int>(w.spatial());
  s.planes = x[0] * x[1];
  std::copy(w.in.begin(), w.in.end(), s.in);
  std::copy(w.out.begin(), w.out.end(), s.out);
  std::copy(w.kernel.begin(), w.kernel.end(), s.kernel);
  std::copy(w.stride.begin(), w.stride.end(), s.stride);
  std::copy(w.dilation.begin(), w.dilation.end(), s.dilation);
  std::copy(w.pad_begin.begin(), w.pad_begin.end(), s.pad_begin);
  std::copy(w.pad_end.begin(), w.pad_end.end(), s.pad_end);
  return s;
}

pool::Type pool_type(DType d) {
  switch (d) {
    case DType::float64:
      return pool::Type::f64;
    case DType::int8:
      return pool::Type::s8;
    case DType::uint8:
      return pool::Type::u8;
    default:
      return pool::Type::f32;
  }
}

// A pool kernel from body(type, call), wrapped for 16-bit floats.
template <typename Body>
Kernel pool_kernel(const LowerContext& c, Body body) {
  const DType dtype = c.dtype(0);
  const DType compute = is_float(dtype) ? compute_type(c) : dtype;
  Kernel kernel = Kernel::of([body, type = pool_type(compute)](Call& call) { body(type, call); });
  return is_float(dtype) ? in_compute_type(c, compute, std::move(kernel)) : kernel;
}

struct Pool : Op {
  WindowFields window;
  Pool() { window.cut = true; }
  void fields(FieldVisitor& f) override {
    f("auto_pad", window.auto_pad);
    f("ceil_mode", window.ceil_mode);
    f("dilations", window.dilations);
    f("kernel_shape", window.kernel_shape);
    f("pads", window.pads);
    f("strides", window.strides);
  }
  void infer(InferContext& c) const override {
    SymShape y = pool_output(window, c.shape(0));
    c.out(1, DType::int64, y);
    c.out(0, c.dtype(0), std::move(y));
  }
};

struct MaxPool final : Pool {
  bool storage_order = false;
  void fields(FieldVisitor& f) override {
    Pool::fields(f);
    f("storage_order", storage_order);
  }
  Kernel lower(LowerContext& c) const override {
    const pool::Shape s = pool_shape(window, c.shape(0));
    const auto order = storage_order ? pool::IndexOrder::column_major : pool::IndexOrder::row_major;
    return pool_kernel(c, [=](pool::Type type, Call& call) {
      pool::max_pool(type, s, call.in(0), call.out(0), call.out<std::int64_t>(1), order, call.pool(),
                     call.stop());
    });
  }
};

struct AveragePool final : Pool {
  bool count_include_pad = false;
  void fields(FieldVisitor& f) override {
    Pool::fields(f);
    f("count_include_pad", count_include_pad);
  }
  Kernel lower(LowerContext& c) const override {
    const pool::Shape s = pool_shape(window, c.shape(0));
    return pool_kernel(c, [s, all = count_include_pad](pool::Type type, Call& call) {
      pool::average_pool(type, s, all, call.in(0), call.out(0), call.pool(), call.stop());
    });
  }
};

int checked_power(std::int64_t p) {
  require(p >= 1 && p <= INT32_MAX, Code::invalid_model, "p is {}, it must be 1 or more", p);
  return static_cast<int>(p);
}

struct LpPool final : Pool {
  std::int64_t p = 2;
  void fields(FieldVisitor& f) override {
    Pool::fields(f);
    f("p", p);
  }
  void infer(InferContext& c) const override {
    checked_power(p);
    Pool::infer(c);
  }
  Kernel lower(LowerContext& c) const override {
    const pool::Shape s = pool_shape(window, c.shape(0));
    return pool_kernel(c, [s, power = checked_power(p)](pool::Type type, Call& call) {
      pool::lp_pool(type, s, power, call.in(0), call.out(0), call.pool(), call.stop());
    });
  }
};

struct GlobalPool : Op {
  void infer(InferContext& c) const override {
    SymShape y = c.shape(0);
    if (y.ranked()) {
      require(y.rank() >= 2, Code::invalid_argument, "X of shape {} has no channels", y);
      for (std::size_t i = 2; i < y.rank(); ++i) y[i] = 1;
    }
    c.out(0, c.dtype(0), std::move(y));
  }
  static pool::Shape shape(const LowerContext& c) {
    const Shape x = c.shape(0);
    return pool::global_shape(x[0] * x[1], x.count(2, x.rank()));
  }
};

struct GlobalMaxPool final : GlobalPool {
  Kernel lower(LowerContext& c) const override {
    return pool_kernel(c, [s = shape(c)](pool::Type type, Call& call) {
      pool::max_pool(type, s, call.in(0), call.out(0), nullptr, pool::IndexOrder::row_major, call.pool(),
                     call.stop());
    });
  }
};

struct GlobalAveragePool final : GlobalPool {
  Kernel lower(LowerContext& c) const override {
    return pool_kernel(c, [s = shape(c)](pool::Type type, Call& call) {
      pool::average_pool(type, s, false, call.in(0), call.out(0), call.pool(), call.stop());
    });
  }
};

struct GlobalLpPool final : GlobalPool {
  std::int64_t p = 2;
  void fields(FieldVisitor& f) override { f("p", p); }
  void infer(InferContext& c) const override {
    checked_power(p);
    GlobalPool::infer(c);
  }
  Kernel lower(LowerContext& c) const override {
    return pool_kernel(c, [s = shape(c), power = checked_power(p)](pool::Type type, Call& call) {
      pool::lp_pool(type, s, power, call.in(0), call.out(0), call.pool(), call.stop());
    });
  }
};

// The root of order p of the sum of powers, which is their mean times the cells of a window.
void rewrite_broken_power(UpgradeContext& u, float p) {
  Rewrite r(u);
  const std::int32_t x = r.in(0);
  const std::int32_t powers = r.node("Pow", {r.node("Abs", {x}), u.constant(Tensor::scalar(p))});
  std::int32_t mean = -1, cells = -1;
  if (u.op == "GlobalLpPool") {
    mean = r.node("GlobalAveragePool", {powers});
    const std::int32_t sizes = r.node("Shape", {x}, {{"start", std::int64_t{2}}});
    cells = r.node("ReduceProd", {sizes}, {{"keepdims", std::int64_t{0}}});
  } else {
    Attributes window = u.attributes;
    double count = 1;
    for (const std::int64_t size : r.attribute<std::vector<std::int64_t>>("kernel_shape", {}))
      count *= static_cast<double>(size);
    window["count_include_pad"] = std::int64_t{1};
    mean = r.node("AveragePool", {powers}, std::move(window));
    cells = u.constant(Tensor::scalar(count));
  }
  const std::int32_t sum = r.node("Mul", {mean, r.node("CastLike", {cells, x})});
  r.becomes("Pow", {sum, u.constant(Tensor::scalar(1 / p))});
}

// p was a float in version 1.
void upgrade_power(UpgradeContext& u) {
  if (u.version != 1) return;
  const float p = u.take<float>("p").value_or(2.0f);
  require(p > 0 && std::isfinite(p), Code::invalid_model, "{}: p is {}, it must be above 0", u.op, p);
  if (p != std::floor(p) || p >= 1e6f) return rewrite_broken_power(u, p);
  u.attributes["p"] = static_cast<std::int64_t>(p);
}

}  // namespace

void register_pool(OpRegistry& r) {
  r.add<MaxPool>("", "MaxPool");
  r.add<AveragePool>("", "AveragePool");
  r.add<LpPool>("", "LpPool", upgrade_power);
  r.add<GlobalMaxPool>("", "GlobalMaxPool");
  r.add<GlobalAveragePool>("", "GlobalAveragePool");
  r.add<GlobalLpPool>("", "GlobalLpPool", upgrade_power);
}

}  // namespace sardonyx
