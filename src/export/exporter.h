// Exporter: the state of one export to one opset. Private to export/.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "export/definitions.h"
#include "export/export.h"
#include "export/form.h"

namespace sardonyx {

class Exporter final : public FormMaker {
 public:
  Exporter(const ModelFile& source, Opsets opsets, const ExportOptions& options);
  ModelFile run(const Graph& graph);

  FormValue constant(const std::string& hint, Tensor content) override;
  std::string fresh(const std::string& hint) override;
  FormValue between(const std::string& hint, Fact fact) override;

 private:
  // One graph while it is written.
  struct Scope {
    const Graph& graph;
    GraphDef& def;
    std::vector<std::string> names;  // by value; "" is not named yet
  };
  // A constant that stands in `into` once somebody reads it.
  struct Pending {
    Value content;
    GraphDef* into;
  };

  // export_model.cc
  void write_inputs(Scope& s, const Graph& graph);
  void write_outputs(Scope& s, const std::vector<std::string>& names);
  void write_nodes(Scope& s);
  void write_node(Scope& s, const Node& node);
  Form form_of(Scope& s, const Node& node, std::size_t own_inputs);
  void write_form(Scope& s, Form& form, const std::vector<std::string>& captures);
  // The first `scalars` inputs are declared so; `shapes` holds rank and sizes of each input, where known.
  std::shared_ptr<GraphDef> body(const Graph& graph, const std::vector<std::string>& captures,
                                 std::size_t scalars, const std::vector<std::int64_t>* shapes);
  void identity(Scope& s, ValueId from, const std::string& to);
  // A name for a node that no other one has; "" stays.
  std::string_view node_name(const std::string& hint);
  // The name of value `v`, given now if it has none.
  std::string name_of(Scope& s, ValueId v);
  std::string name_constant(Scope& s, ValueId v);
  // `name` is read by what is written next: a constant is put into its graph.
  std::string_view read(const std::string& name);
  void write_opsets();
  void note_domain(const std::string& domain);

  // body_types.cc
  std::shared_ptr<Graph> with_types(const Graph& graph, const Node& node, const Graph& body);

  // definitions.cc
  std::string_view keep(std::string_view text) { return defs_.keep(text); }
  // A constant that no initializer can hold becomes nodes.
  void write_content(GraphDef& def, const std::string& name, const Value& content);
  void copy_header();

  const ModelFile& source_;
  Opsets opsets_;
  ModelFile file_;
  Definitions defs_{file_};
  const ExportOptions& options_;
  std::unordered_set<std::string> taken_, taken_by_nodes_;
  std::unordered_map<std::string, Pending> pending_;
  std::unordered_map<std::string, std::string> shared_;        // large constants: content's key -> name
  const std::vector<std::int64_t>* decoder_shapes_ = nullptr;  // of the node at hand
  std::deque<Fact> facts_;                                     // of values that forms make
  std::unordered_set<std::string> domains_;                    // that nodes have
};

// The IR version in which `opset` was published.
std::int64_t ir_of_opset(int opset);

}  // namespace sardonyx
