// Form: a node between the newest form of its operator and the one that an older opset has. Private to export/.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/spec.h"

namespace sardonyx {

struct FormValue {
  std::string name;            // "" is absent
  const Fact* fact = nullptr;  // what is known of it
  bool absent() const noexcept { return name.empty(); }
  const Tensor* constant() const noexcept { return fact == nullptr ? nullptr : fact->constant(); }
  DType dtype() const noexcept { return fact == nullptr ? DType::undefined : fact->dtype(); }
};

// What a form may ask for while it is changed.
class FormMaker {
 public:
  virtual ~FormMaker() = default;
  virtual FormValue constant(const std::string& hint, Tensor content) = 0;
  virtual std::string fresh(const std::string& hint) = 0;
  // A value between nodes.
  virtual FormValue between(const std::string& hint, Fact fact) = 0;
};

struct Form {
  std::string name, domain, op;
  Attributes attributes;             // those at their default left out
  Attributes defaults;               // of the newest form
  const Attributes* said = nullptr;  // those that the source model gives, even at their default
  std::vector<FormValue> inputs, outputs;
  std::vector<Form> before, after;
  bool custom = false;  // an operator of the program: written as it is

  bool has(std::size_t i) const noexcept { return i < inputs.size() && !inputs[i].absent(); }
  bool wants(std::size_t i) const noexcept { return i < outputs.size() && !outputs[i].absent(); }
  // The attribute, or its default; requires that the operator has it.
  template <typename T>
  const T& get(std::string_view attribute) const {
    const auto it = attributes.find(attribute);
    return std::get<T>(it != attributes.end() ? it->second : defaults.find(attribute)->second);
  }
  void drop_trailing();
};

// Opset version per domain.
using Opsets = std::map<std::string, int, std::less<>>;

// Says `form`, which is in the newest form, in the one that `opsets` selects. Throws Error(not_implemented) with the
// reason when that cannot be.
void lower_form(Form& form, const Opsets& opsets, FormMaker& maker);

// One operator's own changes, before what the table alone tells.
void adapt_form(Form& form, int opset, FormMaker& maker);

}  // namespace sardonyx
