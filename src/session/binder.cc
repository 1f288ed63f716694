#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "session/session_state.h"

namespace sardonyx {

std::string ValueDescription::text() const {
  std::string s =
      fmt::format("{}: {}", name, type.is_tensor() ? std::string(sardonyx::name(type.dtype)) : type.text());
  if (!shape || !type.is_tensor()) return s;
  s += '[';
  for (std::size_t i = 0; i < shape->size(); ++i) {
    const DimInfo& d = (*shape)[i];
    s += fmt::format("{}{}", i == 0 ? "" : ",",
                     d.size             ? std::to_string(*d.size)
                     : d.symbol.empty() ? "?"
                                        : d.symbol);
  }
  return s + ']';
}

bool ValueDescription::is_scalar() const { return type.is_tensor() && shape && shape->empty(); }

std::vector<ValueDescription> describe(std::span<const ValueInfoDef> infos, const SessionOptions& options) {
  std::vector<ValueDescription> out;
  for (const ValueInfoDef& info : infos) {
    ValueDescription d;
    d.name = std::string(info.name);
    d.type = info.type.type();
    d.denotation = std::string(info.type.denotation);
    const TypeDef* held = &info.type;  // the tensor itself, or what a sequence or an optional value holds
    while (held->inner != nullptr) held = held->inner.get();
    if (held->has_shape) {
      d.shape.emplace();
      for (const DimDef& dim : held->shape) {
        DimInfo i;
        if (dim.kind == DimDef::Kind::value && dim.value >= 0) i.size = dim.value;
        if (dim.kind == DimDef::Kind::param) i.symbol = std::string(dim.param);
        auto fixed = options.free_dimensions.find(i.symbol);
        if (!i.symbol.empty() && fixed != options.free_dimensions.end()) i.size = fixed->second;
        d.shape->push_back(std::move(i));
      }
    }
    out.push_back(std::move(d));
  }
  return out;
}

void complete(ValueDescription& d, const Fact& found, const std::set<std::string>& symbols) {
  if (!d.type.is_tensor() || !found.is_tensor() || !found.shape.ranked()) return;
  if (d.shape && d.shape->size() != found.shape.rank()) return;
  if (!d.shape) d.shape.emplace(found.shape.rank());
  for (std::size_t k = 0; k < d.shape->size(); ++k) {
    DimInfo& dim = (*d.shape)[k];
    const Dim& other = found.shape[k];
    if (other.is_number()) {
      const bool contradicts = dim.size && *dim.size != other.number();
      dim = {};
      if (!contradicts) dim.size = other.number();
    } else if (!dim.size && dim.symbol.empty() && symbols.contains(other.text())) {
      dim.symbol = other.text();
    }
  }
}

Binder::Binder(const std::vector<ValueDescription>& inputs) : inputs_(inputs) {
  for (const ValueDescription& d : inputs) {
    std::vector<std::int32_t> indices;
    for (const DimInfo& dim : d.shape&& d.type.is_tensor() ? *d.shape : std::vector<DimInfo>{}) {
      if (dim.size || dim.symbol.empty()) {
        indices.push_back(-1);
        continue;
      }
      auto it = std::ranges::find(symbols_, dim.symbol);
      indices.push_back(static_cast<std::int32_t>(it - symbols_.begin()));
      if (it == symbols_.end()) symbols_.push_back(dim.symbol);
    }
    symbol_of_.push_back(std::move(indices));
  }
}

void Binder::check_one(std::size_t i, const Value& value) const {
  const ValueDescription& d = inputs_[i];
  auto refuse = [&](std::string_view what) {
    fail(Code::invalid_argument, "input '{}': {}; expected {}, found {}", d.name, what, d.text(),
         value.text());
  };
  if (value.is_absent()) {
    if (!d.optional_input && !d.unused) refuse("it is missing");
    return;
  }
  if (d.type.is_tensor()) {
    if (!value.is_tensor()) refuse("it must be a tensor");
    const Tensor& t = value.tensor();
    if (d.type.dtype != DType::undefined && t.dtype() != d.type.dtype) refuse("the element type differs");
    // ONNX Runtime takes any shape for a scalar, and programs give [1].
    if (!d.shape || d.is_scalar()) return;
    if (t.rank() != d.shape->size()) refuse("the rank differs");
    for (std::size_t k = 0; k < t.rank(); ++k) {
      const DimInfo& dim = (*d.shape)[k];
      if (dim.size && *dim.size != t.shape()[k]) refuse(fmt::format("size {} differs", k));
    }
    return;
  }
  bool fits = (d.type.kind == Type::Kind::sequence && value.is_sequence()) ||
              (d.type.kind == Type::Kind::map && value.is_map()) ||
              (d.type.kind == Type::Kind::sparse && value.is_sparse()) || d.type.kind == Type::Kind::optional;
  if (!fits) refuse("it is another kind of value");
}

bool Binder::check(std::span<const Value> values) const {
  require(values.size() == inputs_.size(), Code::invalid_argument,
          "the model takes {} inputs, but {} are given", inputs_.size(), values.size());
  bool agree = true;
  std::vector<std::int64_t> bound(symbols_.size(), -1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    check_one(i, values[i]);
    if (!values[i].is_tensor()) continue;
    const Shape& shape = values[i].tensor().shape();
    if (inputs_[i].is_scalar() && shape.rank() > 0) agree = false;
    for (std::size_t k = 0; k < symbol_of_[i].size() && k < shape.rank(); ++k) {
      std::int32_t s = symbol_of_[i][k];
      if (s < 0) continue;
      std::int64_t& b = bound[static_cast<std::size_t>(s)];
      if (b >= 0 && b != shape[k]) agree = false;
      b = shape[k];
    }
  }
  return agree;
}

}  // namespace sardonyx
