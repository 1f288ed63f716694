// Elementwise preparation of features: Binarizer, Imputer, Scaler; FeatureVectorizer joins columns.
#include <cmath>
#include <utility>
#include <vector>

#include "ops/dispatch.h"
#include "ops/scores.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

constexpr std::int64_t kGrain = 8192;

// float32, float64, int32, int64: what ai.onnx.ml calls numbers.
template <typename F>
decltype(auto) dispatch_feature(DType d, F&& f) {
  if (d == DType::int32) return f.template operator()<std::int32_t>();
  if (d == DType::int64) return f.template operator()<std::int64_t>();
  return dispatch_real(d, std::forward<F>(f));
}

// A list with one value for all columns, or one for each.
template <typename T>
void check_columns(const std::vector<T>& list, const SymShape& x, const char* what) {
  const auto columns = columns_of(x);
  require(list.size() <= 1 || !columns || static_cast<std::int64_t>(list.size()) == *columns,
          Code::invalid_argument, "{} has {} values, rows have {} columns", what, list.size(),
          columns.value_or(0));
}

struct Binarizer final : Op {
  float threshold = 0;
  void fields(FieldVisitor& f) override { f("threshold", threshold); }
  void infer(InferContext& c) const override { c.out(0, c.dtype(0), c.shape(0)); }
  Kernel lower(LowerContext& c) const override {
    return dispatch_feature(c.dtype(0), [&]<typename T>() {
      return Kernel::of([n = c.shape(0).count(), limit = static_cast<double>(threshold)](Call& call) {
               const T* x = call.in<T>(0);
               T* y = call.out<T>(0);
               call.for_range(n, kGrain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
                 for (std::int64_t i = begin; i < end; ++i)
                   y[i] = static_cast<T>(static_cast<double>(x[i]) > limit ? 1 : 0);
               });
             })
          .with_in_place(0, 0);
    });
  }
};

