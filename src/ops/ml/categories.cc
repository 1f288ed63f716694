// Categories: LabelEncoder (a table from keys to values), CategoryMapper, OneHotEncoder.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/slices.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// A table of one kind of key: text, or a number by its bits as double or as int64 (NaN equals NaN, -0 equals 0).
class Keys {
 public:
  void add(const std::string& key, std::size_t index) { text_.emplace(key, index); }
  void add(std::int64_t key, std::size_t index) { bits_.emplace(key, index); }
  void add_number(double key, std::size_t index) { bits_.emplace(bits(key), index); }

  // The first index of element `i` of `data`; `otherwise` when it is no key.
  std::size_t find(DType dtype, const std::byte* data, std::int64_t i, std::size_t otherwise) const {
    if (dtype == DType::string) {
      const auto it = text_.find(reinterpret_cast<const std::string*>(data)[i]);
      return it == text_.end() ? otherwise : it->second;
    }
    const auto it =
        bits_.find(is_float(dtype) ? bits(load_number(dtype, data, i)) : load_integer(dtype, data, i));
    return it == bits_.end() ? otherwise : it->second;
  }

 private:
  static std::int64_t bits(double v) {
    if (std::isnan(v)) v = std::numeric_limits<double>::quiet_NaN();
    return std::bit_cast<std::int64_t>(v + 0.0);
  }
  std::unordered_map<std::string, std::size_t> text_;
  std::unordered_map<std::int64_t, std::size_t> bits_;
};

// Values to choose from; the last one stands for everything else.
struct Table {
  Keys keys;
  Tensor values;
};

Kernel look_up(const LowerContext& c, Table table) {
  auto shared = std::make_shared<const Table>(std::move(table));
  return Kernel::of([n = c.shape(0).count(), from = c.dtype(0), shared](Call& call) {
    const Tensor& values = shared->values;
    const auto other = static_cast<std::size_t>(values.count() - 1);
    const std::byte* x = call.in(0);
    for (std::int64_t i = 0; i < n; ++i) {
      const std::size_t at = shared->keys.find(from, x, i, other);
      copy_runs(values.dtype(), call.out(0), {i, 0}, values.data(), {static_cast<std::int64_t>(at), 0}, 1, 1);
    }
  });
}

template <typename T>
Tensor list_and(const std::vector<T>& list, const T& last) {
  std::vector<T> all = list;
  all.push_back(last);
  return Tensor::of<T>(Shape{static_cast<std::int64_t>(all.size())}, std::span<const T>(all));
}

struct LabelEncoder final : Op {
  float default_float = -0.0f;
  std::int64_t default_int64 = -1;
  std::string default_string = "_Unused";
  Tensor default_tensor, keys_tensor, values_tensor;
  std::vector<float> keys_floats, values_floats;
  std::vector<std::int64_t> keys_int64s, values_int64s;
  std::vector<std::string> keys_strings, values_strings;
  std::vector<std::string> classes_strings;  // of version 1: text to index or index to text

