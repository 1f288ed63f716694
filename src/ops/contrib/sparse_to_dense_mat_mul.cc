// com.microsoft SparseToDenseMatMul: alpha * A * B for a sparse matrix A; either may be transposed first.
#include <algorithm>
#include <vector>

#include "graph/op.h"
#include "ops/dispatch.h"

namespace sardonyx {
namespace {

struct Entry {
  std::int64_t row, column;
};

// Where every value of A lies in op(A); throws for indices outside.
std::vector<Entry> entries(const Sparse& a, bool transposed) {
  const std::int64_t rows = a.dense[0], columns = a.dense[1], count = a.values.count();
  const bool pairs = a.indices.rank() == 2;
  require(a.indices.count() == (pairs ? 2 * count : count), Code::invalid_argument,
          "{} values of A have {} indices", count, a.indices.count());
  std::vector<Entry> all;
  all.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t flat = pairs ? 0 : a.indices.int_at(i);
    Entry e = pairs          ? Entry{a.indices.int_at(2 * i), a.indices.int_at(2 * i + 1)}
              : columns == 0 ? Entry{0, 0}
                             : Entry{flat / columns, flat % columns};
    require(flat >= 0 && e.row >= 0 && e.row < rows && e.column >= 0 && e.column < columns,
            Code::invalid_argument, "value {} of A lies outside of {}", i, a.dense.text());
    if (transposed) std::swap(e.row, e.column);
    all.push_back(e);
  }
  return all;
}

template <typename F>
Kernel dispatch_element(DType d, const F& f) {
  return is_integer(d) ? dispatch_integer(d, f) : dispatch_real(d, f);
}

struct SparseToDenseMatMul final : Op {
  float alpha = 1;
  bool trans_a = false, trans_b = false;

  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("transA", trans_a);
    f("transB", trans_b);
  }
  void infer(InferContext& c) const override {
    const SymShape& b = c.shape(1);
    require(!b.ranked() || b.rank() == 2, Code::invalid_argument, "B must be a matrix, found {}", b.text());
    // How many rows A has is known when it runs: the type of a sparse value holds no sizes.
    c.out(0, c.dtype(1), {Dim::unknown(), b.ranked() ? b[trans_b ? 0 : 1] : Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape b = c.shape(1);
    const std::int64_t inner = b[trans_b ? 1 : 0], columns = b[trans_b ? 0 : 1];
    const std::int64_t step = trans_b ? 1 : columns;  // between the rows of op(B)
    const std::int64_t across = trans_b ? inner : 1;
    const bool transposed = trans_a;
    return dispatch_element(c.dtype(1), [&]<typename T>() {
      const T factor = static_cast<T>(alpha);
      return Kernel::of_values([=](Call& call) {
        const Sparse& a = call.value(0).sparse();
        require(a.dense.rank() == 2 && a.values.dtype() == dtype_of<T>, Code::invalid_argument,
                "A must be a sparse matrix of {}, found {}", name(dtype_of<T>), call.value(0).text());
        const std::int64_t rows = a.dense[transposed ? 1 : 0];
        require(a.dense[transposed ? 0 : 1] == inner, Code::invalid_argument,
                "A is {} and B has {} rows; they do not fit", a.dense.text(), inner);
        const std::vector<Entry> at = entries(a, transposed);
        const T* values = a.values.as<T>().data();
        const T* in = reinterpret_cast<const T*>(call.value(1).tensor().data());
        T* out = reinterpret_cast<T*>(call.allocate(0, {rows, columns}));
        const std::int64_t grain = 1 + 16384 / std::max<std::int64_t>(1, a.values.count());
        call.for_range(columns, grain, [&](std::int64_t begin, std::int64_t end, int) {
          for (std::int64_t r = 0; r < rows; ++r)
            std::fill(out + r * columns + begin, out + r * columns + end, T{});
          for (std::size_t i = 0; i < at.size(); ++i) {
            const T value = static_cast<T>(factor * values[i]);
            for (std::int64_t j = begin; j < end; ++j)
              out[at[i].row * columns + j] =
                  static_cast<T>(out[at[i].row * columns + j] + value * in[at[i].column * step + j * across]);
          }
        });
      });
    });
  }
};

}  // namespace

void register_sparse_to_dense_mat_mul(OpRegistry& r) {
  r.add<SparseToDenseMatMul>("com.microsoft", "SparseToDenseMatMul");
}

}  // namespace sardonyx
