// OrtGraph, OrtNode, OrtValueInfo, OrtModel: a graph as a program builds it with the model editor, and as one looks at
// it through the inspection slots. The nodes name their values; links between them are made before anyone looks.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "api/c/external_initializer.h"
#include "api/c/op_attr.h"
#include "api/c/status.h"
#include "api/c/type_info.h"
#include "api/c/value.h"
#include "import/import.h"
#include "model/model_file.h"

struct OrtValueInfo {
  std::string name;
  OrtTypeInfo type;
  // What the graph it belongs to says of it.
  struct Use {
    const OrtNode* node;
    std::int64_t input;  // -1: a body of the node reads it
  };
  const OrtNode* producer = nullptr;
  std::size_t producer_output = 0;
  std::vector<Use> consumers;
  std::shared_ptr<const OrtValue> initializer;
  bool lends_initializer = false;  // its bytes are the program's, for as long as there are sessions
  std::shared_ptr<const OrtExternalInitializerInfo> external;
  bool is_input = false, is_output = false, from_outside = false;
  bool fixed = false;  // a constant, though it is an input too
};

struct OrtNode {
  struct Subgraph {
    std::string attribute;
    std::unique_ptr<OrtGraph> graph;
  };
  std::string name, op, domain;
  std::string ep;                                      // the provider that has it; "": none yet
  std::vector<std::string> input_names, output_names;  // "": left out
  std::vector<OrtOpAttr> attributes;
  std::vector<Subgraph> subgraphs;
  // Set when the graph is linked.
  std::size_t id = 0;
  int since_version = 0;
  const OrtGraph* graph = nullptr;
  std::vector<const OrtValueInfo*> inputs, outputs, implicit;  // NULL: left out
  ~OrtNode();
};

struct OrtGraph {
  std::string name = "graph", model_path;
  std::int64_t ir_version = 0;
  std::vector<std::pair<std::string, int>> opsets;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<std::unique_ptr<OrtNode>> nodes;
  std::vector<OrtValueInfo*> inputs, outputs, initializers;
  std::vector<std::unique_ptr<OrtValueInfo>> values;       // all that the graph owns
  std::unordered_map<std::string, OrtValueInfo*> by_name;  // the first of each name
  const OrtNode* parent = nullptr;
  std::shared_ptr<const sardonyx::ModelFile> file;  // what it was read from
  // A view lends nodes of another graph, which outlives it.
  std::vector<const OrtNode*> lent;

  OrtValueInfo& own(std::unique_ptr<OrtValueInfo> value) {
    by_name.emplace(value->name, value.get());
    values.push_back(std::move(value));
    return *values.back();
  }

  mutable std::mutex linking;
  mutable bool linked = false;
};

struct OrtModel {
  std::vector<std::pair<std::string, int>> opsets;
  std::unique_ptr<OrtGraph> graph;
};

namespace sardonyx::capi {

// The graph with its values known by name and joined to the nodes.
const OrtGraph& linked(const OrtGraph* graph);
const OrtNode& linked(const OrtNode* node);
const OrtValueInfo& linked(const OrtValueInfo* value);
void link(OrtGraph& graph);
OrtValueInfo* find_value(const OrtGraph& graph, const std::string& name);

// Refuses a caller's array that is too small.
void check_room(const char* slot, std::size_t count, std::size_t room);
template <typename List, typename Out>
void copy_list(const char* slot, const List& list, Out* out, std::size_t room) {
  check_room(slot, list.size(), room);
  if (!list.empty()) need(out, slot);
  for (std::size_t i = 0; i < list.size(); ++i) out[i] = list[i];
}
// Inputs, outputs and initializers of a view, by what its lent nodes read and make.
void find_border(OrtGraph& view);

// A model's graph to look at, with the types that inference tells.
std::unique_ptr<OrtGraph> graph_of(std::shared_ptr<const ModelFile> file, const ImportOptions& options = {});
// A value and a node as a file has them; texts are kept by the file.
NodeDef node_def(const OrtNode& node, ModelFile& file);
ValueInfoDef value_def(const OrtValueInfo& value, ModelFile& file);

// The model as a file's structures. Tensors are shared with the values of the graph, which must live on.
ModelFile model_file(const OrtModel& model);
// `model`'s nodes, initializers and, where it names any, inputs and outputs put into `file`.
void augment(ModelFile& file, const OrtModel& model);

}  // namespace sardonyx::capi
