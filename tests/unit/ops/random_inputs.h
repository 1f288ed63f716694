// Random values and attributes for an operator, legal by the specification's table in kind and type but not in value.
// Sizes are small, some are 0, ranks go from 0.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "graph/op.h"
#include "graph/spec.h"

namespace sardonyx::test {

class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(n));
  }
  bool one_in(std::int64_t n) { return below(n) == 0; }
  std::uint64_t bits() { return engine_(); }
  template <typename T>
  T of(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<std::int64_t>(list.size()))];
  }

  std::int64_t integer() {
    constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    if (one_in(12))
      return of<std::int64_t>(
          {kLeast, kMost, kLeast + 1, std::int64_t{1} << 40, -(std::int64_t{1} << 33), 255});
    return of<std::int64_t>({0, 1, 1, 2, 2, 3, 4, 5, -1, -1, -2, -3});
  }
  float number() {
    if (one_in(10))
      return of({std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                 std::numeric_limits<float>::quiet_NaN(), 1e30f, -1e30f, 1e-40f});
    return of({0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, -1.0f, -0.5f, -2.0f, 4.0f});
  }
  std::string text() {
    return of<std::string>({"",
                            "a",
                            "NOTSET",
                            "SAME_UPPER",
                            "SAME_LOWER",
                            "VALID",
                            "constant",
                            "reflect",
                            "edge",
                            "wrap",
                            "nearest",
                            "linear",
                            "cubic",
                            "zeros",
                            "border",
                            "reflection",
                            "none",
                            "add",
                            "mul",
                            "max",
                            "min",
                            "sum",
                            "mean",
                            "bilinear",
                            "half_pixel",
                            "asymmetric",
                            "align_corners",
                            "tf_crop_and_resize",
                            "pytorch_half_pixel",
                            "DCR",
                            "CRD",
                            "LEFT",
                            "RIGHT",
                            "forward",
                            "reverse",
                            "bidirectional",
                            "Tanh",
                            "Sigmoid",
                            "Relu",
                            "ij,jk->ik",
                            "...i,ij->...j",
                            "ii->i",
                            "ii",
                            "i,j->",
                            "LOGISTIC",
                            "SOFTMAX",
                            "RBF",
                            "LINEAR",
                            "MAX",
                            "L1",
                            "L2",
                            "TF",
                            "IDF",
                            "TFIDF",
                            "tanh",
                            "not_larger",
                            "stretch",
                            "CAST_TO",
                            "TO_FLOAT",
                            "DENSE",
                            "LOWER",
                            "\xff"});
  }
  std::vector<std::int64_t> integers(std::int64_t most) {
    std::vector<std::int64_t> v(static_cast<std::size_t>(below(most + 1)));
    for (auto& i : v) i = integer();
    return v;
  }

 private:
  std::mt19937_64 engine_;
};

inline Shape random_shape(Dice& d) {
  Shape s;
  const std::int64_t rank = d.of<std::int64_t>({0, 1, 1, 2, 2, 3, 3, 4, 4, 5});
  for (std::int64_t i = 0; i < rank; ++i) s.push_back(d.of<std::int64_t>({0, 1, 1, 2, 2, 3, 4, 5, 8}));
  return s;
}

template <typename T>
void fill(Tensor& t, Dice& d) {
  auto* p = reinterpret_cast<T*>(t.mutable_data());
  for (std::int64_t i = 0; i < t.count(); ++i) {
    if constexpr (std::is_integral_v<T>)
      p[i] = static_cast<T>(d.integer());
    else
      p[i] = static_cast<T>(d.number());
  }
}

