// Importer: the state of one import. Private to import/; its functions stand in files by idea.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "import/check.h"
#include "import/frame.h"
#include "import/import.h"

namespace sardonyx {

using OpsetMap = std::map<std::string, int, std::less<>>;  // domain ("" is ai.onnx) -> version

constexpr std::size_t kMaxNodes = 1'000'000;  // after functions are inlined

// The default domain has two spellings; "" stands for both.
inline std::string plain_domain(std::string_view domain) {
  return domain == "ai.onnx" ? std::string() : std::string(domain);
}

constexpr int kMaxNesting = 64;  // of graphs and functions

// What a function's body sees of its caller.
struct FunctionCall {
  const FunctionDef* function = nullptr;
  std::map<std::string_view, Attribute> attributes;  // of the caller, defaults filled in
};

class Importer {
 public:
  Importer(const ModelFile& file, const ImportOptions& options);
  Imported run();

 private:
  friend class NodeUpgrade;

  // import_model.cc
  void read_opsets();
  void import_inputs(NameFrame& frame, const GraphDef& def);
  void import_initializers(NameFrame& frame, const GraphDef& def);
  void import_outputs(NameFrame& frame, const GraphDef& def);
  Fact declared(const TypeDef& type);
  Value initializer(const TensorDef& def);

  // import_nodes.cc
  void import_nodes(NameFrame& frame, std::span<const NodeDef> nodes, const OpsetMap& opsets,
                    const FunctionCall* call);
  void import_node(NameFrame& frame, const NodeDef& def, const OpsetMap& opsets, const FunctionCall* call);
  void import_operator(NameFrame& frame, const NodeDef& def, const OpsetMap& opsets, Attributes attributes,
                       std::vector<ValueId> inputs);
  std::vector<ValueId> find_inputs(NameFrame& frame, const NodeDef& def);
  std::vector<ValueId> define_outputs(NameFrame& frame, const NodeDef& def);
  // False where the program brings no operator of this name.
  bool import_custom(NameFrame& frame, const NodeDef& def, int opset, const Attributes& attributes,
                     const std::vector<ValueId>& inputs);
  // Makes the operator (newest form), reads its fields, infers, adds the node. Constant nodes become constants.
  void add_operator(Graph& graph, const OpDef& def, const Attributes& attributes, std::vector<ValueId> inputs,
                    std::vector<ValueId> outputs, const std::string& name,
                    const std::shared_ptr<const Origin>& origin);
  void infer_new(Graph& graph, NodeId id) const;
  const OpDef* find_op(std::string_view domain, std::string_view name) const;
  void count_node();

  // sort_nodes.cc
  std::vector<const NodeDef*> sorted(const NameFrame& frame, std::span<const NodeDef> nodes) const;

  // attributes.cc
  Attributes read_attributes(NameFrame& frame, const NodeDef& def, const OpsetMap& opsets,
                             const FunctionCall* call, std::vector<NameFrame>& bodies);
  Attribute read_attribute(NameFrame& frame, const AttributeDef& def, const OpsetMap& opsets,
                           const FunctionCall* call, std::vector<NameFrame>& bodies);

  // bodies.cc
  std::shared_ptr<Graph> import_body(NameFrame& frame, const GraphDef& def, const OpsetMap& opsets,
                                     const FunctionCall* call, std::vector<NameFrame>& bodies);
  // All bodies of a node take the same captures, in the same order; gives the outer values to append to its inputs.
  std::vector<ValueId> join_captures(std::vector<NameFrame>& bodies);

  // functions.cc
  // Counts what inlining would give, before it is done: refuses recursion and bombs.
  void check_functions() const;
  const FunctionDef* find_function(std::string_view domain, std::string_view name,
                                   std::string_view overload) const;
  void inline_function(NameFrame& frame, const NodeDef& def, const FunctionDef& function,
                       Attributes attributes, std::vector<ValueId> inputs);

  const ModelFile& file_;
  const ImportOptions& options_;
  std::shared_ptr<Graph> graph_ = std::make_shared<Graph>();
  OpsetMap opsets_;
  std::unordered_map<std::string, const FunctionDef*> functions_;
  std::vector<std::string> notes_;
  std::size_t nodes_ = 0;
  int depth_ = 0;  // of functions and bodies
};

}  // namespace sardonyx
