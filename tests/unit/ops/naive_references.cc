// Operators on random examples against references in double: a result that equals them, or an Error where the
// specification allows none. Every example runs as an operator by itself and as a model, with some inputs constant.
//
// SARDONYX_NAIVE_OP=Name plays one operator, SARDONYX_NAIVE_ROUNDS=N that often, from SARDONYX_NAIVE_SEED on.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "tensor/convert.h"
#include "unit/ops/naive.h"
#include "unit/ops/run_op.h"
#include "unit/session/model_builder.h"

namespace sardonyx::test::naive {

void each(const Shape& shape, const std::function<void(const Index&)>& f) {
  Index i(shape.rank(), 0);
  for (std::int64_t left = shape.count(); left > 0; --left) {
    f(i);
    for (std::size_t a = i.size(); a-- > 0;) {
      if (++i[a] < shape[a]) break;
      i[a] = 0;
    }
  }
}

double broadcast_at(const Array& a, const Index& i) {
  Index own(a.shape.rank());
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = a.shape[k] == 1 ? 0 : i[i.size() - own.size() + k];
  return a[own];
}

std::optional<Shape> broadcast_shape(const std::vector<Shape>& shapes) {
  std::size_t rank = 0;
  for (const Shape& s : shapes) rank = std::max(rank, s.rank());
  Index sizes(rank, 1);
  for (const Shape& s : shapes) {
    for (std::size_t k = 0; k < s.rank(); ++k) {
      std::int64_t& size = sizes[rank - s.rank() + k];
      if (s[k] == 1 || s[k] == size) continue;
      if (size != 1) return std::nullopt;
      size = s[k];
    }
  }
  return Shape(std::span<const std::int64_t>(sizes));
}

double wrapped(DType type, double v) {
  if (is_float(type)) return v;
  if (type == DType::bool_) return v != 0 ? 1 : 0;
  const auto bits = static_cast<int>(item_size(type)) * 8;
  if (bits == 64) return v < 0 && is_unsigned_integer(type) ? v + std::ldexp(1.0, 64) : v;
  const double range = std::ldexp(1.0, bits), rest = v - range * std::floor(v / range);
  const bool negative = is_signed_integer(type) && rest >= range / 2;
  return negative ? rest - range : rest;
}

Array& Example::add(Dice& d, DType type, const Shape& shape) {
  add_input(Array(shape), type);
  for (double& v : inputs.back()->data) {
    v = static_cast<double>(d.below(13)) - 4;
    if (is_float(type)) v /= 4;
    if (v < 0 && !is_float(type) && !is_signed_integer(type)) v = -v;
    if (type == DType::bool_) v = d.one_in(2) ? 1 : 0;
  }
  return *inputs.back();
}

DType type_for(Dice& d, const Example& e, std::size_t i) {
  std::uint32_t mask = 0;
  for (const DType t :
       {DType::float32, DType::float64, DType::float16, DType::bfloat16, DType::int8, DType::int16,
        DType::int32, DType::int64, DType::uint8, DType::uint16, DType::uint32, DType::uint64, DType::bool_})
    mask |= TypeSet::bit(t);
  const OpSpec* spec = find_spec("", e.op, 26);
  return random_dtype(d, mask & spec->allowed(*spec->input(i)).tensor);
}

std::int64_t long_size(Dice& d) { return d.of<std::int64_t>({8, 9, 16, 17, 33, 65}); }

Shape small_shape(Dice& d, std::int64_t least_rank, std::int64_t most_rank) {
  Shape s;
  for (std::int64_t rank = least_rank + d.below(most_rank - least_rank + 1); rank > 0; --rank)
    s.push_back(d.one_in(15) ? 0 : d.of<std::int64_t>({1, 1, 2, 2, 3, 4, 5}));
  if (s.rank() > 0 && d.one_in(4))
    s[static_cast<std::size_t>(d.below(static_cast<std::int64_t>(s.rank())))] = long_size(d);
  return s;
}

Shape any_shape(Dice& d, std::int64_t least_rank) {
  if (!d.one_in(8)) return small_shape(d, least_rank, 4);
  Index sizes(static_cast<std::size_t>(5 + d.below(60)), 1);
  for (int i = 0; i < 4; ++i)
    sizes[static_cast<std::size_t>(d.below(static_cast<std::int64_t>(sizes.size())))] = 1 + d.below(3);
  return Shape(std::span<const std::int64_t>(sizes));
}

std::int64_t some_axis(Dice& d, std::size_t rank) {
  const auto r = static_cast<std::int64_t>(rank);
  return d.below(2 * r) - r;
}

std::size_t counted(std::int64_t axis, std::size_t rank) {
  return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

std::int64_t some_index(Dice& d, std::int64_t size, bool& legal) {
  if (size > 0 && !d.one_in(300)) return d.below(2 * size) - size;
  legal = false;
  return d.one_in(2) ? size : -size - 1;
}

double total(const Values& v) { return std::accumulate(v.begin(), v.end(), 0.0); }
double most(const Values& v) {
  return v.empty() ? -std::numeric_limits<double>::infinity() : *std::max_element(v.begin(), v.end());
}
double least(const Values& v) {
  return v.empty() ? std::numeric_limits<double>::infinity() : *std::min_element(v.begin(), v.end());
}

namespace {

// --- Elementwise ---

// A shape that broadcasts with `whole`: axes cut off in front, others of size 1; now and then one that does not.
Shape broadcast_part(Dice& d, const Shape& whole) {
  Shape s;
  const auto cut =
      static_cast<std::size_t>(d.one_in(2) ? 0 : d.below(static_cast<std::int64_t>(whole.rank()) + 1));
  for (std::size_t a = cut; a < whole.rank(); ++a)
    s.push_back(d.one_in(60) ? whole[a] + 2 : d.one_in(3) ? 1 : whole[a]);
  return s;
}

// `n` inputs of `type` that broadcast; the shape of the result, if there is one.
std::optional<Shape> add_broadcast(Dice& d, Example& e, std::size_t n, DType type) {
  const Shape whole = any_shape(d);
  std::vector<Shape> shapes;
  for (std::size_t i = 0; i < n; ++i) {
    shapes.push_back(d.one_in(2) ? whole : broadcast_part(d, whole));
    e.add(d, type, shapes.back());
  }
  const auto shape = broadcast_shape(shapes);
  e.legal = shape.has_value();
  return shape;
}

// f of the elements at each position, in the type of the inputs or as truths.
void give_elementwise(Example& e, const Shape& shape, DType type,
                      const std::function<double(const Values&)>& f) {
  Array y(shape);
  each(shape, [&](const Index& i) {
    Values v;
    for (const auto& x : e.inputs) v.push_back(broadcast_at(*x, i));
    y[i] = wrapped(type, f(v));
  });
  e.give(std::move(y), type);
}

Make binary(double (*f)(double, double), bool truth = false, bool divides = false) {
  return [=](Dice& d, Example& e) {
    const DType type = type_for(d, e);
    const auto shape = add_broadcast(d, e, 2, type);
    if (divides)
      for (double& v : e.inputs[1]->data) v = v == 0 ? 1 : v;
    if (e.op == "Mod") e.attributes["fmod"] = std::int64_t{is_float(type) || d.one_in(2)};
    const bool towards_zero = e.op == "Mod" && std::get<std::int64_t>(e.attributes["fmod"]) != 0;
    const bool whole = e.op == "Div" && !is_float(type);
    if (shape)
      give_elementwise(e, *shape, truth ? DType::bool_ : type, [&](const Values& v) {
        return towards_zero ? std::fmod(v[0], v[1]) : whole ? std::trunc(v[0] / v[1]) : f(v[0], v[1]);
      });
  };
}

Make variadic(double (*f)(const Values&)) {
  return [=](Dice& d, Example& e) {
    const DType type = type_for(d, e);
    const auto shape = add_broadcast(d, e, static_cast<std::size_t>(1 + d.below(3)), type);
    if (shape) give_elementwise(e, *shape, type, f);
  };
}

void pow_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  const auto shape = add_broadcast(d, e, 2, type);
  for (double& v : e.inputs[0]->data) v = is_float(type) ? std::abs(v) + 0.5 : std::fmod(v, 4);
  for (double& v : e.inputs[1]->data) v = static_cast<double>(d.below(4));
  if (shape) give_elementwise(e, *shape, type, [](const Values& v) { return std::pow(v[0], v[1]); });
}

// The slope spreads over x, and not the other way around.
void prelu_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  const Shape whole = any_shape(d);
  e.add(d, type, whole);
  e.add(d, type, broadcast_part(d, whole));
  e.legal = broadcast_shape({whole, e.in(1).shape}) == whole;
  if (e.legal)
    give_elementwise(e, whole, type, [](const Values& v) { return v[0] < 0 ? v[0] * v[1] : v[0]; });
}

void where_example(Dice& d, Example& e) {
  const DType type = type_for(d, e, 1);
  const Shape whole = any_shape(d);
  std::vector<Shape> shapes;
  for (int i = 0; i < 3; ++i) {
    shapes.push_back(broadcast_part(d, whole));
    e.add(d, i == 0 ? DType::bool_ : type, shapes.back());
  }
  const auto shape = broadcast_shape(shapes);
  e.legal = shape.has_value();
  if (shape) give_elementwise(e, *shape, type, [](const Values& v) { return v[0] != 0 ? v[1] : v[2]; });
}

void cast_example(Dice& d, Example& e) {
  const DType from = type_for(d, e), to = type_for(d, e);
  Array x = e.add(d, from, any_shape(d));
  e.attributes["to"] = static_cast<std::int64_t>(to);
  for (double& v : x.data)
    v = is_float(to) || to == DType::bool_ ? wrapped(to, v) : wrapped(to, std::trunc(v));
  e.give(std::move(x), to);
}

std::vector<Row> elementwise() {
  return {
      {"Add", binary([](double a, double b) { return a + b; })},
      {"Sub", binary([](double a, double b) { return a - b; })},
      {"Mul", binary([](double a, double b) { return a * b; })},
      {"Div", binary([](double a, double b) { return a / b; }, false, true)},
      {"Mod", binary([](double a, double b) { return a - b * std::floor(a / b); }, false, true)},
      {"Pow", pow_example},
      {"Equal", binary([](double a, double b) { return a == b ? 1.0 : 0.0; }, true)},
      {"Less", binary([](double a, double b) { return a < b ? 1.0 : 0.0; }, true)},
      {"LessOrEqual", binary([](double a, double b) { return a <= b ? 1.0 : 0.0; }, true)},
      {"Greater", binary([](double a, double b) { return a > b ? 1.0 : 0.0; }, true)},
      {"GreaterOrEqual", binary([](double a, double b) { return a >= b ? 1.0 : 0.0; }, true)},
      {"And", binary([](double a, double b) { return a * b; }, true)},
      {"Or", binary([](double a, double b) { return std::max(a, b); }, true)},
      {"Xor", binary([](double a, double b) { return a != b ? 1.0 : 0.0; }, true)},
      {"PRelu", prelu_example},
      {"Max", variadic(most)},
      {"Min", variadic(least)},
      {"Sum", variadic(total)},
      {"Mean", variadic([](const Values& v) { return total(v) / static_cast<double>(v.size()); })},
      {"Where", where_example},
      {"Cast", cast_example},
  };
}

// --- Playing them ---

Value to_value(const Array& a, DType type) {
  Tensor t(type, a.shape);
  if (type == DType::float64) {
    std::copy(a.data.begin(), a.data.end(), t.mutable_as<double>().begin());
  } else if (type == DType::int64) {
    constexpr double kEnd = 9223372036854775808.0;
    std::transform(a.data.begin(), a.data.end(), t.mutable_as<std::int64_t>().begin(), [](double v) {
      return v >= kEnd ? INT64_MAX : v <= -kEnd ? INT64_MIN : static_cast<std::int64_t>(v);
    });
  } else {
    const std::vector<float> narrow(a.data.begin(), a.data.end());
    convert_from_float(type, narrow.data(), t.mutable_data(), a.shape.count());
  }
  return t;
}

double tolerance(DType type) {
  switch (type) {
    case DType::bfloat16:
      return 1.0 / 128;
    case DType::float16:
      return 1.0 / 1024;
    case DType::float32:
      return 1e-5;
    case DType::float64:
      return 1e-12;
    default:
      return 0;
  }
}

// Empty where the output is as expected.
std::string difference(const Value& found, const Array& expected, DType type) {
  if (!found.is_tensor() || found.tensor().dtype() != type || found.tensor().shape() != expected.shape)
    return "is " + found.text() + ", expected " + std::string(name(type)) + expected.shape.text();
  for (std::size_t i = 0; i < expected.data.size(); ++i) {
    const double a = found.tensor().number_at(static_cast<std::int64_t>(i)), b = expected.data[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    // An integer's own end is no whole number of doubles.
    if (std::abs(a - b) <= tolerance(type) * std::max(1.0, std::abs(b))) continue;
    return "element " + std::to_string(i) + " is " + std::to_string(a) + ", expected " + std::to_string(b);
  }
  return "";
}

std::vector<Value> run_alone(const Example& e, const std::vector<Value>& inputs) {
  return run_op(e.op, e.attributes, inputs, e.outputs.empty() ? 1 : e.outputs.size());
}

// The same as a model, with some of the inputs as initializers and some sizes as symbols.
std::vector<Value> run_model(Dice& d, const Example& e, const std::vector<Value>& inputs) {
  ModelBuilder m;
  m.opset = 26;
  m.ir_version = 13;
  std::map<std::string, Value> feeds;
  std::vector<std::string> from, to;
  for (const Value& v : inputs) {
    from.push_back(v.is_absent() ? "" : "x" + std::to_string(from.size()));
    if (v.is_absent()) continue;
    const Tensor& t = v.tensor();
    std::vector<GraphBuilder::Size> sizes;
    for (const std::int64_t s : t.shape())
      sizes.push_back(d.one_in(3) ? GraphBuilder::Size("n" + std::to_string(s)) : GraphBuilder::Size(s));
    if (d.one_in(3))
      m.graph.initializer(from.back(), t);
    else
      m.graph.input(from.back(), t.dtype(), sizes), feeds[from.back()] = v;
  }
  for (std::size_t i = 0; i < std::max<std::size_t>(1, e.outputs.size()); ++i) {
    to.push_back("y" + std::to_string(i));
    m.graph.output(to.back(), DType::undefined);
  }
  GraphBuilder::Settings settings;
  for (const auto& [key, value] : e.attributes)
    std::visit(
        [&, &key = key]<typename T>(const T& v) {
          if constexpr (std::is_constructible_v<GraphBuilder::Setting, const T&>) settings.emplace(key, v);
        },
        value);
  m.graph.node(e.op, from, to, settings);
  SessionOptions options;
  options.threads = 1;
  return m.session(options).run(feeds);
}

template <typename Run>
std::string play(const Example& e, const Run& run) {
  try {
    const std::vector<Value> found = run();
    if (!e.legal) return "no Error";
    for (std::size_t i = 0; i < e.outputs.size(); ++i) {
      const std::string wrong = difference(found[i], e.outputs[i], e.output_types[i]);
      if (!wrong.empty()) return "output " + std::to_string(i) + " " + wrong;
    }
  } catch (const Error& error) {
    if (e.legal && !e.may_refuse) return std::string("Error: ") + error.what();
  }
  return "";
}

// What is wrong with the example of `seed`; empty for nothing.
std::string play(const Row& row, std::uint32_t seed) {
  Dice d(seed);
  Example e;
  e.op = row.op;
  row.make(d, e);
  std::vector<Value> inputs;
  for (std::size_t i = 0; i < e.inputs.size(); ++i)
    inputs.push_back(e.inputs[i] ? to_value(*e.inputs[i], e.types[i]) : Value());
  std::string wrong = play(e, [&] { return run_alone(e, inputs); });
  if (wrong.empty()) {
    wrong = play(e, [&] { return run_model(d, e, inputs); });
    if (!wrong.empty()) wrong = "as a model: " + wrong;
  }
  if (wrong.empty()) return "";
  wrong = e.op + " seed " + std::to_string(seed) + ": " + wrong + " [" +
          fields_text(*make_op(e.op, e.attributes)) + "]";
  for (const Value& v : inputs) wrong += "; " + v.text();
  return wrong;
}

int number_of(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atoi(text) : otherwise;
}

}  // namespace
}  // namespace sardonyx::test::naive

using namespace sardonyx::test::naive;

TEST_CASE(
    "operators on random examples give what naive references give, or an Error where there must be one") {
  const char* only = std::getenv("SARDONYX_NAIVE_OP");
  const int rounds = number_of("SARDONYX_NAIVE_ROUNDS", 100), first = number_of("SARDONYX_NAIVE_SEED", 1);
  std::vector<Row> rows = elementwise();
  for (const auto& more : {moves(), along_axes(), shapes()})
    rows.insert(rows.end(), more.begin(), more.end());
  for (const Row& row : rows) {
    if (only != nullptr && std::string(only) != row.op) continue;
    for (int i = 0; i < rounds; ++i) {
      const std::string wrong = play(row, static_cast<std::uint32_t>(first + i));
      CHECK_MESSAGE(wrong.empty(), wrong);
      if (!wrong.empty() && std::getenv("SARDONYX_NAIVE_ALL") == nullptr)
        break;  // one of an operator tells enough
    }
  }
}
