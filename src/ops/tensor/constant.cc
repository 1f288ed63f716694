// Constant: a tensor that the model holds. All forms of the attribute become `value` at import.
#include <span>

#include "kernels/move/element.h"
#include "ops/moving.h"
#include "tensor/sparse.h"

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
    value = densify(*v);
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
