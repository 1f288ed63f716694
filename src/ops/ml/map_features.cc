// From maps to rows: CastMap, DictVectorizer.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/slices.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

DType cast_named(std::string_view text) {
  if (text == "TO_FLOAT") return DType::float32;
  if (text == "TO_STRING") return DType::string;
  if (text == "TO_INT64") return DType::int64;
  fail(Code::invalid_model, "cast_to is '{}'", text);
}

// A map's value, a tensor of one element, as element `at` of `out`.
void cast_into(Tensor& out, std::int64_t at, const Tensor& value) {
  require(value.count() == 1, Code::invalid_argument, "a value of the map has {} elements, not one",
          value.count());
  const bool text = value.dtype() == DType::string;
  const auto index = static_cast<std::size_t>(at);
  if (out.dtype() == DType::string) {
    out.mutable_as<std::string>()[index] =
        text ? value.as<std::string>()[0] : std::to_string(value.number_at(0));
    return;
  }
  const double v = text ? std::strtod(value.as<std::string>()[0].c_str(), nullptr) : value.number_at(0);
  if (out.dtype() == DType::float32) {
    out.mutable_as<float>()[index] = static_cast<float>(v);
    return;
  }
  constexpr double kEdge = 9223372036854775808.0;
  const double whole = std::trunc(v);
  out.mutable_as<std::int64_t>()[index] = whole >= kEdge    ? INT64_MAX
                                          : whole >= -kEdge ? static_cast<std::int64_t>(whole)
                                          : std::isnan(v)   ? 0
                                                            : INT64_MIN;
}

Tensor blank(DType dtype, std::int64_t n) {
  return dtype == DType::string ? Tensor(dtype, Shape{1, n}) : Tensor::zeros(dtype, Shape{1, n});
}

struct CastMap final : Op {
  std::string cast_to = "TO_FLOAT", map_form = "DENSE";
  std::int64_t max_map = 1;
  void fields(FieldVisitor& f) override {
    f("cast_to", cast_to);
    f("map_form", map_form);
    f("max_map", max_map);
  }
  void infer(InferContext& c) const override {
    require(map_form == "DENSE" || map_form == "SPARSE", Code::invalid_model, "map_form is '{}'", map_form);
    require(map_form == "DENSE" || (max_map > 0 && max_map <= std::int64_t{1} << 32), Code::invalid_model,
            "max_map is {}", max_map);
    c.out(0, cast_named(cast_to), SymShape{Dim(1), map_form == "DENSE" ? Dim::unknown() : Dim(max_map)});
  }
  Kernel lower(LowerContext&) const override {
    return Kernel::of_values(
        [to = cast_named(cast_to), dense = map_form == "DENSE", most = max_map](Call& call) {
          const Map& m = call.value(0).map();
          const auto n = static_cast<std::int64_t>(m.values.size());
          Tensor made = blank(to, dense ? n : most);
          for (std::int64_t i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const std::int64_t key = m.int_keys.empty() ? i : m.int_keys[at];
            require(dense || (key >= 0 && key < most), Code::runtime, "key {} is outside [0, {})", key, most);
            cast_into(made, dense ? i : key, m.values[at].tensor());
          }
          call.set_out(0, std::move(made));
        });
  }
};

struct DictVectorizer final : Op {
  std::vector<std::int64_t> int64_vocabulary;
  std::vector<std::string> string_vocabulary;
  void fields(FieldVisitor& f) override {
    f("int64_vocabulary", int64_vocabulary);
    f("string_vocabulary", string_vocabulary);
  }
  void infer(InferContext& c) const override {
    require(int64_vocabulary.empty() != string_vocabulary.empty(), Code::invalid_model,
            "expected one vocabulary, of integers or of strings");
    const Type& map = c.in(0).type;
    const DType value = map.inner && map.inner->is_tensor() ? map.inner->dtype : DType::undefined;
    const auto n = static_cast<std::int64_t>(int64_vocabulary.size() + string_vocabulary.size());
    c.out(0, value, SymShape{Dim(1), Dim(n)});
  }
  Kernel lower(LowerContext& c) const override {
    return Kernel::of_values([ints = int64_vocabulary, strings = string_vocabulary,
                              to = c.out(0).dtype()](Call& call) {
      const Map& m = call.value(0).map();
      const std::size_t n = ints.size() + strings.size();
      Tensor made = blank(to, static_cast<std::int64_t>(n));
      const auto put = [&](const auto& words, const auto& keys) {
        for (std::size_t i = 0; i < words.size(); ++i) {
          const auto it = std::lower_bound(keys.begin(), keys.end(), words[i]);
          if (it == keys.end() || *it != words[i]) continue;
          const Tensor& v = m.values[static_cast<std::size_t>(it - keys.begin())].tensor();
          require(v.dtype() == to && v.count() == 1, Code::invalid_argument, "a value of the map is {}", v);
          copy_runs(to, made.mutable_data(), {static_cast<std::int64_t>(i), 0}, v.data(), {}, 1, 1);
        }
      };
      put(ints, m.int_keys);
      put(strings, m.string_keys);
      call.set_out(0, std::move(made));
    });
  }
};

}  // namespace

void register_map_features(OpRegistry& r) {
  r.add<CastMap>("ai.onnx.ml", "CastMap");
  r.add<DictVectorizer>("ai.onnx.ml", "DictVectorizer");
}

}  // namespace sardonyx
