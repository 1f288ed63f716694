// Constant: a tensor that the model holds. All forms of the attribute become `value` at import.
#include <cstring>
#include <span>

#include "kernels/move/element.h"
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Constant final : Op {
  Tensor value;
  void fields(FieldVisitor& f) override { f("value", value); }
  void infer(InferContext& c) const override {
    require(!value.is_null(), Code::invalid_model, "Constant has no value");
    c.out(0, Fact::of(value));
  }
  Kernel lower(LowerContext&) const override {
    return Kernel::of([value = value](Call& call) {
      move::put_bytes(value.dtype() == DType::string, call.out(0), value.data(), value.bytes());
    });
  }
};

// Position in the dense tensor of the non-zero value `i`.
std::int64_t position(const Sparse& s, std::int64_t i) {
  const auto rank = static_cast<std::int64_t>(s.dense.rank());
  if (s.indices.rank() <= 1) return s.indices.int_at(i);
  std::int64_t at = 0;
  for (std::int64_t a = 0; a < rank; ++a) {
    const std::int64_t index = s.indices.int_at(i * rank + a), size = s.dense[static_cast<std::size_t>(a)];
    require(index >= 0 && index < size, Code::invalid_model, "index {} of a sparse value is outside [0, {})",
            index, size);
    at = at * size + index;
  }
  return at;
}

Tensor dense(const Sparse& s) {
  const DType dtype = s.values.dtype();
  require(dtype == DType::string || item_size(dtype) != 0, Code::not_implemented,
          "sparse_value of type {} is not supported", name(dtype));
  Tensor result = dtype == DType::string ? Tensor(dtype, s.dense) : Tensor::zeros(dtype, s.dense);
  const std::int64_t count = s.values.count();
  const auto rank = static_cast<std::int64_t>(s.dense.rank());
  require(s.indices.count() == (s.indices.rank() <= 1 ? count : count * rank), Code::invalid_model,
          "a sparse value with {} values and {} indices", count, s.indices.count());
  const move::Element element = move::element_of(dtype);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t at = position(s, i);
    require(at >= 0 && at < result.count(), Code::invalid_model,
            "index {} of a sparse value is outside [0, {})", at, result.count());
    move::put_bytes(element.strings, result.mutable_data() + static_cast<std::size_t>(at) * element.bytes,
                    s.values.data() + static_cast<std::size_t>(i) * element.bytes, element.bytes);
  }
  return result;
}

template <typename T>
Tensor list(const std::vector<T>& elements) {
  return Tensor::of<T>({static_cast<std::int64_t>(elements.size())}, std::span<const T>(elements));
}

void upgrade_constant(UpgradeContext& u) {
  const std::size_t given = u.attributes.size();
  require(given == 1, Code::invalid_model, "Constant must have exactly one value attribute, it has {}",
          given);
  Tensor value;
  if (auto v = u.take<Sparse>("sparse_value"))
    value = dense(*v);
  else if (auto f = u.take<float>("value_float"))
    value = Tensor::scalar(*f);
  else if (auto i = u.take<std::int64_t>("value_int"))
    value = Tensor::scalar(*i);
  else if (auto s = u.take<std::string>("value_string"))
    value = Tensor::scalar(*s);
  else if (auto fs = u.take<std::vector<float>>("value_floats"))
    value = list(*fs);
  else if (auto is = u.take<std::vector<std::int64_t>>("value_ints"))
    value = list(*is);
  else if (auto ss = u.take<std::vector<std::string>>("value_strings"))
    value = list(*ss);
  else
    return;
  u.attributes.emplace("value", std::move(value));
}

}  // namespace

void register_constant(OpRegistry& r) { r.add<Constant>("", "Constant", upgrade_constant); }

}  // namespace sardonyx
