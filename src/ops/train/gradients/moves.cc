// Gradients of operators that move elements: what came from a place goes back to it.
#include "ops/gradient.h"

namespace sardonyx {
namespace {

void same_elements(GradientOf& g) {
  if (g.needs(0)) g.give(0, reshaped(g.dy(), sizes(g.x(0))));
}

// The same operator on the elements' places tells where each element of the output is from. An operator that fills
// in something of its own has another rule.
void by_place(GradientOf& g) {
  if (!g.needs(0)) return;
  const Term x = g.x(0), count = call("Size", {x}), all = ints(x, {-1});
  const Term place = call("Range", {number(count, 0), count, number(count, 1)});
  std::vector<Term> in{reshaped(place, sizes(x))};
  for (std::size_t i = 1; i < g.inputs(); ++i) in.push_back(g.x(i));
  const Term from = call("Reshape", {g.again(in, 1)[0], all});
  const Term zero = filled(call("Reshape", {count, ints(x, {1})}), x, 0);
  const Term sum = call("ScatterElements", {zero, from, call("Reshape", {g.dy(), all})},
                        {{"reduction", std::string("add")}});
  g.give(0, reshaped(sum, sizes(x)));
}

void transpose(GradientOf& g) {
  const auto perm = g.field<std::vector<std::int64_t>>("perm");
  std::vector<std::int64_t> back(perm.size());
  for (std::size_t i = 0; i < perm.size(); ++i) {
    const auto at = perm[i] < 0 ? perm[i] + static_cast<std::int64_t>(perm.size()) : perm[i];
    back[static_cast<std::size_t>(at)] = static_cast<std::int64_t>(i);
  }
  g.give(0, call("Transpose", {g.dy()}, perm.empty() ? Attributes() : Attributes{{"perm", back}}));
}

void concat(GradientOf& g) {
  const auto axis = g.field<std::int64_t>("axis");
  std::vector<Term> lengths;
  for (std::size_t i = 0; i < g.inputs(); ++i)
    lengths.push_back(sizes(g.x(i), axis, axis == -1 ? 0 : axis + 1));
  const Term split = call("Concat", lengths, {{"axis", std::int64_t{0}}});
  const std::vector<Term> parts = calls("Split", {g.dy(), split}, {{"axis", axis}}, g.inputs());
  for (std::size_t i = 0; i < g.inputs(); ++i) g.give(i, parts[i]);
}

void split(GradientOf& g) {
  std::vector<Term> parts;
  for (std::size_t i = 0; i < g.outputs(); ++i) {
    if (!g.y(i)) g.refuse("where one of its outputs is left out");
    parts.push_back(g.dy(i) ? g.dy(i) : zeros_like(g.y(i)));
  }
  g.give(0, call("Concat", parts, {{"axis", g.field<std::int64_t>("axis")}}));
}

// Padding is cut off: pads of the opposite sign.
void pad(GradientOf& g) {
  if (g.field<std::string>("mode", "constant") != "constant") return by_place(g);
  std::vector<Term> in{g.dy(), -g.x(1), Term{g.dy().graph, kAbsent}};
  if (g.has(3)) in.push_back(g.x(3));
  const Term inside = call("Pad", in);
  g.give(0, inside);
  if (!g.needs(2)) return;
  const auto all = [](Term t) { return call("ReduceSum", {t}, {{"keepdims", std::int64_t{0}}}); };
  g.give(2, all(g.dy()) - all(inside));
}

Term added(Term to, std::string_view scatter, Term at, Term what, Attributes attributes = {}) {
  attributes["reduction"] = std::string("add");
  return call(scatter, {zeros_like(to), at, what}, std::move(attributes));
}

void gather(GradientOf& g) {
  if (g.field<std::int64_t>("axis") != 0) return by_place(g);
  const Term at = call("Unsqueeze", {g.x(1), ints(g.x(1), {-1})});
  const Term wide = call("Cast", {at}, {{"to", static_cast<std::int64_t>(DType::int64)}});
  g.give(0, added(g.x(0), "ScatterND", wide, g.dy()));
}

void gather_nd(GradientOf& g) {
  if (g.field<std::int64_t>("batch_dims") != 0) return by_place(g);
  g.give(0, added(g.x(0), "ScatterND", g.x(1), g.dy()));
}

void gather_elements(GradientOf& g) {
  g.give(0, added(g.x(0), "ScatterElements", g.x(1), g.dy(), {{"axis", g.field<std::int64_t>("axis")}}));
}

// What is written over has no gradient; what is added to has.
void scatter(GradientOf& g, std::string_view gather_op) {
  const auto reduction = g.field<std::string>("reduction", "none");
  if (reduction != "none" && reduction != "add") g.refuse("with reduction " + reduction);
  Attributes axis;
  if (gather_op == "GatherElements") axis["axis"] = g.field<std::int64_t>("axis");
  if (g.needs(0))
    g.give(0, reduction == "add" ? g.dy() : g.again({g.dy(), g.x(1), zeros_like(g.x(2))}, 1)[0]);
  if (g.needs(2)) g.give(2, call(gather_op, {g.dy(), g.x(1)}, std::move(axis)));
}

void triangle(GradientOf& g) {
  std::vector<Term> in{g.dy()};
  if (g.has(1)) in.push_back(g.x(1));
  g.give(0, g.again(in, 1)[0]);
}

void resize(GradientOf& g) {
  if (g.field<std::string>("mode", "nearest") != "nearest" ||
      g.field<std::string>("coordinate_transformation_mode") == "tf_crop_and_resize")
    g.refuse("but in mode nearest, without cropping");
  by_place(g);
}

void top_k(GradientOf& g) {
  const Term at = g.y(1) ? g.y(1) : g.again({g.x(0), g.x(1)}, 2)[1];
  g.give(0, added(g.x(0), "ScatterElements", at, g.dy(), {{"axis", g.field<std::int64_t>("axis", -1)}}));
}

// values = [off, on]: how often each stands in the output.
void one_hot(GradientOf& g) {
  Tensor pair(DType::int64, Shape{2});
  pair.mutable_as<std::int64_t>()[0] = 0;
  pair.mutable_as<std::int64_t>()[1] = 1;
  const Term zero_one{g.dy().graph, g.dy().graph->constant(std::move(pair))};
  const Term hot = call("CastLike", {g.again({g.x(0), g.x(1), zero_one}, 1)[0], g.dy()});
  const auto all = [](Term t) {
    return call("Reshape", {call("ReduceSum", {t}, {{"keepdims", std::int64_t{0}}}), ints(t, {1})});
  };
  g.give(2, call("Concat", {all(g.dy() * (1 - hot)), all(g.dy() * hot)}, {{"axis", std::int64_t{0}}}));
}

}  // namespace

void gradients_moves(GradientRules& r) {
  r.add("Identity", [](GradientOf& g) { g.give(0, g.dy()); });
  r.add("Expand", [](GradientOf& g) { g.give(0, g.dy()); });
  for (const char* op : {"Reshape", "Flatten", "Squeeze", "Unsqueeze"}) r.add(op, same_elements);
  for (const char* op : {"Slice", "Tile", "DepthToSpace", "SpaceToDepth", "ReverseSequence", "Compress"})
    r.add(op, by_place);
  r.add("Transpose", transpose);
  r.add("Concat", concat);
  r.add("Split", split);
  r.add("Pad", pad);
  r.add("Gather", gather);
  r.add("GatherND", gather_nd);
  r.add("GatherElements", gather_elements);
  r.add("ScatterElements", [](GradientOf& g) { scatter(g, "GatherElements"); });
  r.add("ScatterND", [](GradientOf& g) { scatter(g, "GatherND"); });
  r.add("Trilu", triangle);
  r.add("Resize", resize);
  r.add("TopK", top_k);
  r.add("OneHot", one_hot);
}

}  // namespace sardonyx
