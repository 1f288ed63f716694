// Reading, printing and writing an operator's fields through its one list.
#include <fmt/format.h>

#include <cmath>

#include "graph/op.h"

namespace sardonyx {

namespace {

[[noreturn]] void wrong_kind(std::string_view name) {
  fail(Code::invalid_model, "attribute '{}' has another kind than the operator expects", name);
}

template <typename T>
const T& held(std::string_view name, const Attribute& a) {
  const T* v = std::get_if<T>(&a);
  if (v == nullptr) wrong_kind(name);
  return *v;
}

// Assigns one attribute to one field, whatever the field's type.
struct Assign {
  std::string_view name;
  const Attribute& from;
  void operator()(bool* f) const { *f = held<std::int64_t>(name, from) != 0; }
  void operator()(DType* f) const {
    std::int64_t n = held<std::int64_t>(name, from);
    require(n >= 0 && n < kDTypeCount, Code::invalid_model, "attribute '{}' = {} is no element type", name,
            n);
    *f = static_cast<DType>(n);
  }
  template <typename T>
  void operator()(std::optional<T>* f) const {
    *f = held<T>(name, from);
  }
  template <typename T>
  void operator()(T* f) const {
    *f = held<T>(name, from);
  }
};

class Reader final : public FieldVisitor {
 public:
  explicit Reader(const Attributes& attributes) : attributes_(attributes) {}
  std::size_t seen = 0;
  bool knows(std::string_view name) const {
    for (std::string_view n : names_)
      if (n == name) return true;
    return false;
  }

 protected:
  void visit(std::string_view name, FieldRef field) override {
    names_.push_back(name);
    auto it = attributes_.find(name);
    if (it == attributes_.end()) return;
    ++seen;
    std::visit(Assign{name, it->second}, field);
  }

 private:
  const Attributes& attributes_;
  std::vector<std::string_view> names_;
};

struct ToAttribute {
  std::optional<Attribute> operator()(const bool* f) const { return std::int64_t{*f}; }
  std::optional<Attribute> operator()(const DType* f) const { return static_cast<std::int64_t>(*f); }
  std::optional<Attribute> operator()(const Tensor* f) const {
    if (f->is_null()) return std::nullopt;
    return *f;
  }
  std::optional<Attribute> operator()(const std::shared_ptr<Graph>* f) const {
    if (*f == nullptr) return std::nullopt;
    return *f;
  }
  template <typename T>
  std::optional<Attribute> operator()(const std::optional<T>* f) const {
    if (!*f) return std::nullopt;
    return **f;
  }
  template <typename T>
  std::optional<Attribute> operator()(const T* f) const {
    return *f;
  }
};

class Writer final : public FieldVisitor {
 public:
  Attributes out;

 protected:
  void visit(std::string_view name, FieldRef field) override {
    auto a = std::visit([](auto* f) { return ToAttribute{}(f); }, field);
    if (a) out.emplace(name, *std::move(a));
  }
};

struct AttributeText {
  std::string operator()(std::int64_t v) const { return std::to_string(v); }
  std::string operator()(float v) const { return fmt::format("{}", v); }
  std::string operator()(const std::string& v) const { return fmt::format("'{}'", v); }
  std::string operator()(const Tensor& v) const {
    std::string out = v.text();
    if (v.count() <= 4 && v.dtype() != DType::string && !v.is_null()) {
      for (std::int64_t i = 0; i < v.count(); ++i)
        out += fmt::format("{}{}", i == 0 ? "=" : ",", v.number_at(i));
    }
    return out;
  }
  std::string operator()(const std::vector<Tensor>& v) const { return fmt::format("{} tensors", v.size()); }
  std::string operator()(const Sparse& v) const { return "sparse " + v.dense.text(); }
  std::string operator()(const Type& v) const { return v.text(); }
  std::string operator()(const std::shared_ptr<Graph>&) const { return "graph"; }
  template <typename T>
  std::string operator()(const std::vector<T>& v) const {
    std::string out = "[";
    for (std::size_t i = 0; i < v.size() && i < 16; ++i) out += (i == 0 ? "" : ",") + (*this)(v[i]);
    return out + (v.size() > 16 ? ",...]" : "]");
  }
};

Attributes fields_of(const Op& op) {
  Writer writer;
  // The list hands out mutable references; a copy keeps `op` untouched.
  auto copy = op.clone();
  copy->fields(writer);
  return std::move(writer.out);
}

}  // namespace

void read_fields(Op& op, const Attributes& attributes) {
  Reader reader(attributes);
  op.fields(reader);
  if (reader.seen == attributes.size()) return;
  for (const auto& [name, value] : attributes) {
    require(reader.knows(name), Code::invalid_model, "{} has no attribute '{}'", op.def().name, name);
  }
}

Attributes write_fields(const Op& op, bool all) {
  Attributes mine = fields_of(op);
  if (all) return mine;
  auto plain = op.def().make();
  Attributes defaults = fields_of(*plain);
  AttributeText text;
  for (auto it = mine.begin(); it != mine.end();) {
    auto d = defaults.find(it->first);
    bool is_graph = std::holds_alternative<std::shared_ptr<Graph>>(it->second);
    bool same = d != defaults.end() && !is_graph && d->second.index() == it->second.index() &&
                std::visit(text, d->second) == std::visit(text, it->second) &&
                !std::holds_alternative<Tensor>(it->second);
    it = same ? mine.erase(it) : std::next(it);
  }
  return mine;
}

std::string fields_text(const Op& op) {
  std::string out;
  for (const auto& [name, value] : write_fields(op)) {
    out += fmt::format("{}{}={}", out.empty() ? "" : ", ", name, std::visit(AttributeText{}, value));
  }
  return out;
}

}  // namespace sardonyx
