#include "model/model_file.h"

#include <doctest/doctest.h>

#include <deque>

#include "unit/model/messages.h"

using namespace sardonyx;
using namespace sardonyx::test;
using namespace std::string_view_literals;

namespace {

// Parsed files stay, as what is taken out of them points into their bytes.
const ModelFile& lasting(std::string_view bytes) {
  static std::deque<ModelFile> files;
  return files.emplace_back(parse(bytes));
}

// A graph with one node, which has one attribute.
template <typename Body>
std::string model_with_attribute(const Body& attribute) {
  return model_with_graph([&](WireWriter& g) {
    g.message(1, [&](WireWriter& n) {
      n.bytes(4, "Op");
      n.message(5, attribute);
    });
  });
}

template <typename Body>
AttributeDef attribute_of(const Body& attribute) {
  return lasting(model_with_attribute(attribute)).graph.nodes.at(0).attributes.at(0);
}

TypeDef type_of(const std::string& type_message) {
  return lasting(model_with_graph([&](WireWriter& g) {
           g.message(11, [&](WireWriter& v) {
             v.bytes(1, "x");
             v.bytes(2, type_message);
           });
         }))
      .graph.inputs.at(0)
      .type;
}

}  // namespace

TEST_CASE("model: the fields of a file, in any order, the last one winning") {
  const std::string bytes = message([](WireWriter& w) {
    w.message(7, [](WireWriter& g) {
      g.bytes(2, "first");
      g.message(1, [](WireWriter& n) {
        n.bytes(1, "x");
        n.bytes(1, "");
        n.bytes(2, "y");
        n.bytes(3, "conv");
        n.bytes(4, "Conv");
        n.bytes(7, "custom");
        n.bytes(8, "over");
      });
    });
    w.bytes(2, "old");
    w.bytes(2, "producer");
    w.int64(1, 8);
    w.int64(5, 3);
    w.message(14, [](WireWriter& m) {
      m.bytes(1, "key");
      m.bytes(2, "value");
    });
    w.message(8, [](WireWriter& o) {
      o.bytes(1, "ai.onnx.ml");
      o.int64(2, 3);
    });
    w.bytes(999, "unknown field");
    w.varint(1000, 7);
    w.message(25, [](WireWriter& f) {
      f.bytes(1, "fn");
      f.bytes(10, "dom");
      f.bytes(4, "a");
      f.bytes(6, "alpha");
      f.message(11, [](WireWriter& a) {
        a.bytes(1, "beta");
        a.float32(2, 0.5f);
        a.int64(20, 1);
      });
    });
    w.message(7, [](WireWriter& g) {  // merged: repeated fields append, the name is replaced
      g.bytes(2, "second");
      g.message(1, [](WireWriter& n) { n.bytes(4, "Relu"); });
    });
  });
  const ModelFile file = parse(bytes);
  CHECK(file.ir_version == 8);
  CHECK(file.producer_name == "producer");
  CHECK(file.model_version == 3);
  CHECK(file.metadata.at(0).value == "value");
  CHECK(file.opset_imports.at(0).domain == "ai.onnx.ml");
  CHECK(file.graph.name == "second");
  REQUIRE(file.graph.nodes.size() == 2);
  CHECK(file.graph.nodes[0].inputs == std::vector<std::string_view>{"x", ""});
  CHECK(file.graph.nodes[0].domain == "custom");
  CHECK(file.graph.nodes[0].overload == "over");
  CHECK(file.graph.nodes[1].op_type == "Relu");
  REQUIRE(file.functions.size() == 1);
  CHECK(file.functions[0].attributes.at(0) == "alpha");
  CHECK(file.functions[0].attribute_defaults.at(0).f == 0.5f);
}