struct Imputer final : Op {
  std::vector<float> imputed_value_floats;
  std::vector<std::int64_t> imputed_value_int64s;
  float replaced_value_float = 0;
  std::int64_t replaced_value_int64 = 0;
  void fields(FieldVisitor& f) override {
    f("imputed_value_floats", imputed_value_floats);
    f("imputed_value_int64s", imputed_value_int64s);
    f("replaced_value_float", replaced_value_float);
    f("replaced_value_int64", replaced_value_int64);
  }
  void infer(InferContext& c) const override {
    const bool real = is_float(c.dtype(0));
    require(real ? !imputed_value_floats.empty() : !imputed_value_int64s.empty(), Code::invalid_model,
            "no imputed values for {} elements are given", name(c.dtype(0)));
    check_columns(imputed_value_floats, c.shape(0), "imputed_value_floats");
    check_columns(imputed_value_int64s, c.shape(0), "imputed_value_int64s");
    c.out(0, c.dtype(0), c.shape(0));
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel Imputer::lower(LowerContext& c) const {
  return dispatch_feature(c.dtype(0), [&]<typename T>() {
    std::vector<T> put;
    if constexpr (std::is_floating_point_v<T>)
      put.assign(imputed_value_floats.begin(), imputed_value_floats.end());
    else
      for (const std::int64_t v : imputed_value_int64s) put.push_back(static_cast<T>(v));
    const T old = std::is_floating_point_v<T> ? static_cast<T>(replaced_value_float)
                                              : static_cast<T>(replaced_value_int64);
    return Kernel::of([n = c.shape(0).count(), put = std::move(put), old](Call& call) {
             const T* x = call.in<T>(0);
             T* y = call.out<T>(0);
             const auto width = static_cast<std::int64_t>(put.size());
             call.for_range(n, kGrain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
               for (std::int64_t i = begin; i < end; ++i) {
                 bool hit = x[i] == old;
                 if constexpr (std::is_floating_point_v<T>)
                   hit = hit || (std::isnan(old) && std::isnan(x[i]));
                 y[i] = hit ? put[static_cast<std::size_t>(i % width)] : x[i];
               }
             });
           })
        .with_in_place(0, 0);
  });
}

struct Scaler final : Op {
  std::vector<float> offset, scale;
  void fields(FieldVisitor& f) override {
    f("offset", offset);
    f("scale", scale);
  }
  void infer(InferContext& c) const override {
    check_columns(offset, c.shape(0), "offset");
    check_columns(scale, c.shape(0), "scale");
    c.out(0, DType::float32, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    std::vector<float> shifts = offset.empty() ? std::vector<float>{0} : offset;
    std::vector<float> factors = scale.empty() ? std::vector<float>{1} : scale;
    return Kernel::of([n = c.shape(0).count(), dtype = c.dtype(0), shifts = std::move(shifts),
                       factors = std::move(factors)](Call& call) {
      const std::byte* x = call.in(0);
      auto* y = call.out<float>(0);
      const auto a = static_cast<std::int64_t>(shifts.size()), b = static_cast<std::int64_t>(factors.size());
      call.for_range(n, kGrain, [&](std::int64_t begin, std::int64_t end, int) noexcept {
        for (std::int64_t i = begin; i < end; ++i) {
          const double shift = shifts[static_cast<std::size_t>(i % a)];
          const double factor = factors[static_cast<std::size_t>(i % b)];
          y[i] = static_cast<float>((load_number(dtype, x, i) - shift) * factor);
        }
      });
    });
  }
};

struct FeatureVectorizer final : Op {
  std::vector<std::int64_t> inputdimensions;
  void fields(FieldVisitor& f) override { f("inputdimensions", inputdimensions); }
  void infer(InferContext& c) const override {
    require(inputdimensions.size() == c.inputs(), Code::invalid_model,
            "inputdimensions has {} values for {} inputs", inputdimensions.size(), c.inputs());
    std::int64_t width = 0;
    for (const std::int64_t d : inputdimensions) {
      require(d >= 0 && d <= std::int64_t{1} << 40, Code::invalid_model, "an input has {} columns", d);
      width += d;
    }
    const Dim rows = row_shape(c.shape(0))[0];
    for (std::size_t i = 1; i < c.inputs(); ++i) {
      const Dim other = row_shape(c.shape(i))[0];
      require(!rows.is_number() || !other.is_number() || rows == other, Code::invalid_argument,
              "inputs have {} and {} rows", rows, other);
    }
    c.out(0, DType::float32, SymShape{rows, Dim(width)});
  }
  Kernel lower(LowerContext& c) const override {
    struct Part {
      DType dtype;
      std::int64_t columns, wanted;
    };
    std::vector<Part> parts;
    for (std::size_t i = 0; i < c.inputs(); ++i)
      parts.push_back({c.dtype(i), rows_of(c.shape(i)).columns, inputdimensions[i]});
    return Kernel::of([parts = std::move(parts), out = c.out_shape(0)](Call& call) {
      auto* y = call.out<float>(0);
      for (std::int64_t r = 0; r < out[0]; ++r)
        for (std::size_t i = 0; i < parts.size(); ++i)
          for (std::int64_t k = 0; k < parts[i].wanted; ++k)
            *y++ = k < parts[i].columns
                       ? static_cast<float>(load_number(parts[i].dtype, call.in(i), r * parts[i].columns + k))
                       : 0.0f;
    });
  }
};

}  // namespace

void register_feature_maps(OpRegistry& r) {
  r.add<Binarizer>("ai.onnx.ml", "Binarizer");
  r.add<Imputer>("ai.onnx.ml", "Imputer");
  r.add<Scaler>("ai.onnx.ml", "Scaler");
  r.add<FeatureVectorizer>("ai.onnx.ml", "FeatureVectorizer");
}

}  // namespace sardonyx
