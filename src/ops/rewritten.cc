#include "ops/rewritten.h"

#include <utility>

#include "tensor/convert.h"

namespace sardonyx {

std::pair<std::string_view, std::string_view> split_op_name(std::string_view op) {
  const std::size_t at = op.find(':');
  if (at == std::string_view::npos) return {"", op};
  return {op.substr(0, at), op.substr(at + 1)};
}

void Rewritten::infer(InferContext&) const {
  fail(Code::not_implemented, "{} is replaced by other operators while a model is imported", def().name);
}

Kernel Rewritten::lower(LowerContext&) const {
  return Kernel::decline("it is replaced by other operators while a model is imported");
}

std::int32_t Rewrite::ints(std::vector<std::int64_t> values) {
  return u_.constant(Tensor::of<std::int64_t>(Shape{static_cast<std::int64_t>(values.size())},
                                              std::span<const std::int64_t>(values)));
}

std::int32_t Rewrite::scalar(std::int64_t value) {
  return u_.constant(Tensor::of<std::int64_t>(Shape{}, {value}));
}

std::int32_t Rewrite::node(std::string_view op, std::vector<std::int32_t> in, Attributes attributes) {
  return nodes(op, std::move(in), std::move(attributes), 1)[0];
}

std::vector<std::int32_t> Rewrite::nodes(std::string_view op, std::vector<std::int32_t> in,
                                         Attributes attributes, std::size_t outputs) {
  const auto [domain, name] = split_op_name(op);
  return u_.emit(domain, name, std::move(attributes), std::move(in), outputs);
}

void Rewrite::becomes(std::string_view op, std::vector<std::int32_t> in, Attributes attributes) {
  const auto [domain, name] = split_op_name(op);
  u_.domain = domain;
  u_.op = name;
  u_.inputs = std::move(in);
  u_.attributes = std::move(attributes);
}

void Rewrite::also(std::size_t output, std::string_view op, std::vector<std::int32_t> in,
                   Attributes attributes) {
  if (output >= outputs_.size()) return;
  if (u_.outputs.size() > output) u_.outputs.resize(output);
  if (outputs_[output] < 0) return;
  const auto [domain, name] = split_op_name(op);
  u_.emit_after(domain, name, std::move(attributes), std::move(in), {outputs_[output]});
}

std::int32_t Rewrite::number_like(std::int32_t like, double value) {
  const DType type = u_.fact(like).dtype();
  require(is_float(type), Code::not_implemented,
          "{} needs to know the type of its input while it is imported", u_.op);
  const auto plain = static_cast<float>(value);
  Tensor t(type, Shape{});
  if (type == DType::float64)
    t.mutable_as<double>()[0] = value;
  else
    convert_from_float(type, &plain, t.mutable_data(), 1);
  return u_.constant(std::move(t));
}

std::vector<std::int64_t> Rewrite::order_channels_last(std::size_t rank) {
  std::vector<std::int64_t> order{0};
  for (std::size_t i = 2; i < rank; ++i) order.push_back(static_cast<std::int64_t>(i));
  order.push_back(1);
  return order;
}

std::int32_t Rewrite::channels_first(std::int32_t x, std::size_t rank) {
  std::vector<std::int64_t> order{0, static_cast<std::int64_t>(rank) - 1};
  for (std::size_t i = 1; i + 1 < rank; ++i) order.push_back(static_cast<std::int64_t>(i));
  return node("Transpose", {x}, {{"perm", order}});
}

}  // namespace sardonyx
