// ZipMap: every row of scores becomes a map from class label to score.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

#include "ops/scores.h"

namespace sardonyx {
namespace {

struct ZipMap final : Op {
  Labels labels;
  void fields(FieldVisitor& f) override {
    f("classlabels_int64s", labels.ints);
    f("classlabels_strings", labels.strings);
  }
  void infer(InferContext& c) const override {
    require(labels.ints.empty() != labels.strings.empty(), Code::invalid_model,
            "expected either integer or string labels");
    if (const auto columns = columns_of(c.shape(0)))
      require(*columns == static_cast<std::int64_t>(labels.count()), Code::invalid_argument,
              "rows have {} scores, there are {} labels", *columns, labels.count());
    Fact f;
    f.type = Type::sequence(Type::map(labels.dtype(), Type::tensor(DType::float32)));
    c.out(0, std::move(f));
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel ZipMap::lower(LowerContext& c) const {
  rows_of(c.shape(0));
  std::vector<std::size_t> order(labels.count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto by = [](const auto& keys) {
    return [&keys](std::size_t a, std::size_t b) { return keys[a] < keys[b]; };
  };
  if (labels.are_strings())
    std::sort(order.begin(), order.end(), by(labels.strings));
  else
    std::sort(order.begin(), order.end(), by(labels.ints));
  Map like;
  like.key = labels.dtype();
  like.value = Type::tensor(DType::float32);
  for (const std::size_t i : order) {
    if (labels.are_strings())
      like.string_keys.push_back(labels.strings[i]);
    else
      like.int_keys.push_back(labels.ints[i]);
  }
  return Kernel::of_values([like = std::move(like), order = std::move(order)](Call& call) {
    const Tensor& x = call.value(0).tensor();
    const Rows2d size = rows_of(x.shape());
    Sequence made;
    made.element = Type::map(like.key, like.value);
    made.elements.reserve(static_cast<std::size_t>(size.rows));
    for (std::int64_t r = 0; r < size.rows; ++r) {
      Map m = like;
      m.values.reserve(order.size());
      for (const std::size_t i : order) {
        float v = 0;
        std::memcpy(&v, x.data() + (static_cast<std::size_t>(r) * order.size() + i) * sizeof v, sizeof v);
        m.values.emplace_back(Tensor::scalar<float>(v));
      }
      made.elements.emplace_back(std::move(m));
    }
    call.set_out(0, std::move(made));
  });
}

}  // namespace

void register_zip_map(OpRegistry& r) { r.add<ZipMap>("ai.onnx.ml", "ZipMap"); }

}  // namespace sardonyx
