// com.microsoft UnfoldTensor: windows of `size` elements along an axis, every `step`, as a new last axis.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/axes.h"
#include "ops/dispatch.h"

namespace sardonyx {
namespace {

struct UnfoldTensor final : Op {
  std::int64_t dim = -1, size = 0, step = 1;

  void fields(FieldVisitor& f) override {
    f("dim", dim);
    f("size", size);
    f("step", step);
  }
  void infer(InferContext& c) const override {
    require(size >= 1 && step >= 1, Code::invalid_model,
            "UnfoldTensor has size {} and step {}, expected at least 1", size, step);
    const SymShape& x = c.shape(0);
    if (!x.ranked()) return c.out(0, c.dtype(0), SymShape());
    const std::size_t axis = normalise_axis(dim, x.rank());
    std::vector<Dim> dims = x.dims();
    if (dims[axis].is_number()) {
      const std::int64_t length = dims[axis].number();
      require(size <= length, Code::invalid_argument, "size {} is more than the {} elements of axis {}", size,
              length, axis);
      dims[axis] = Dim((length - size) / step + 1);
    } else {
      dims[axis] = Dim::unknown();
    }
    dims.push_back(Dim(size));
    require(dims.size() <= Shape::kMaxRank, Code::invalid_argument, "the output would have rank {}",
            dims.size());
    c.out(0, c.dtype(0), SymShape(std::move(dims)));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape x = c.shape(0);
    const std::size_t axis = normalise_axis(dim, x.rank());
    const std::int64_t outer = x.count(0, axis), length = x[axis], inner = x.count(axis + 1, x.rank());
    const std::int64_t windows = (length - size) / step + 1;
    return dispatch_width(c.dtype(0), [&]<typename T>() {
      return Kernel::of([outer, length, inner, windows, width = size, stride = step](Call& call) {
        const T* from = call.in<T>(0);
        T* to = call.out<T>(0);
        const std::int64_t grain = 1 + 8192 / std::max<std::int64_t>(1, inner * width);
        call.for_range(outer * windows, grain, [&](std::int64_t begin, std::int64_t end, int) {
          for (std::int64_t w = begin; w < end; ++w) {
            const T* first = from + (w / windows * length + w % windows * stride) * inner;
            T* out = to + w * inner * width;
            for (std::int64_t i = 0; i < inner; ++i)
              for (std::int64_t s = 0; s < width; ++s) *out++ = first[s * inner + i];
          }
        });
      });
    });
  }
};

}  // namespace

void register_unfold_tensor(OpRegistry& r) { r.add<UnfoldTensor>("com.microsoft", "UnfoldTensor"); }

}  // namespace sardonyx
