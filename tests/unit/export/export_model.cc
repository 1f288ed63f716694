// Saving: what import lifted is said in the target opset's terms, and what we write we read again.
#include "export/export.h"

#include <doctest/doctest.h>

#include "import/import.h"
#include "model/write_model.h"
#include "unit/model/messages.h"
#include "unit/session/model_builder.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

ModelFile parsed(const GraphBuilder& graph, std::int64_t opset, std::int64_t ir = 8) {
  return parse(message([&](WireWriter& w) {
    w.int64(1, ir);
    w.message(8, [&](WireWriter& o) { o.int64(2, opset); });
    w.bytes(7, graph.bytes());
  }));
}

// The source imported and exported again without optimisation.
ModelFile again(const ModelFile& source, const ExportOptions& options = {}) {
  return export_model(*import_model(source).graph, source, options);
}

const AttributeDef* attribute(const NodeDef& n, std::string_view name) {
  for (const AttributeDef& a : n.attributes) {
    if (a.name == name) return &a;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("export: inputs that an older opset has as attributes go back to where they were") {
  GraphBuilder g;
  g.input("x", DType::float32, {1, 3, 1, 2}).output("y", DType::float32).output("z", DType::float32);
  g.node("Squeeze", {"x"}, {"y"}, {{"axes", std::vector<std::int64_t>{0, 2}}});
  g.node("Clip", {"x"}, {"z"}, {{"min", 0.5F}});
  const ModelFile out = again(parsed(g, 10));
  CHECK(out.opset_imports.at(0).version == 10);
  REQUIRE(out.graph.nodes.size() == 2);
  CHECK(out.graph.nodes[0].inputs.size() == 1);
  REQUIRE(attribute(out.graph.nodes[0], "axes") != nullptr);
  CHECK(attribute(out.graph.nodes[0], "axes")->ints == std::vector<std::int64_t>{0, 2});
  CHECK(attribute(out.graph.nodes[1], "min")->f == 0.5F);
  CHECK(out.graph.initializers.empty());
  const ModelFile newer = again(parsed(g, 10), {.opset = 13});
  CHECK(newer.graph.nodes[0].inputs.size() == 2);
  CHECK(newer.graph.nodes[0].attributes.empty());
}

TEST_CASE("export: what a file says of itself, its graph, inputs and outputs stays") {
  const auto pair = [](WireWriter& w, std::uint32_t field, std::string_view value) {
    w.message(field, [&](WireWriter& m) { m.bytes(1, "key"), m.bytes(2, value); });
  };
  const auto info = [&](WireWriter& g, std::uint32_t field, std::string_view name) {
    g.message(field, [&](WireWriter& v) {
      v.bytes(1, name);
      v.message(2, [](WireWriter& t) { t.message(1, [](WireWriter& tensor) { tensor.int64(1, 1); }); });
      v.bytes(3, std::string(name) + " doc");
      pair(v, 4, name);
    });
  };
  const ModelFile source = parse(message([&](WireWriter& w) {
    w.int64(1, 10), w.bytes(2, "producer"), w.bytes(3, "1.2"), w.bytes(4, "domain"), w.int64(5, 7);
    w.bytes(6, "doc");
    w.message(7, [&](WireWriter& g) {
      g.message(1, [](WireWriter& n) { n.bytes(1, "x"), n.bytes(2, "y"), n.bytes(4, "Relu"); });
      g.bytes(2, "graph name"), g.bytes(10, "graph doc");
      info(g, 11, "x");
      info(g, 12, "y");
      pair(g, 16, "graph");
    });
    w.message(8, [](WireWriter& o) { o.int64(2, 21); });
    pair(w, 14, "model");
  }));
  const ModelFile out = again(source);
  CHECK(out.producer_name == "producer");
  CHECK(out.producer_version == "1.2");
  CHECK(out.domain == "domain");
  CHECK(out.model_version == 7);
  CHECK(out.doc == "doc");
  CHECK(out.metadata.at(0).value == "model");
  CHECK(out.graph.name == "graph name");
  CHECK(out.graph.doc == "graph doc");
  CHECK(out.graph.inputs.at(0).doc == "x doc");
  CHECK(out.graph.outputs.at(0).doc == "y doc");
  REQUIRE(out.graph.metadata.size() == 1);
  CHECK(out.graph.metadata[0].value == "graph");
  REQUIRE(out.graph.inputs[0].metadata.size() == 1);
  CHECK(out.graph.inputs[0].metadata[0].value == "x");
  REQUIRE(out.graph.outputs[0].metadata.size() == 1);
  CHECK(out.graph.outputs[0].metadata[0].value == "y");
}

TEST_CASE("export: Softmax over several axes is written out where the opset has one axis only") {
  GraphBuilder g;
  g.input("x", DType::float32, {2, 3, 4}).output("y", DType::float32);
  g.node("Softmax", {"x"}, {"y"}, {{"axis", std::int64_t{1}}});
  const ModelFile source = parsed(g, 11);
  CHECK(again(source).graph.nodes.size() == 1);
  const ModelFile newer = again(source, {.opset = 17});
  std::vector<std::string> kinds;
  for (const NodeDef& n : newer.graph.nodes) kinds.emplace_back(n.op_type);
  CHECK(kinds == std::vector<std::string>{"Shape", "Flatten", "Softmax", "Reshape"});
}

TEST_CASE("export: the opset rises to where every node has a form, and no further") {
  GraphBuilder g;
  g.input("x", DType::float32, {2}).output("y", DType::float32);
  g.node("ThresholdedRelu", {"x"}, {"y"});
  const ModelFile source = parsed(g, 17);
  const auto graph = import_model(source).graph;
  // As an optimiser might: a later operator in an older model.
  const NodeId last = graph->order().back();
  const ValueId made = graph->add_value("m"), y = graph->outputs[0];
  auto mish = OpRegistry::built_in().get("", "Mish").make();
  const NodeId n = graph->add_node(std::move(mish), {graph->node(last).inputs[0]}, {made});
  graph->infer(n);
  graph->replace_uses(y, made);
  graph->sweep();
  CHECK(export_model(*graph, source).opset_imports.at(0).version == 18);
  CHECK_THROWS_WITH_AS(static_cast<void>(export_model(*graph, source, {.opset = 17})),
                       doctest::Contains("there is no Mish at opset 17"), Error);
}

TEST_CASE("export: names inside of bodies differ from those outside, captures keep theirs") {
  GraphBuilder body, g;
  body.output("t", DType::float32).node("Add", {"x", "x"}, {"t"});
  g.input("c", DType::bool_, {}).input("x", DType::float32, {2}).output("y", DType::float32);
  g.node("Neg", {"x"}, {"t_outer"});
  g.node("If", {"c"}, {"y"}, {{"then_branch", body}, {"else_branch", body}});
  const ModelFile out = again(parsed(g, 17));
  const NodeDef& node = out.graph.nodes.back();
  REQUIRE(node.op_type == "If");
  CHECK(node.inputs.size() == 1);
  const GraphDef &a = *node.attributes.at(0).g, &b = *node.attributes.at(1).g;
  CHECK(a.inputs.empty());
  CHECK(a.nodes.at(0).inputs == std::vector<std::string_view>{"x", "x"});
  CHECK(a.outputs.at(0).name != b.outputs.at(0).name);
}

TEST_CASE("write_model: what is written reads the same, weights in a file of their own too") {
  GraphBuilder g;
  std::vector<float> weights(2000, 0.25F);
  const Tensor w = Tensor::of<float>(Shape{2000}, std::span<const float>(weights));
  const Tensor names = Tensor::of<std::string>(Shape{2}, {"a", "\xff"});
  g.input("x", DType::float32, {"n", 2000}).output("y", DType::float32, {"n", 2000}).initializer("w", w);
  g.initializer("names", names).node("Mul", {"x", "w"}, {"y"}, {}, "", "scale");
  const ModelFile source = parsed(g, 17);
  const auto same = [&](const ModelFile& m) {
    CHECK(m.graph.nodes.at(0).name == "scale");
    CHECK(m.graph.inputs.at(0).type.shape.at(0).param == "n");
    CHECK(to_tensor(m.graph.initializers.at(0), m).number_at(1999) == 0.25);
    CHECK(to_tensor(m.graph.initializers.at(1), m).as<std::string>()[1] == "\xff");
  };
  same(parse(model_bytes(source)));
  const auto folder = std::filesystem::temp_directory_path() / "sardonyx_write_model";
  std::filesystem::create_directories(folder);
  write_model(folder / "m.onnx", source, {.external_file = "m.data"});
  CHECK(std::filesystem::file_size(folder / "m.onnx") < 4000);
  CHECK(std::filesystem::file_size(folder / "m.data") == 8000);
  same(read_model(folder / "m.onnx"));
  std::filesystem::remove_all(folder);
}