  void fields(FieldVisitor& f) override {
    f("default_float", default_float);
    f("default_int64", default_int64);
    f("default_string", default_string);
    f("default_tensor", default_tensor);
    f("keys_floats", keys_floats);
    f("keys_int64s", keys_int64s);
    f("keys_strings", keys_strings);
    f("keys_tensor", keys_tensor);
    f("values_floats", values_floats);
    f("values_int64s", values_int64s);
    f("values_strings", values_strings);
    f("values_tensor", values_tensor);
    f("classes_strings", classes_strings);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;

 private:
  std::size_t key_count() const {
    if (!keys_tensor.is_null()) return static_cast<std::size_t>(keys_tensor.count());
    return keys_floats.size() + keys_int64s.size() + keys_strings.size();
  }
  Tensor values(DType from) const;
  Keys keys() const;
};

// The values, and the default behind them.
Tensor LabelEncoder::values(DType from) const {
  if (!classes_strings.empty()) {
    if (from != DType::string) return list_and(classes_strings, default_string);
    std::vector<std::int64_t> at(classes_strings.size());
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::int64_t>(i);
    return list_and(at, default_int64);
  }
  const bool own_default = !default_tensor.is_null();
  if (own_default) {
    const bool text =
        values_tensor.is_null() ? !values_strings.empty() : values_tensor.dtype() == DType::string;
    require(default_tensor.count() == 1 && (default_tensor.dtype() == DType::string) == text,
            Code::invalid_model, "default_tensor is {}, the values are {}", default_tensor,
            text ? "strings" : "numbers");
  }
  if (!values_tensor.is_null()) {
    const DType d = values_tensor.dtype();
    Tensor all(d, Shape{values_tensor.count() + 1});
    copy_runs(d, all.mutable_data(), {}, values_tensor.data(), {}, 1, values_tensor.count());
    Tensor last = default_tensor;
    if (!own_default) {
      last = Tensor(d, Shape{1});
      if (d == DType::string) {
        last.mutable_as<std::string>()[0] = default_string;
      } else {
        const bool real = is_float(d);
        const float v = real ? default_float : static_cast<float>(default_int64);
        convert_from_float(d, &v, last.mutable_data(), 1);
      }
    }
    require(last.dtype() == d && last.count() == 1, Code::invalid_model,
            "default_tensor is {}, the values are {}", last, values_tensor);
    copy_runs(d, all.mutable_data(), {values_tensor.count(), 0}, last.data(), {}, 1, 1);
    return all;
  }
  if (!values_strings.empty())
    return list_and(values_strings, own_default ? default_tensor.as<std::string>()[0] : default_string);
  if (!values_floats.empty())
    return list_and(values_floats,
                    own_default ? static_cast<float>(default_tensor.number_at(0)) : default_float);
  return list_and(values_int64s, own_default ? default_tensor.int_at(0) : default_int64);
}

Keys LabelEncoder::keys() const {
  Keys k;
  for (std::size_t i = 0; i < keys_strings.size(); ++i) k.add(keys_strings[i], i);
  for (std::size_t i = 0; i < keys_int64s.size(); ++i) k.add(keys_int64s[i], i);
  for (std::size_t i = 0; i < keys_floats.size(); ++i) k.add_number(static_cast<double>(keys_floats[i]), i);
  for (std::int64_t i = 0; i < keys_tensor.count() && !keys_tensor.is_null(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (keys_tensor.dtype() == DType::string)
      k.add(reinterpret_cast<const std::string*>(keys_tensor.data())[i], at);
    else if (is_float(keys_tensor.dtype()))
      k.add_number(keys_tensor.number_at(i), at);
    else
      k.add(keys_tensor.int_at(i), at);
  }
  return k;
}

void LabelEncoder::infer(InferContext& c) const {
  const Tensor v = values(c.dtype(0));
  if (classes_strings.empty()) {
    require(static_cast<std::size_t>(v.count() - 1) == key_count() && key_count() > 0, Code::invalid_model,
            "there are {} keys and {} values", key_count(), v.count() - 1);
    const DType key = !keys_tensor.is_null()  ? keys_tensor.dtype()
                      : !keys_strings.empty() ? DType::string
                      : !keys_floats.empty()  ? DType::float32
                                              : DType::int64;
    require(c.dtype(0) == key || c.dtype(0) == DType::undefined, Code::invalid_argument,
            "keys are {}, the input is {}", name(key), name(c.dtype(0)));
  }
  c.out(0, v.dtype(), c.shape(0));
}

Kernel LabelEncoder::lower(LowerContext& c) const {
  Table t{keys(), values(c.dtype(0))};
  for (std::size_t i = 0; i < classes_strings.size(); ++i) {
    t.keys.add(classes_strings[i], i);
    t.keys.add(static_cast<std::int64_t>(i), i);
  }
  return look_up(c, std::move(t));
}

struct CategoryMapper final : Op {
  std::vector<std::int64_t> cats_int64s;
  std::vector<std::string> cats_strings;
  std::int64_t default_int64 = -1;
  std::string default_string = "_Unused";
  void fields(FieldVisitor& f) override {
    f("cats_int64s", cats_int64s);
    f("cats_strings", cats_strings);
    f("default_int64", default_int64);
    f("default_string", default_string);
  }
  void infer(InferContext& c) const override {
    require(cats_int64s.size() == cats_strings.size(), Code::invalid_model,
            "there are {} integers and {} strings", cats_int64s.size(), cats_strings.size());
    c.out(0, c.dtype(0) == DType::string ? DType::int64 : DType::string, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    Table t;
    t.values = c.dtype(0) == DType::string ? list_and(cats_int64s, default_int64)
                                           : list_and(cats_strings, default_string);
    for (std::size_t i = 0; i < cats_int64s.size(); ++i) {
      t.keys.add(cats_strings[i], i);
      t.keys.add(cats_int64s[i], i);
    }
    return look_up(c, std::move(t));
  }
};

struct OneHotEncoder final : Op {
  std::vector<std::int64_t> cats_int64s;
  std::vector<std::string> cats_strings;
  bool zeros = true;
  void fields(FieldVisitor& f) override {
    f("cats_int64s", cats_int64s);
    f("cats_strings", cats_strings);
    f("zeros", zeros);
  }
  std::size_t width() const { return cats_strings.empty() ? cats_int64s.size() : cats_strings.size(); }
  void infer(InferContext& c) const override {
    require(c.dtype(0) == DType::string ? !cats_strings.empty() : !cats_int64s.empty(), Code::invalid_model,
            "there are no categories for {} elements", name(c.dtype(0)));
    SymShape s = c.shape(0);
    if (s.ranked()) s.dims().emplace_back(static_cast<std::int64_t>(width()));
    c.out(0, DType::float32, std::move(s));
  }
  Kernel lower(LowerContext& c) const override {
    Keys keys;
    for (std::size_t i = 0; i < cats_strings.size(); ++i) keys.add(cats_strings[i], i);
    for (std::size_t i = 0; i < cats_int64s.size(); ++i) keys.add(cats_int64s[i], i);
    return Kernel::of([n = c.shape(0).count(), from = c.dtype(0), keys = std::move(keys), width = width(),
                       zeros = zeros](Call& call) {
      auto* y = call.out<float>(0);
      const std::byte* x = call.in(0);
      std::fill_n(y, static_cast<std::size_t>(n) * width, 0.0f);
      for (std::int64_t i = 0; i < n; ++i) {
        std::size_t at = width;
        if (is_float(from)) {  // as if cast to int64
          const double v = std::trunc(load_number(from, x, i));
          constexpr double kEdge = 9223372036854775808.0;
          const std::int64_t whole = v >= -kEdge && v < kEdge ? static_cast<std::int64_t>(v) : INT64_MIN;
          at = keys.find(DType::int64, reinterpret_cast<const std::byte*>(&whole), 0, width);
        } else {
          at = keys.find(from, x, i, width);
        }
        require(at < width || zeros, Code::runtime, "element {} is none of the {} categories", i, width);
        if (at < width) y[static_cast<std::size_t>(i) * width + at] = 1.0f;
      }
    });
  }
};

}  // namespace

void register_categories(OpRegistry& r) {
  r.add<LabelEncoder>("ai.onnx.ml", "LabelEncoder");
  r.add<CategoryMapper>("ai.onnx.ml", "CategoryMapper");
  r.add<OneHotEncoder>("ai.onnx.ml", "OneHotEncoder");
}

}  // namespace sardonyx
