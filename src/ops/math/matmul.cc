// MatMul, and ONNX Runtime's FusedMatMul and TransposeMatMul: alpha * A' * B' with operands stored transposed.
#include "graph/op.h"
#include "ops/epilogue.h"
#include "ops/in_float.h"
#include "ops/product.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

struct MatMul : Op {
  virtual OperandForm left() const { return {}; }
  virtual OperandForm right() const { return {}; }
  virtual float scale() const { return 1; }

  void infer(InferContext& c) const override {
    c.out(0, c.dtype(0), product_output(c.shape(0), c.shape(1), left(), right()));
  }

  bool reads_input(std::size_t i) const override { return i != 1; }

  std::shared_ptr<const Prepared> prepare(PrepareContext& c) const override {
    const Tensor* b = c.constant(1);
    if (b == nullptr || b->count() == 0) return nullptr;
    const OperandView view = view_right(b->shape(), right());
    for (std::int64_t size : view.batch) {
      if (size != 1) return nullptr;
    }
    const DType compute = product_type(b->dtype());
    const gemm::Type type = gemm_type(compute);
    const Isa isa = c.options().isa;
    // Integers of equal width are multiplied alike.
    const Weights weights =
        is_float(b->dtype()) ? weights_to_pack(*b, compute) : weights_to_pack(*b, b->dtype());
    const gemm::Matrix matrix{weights.data(), view.row_step, view.column_step};
    return make_packed(gemm::packed_b_bytes(type, view.rows, view.columns, isa), compute,
                       [&](void* to) { gemm::pack_b(type, view.rows, view.columns, matrix, to, isa); });
  }

  bool takes_epilogue(const pointwise::Program& program) const override {
    return FusedEpilogue::accepts(program);
  }

  Kernel lower(LowerContext& c) const override {
    const OperandView a = view_left(c.shape(0), left()), b = view_right(c.shape(1), right());
    const Packed* packed = c.prepared<Packed>();
    const DType compute = product_type(c.dtype(0));
    const gemm::Type type = gemm_type(compute);
    gemm::Problem problem = packed != nullptr ? product_with_packed(type, a, b) : product(type, a, b);
    problem.epilogue.scale = scale();
    problem.packed_b = packed != nullptr ? packed->data() : nullptr;
    const Isa isa = c.options().isa;
    const FusedEpilogue epilogue(c, problem.n);
    Kernel kernel = Kernel::of([problem, isa, epilogue](Call& call) {
      gemm::Problem p = problem;
      p.a.data = call.in(0);
      p.b.data = call.in(1);
      p.c = call.out(0);
      const FusedEpilogue::Bound bound(epilogue, call);
      if (epilogue) {
        if (!epilogue.in_place()) p.c = nullptr;
        p.epilogue.hook = FusedEpilogue::Bound::hook;
        p.epilogue.context = &bound;
      }
      gemm::run(p, call.pool(), call.stop(), isa);
    });
    if (!is_float(compute) || epilogue) return kernel;  // with an epilogue the operands are of type `compute`
    if (packed != nullptr) return in_compute_type(c, compute, std::move(kernel), {1});
    return in_compute_type(c, compute, std::move(kernel));
  }
};

struct FusedMatMul final : MatMul {
  float alpha = 1;
  bool trans_a = false, trans_b = false, trans_batch_a = false, trans_batch_b = false;

  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("transA", trans_a);
    f("transB", trans_b);
    f("transBatchA", trans_batch_a);
    f("transBatchB", trans_batch_b);
  }
  OperandForm left() const override { return {trans_a, trans_batch_a}; }
  OperandForm right() const override { return {trans_b, trans_batch_b}; }
  float scale() const override { return alpha; }
};

}  // namespace

void register_matmul(OpRegistry& r) {
  r.add<MatMul>("", "MatMul");
  r.add<FusedMatMul>("com.microsoft", "FusedMatMul");
  r.add<FusedMatMul>("com.microsoft", "TransposeMatMul");
}

}  // namespace sardonyx