inline Tensor random_tensor(Dice& d, DType dtype, const Shape& shape) {
  Tensor t(dtype, shape);
  switch (dtype) {
    case DType::float32:
      fill<float>(t, d);
      break;
    case DType::float64:
      fill<double>(t, d);
      break;
    case DType::float16:
      fill<float16>(t, d);
      break;
    case DType::bfloat16:
      fill<bfloat16>(t, d);
      break;
    case DType::int64:
      fill<std::int64_t>(t, d);
      break;
    case DType::int32:
      fill<std::int32_t>(t, d);
      break;
    case DType::bool_:
      for (std::int64_t i = 0; i < t.count(); ++i) t.mutable_data()[i] = static_cast<std::byte>(d.below(2));
      break;
    case DType::string:
      for (std::string& s : t.mutable_as<std::string>())
        s = d.one_in(4) ? std::to_string(d.integer()) : d.text();
      break;
    default:
      for (std::size_t i = 0; i < t.bytes(); ++i)
        t.mutable_data()[i] = static_cast<std::byte>(d.one_in(2) ? d.below(256) : d.below(3));
  }
  return t;
}

inline DType random_dtype(Dice& d, std::uint32_t mask) {
  std::vector<DType> all;
  for (int i = 1; i < kDTypeCount; ++i)
    if ((mask >> i & 1u) != 0) all.push_back(static_cast<DType>(i));
  return all.empty() ? DType::float32
                     : all[static_cast<std::size_t>(d.below(static_cast<std::int64_t>(all.size())))];
}

// The masks of a TypeSet.
inline constexpr std::uint32_t TypeSet::* kTypeKinds[] = {
    &TypeSet::tensor, &TypeSet::sequence, &TypeSet::optional,       &TypeSet::optional_sequence,
    &TypeSet::sparse, &TypeSet::map,      &TypeSet::sequence_of_map};

// A set of one type, drawn from `set`: a tensor where the set has one.
inline TypeSet random_type(Dice& d, const TypeSet& set) {
  TypeSet one;
  for (const auto kind : kTypeKinds) {
    const std::uint32_t mask = set.*kind;
    if (mask == 0) continue;
    int bit = static_cast<int>(d.below(std::popcount(mask)));
    for (std::uint32_t left = mask; (one.*kind = left & (~left + 1)), bit > 0; --bit) left &= left - 1;
    return one;
  }
  return one;
}

// The element type of a set of one type of tensors or what holds them.
inline DType element_of(const TypeSet& one) {
  const std::uint32_t mask = one.tensor | one.sequence | one.optional | one.optional_sequence | one.sparse;
  return mask == 0 ? DType::undefined : static_cast<DType>(std::countr_zero(mask));
}

// The inputs of one call: types of one constraint agree, shapes often do.
class Inputs {
 public:
  Inputs(Dice& dice, const OpSpec& spec) : d_(dice), spec_(spec), first_(random_shape(dice)) {}
  // Values of constraint `type` have this type, a set of one.
  void bind(std::string_view type, const TypeSet& one) { bound_[type] = one; }
  // The type for a value of `p`.
  TypeSet type_of(const ParamSpec& p) {
    if (spec_.constraint(p.type) == nullptr || (p.heterogeneous && d_.one_in(2)))
      return random_type(d_, spec_.allowed(p));
    return type_of(p.type);
  }
  // The type for values of a constraint, drawn when it is first asked for: often the element type of another one.
  TypeSet type_of(std::string_view constraint) {
    const auto found = bound_.find(constraint);
    if (found != bound_.end()) return found->second;
    TypeSet set = spec_.constraint(constraint)->allowed;
    if (!bound_.empty() && d_.one_in(2)) {
      const DType other = element_of(bound_.begin()->second);
      const auto kind = std::ranges::find_if(kTypeKinds, [&](auto k) { return set.*k != 0; });
      if (other != DType::undefined && (set.**kind & TypeSet::bit(other)) != 0) {
        set = {};
        set.** kind = TypeSet::bit(other);
      }
    }
    return bound_[constraint] = random_type(d_, set);
  }

  // Values, absent ones too, with their types.
  std::vector<std::pair<Value, TypeSet>> make() {
    std::int64_t most = spec_.max_inputs < 0 ? spec_.min_inputs + 3 : spec_.max_inputs;
    std::int64_t count = spec_.min_inputs + d_.below(most - spec_.min_inputs + 1);
    std::vector<std::pair<Value, TypeSet>> out;
    for (std::int64_t i = 0; i < count; ++i) {
      const ParamSpec* p = spec_.input(static_cast<std::size_t>(i));
      if (p == nullptr) break;
      const TypeSet type = type_of(*p);
      out.emplace_back(p->optional && d_.one_in(3) ? Value() : value(type), type);
    }
    return out;
  }

