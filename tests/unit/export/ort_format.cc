// The .ort format: written and read again, and damaged in every byte.
#include <doctest/doctest.h>

#include <cstring>

#include "export/export.h"
#include "export/write_ort.h"
#include "import/import.h"
#include "unit/model/messages.h"
#include "unit/session/model_builder.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

std::string small_ort() {
  GraphBuilder body, g;
  body.output("t", DType::float32).node("Mul", {"x", "w"}, {"t"});
  g.input("c", DType::bool_, {}).input("x", DType::float32, {"n", 2}).output("y", DType::float32);
  g.output("words", DType::string);
  g.initializer("w", Tensor::of<float>(Shape{2}, {3.0F, 4.0F}));
  g.initializer("s", Tensor::of<std::string>(Shape{2}, {"one", ""}));
  g.node("Identity", {"s"}, {"words"});
  g.node("If", {"c"}, {"y"}, {{"then_branch", body}, {"else_branch", body}});
  const ModelFile source = parse(message([&](WireWriter& w) {
    w.int64(1, 8);
    w.message(8, [&](WireWriter& o) { o.int64(2, 17); });
    w.bytes(7, g.bytes());
  }));
  return ort_bytes(export_model(*import_model(source).graph, source, {.all_types = true}));
}

}  // namespace

TEST_CASE(".ort: a graph with a body and strings is read as it was written") {
  const std::string bytes = small_ort();
  CHECK(bytes.substr(4, 4) == "ORTM");
  const Session session(std::as_bytes(std::span(bytes)));
  CHECK(session.metadata().opsets.at(0).second == 17);
  REQUIRE(session.inputs().size() == 2);
  CHECK(session.inputs()[1].text() == "x: float32[n,2]");
  const auto out =
      session.run({{"c", Tensor::scalar(true)}, {"x", Tensor::of<float>(Shape{1, 2}, {1.0F, 2.0F})}});
  CHECK(out.at(0).tensor().number_at(0) == 3.0);
  CHECK(out.at(0).tensor().number_at(1) == 8.0);
  CHECK(out.at(1).tensor().as<std::string>()[0] == "one");
}

TEST_CASE(".ort: a file that is cut or changed anywhere is read or refused, and nothing else") {
  const std::string good = small_ort();
  int refused = 0;
  const auto attempt = [&](std::string_view bytes) {
    try {
      static_cast<void>(import_model(parse(bytes)));
    } catch (const Error&) {
      ++refused;
    }
  };
  for (std::size_t size = 9; size < good.size(); size += 7) attempt(std::string_view(good).substr(0, size));
  CHECK(refused > 0);
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[i] = static_cast<char>(bad[i] ^ change);
      attempt(bad);
    }
  }
}

TEST_CASE(".ort: versions from 7 on and files without a model are refused by name") {
  std::string bytes = small_ort();
  const std::size_t version =
      bytes.find(std::string("\x01\0\0\0"
                             "6",
                             5));
  REQUIRE(version != std::string::npos);
  bytes[version + 4] = '7';
  CHECK_THROWS_WITH_AS(static_cast<void>(parse(bytes)), doctest::Contains("model version [7]"), Error);
  CHECK_THROWS_WITH_AS(static_cast<void>(parse(std::string("\x10\0\0\0ORTM\0\0\0\0\0\0\0\0", 16))),
                       doctest::Contains("ORT model verification failed"), Error);
}