TEST_CASE("model: versions") {
  const auto nothing = [](WireWriter&) {};
  CHECK(parse(model_with_graph(nothing, 14)).ir_version == 14);
  CHECK(contains(error_of([&] { parse(model_with_graph(nothing, 15)); }), "IR version 15 is newer"));
  CHECK(contains(error_of([&] { parse(model_with_graph(nothing, 0)); }), "no ir_version"));
  const auto bare = [&](std::int64_t ir) {
    return message([&](WireWriter& w) {
      w.int64(1, ir);
      w.message(7, nothing);
    });
  };
  CHECK(parse(bare(2)).opset_imports.at(0).version == 1);
  CHECK(contains(error_of([&] { parse(bare(3)); }), "no opset_import"));
  CHECK(contains(error_of([&] { parse(message([](WireWriter& w) { w.int64(1, 2); })); }), "has no graph"));
}

TEST_CASE("model: what is no model says so") {
  CHECK(contains(error_of([] { parse(""); }), "empty"));
  CHECK(contains(error_of([] { parse("version https://git-lfs.github.com/spec/v1\n"); }), "Git LFS"));
  CHECK(contains(error_of([] { parse("\x08\x00\x00\x00ORTM----"sv); }), "ORT model verification failed"));
  CHECK(contains(error_of([] { parse("PK\x03\x04"); }), "zip"));
  CHECK(contains(error_of([] { read_model("/no/such/model.onnx"); }), "/no/such/model.onnx"));
  CHECK_THROWS_AS(read_model(BlockPtr()), Error);
}

TEST_CASE("model: errors name the place") {
  const std::string bytes = model_with_graph([](WireWriter& g) {
    g.message(1, [](WireWriter& n) { n.bytes(4, "Relu"); });
    g.message(1, [](WireWriter& n) {
      n.message(5, [](WireWriter& a) {
        a.bytes(8, "\x01\xff");  // a varint that does not end
        a.bytes(1, "pads");
      });
      n.bytes(3, "conv");
      n.bytes(4, "Conv");
    });
  });
  const std::string text = error_of([&] { parse(bytes); });
  CHECK(contains(text, "model > graph > node 1 'conv' (Conv) > attribute 'pads': the bytes end"));
}

TEST_CASE("model: attributes of every type") {
  const AttributeDef ints = attribute_of([](WireWriter& a) {
    a.bytes(8, "\x01\x02");  // packed
    a.int64(8, -3);          // not packed
    a.int64(20, 7);
  });
  CHECK(ints.ints == std::vector<std::int64_t>{1, 2, -3});
  const AttributeDef floats = attribute_of([](WireWriter& a) {
    a.float32(7, 1.0f);
    a.bytes(7, "\x00\x00\x00\x40\x00\x00\x40\x40"sv);  // 2.0, 3.0 packed
    a.int64(20, 6);
  });
  CHECK(floats.floats == std::vector<float>{1, 2, 3});
  CHECK(attribute_of([](WireWriter& a) { a.int64(20, 7); }).ints.empty());
  CHECK(attribute_of([](WireWriter& a) {
          a.int64(20, 2);
          a.int64(3, INT64_MIN);
        }).i == INT64_MIN);
  CHECK(attribute_of([](WireWriter& a) { a.bytes(4, "s\0t"sv); }).s == "s\0t"sv);
  CHECK(attribute_of([](WireWriter& a) { a.bytes(4, "s"); }).type == AttributeType::string);  // IR 1: no type
  const AttributeDef graph = attribute_of([](WireWriter& a) {
    a.message(6, [](WireWriter& g) { g.bytes(2, "body"); });
    a.int64(20, 5);
  });
  REQUIRE(graph.g);
  CHECK(graph.g->name == "body");
  const AttributeDef ref = attribute_of([](WireWriter& a) {
    a.int64(20, 4);
    a.bytes(21, "alpha");
  });
  CHECK(ref.ref_attr_name == "alpha");
  const AttributeDef sparse = attribute_of([](WireWriter& a) {
    a.message(22, [](WireWriter& s) { s.int64(3, 5); });
    a.int64(20, 11);
  });
  CHECK(sparse.sparse->dims.at(0) == 5);
}