  Value value(const TypeSet& one) {
    const DType dtype = element_of(one);
    if ((one.optional | one.optional_sequence) != 0 && d_.one_in(2))
      return Value::none(one.optional != 0 ? Type::tensor(dtype) : Type::sequence(Type::tensor(dtype)));
    if ((one.sequence | one.optional_sequence) != 0) {
      Sequence s;
      s.element = Type::tensor(dtype);
      for (std::int64_t n = d_.below(4); n > 0; --n)
        s.elements.emplace_back(random_tensor(d_, dtype, shape()));
      return Value(std::move(s));
    }
    if (one.sparse != 0) return sparse(dtype);
    if (one.map != 0) return map(one.map);
    if (one.sequence_of_map != 0) {
      Sequence s;
      for (std::int64_t n = 1 + d_.below(3); n > 0; --n) s.elements.emplace_back(map(one.sequence_of_map));
      s.element = s.elements[0].type();
      return Value(std::move(s));
    }
    return random_tensor(d_, dtype, shape());
  }

 private:
  Value sparse(DType dtype) {
    const std::int64_t rows = 1 + d_.below(4), columns = 1 + d_.below(4);
    return Value(Sparse{random_tensor(d_, dtype, Shape{1}), Tensor::of<std::int64_t>({1}, {rows - 1}),
                        Shape{rows, columns}});
  }
  Value map(std::uint32_t bit) {
    const int number = std::countr_zero(bit);
    Map m;
    m.key = number >= 16 ? DType::string : DType::int64;
    const auto dtype = static_cast<DType>(number % 16);
    m.value = Type::tensor(dtype);
    for (std::int64_t i = 0; i < d_.below(4); ++i) {
      if (m.key == DType::string)
        m.string_keys.push_back(std::to_string(i));
      else
        m.int_keys.push_back(i);
      m.values.emplace_back(random_tensor(d_, dtype, Shape{}));
    }
    return Value(std::move(m));
  }
  Shape shape() {
    if (d_.one_in(2)) return first_;
    if (d_.one_in(3)) return random_shape(d_);
    if (d_.one_in(2)) return Shape{d_.of<std::int64_t>({1, 2, static_cast<std::int64_t>(first_.rank())})};
    Shape s = first_;
    if (s.rank() > 0)
      s[static_cast<std::size_t>(d_.below(static_cast<std::int64_t>(s.rank())))] = d_.below(4);
    return s;
  }

  Dice& d_;
  const OpSpec& spec_;
  Shape first_;
  std::map<std::string_view, TypeSet> bound_;
};

inline Attributes random_attributes(Dice& d, const OpSpec& spec) {
  Attributes out;
  for (const AttrSpec& a : spec.attributes) {
    if (!a.required && !d.one_in(3)) continue;
    const std::string name(a.name);
    switch (a.kind) {
      case AttrKind::int_:
        out[name] = d.integer();
        break;
      case AttrKind::float_:
        out[name] = d.number();
        break;
      case AttrKind::string:
        out[name] = d.text();
        break;
      case AttrKind::ints:
        out[name] = d.integers(6);
        break;
      case AttrKind::floats: {
        std::vector<float> v(static_cast<std::size_t>(d.below(6)));
        for (float& f : v) f = d.number();
        out[name] = v;
        break;
      }
      case AttrKind::strings: {
        std::vector<std::string> v(static_cast<std::size_t>(d.below(5)));
        for (std::string& s : v) s = d.text();
        out[name] = v;
        break;
      }
      case AttrKind::tensor:
        out[name] =
            random_tensor(d, random_dtype(d, 0x7FFFFFEu), d.one_in(3) ? random_shape(d) : Shape{d.below(4)});
        break;
      default:
        break;
    }
  }
  return out;
}

}  // namespace sardonyx::test
