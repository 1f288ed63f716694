// What graphs hold as a file's structures; texts are kept by the file.
#pragma once

#include <string>

#include "graph/graph.h"
#include "model/model_file.h"

namespace sardonyx {

class Definitions {
 public:
  explicit Definitions(ModelFile& file) : file_(file) {}

  std::string_view keep(std::string_view text) { return file_.keep(std::string(text)); }
  TypeDef copy(const TypeDef& type);  // texts too
  std::vector<KeyValueDef> copy(const std::vector<KeyValueDef>& pairs);
  TypeDef type(const Type& type);
  TypeDef type(const Fact& fact);
  TensorDef tensor(const Tensor& tensor, std::string_view name);
  AttributeDef attribute(const std::string& name, const Attribute& value);  // any but graphs

 private:
  ModelFile& file_;
};

}  // namespace sardonyx
