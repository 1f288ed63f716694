// Conv, and ONNX Runtime's FusedConv: act(conv(X, W) + B + Z).
#include "kernels/conv/conv.h"

#include "graph/op.h"
#include "ops/activation.h"
#include "ops/conv_shape.h"
#include "ops/epilogue.h"
#include "ops/in_float.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

struct Conv : Op {
  WindowFields window;
  std::int64_t group = 1;

  void fields(FieldVisitor& f) override {
    f("auto_pad", window.auto_pad);
    f("dilations", window.dilations);
    f("group", group);
    f("kernel_shape", window.kernel_shape);
    f("pads", window.pads);
    f("strides", window.strides);
  }

  void infer(InferContext& c) const override {
    SymShape y = conv_output(window, group, c.shape(0), c.shape(1));
    if (c.has(2) && y.ranked()) check_bias(c.shape(2), y[1]);
    c.out(0, c.dtype(0), std::move(y));
  }

  bool reads_input(std::size_t i) const override { return i != 1; }

  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    const Tensor* w = c.constant(1);
    if (w == nullptr || w->count() == 0 || w->rank() < 3 || w->rank() > 2 + conv::kMaxSpatial) return nullptr;
    const DType compute = product_type(w->dtype());
    const conv::Shape shape = conv_filter_shape(window, group, w->shape());
    if (group < 1 || w->shape()[0] % group != 0) return nullptr;  // `infer` says so
    const Isa isa = c.options().isa;
    const gemm::Type type = gemm_type(compute);
    const Weights weights = weights_to_pack(*w, compute);
    return make_packed(conv::packed_filter_bytes(type, shape, isa), compute,
                       [&](void* to) { conv::pack_filter(type, shape, weights.data(), to, isa); });
  }

  // Activation behind the bias and the residual; null for plain Conv.
  virtual rows::Activation activation() const { return {}; }

  bool takes_epilogue(const pointwise::Program& program) const override {
    return activation().kind == rows::Activation::Kind::identity && FusedEpilogue::accepts(program);
  }

  Kernel lower(LowerContext& c) const override {
    const conv::Shape shape = conv_shape(window, group, c.shape(0), c.shape(1));
    const Packed* packed = c.prepared<Packed>();
    const Isa isa = c.options().isa;
    const std::size_t own = own_inputs(c);
    const Shape y = c.out_shape(0);
    const FusedEpilogue epilogue(c, y.count(2, y.rank()));
    rows::Activation act = activation();
    act.isa = isa;
    auto make = [&]<typename T>() {
      return Kernel::of([=, data = packed != nullptr ? packed->data() : nullptr](Call& call) {
        conv::Problem p;
        p.type = gemm_type(dtype_of<T>);
        p.shape = shape;
        p.x = call.in(0);
        p.w = call.in(1);
        p.packed_filter = data;
        p.y = call.out(0);
        p.epilogue.row_bias = own > 2 ? call.in(2) : nullptr;
        p.epilogue.residual = own > 3 ? call.in(3) : nullptr;
        p.epilogue.residual_scale = 1;
        p.epilogue.hook = rows::hook_of<T>(act);
        p.epilogue.context = &act;
        const FusedEpilogue::Bound bound(epilogue, call);
        if (epilogue) {
          if (!epilogue.in_place()) p.y = nullptr;
          p.epilogue.hook = FusedEpilogue::Bound::hook;
          p.epilogue.context = &bound;
        }
        conv::run(p, call.pool(), call.stop(), isa);
      });
    };
    if (epilogue) return c.dtype(0) == DType::float64 ? make.operator()<double>() : make.operator()<float>();
    if (packed != nullptr) return in_float(c, make, {1});
    return in_float(c, make);
  }
};

struct FusedConv final : Conv {
  std::string activation_name;
  std::vector<float> activation_params;

  void fields(FieldVisitor& f) override {
    Conv::fields(f);
    f("activation", activation_name);
    f("activation_params", activation_params);
  }
  void infer(InferContext& c) const override {
    activation();
    const SymShape y = conv_output(window, group, c.shape(0), c.shape(1));
    const SymShape& z = c.shape(3);
    if (y.concrete() && z.concrete())
      require(y == z, Code::invalid_argument, "Z of shape {} must have the output's shape {}", z, y);
    Conv::infer(c);
  }
  rows::Activation activation() const override { return conv_activation(activation_name, activation_params); }
};

}  // namespace

void register_conv(OpRegistry& r) {
  r.add<Conv>("", "Conv");
  r.add<FusedConv>("com.microsoft", "FusedConv");
}

}  // namespace sardonyx
