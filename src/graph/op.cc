#include "graph/op.h"

#include <fmt/format.h>

namespace sardonyx {

namespace {

const Fact& fact_or_nothing(std::span<const Fact* const> in, std::size_t i) noexcept {
  static const Fact nothing;
  return i < in.size() && in[i] != nullptr ? *in[i] : nothing;
}

}  // namespace

const Fact& InferContext::in(std::size_t i) const noexcept { return fact_or_nothing(in_, i); }
const Fact& PrepareContext::in(std::size_t i) const noexcept { return fact_or_nothing(in_, i); }
const Fact& LowerContext::in(std::size_t i) const noexcept { return fact_or_nothing(p_.in, i); }

void InferContext::out(std::size_t i, DType dtype, SymShape shape) {
  out(i, Fact::tensor(dtype, std::move(shape)));
}
void InferContext::out(std::size_t i, Fact fact) {
  if (i < out_.size()) out_[i] = std::move(fact);
}
void InferContext::out_dims(std::size_t i, DType dtype, SymShape shape, std::vector<Dim> content) {
  Fact f = Fact::tensor(dtype, std::move(shape));
  f.dims = std::make_shared<const std::vector<Dim>>(std::move(content));
  out(i, std::move(f));
}

Shape LowerContext::shape(std::size_t i) const {
  auto numbers = in(i).shape.numbers();
  require(numbers.has_value(), Code::internal, "input {} was lowered without a concrete shape: {}", i, in(i));
  return *std::move(numbers);
}

Shape LowerContext::out_shape(std::size_t i) const {
  auto numbers = out(i).shape.numbers();
  require(numbers.has_value(), Code::internal, "output {} was lowered without a concrete shape: {}", i,
          out(i));
  return *std::move(numbers);
}

std::unique_ptr<Op> Op::clone() const { return def_->copy(*this); }

std::unique_ptr<Op> OpDef::make() const {
  auto op = make_plain();
  op->def_ = this;
  return op;
}

std::unique_ptr<Op> OpDef::copy(const Op& op) const {
  auto made = copy_plain(op);
  made->def_ = this;
  return made;
}

namespace {

struct Lift {
  UpgradeContext& c;
  std::int32_t operator()(std::vector<std::int64_t>& v) const {
    return c.constant(
        Tensor::of<std::int64_t>({static_cast<std::int64_t>(v.size())}, std::span<const std::int64_t>(v)));
  }
  std::int32_t operator()(std::vector<float>& v) const {
    return c.constant(Tensor::of<float>({static_cast<std::int64_t>(v.size())}, std::span<const float>(v)));
  }
  std::int32_t operator()(std::int64_t v) const { return c.constant(Tensor::scalar(v)); }
  std::int32_t operator()(float v) const { return c.constant(Tensor::scalar(v)); }
  template <typename T>
  std::int32_t operator()(const T&) const {
    fail(Code::invalid_model, "an attribute of this kind cannot become an input of {}", c.op);
  }
};

}  // namespace

void UpgradeContext::attribute_to_input(std::string_view name, std::size_t index) {
  auto it = attributes.find(name);
  if (it == attributes.end()) return;
  if (inputs.size() <= index) inputs.resize(index + 1, -1);
  inputs[index] = std::visit(Lift{*this}, it->second);
  attributes.erase(it);
}

}  // namespace sardonyx
