// ConvTranspose, and ONNX Runtime's ConvTransposeWithDynamicPads, whose pads are an input.
#include "graph/op.h"
#include "ops/conv_shape.h"
#include "ops/in_float.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

struct ConvTranspose : Op {
  TransposedFields t;

  void fields(FieldVisitor& f) override {
    f("auto_pad", t.window.auto_pad);
    f("dilations", t.window.dilations);
    f("group", t.group);
    f("kernel_shape", t.window.kernel_shape);
    f("output_padding", t.output_padding);
    f("output_shape", t.output_shape);
    f("pads", t.window.pads);
    f("strides", t.window.strides);
  }

  void infer(InferContext& c) const override { give(c, t, 2); }

  static void give(InferContext& c, const TransposedFields& t, std::size_t bias) {
    SymShape y = conv_transpose_output(t, c.shape(0), c.shape(1));
    if (c.has(bias) && y.ranked()) check_bias(c.shape(bias), y[1]);
    c.out(0, c.dtype(0), std::move(y));
  }

  bool reads_input(std::size_t i) const override { return i != 1; }

  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    const Tensor* w = c.constant(1);
    if (w == nullptr || w->count() == 0 || w->rank() < 3 || w->rank() > 2 + conv::kMaxSpatial) return nullptr;
    if (t.group < 1 || w->shape()[0] % t.group != 0) return nullptr;  // `infer` says so
    const DType compute = product_type(w->dtype());
    const conv::Shape shape = conv_transpose_filter_shape(t, w->shape());
    const Isa isa = c.options().isa;
    const gemm::Type type = gemm_type(compute);
    const Weights weights = weights_to_pack(*w, compute);
    return make_packed(conv::packed_transposed_filter_bytes(type, shape, isa), compute,
                       [&](void* to) { conv::pack_transposed_filter(type, shape, weights.data(), to, isa); });
  }

  Kernel lower(LowerContext& c) const override { return kernel(c, t, 2); }

  static Kernel kernel(LowerContext& c, const TransposedFields& t, std::size_t bias) {
    const conv::Shape shape = conv_transpose_shape(t, c.shape(0), c.shape(1));
    const Packed* packed = c.prepared<Packed>();
    const Isa isa = c.options().isa;
    auto make = [&]<typename T>() {
      return Kernel::of([=, data = packed != nullptr ? packed->data() : nullptr](Call& call) {
        conv::Problem p;
        p.type = gemm_type(dtype_of<T>);
        p.shape = shape;
        p.x = call.in(0);
        p.w = call.in(1);
        p.packed_filter = data;
        p.y = call.out(0);
        p.epilogue.row_bias = call.in(bias);
        conv::run_transposed(p, call.pool(), call.stop(), isa);
      });
    };
    if (packed != nullptr) return in_float(c, make, {1});
    return in_float(c, make);
  }
};

struct ConvTransposeWithDynamicPads final : ConvTranspose {
  void infer(InferContext& c) const override {
    TransposedFields now = t;
    if (c.has(2)) {
      const Tensor* pads = c.constant(2);
      if (pads == nullptr) {
        const SymShape& x = c.shape(0);
        return c.out(0, c.dtype(0), x.ranked() ? SymShape::unknown_dims(x.rank()) : SymShape());
      }
      now.window.pads = pads->to_ints();
    }
    give(c, now, 3);
  }
  Kernel lower(LowerContext& c) const override {
    TransposedFields now = t;
    if (c.has(2)) {
      if (c.constant(2) == nullptr) return Kernel::when_running();
      now.window.pads = c.constant(2)->to_ints();
    }
    return kernel(c, now, 3);
  }
};

}  // namespace

void register_conv_transpose(OpRegistry& r) {
  r.add<ConvTranspose>("", "ConvTranspose");
  r.add<ConvTransposeWithDynamicPads>("com.microsoft", "ConvTransposeWithDynamicPads");
}

}  // namespace sardonyx