TEST_CASE("model: attributes that contradict themselves are refused") {
  const auto error = [](auto body) { return error_of([&] { attribute_of(body); }); };
  CHECK(contains(error([](WireWriter& a) { a.int64(20, 99); }), "99 is not a type"));
  CHECK(contains(error([](WireWriter& a) { a.int64(20, 5); }), "GRAPH, but holds none"));
  CHECK(contains(error([](WireWriter& a) {
                   a.int64(20, 2);
                   a.float32(2, 1);
                 }),
                 "INT, but holds FLOAT"));
  CHECK(contains(error([](WireWriter& a) {
                   a.int64(3, 2);
                   a.float32(2, 1);
                 }),
                 "values of several"));
}

TEST_CASE("model: types and shapes") {
  const TypeDef tensor = type_of(message([](WireWriter& t) {
    t.message(1, [](WireWriter& e) {
      e.int64(1, 10);
      e.message(2, [](WireWriter& s) {
        s.message(1, [](WireWriter& d) { d.int64(1, 3); });
        s.message(1, [](WireWriter& d) { d.bytes(2, "batch"); });
        s.message(1, [](WireWriter&) {});
        s.message(1, [](WireWriter& d) { d.int64(1, -1); });
      });
    });
  }));
  CHECK(tensor.type().text() == "tensor(float16)");
  const SymShape shape = tensor.sym_shape();
  REQUIRE(shape.rank() == 4);
  CHECK(shape[0] == Dim(3));
  CHECK(shape[1] == Dim::symbol("batch"));
  CHECK_FALSE(shape[2].is_number());
  CHECK_FALSE(shape[3].is_number());
  const TypeDef nested = type_of(message([](WireWriter& t) {
    t.message(4, [](WireWriter& s) {
      s.message(1, [](WireWriter& e) {
        e.message(5, [](WireWriter& m) {
          m.int64(1, 8);
          m.message(2, [](WireWriter& v) { v.message(1, [](WireWriter& x) { x.int64(1, 1); }); });
        });
      });
    });
  }));
  CHECK(nested.type().text() == "seq(map(string,tensor(float)))");
  CHECK_FALSE(nested.sym_shape().ranked());
  CHECK(type_of(message([](WireWriter& t) {
          t.message(1, [](WireWriter& e) { e.int64(1, 1); });
          t.message(9, [](WireWriter&) {});  // another alternative replaces the first
        }))
            .type()
            .text() == "optional(unknown)");
  CHECK(contains(error_of([] {
                   type_of(
                       message([](WireWriter& t) { t.message(1, [](WireWriter& e) { e.int64(1, 77); }); }));
                 }),
                 "type of 'x': 77 is not an ONNX element type"));
}

TEST_CASE("model: nesting and memory are bounded") {
  std::string graph;
  for (int i = 0; i < 100; ++i) {
    graph = message([&](WireWriter& g) {
      g.message(1, [&](WireWriter& n) { n.message(5, [&](WireWriter& a) { a.bytes(6, graph); }); });
    });
  }
  const auto deep = [&] {
    parse(message([&](WireWriter& w) {
      w.int64(1, 1);
      w.bytes(7, graph);
    }));
  };
  CHECK(contains(error_of(deep), "nested deeper"));
  std::string type;
  for (int i = 0; i < 100; ++i) {
    type = message([&](WireWriter& t) { t.message(4, [&](WireWriter& s) { s.bytes(1, type); }); });
  }
  CHECK(contains(error_of([&] { type_of(type); }), "nested deeper"));
  ModelReadOptions options;
  options.max_structure_bytes = 10000;
  const std::string many = model_with_graph([](WireWriter& g) {
    for (int i = 0; i < 1000; ++i) g.message(1, [](WireWriter&) {});
  });
  CHECK(contains(error_of([&] { parse(many, options); }), "more memory than allowed"));
  CHECK(parse(many).graph.nodes.size() == 1000);
}

TEST_CASE("model: texts kept with a file live as long as its copies") {
  ModelFile file = parse(model_with_graph([](WireWriter&) {}));
  file.graph.name = file.keep(std::string(100, 'n'));
  const ModelFile copy = file;
  file = ModelFile{};
  CHECK(copy.graph.name == std::string(100, 'n'));
}
