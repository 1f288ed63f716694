// Sequences and maps: taking them apart and putting them together. Both copy.
#include <algorithm>
#include <numeric>

#include "api/c/slots.h"
#include "api/c/status.h"
#include "api/c/value.h"

namespace sardonyx {

namespace {

Value copy_of(const Value& v) { return v.is_tensor() ? Value(v.tensor().clone()) : v; }

OrtValue* wrap(Value value) {
  auto made = std::make_unique<OrtValue>();
  made->value = std::move(value);
  return made.release();
}

Tensor keys_of(const Map& map) {
  Shape shape{static_cast<std::int64_t>(map.values.size())};
  if (map.key == DType::string) return Tensor::of<std::string>(shape, map.string_keys);
  return Tensor::of<std::int64_t>(shape, map.int_keys);
}

// The values of a map as one tensor: of scalars, when every value is one.
Value values_of(const Map& map) {
  DType dtype = map.value.is_tensor() ? map.value.dtype : DType::undefined;
  bool scalars = dtype != DType::undefined && !is_sub_byte(dtype);
  for (const Value& v : map.values) scalars = scalars && v.is_tensor() && v.tensor().count() == 1;
  if (!scalars) return Sequence{map.value, map.values};
  Tensor all(dtype, Shape{static_cast<std::int64_t>(map.values.size())});
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    const Tensor& one = map.values[i].tensor();
    if (dtype == DType::string) {
      all.mutable_as<std::string>()[i] = one.as<std::string>()[0];
    } else {
      std::copy_n(one.data(), one.bytes(), all.mutable_data() + i * one.bytes());
    }
  }
  return all;
}

Value sequence_of(std::span<const OrtValue* const> in) {
  Sequence s;
  if (in.empty()) capi::refuse(ORT_FAIL, "a sequence needs at least one value");
  for (const OrtValue* v : in) {
    const Value& one = capi::need(v, "an element of in").value;
    if (!one.is_tensor() && !one.is_map())
      capi::refuse(ORT_FAIL, "a sequence holds tensors or maps, not {}", one.text());
    if (!s.elements.empty() && !(s.element == one.type()))
      capi::refuse(ORT_FAIL, "the elements of a sequence have one type, not {} and {}", s.element.text(),
                   one.type().text());
    s.element = one.type();
    s.elements.push_back(copy_of(one));
  }
  return s;
}

// Element `i` of a tensor as a scalar.
Value scalar_at(const Tensor& t, std::size_t i) {
  Tensor one(t.dtype(), Shape{});
  if (t.dtype() == DType::string) {
    one.mutable_as<std::string>()[0] = t.as<std::string>()[i];
  } else {
    std::copy_n(t.data() + i * one.bytes(), one.bytes(), one.mutable_data());
  }
  return one;
}

Value map_of(std::span<const OrtValue* const> in) {
  if (in.size() != 2)
    capi::refuse(ORT_FAIL, "a map is made of two values, keys and values, not of {}", in.size());
  const Tensor &keys = capi::tensor_of(in[0]), &values = capi::tensor_of(in[1]);
  if (keys.dtype() != DType::string && keys.dtype() != DType::int64)
    capi::refuse(ORT_FAIL, "keys of a map are int64 or string, not {}", keys.text());
  if (keys.count() != values.count() || is_sub_byte(values.dtype()))
    capi::refuse(ORT_FAIL, "keys {} and values {} do not fit together", keys.text(), values.text());
  auto count = static_cast<std::size_t>(keys.count());
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto sort = [&](const auto& k) {
    std::ranges::sort(order,
                      [&](std::size_t a, std::size_t b) { return k[a] < k[b] || (k[a] == k[b] && a < b); });
    auto same = [&](std::size_t a, std::size_t b) { return k[a] == k[b]; };
    order.erase(std::unique(order.begin(), order.end(), same), order.end());
  };
  Map m;
  m.key = keys.dtype();
  m.value = Type::tensor(values.dtype());
  std::vector<std::int64_t> numbers;
  if (m.key == DType::string) {
    sort(keys.as<std::string>());
    for (std::size_t i : order) m.string_keys.push_back(keys.as<std::string>()[i]);
  } else {
    numbers = keys.to_ints();
    sort(numbers);
    for (std::size_t i : order) m.int_keys.push_back(numbers[i]);
  }
  for (std::size_t i : order) m.values.push_back(scalar_at(values, i));
  return m;
}

}  // namespace

OrtStatus* slots::GetValueCount(const OrtValue* value, std::size_t* out) noexcept {
  return capi::guarded([&] {
    const Value& v = capi::need(value, "value").value;
    capi::need(out, "out");
    if (v.is_map()) {
      *out = 2;
    } else if (v.is_sequence()) {
      *out = v.sequence().elements.size();
    } else {
      capi::refuse(ORT_FAIL, "Input is not of type sequence or map.");
    }
  });
}

OrtStatus* slots::GetValue(const OrtValue* value, int index, OrtAllocator* allocator,
                           OrtValue** out) noexcept {
  return capi::guarded([&] {
    const Value& v = capi::need(value, "value").value;
    capi::need_all("GetValue", allocator, out);
    if (!v.is_map() && !v.is_sequence()) capi::refuse(ORT_FAIL, "Input is not of type sequence or map.");
    std::size_t count = v.is_map() ? 2 : v.sequence().elements.size();
    if (index < 0 || static_cast<std::size_t>(index) >= count)
      capi::refuse(ORT_FAIL, "index out of range: {} of {}", index, count);
    if (v.is_map()) {
      *out = wrap(index == 0 ? Value(keys_of(v.map())) : values_of(v.map()));
    } else {
      *out = wrap(copy_of(v.sequence().elements[static_cast<std::size_t>(index)]));
    }
  });
}

OrtStatus* slots::CreateValue(const OrtValue* const* in, std::size_t num_values, enum ONNXType value_type,
                              OrtValue** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    if (num_values == 0) capi::refuse(ORT_FAIL, "Number of values should be at least 1.");
    capi::need(in, "in");
    if (value_type != ONNX_TYPE_SEQUENCE && value_type != ONNX_TYPE_MAP)
      capi::refuse(ORT_FAIL, "Input is not of type sequence or map.");
    std::span<const OrtValue* const> values(in, num_values);
    *out = wrap(value_type == ONNX_TYPE_MAP ? map_of(values) : sequence_of(values));
  });
}

}  // namespace sardonyx
