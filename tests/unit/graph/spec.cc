#include "graph/spec.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <tuple>

using namespace sardonyx;

// Counts and spot values below come from the ONNX operator registry, not from this table.

TEST_CASE("spec: rows and their order") {
  const auto rows = all_specs();
  CHECK(std::ranges::count(rows, false, &OpSpec::contrib) == 659);
  CHECK(std::ranges::count(rows, true, &OpSpec::contrib) == 157);
  const auto key = [](const OpSpec& r) { return std::tuple(r.domain, r.name, r.since_version); };
  CHECK(std::ranges::adjacent_find(rows, std::ranges::greater_equal{}, key) == rows.end());
  std::set<std::string_view> domains;
  for (const OpSpec& row : rows) domains.insert(row.domain);
  CHECK(domains.contains(""));
  CHECK_FALSE(domains.contains("ai.onnx"));
}

TEST_CASE("spec: every parameter's type means something") {
  for (const OpSpec& row : all_specs()) {
    CAPTURE(row.name);
    CAPTURE(row.since_version);
    for (const auto& list : {row.inputs, row.outputs}) {
      for (const ParamSpec& param : list) {
        CHECK_FALSE(row.allowed(param).empty());
        CHECK((!param.variadic || &param == &list.back()));
      }
    }
    for (const AttrSpec& attribute : row.attributes) {
      CHECK(attribute.kind != AttrKind::undefined);
      CHECK_FALSE((attribute.required && attribute.has_default));
    }
  }
}

TEST_CASE("spec: the version in force") {
  REQUIRE(find_spec("", "Abs", 12) != nullptr);
  CHECK(find_spec("", "Abs", 12)->since_version == 6);
  CHECK(find_spec("ai.onnx", "Abs", 13)->since_version == 13);
  CHECK(find_spec("", "Abs", 1000)->latest);
  CHECK(find_spec("", "Acos", 6) == nullptr);
  CHECK(find_spec("", "NoSuchOperator", 20) == nullptr);
  CHECK(find_spec("no.such.domain", "Abs", 20) == nullptr);
  CHECK(find_spec("", "Scatter", 11)->deprecated);
  CHECK(find_spec("", "Scatter", 10)->since_version == 9);
  CHECK(find_spec("com.microsoft", "FusedMatMul", 1)->contrib);
  CHECK(find_spec("ai.onnx.ml", "ZipMap", 1) != nullptr);
}

TEST_CASE("spec: parameters and attributes") {
  const OpSpec& clip = *find_spec("", "Clip", 13);
  CHECK(clip.min_inputs == 1);
  CHECK(clip.max_inputs == 3);
  CHECK(clip.input(1)->optional);
  CHECK(clip.input(3) == nullptr);

  const OpSpec& concat = *find_spec("", "Concat", 13);
  CHECK(concat.max_inputs == -1);
  CHECK(concat.input(7)->variadic);
  CHECK_FALSE(concat.input(7)->heterogeneous);
  CHECK(concat.attribute("axis")->required);
  CHECK(concat.attribute("axis")->kind == AttrKind::int_);
  CHECK(concat.attribute("no_such") == nullptr);

  const OpSpec& loop = *find_spec("", "Loop", 16);
  CHECK(loop.input(5)->heterogeneous);
  CHECK(loop.attribute("body")->kind == AttrKind::graph);

  CHECK(find_spec("", "Conv", 11)->attribute("auto_pad")->default_text == "NOTSET");
  CHECK(find_spec("", "GRU", 14)->attribute("direction")->default_text == "forward");
  CHECK(find_spec("", "Gemm", 13)->attribute("alpha")->default_text == "1");
  CHECK_FALSE(find_spec("", "Conv", 11)->attribute("pads")->has_default);
  CHECK(find_spec("", "MeanVarianceNormalization", 13)->attribute("axes")->default_text == "0,2,3");
  CHECK(find_spec("", "LayerNormalization", 17)->has_function);
  CHECK_FALSE(find_spec("", "Conv", 11)->has_function);
}

TEST_CASE("spec: types") {
  const OpSpec& abs = *find_spec("", "Abs", 6);
  CHECK(abs.allowed(*abs.input(0)).has_tensor(DType::int8));
  CHECK_FALSE(abs.allowed(*abs.input(0)).has_tensor(DType::bfloat16));
  CHECK_FALSE(abs.allowed(*abs.input(0)).has_tensor(DType::string));
  const OpSpec& shape = *find_spec("", "Shape", 15);
  CHECK(shape.allowed(*shape.output(0)).tensor == TypeSet::bit(DType::int64));

  const std::uint32_t f = TypeSet::bit(DType::float32);
  CHECK(parse_type("tensor(float)").tensor == f);
  CHECK(parse_type("seq(tensor(float))").sequence == f);
  CHECK(parse_type("optional(tensor(float))").optional == f);
  CHECK(parse_type("optional(seq(tensor(float)))").optional_sequence == f);
  CHECK(parse_type("sparse_tensor(float)").sparse == f);
  CHECK(parse_type("map(string, float)").map == TypeSet::map_bit(DType::string, DType::float32));
  CHECK(parse_type("map(int64,string)").map == TypeSet::map_bit(DType::int64, DType::string));
  CHECK(parse_type("seq(map(int64, float))").sequence_of_map ==
        TypeSet::map_bit(DType::int64, DType::float32));
  for (const char* bad : {"", "float", "tensor(", "tensor()", "tensor(float", "seq(float)", "map(,)",
                          "map(float, int64)", "seq(tensor(float)", "optional(seq(tensor(float))", "T"}) {
    CAPTURE(bad);
    CHECK(parse_type(bad).empty());
  }
}
