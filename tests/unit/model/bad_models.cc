// tests/data/bad_models: what breaks the file format is refused by the reader; what breaks only the rules of graphs is
// read (and is for import to refuse).
#include <doctest/doctest.h>

#include <filesystem>

#include "unit/model/messages.h"

using namespace sardonyx;
using namespace sardonyx::test;
namespace fs = std::filesystem;

namespace {

void read_all(const GraphDef& graph, const ModelFile& file) {
  for (const TensorDef& t : graph.initializers) to_tensor(t, file);
  for (const SparseDef& s : graph.sparse_initializers) to_sparse(s, file);
  for (const NodeDef& n : graph.nodes) {
    for (const AttributeDef& a : n.attributes) {
      if (a.t) to_tensor(*a.t, file);
      if (a.g) read_all(*a.g, file);
    }
  }
}

std::string error_of_reading(const fs::path& path) {
  return error_of([&] {
    const ModelFile file = read_model(path);
    read_all(file.graph, file);
  });
}

}  // namespace

TEST_CASE("bad models: every broken file is refused") {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(SARDONYX_TEST_DATA) / "bad_models" / "file")) {
    CAPTURE(entry.path());
    CHECK(error_of_reading(entry.path()) != "");
    ++seen;
  }
  CHECK(seen >= 60);
}

TEST_CASE("bad models: broken graphs are still well-formed files") {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(SARDONYX_TEST_DATA) / "bad_models" / "graph")) {
    CAPTURE(entry.path());
    CHECK(error_of_reading(entry.path()) == "");
    ++seen;
  }
  CHECK(seen >= 40);
}

TEST_CASE("bad models: a file cut anywhere or with any byte changed gives an Error or a model") {
  const std::string sound = model_with_graph([](WireWriter& g) {
    g.message(1, [](WireWriter& n) {
      n.bytes(1, "x");
      n.bytes(2, "y");
      n.bytes(4, "Gemm");
      n.message(5, [](WireWriter& a) {
        a.bytes(1, "alpha");
        a.float32(2, 0.5f);
        a.int64(20, 1);
      });
    });
    g.message(5, [](WireWriter& t) { write_tensor(t, Tensor::of<float>(Shape{2}, {1, 2}), "w"); });
    g.message(5, [](WireWriter& t) { write_tensor(t, Tensor::of<std::string>(Shape{2}, {"a", "b"}), "s"); });
  });
  const auto read = [](std::string_view bytes) {
    return error_of([&] {
      const ModelFile file = parse(bytes);
      read_all(file.graph, file);
    });
  };
  CHECK(read(sound) == "");
  for (std::size_t cut = 0; cut < sound.size(); ++cut) CHECK(read(sound.substr(0, cut)) != "");
  for (std::size_t i = 0; i < sound.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = sound;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      static_cast<void>(read(changed));
    }
  }
}
