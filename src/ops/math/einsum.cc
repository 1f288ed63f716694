// Einsum: any sum of products over labelled axes, two operands at a time from the left.
#include <algorithm>

#include "graph/op.h"
#include "kernels/einsum/contract.h"
#include "ops/einsum_equation.h"
#include "ops/in_float.h"
#include "ops/weights.h"

namespace sardonyx {
namespace {

using Labels = std::vector<int>;

// One contraction: operand (or intermediate) `a` with input `b`, into an intermediate or the output.
struct Step {
  int b = -1;  // input; -1: `a` alone
  std::vector<einsum::Axis> axes;
  std::optional<einsum::AsGemm> gemm;
  std::size_t to = 0;    // element offset of the result in scratch; unused in the last step
  std::size_t from = 0;  // of `a`; unused in the first step
};

struct EinsumProgram {
  std::vector<Step> steps;
  std::size_t scratch = 0;  // elements
  bool empty = false;       // some summed axis has no elements: all zeros
  std::int64_t outputs = 0;
};

std::ptrdiff_t step_of(const Labels& labels, const std::vector<std::int64_t>& dims, int label) {
  std::ptrdiff_t result = 0, stride = 1;
  for (std::size_t i = labels.size(); i-- > 0;) {
    if (labels[i] == label && dims[i] != 1) result += stride;  // a label twice is the diagonal
    stride *= static_cast<std::ptrdiff_t>(dims[i]);
  }
  return result;
}

bool holds(const Labels& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

// Sizes of all labels; 1 gives way to anything else.
template <typename Size, typename Join>
std::vector<Size> label_sizes(const Equation& e, const std::vector<std::vector<Size>>& dims, Join join) {
  std::vector<Size> sizes(static_cast<std::size_t>(e.labels), Size(1));
  for (std::size_t i = 0; i < e.inputs.size(); ++i) {
    for (std::size_t k = 0; k < e.inputs[i].size(); ++k) {
      Size& size = sizes[static_cast<std::size_t>(e.inputs[i][k])];
      size = join(size, dims[i][k]);
    }
  }
  return sizes;
}

std::vector<std::int64_t> dims_of(const Labels& labels, const std::vector<std::int64_t>& sizes) {
  std::vector<std::int64_t> dims;
  for (int label : labels) dims.push_back(sizes[static_cast<std::size_t>(label)]);
  return dims;
}

// Axes of the contraction of a (and b) to c: kept ones in c's order, then the summed.
std::vector<einsum::Axis> axes_of(const Labels& a, const std::vector<std::int64_t>& a_dims, const Labels& b,
                                  const std::vector<std::int64_t>& b_dims, const Labels& c,
                                  const std::vector<std::int64_t>& sizes) {
  std::vector<einsum::Axis> axes;
  const std::vector<std::int64_t> c_dims = dims_of(c, sizes);
  auto add = [&](int label) {
    axes.push_back({sizes[static_cast<std::size_t>(label)], step_of(a, a_dims, label),
                    step_of(b, b_dims, label), step_of(c, c_dims, label)});
  };
  for (int label : c) add(label);
  for (int label = 0; label < static_cast<int>(sizes.size()); ++label) {
    if (!holds(c, label) && (holds(a, label) || holds(b, label))) add(label);
  }
  return axes;
}

// Labels that a step must keep: those of a and b that the output or a later operand has.
Labels kept(const Equation& e, const Labels& a, const Labels& b, std::size_t next) {
  if (next >= e.inputs.size()) return e.output;
  Labels result;
  for (int label = 0; label < e.labels; ++label) {
    if (!holds(a, label) && !holds(b, label)) continue;
    bool later = holds(e.output, label);
    for (std::size_t i = next; i < e.inputs.size(); ++i) later = later || holds(e.inputs[i], label);
    if (later) result.push_back(label);
  }
  return result;
}

EinsumProgram make_program(const Equation& e, const std::vector<std::vector<std::int64_t>>& dims,
                           bool multiplies, gemm::Type type) {
  EinsumProgram p;
  const auto sizes =
      label_sizes<std::int64_t>(e, dims, [](std::int64_t a, std::int64_t b) { return a == 1 ? b : a; });
  p.outputs = 1;
  for (std::int64_t d : dims_of(e.output, sizes)) p.outputs *= d;
  p.empty = std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
  if (p.empty) return p;
  Labels a = e.inputs[0];
  std::vector<std::int64_t> a_dims = dims[0];
  std::size_t from = 0;
  const std::size_t steps = std::max<std::size_t>(1, e.inputs.size() - 1);
  for (std::size_t i = 0; i < steps; ++i) {
    Step s;
    const bool pair = e.inputs.size() > 1;
    const Labels b = pair ? e.inputs[i + 1] : Labels{};
    s.b = pair ? static_cast<int>(i + 1) : -1;
    const Labels c = kept(e, a, b, i + 2);
    s.axes = axes_of(a, a_dims, b, pair ? dims[i + 1] : std::vector<std::int64_t>{}, c, sizes);
    if (pair && multiplies) s.gemm = einsum::as_gemm(type, s.axes);
    s.from = from;
    s.to = p.scratch;
    from = s.to;
    a = c;
    a_dims = dims_of(c, sizes);
    if (i + 1 < steps) {
      std::size_t count = 1;
      for (std::int64_t d : a_dims) count = checked_mul(count, static_cast<std::size_t>(d));
      p.scratch = checked_add(p.scratch, count);
    }
    p.steps.push_back(std::move(s));
  }
  return p;
}

template <typename T>
void run(const EinsumProgram& p, Isa isa, Call& call) {
  T* out = call.out<T>(0);
  if (p.empty) {
    std::fill_n(out, p.outputs, T{0});
    return;
  }
  T* scratch = reinterpret_cast<T*>(call.scratch());
  for (std::size_t i = 0; i < p.steps.size(); ++i) {
    const Step& s = p.steps[i];
    const T* a = i == 0 ? call.in<T>(0) : scratch + s.from;
    const T* b = s.b < 0 ? nullptr : call.in<T>(static_cast<std::size_t>(s.b));
    T* c = i + 1 == p.steps.size() ? out : scratch + s.to;
    if (!s.gemm) {
      einsum::contract(s.axes, a, b, c, call.pool(), call.stop());
      continue;
    }
    gemm::Problem product = s.gemm->problem;
    product.a.data = s.gemm->swapped ? b : a;
    product.b.data = s.gemm->swapped ? a : b;
    product.c = c;
    gemm::run(product, call.pool(), call.stop(), isa);
  }
}

struct Einsum final : Op {
  std::string equation;
  void fields(FieldVisitor& f) override { f("equation", equation); }

  void infer(InferContext& c) const override {
    std::vector<std::size_t> ranks;
    std::vector<std::vector<Dim>> dims;
    for (std::size_t i = 0; i < c.inputs(); ++i) {
      if (!c.shape(i).ranked()) return c.out(0, c.dtype(0), {});
      ranks.push_back(c.shape(i).rank());
      dims.push_back(c.shape(i).dims());
    }
    const Equation e = read_equation(equation, ranks);
    const std::vector<Dim> sizes = label_sizes<Dim>(e, dims, [&](const Dim& a, const Dim& b) {
      auto joined = broadcast(a, b);
      require(joined.has_value(), Code::invalid_argument,
              "the equation '{}' gives one letter the sizes {} and {}", equation, a, b);
      return *joined;
    });
    std::vector<Dim> out;
    for (int label : e.output) out.push_back(sizes[static_cast<std::size_t>(label)]);
    c.out(0, c.dtype(0), SymShape(std::move(out)));
  }

  Kernel lower(LowerContext& c) const override {
    std::vector<std::size_t> ranks;
    std::vector<std::vector<std::int64_t>> dims;
    for (std::size_t i = 0; i < c.inputs(); ++i) {
      const Shape s = c.shape(i);
      ranks.push_back(s.rank());
      dims.emplace_back(s.begin(), s.end());
    }
    const Equation e = read_equation(equation, ranks);
    const DType dtype = c.dtype(0), compute = is_float(dtype) ? compute_type(c) : product_type(dtype);
    const bool multiplies = item_size(compute) >= 4;
    const EinsumProgram p =
        make_program(e, dims, multiplies, multiplies ? gemm_type(compute) : gemm::Type::f32);
    const Isa isa = c.options().isa;
    auto make = [&]<typename T>() {
      return Kernel::of([p, isa](Call& call) { run<T>(p, isa, call); }).with_scratch(p.scratch * sizeof(T));
    };
    if (is_float(dtype)) return in_float(c, make);
    switch (item_size(dtype)) {
      case 1:
        return make.operator()<std::uint8_t>();
      case 2:
        return make.operator()<std::uint16_t>();
      case 4:
        return make.operator()<std::uint32_t>();
      default:
        return make.operator()<std::uint64_t>();
    }
  }
};

}  // namespace

void register_einsum(OpRegistry& r) { r.add<Einsum>("", "Einsum"); }

}  // namespace sardonyx
