// CustomOps: operators that a program brings along for its models; looked up before the built-in ones.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/op.h"

namespace sardonyx {

// A node of the model that may be one of a custom operator.
struct CustomNode {
  std::string name, domain, op;
  int opset = 0;        // of its domain; 0: the model imports none
  bool nested = false;  // in a body or a function: its names are not the model's
  Attributes attributes;
  std::vector<const Fact*> inputs;                     // nullptr: absent
  std::vector<std::string> input_names, output_names;  // "": absent
};

// The domain of operators that stand for what a provider of a library took: rules know none of it.
inline std::string provider_domain(const std::string& provider) { return "provider:" + provider; }
// The provider of such an operator; "" of any other.
inline std::string_view provider_of(const OpDef& def) {
  constexpr std::string_view kMark = "provider:";
  const std::string_view domain = def.domain;
  return domain.starts_with(kMark) ? domain.substr(kMark.size()) : std::string_view();
}

class CustomOps {
 public:
  virtual ~CustomOps() = default;
  // The operator of a node; nullptr where none has its name. Throws where the name is known and nothing fits.
  virtual std::unique_ptr<Op> make(const CustomNode& node) const = 0;
};

}  // namespace sardonyx
