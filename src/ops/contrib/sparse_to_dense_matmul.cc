// com.microsoft SparseToDenseMatMul: a sparse matrix (coordinates) times a dense one.
#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "graph/op.h"
#include "ops/dispatch.h"

namespace sardonyx {
namespace {

// One element of A, as it stands in the product.
struct Place {
  std::int64_t row, column;
};

// The places of A's values: pairs, or positions counted row by row.
std::vector<Place> places_of(const Sparse& a, bool transposed) {
  const std::int64_t n = a.values.count(), rows = a.dense[0], columns = a.dense[1];
  const bool pairs = a.indices.rank() == 2;
  require(a.indices.count() == (pairs ? 2 * n : n) && (!pairs || a.indices.shape()[0] == n),
          Code::invalid_argument, "{} values of the sparse matrix have indices of shape {}", n,
          a.indices.shape());
  std::vector<Place> all;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t first = a.indices.int_at(pairs ? 2 * i : i);
    Place p{first, 0};
    if (pairs)
      p.column = a.indices.int_at(2 * i + 1);
    else
      p = {columns > 0 ? first / columns : -1, columns > 0 ? first % columns : -1};
    require(p.row >= 0 && p.row < rows && p.column >= 0 && p.column < columns, Code::invalid_argument,
            "value {} of the sparse matrix of shape {} lies outside of it", i, a.dense);
    if (transposed) std::swap(p.row, p.column);
    all.push_back(p);
  }
  return all;
}

// Integers wrap, as sums of other operators do.
template <typename T>
struct Sum {
  using type = T;
};
template <typename T>
  requires std::is_integral_v<T>
struct Sum<T> {
  using type = std::make_unsigned_t<T>;
};

struct Dense {
  std::int64_t rows = 0, columns = 0;  // of the second factor as it stands in the product
  std::int64_t row_step = 0, column_step = 0;
};

template <typename T>
void multiply(const std::vector<Place>& places, const T* values, const Dense& d, const T* b, double alpha,
              T* y, std::int64_t rows, const Call& call) {
  using S = typename Sum<T>::type;
  std::fill_n(y, rows * d.columns, T{0});
  const std::int64_t grain = 1 + 16384 / (static_cast<std::int64_t>(places.size()) + 1);
  call.for_range(d.columns, grain, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Place& p = places[i];
      S factor = static_cast<S>(values[i]);
      // ONNX Runtime scales floats only.
      if constexpr (!std::is_integral_v<T>) factor = static_cast<S>(static_cast<double>(factor) * alpha);
      for (std::int64_t j = begin; j < end; ++j) {
        T& to = y[p.row * d.columns + j];
        to = static_cast<T>(static_cast<S>(to) +
                            factor * static_cast<S>(b[p.column * d.row_step + j * d.column_step]));
      }
    }
  });
}

struct SparseToDenseMatMul final : Op {
  float alpha = 1;
  bool transA = false, transB = false;
  void fields(FieldVisitor& f) override {
    f("alpha", alpha);
    f("transA", transA);
    f("transB", transB);
  }
  void infer(InferContext& c) const override {
    const SymShape& b = c.shape(1);
    require(!b.ranked() || b.rank() == 2, Code::invalid_argument, "B of shape {} must be a matrix", b);
    c.out(0, c.dtype(1), {Dim::unknown(), b.ranked() ? b[transB ? 0 : 1] : Dim::unknown()});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape b = c.shape(1);
    Dense d{b[0], b[1], b[1], 1};
    if (transB) d = {b[1], b[0], 1, b[1]};
    const DType dtype = c.dtype(1);
    return Kernel::of_values([=, scale = static_cast<double>(alpha), transposed = transA](Call& call) {
      require(call.value(0).is_sparse(), Code::invalid_argument, "A must be a sparse tensor, it is {}",
              call.value(0));
      const Sparse& a = call.value(0).sparse();
      require(a.dense.rank() == 2 && a.values.dtype() == dtype, Code::invalid_argument,
              "A must be a sparse matrix of {}, it is {}", name(dtype), call.value(0));
      const std::int64_t rows = a.dense[transposed ? 1 : 0], inner = a.dense[transposed ? 0 : 1];
      require(inner == d.rows, Code::invalid_argument, "A of shape {} does not fit B of shape {}", a.dense,
              b);
      const std::vector<Place> places = places_of(a, transposed);
      std::byte* y = call.allocate(0, Shape{rows, d.columns});
      dispatch_numeric(dtype, [&]<typename T>() {
        if constexpr (std::is_arithmetic_v<T>) {
          std::vector<T> values(places.size());  // the tensor's own may lie at any address
          if (!values.empty()) std::memcpy(values.data(), a.values.data(), values.size() * sizeof(T));
          multiply<T>(places, values.data(), d, call.in<T>(1), scale, reinterpret_cast<T*>(y), rows, call);
        } else {
          refuse_dtype(dtype);
        }
      });
    });
  }
};

}  // namespace

void register_sparse_to_dense_matmul(OpRegistry& r) {
  r.add<SparseToDenseMatMul>("com.microsoft", "SparseToDenseMatMul");
}

}  // namespace sardonyx
