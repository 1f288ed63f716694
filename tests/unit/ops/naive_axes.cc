// References of what goes along axes or slides windows: products, reductions, searches, convolutions, pools.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "unit/ops/naive.h"

namespace sardonyx::test::naive {
namespace {

std::int64_t some_size(Dice& d) { return d.one_in(6) ? long_size(d) : d.below(6); }

// NumPy's matmul: vectors are matrices of one row or column, which the result then lacks.
void mat_mul_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  const Shape batch = small_shape(d, 0, 2);
  std::vector<Shape> batches;
  const std::int64_t m = some_size(d), k = some_size(d), n = some_size(d);
  const bool row = d.one_in(6), column = d.one_in(6);
  for (int side = 0; side < 2; ++side) {
    Shape s;
    const bool vector = side == 0 ? row : column;
    for (std::size_t a = vector || d.one_in(3) ? batch.rank() : 0; a < batch.rank(); ++a)
      s.push_back(d.one_in(3) ? 1 : batch[a]);
    batches.push_back(s);
    if (side == 1) s.push_back(d.one_in(60) ? k + 1 : k);
    if (!vector) s.push_back(side == 0 ? m : n);
    if (side == 0) s.push_back(k);
    if (side == 1 && s[s.rank() - (vector ? 1 : 2)] != k) e.legal = false;
    e.add(d, type, s);
  }
  const Shape lead = *broadcast_shape(batches);
  Index sizes(lead.begin(), lead.end());
  if (!row) sizes.push_back(m);
  if (!column) sizes.push_back(n);
  if (!e.legal) return;
  const Array &a = e.in(0), &b = e.in(1);
  Array y(shape_of(sizes));
  each(y.shape, [&](const Index& i) {
    for (std::int64_t j = 0; j < k; ++j) {
      Index left(i.begin(), i.begin() + static_cast<std::ptrdiff_t>(lead.rank())), right = left;
      if (!row) left.push_back(i[lead.rank()]);
      left.push_back(j);
      right.push_back(j);
      if (!column) right.push_back(i.back());
      // Axes of the matrices have their full size: only those in front of them broadcast.
      y[i] += broadcast_at(a, row ? Index{j} : left) * broadcast_at(b, column ? Index{j} : right);
    }
  });
  for (double& v : y.data) v = wrapped(type, v);
  e.give(std::move(y));
}

void gemm_example(Dice& d, Example& e) {
  DType type = type_for(d, e);
  if (!is_float(type)) type = DType::float32;
  const std::int64_t m = some_size(d), k = some_size(d), n = some_size(d);
  const bool ta = d.one_in(2), tb = d.one_in(2);
  const double alpha = d.one_in(2) ? 0.5 : 1, beta = d.one_in(2) ? 2 : 1;
  e.attributes = {{"transA", std::int64_t{ta}},
                  {"transB", std::int64_t{tb}},
                  {"alpha", static_cast<float>(alpha)},
                  {"beta", static_cast<float>(beta)}};
  e.add(d, type, ta ? Shape{k, m} : Shape{m, k});
  e.add(d, type, tb ? Shape{n, k} : Shape{k, n});
  const bool bias = !d.one_in(4);
  if (bias) e.add(d, type, d.of<Shape>({Shape{m, n}, Shape{n}, Shape{1, n}, Shape{m, 1}, Shape{}, Shape{1}}));
  Array y(Shape{m, n});
  each(y.shape, [&](const Index& i) {
    double sum = 0;
    for (std::int64_t j = 0; j < k; ++j)
      sum += e.in(0)[ta ? Index{j, i[0]} : Index{i[0], j}] * e.in(1)[tb ? Index{i[1], j} : Index{j, i[1]}];
    y[i] = alpha * sum + (bias ? beta * broadcast_at(e.in(2), i) : 0);
  });
  e.give(std::move(y));
}

// --- Along axes ---

double total_of(const Values& v, double (*f)(double)) {
  double sum = 0;
  for (const double x : v) sum += f(x);
  return sum;
}
double square(double x) { return x * x; }
double magnitude(double x) { return std::abs(x); }

// The end of an integer type, which has no infinity.
double end_of(DType type, bool low) {
  if (type == DType::bool_) return low ? 0 : 1;
  const int bits = bit_width(type);
  if (is_unsigned_integer(type)) return low ? 0 : std::ldexp(1.0, bits) - 1;
  return low ? -std::ldexp(1.0, bits - 1) : std::ldexp(1.0, bits - 1) - 1;
}

// The axes as drawn, and whether each axis is reduced.
Index draw_axes(Dice& d, Example& e, std::vector<bool>& reduced) {
  Index axes;
  for (std::size_t a = 0; a < reduced.size(); ++a) {
    if (!d.one_in(2)) continue;
    reduced[a] = true;
    const auto axis = static_cast<std::int64_t>(a);
    axes.push_back(d.one_in(2) ? axis : axis - static_cast<std::int64_t>(reduced.size()));
  }
  if (d.one_in(40)) {
    axes.push_back(static_cast<std::int64_t>(reduced.size()));
    e.legal = false;
  } else if (!axes.empty() && d.one_in(40)) {
    axes.push_back(axes[0]);
    e.legal = false;
  }
  return axes;
}

Make reduction(double (*f)(const Values&), bool only_floats = false) {
  return [=](Dice& d, Example& e) {
    DType type = type_for(d, e);
    if (only_floats && !is_float(type)) type = DType::float64;
    Array x = e.add(d, type, any_shape(d));
    if (e.op == "ReduceProd")
      for (std::size_t i = 0; i < x.data.size(); ++i) x.data[i] = i < 12 && d.one_in(3) ? 2 : 1;
    if (e.op == "ReduceLogSum")
      for (double& v : x.data) v = std::abs(v);
    e.inputs[0] = x;
    std::vector<bool> reduced(x.shape.rank(), false);
    const Index axes = draw_axes(d, e, reduced);
    const bool keep = d.one_in(2), noop = d.one_in(3), given = !d.one_in(4) || !e.legal;
    e.attributes["keepdims"] = std::int64_t{keep};
    e.attributes["noop_with_empty_axes"] = std::int64_t{noop};
    if (given) e.add_list(axes);
    const bool none = !given || axes.empty();
    if (none) std::fill(reduced.begin(), reduced.end(), !noop);
    Shape shape;
    for (std::size_t a = 0; a < reduced.size(); ++a)
      if (!reduced[a] || keep) shape.push_back(reduced[a] ? 1 : x.shape[a]);
    Array y(shape);
    std::vector<Values> groups(y.data.size());
    each(x.shape, [&](const Index& i) {
      Index to;
      for (std::size_t a = 0; a < reduced.size(); ++a)
        if (!reduced[a] || keep) to.push_back(reduced[a] ? 0 : i[a]);
      groups[y.offset(to)].push_back(x[i]);
    });
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const double v = f(groups[i]);
      y.data[i] = std::isinf(v) && !is_float(type) ? end_of(type, v < 0) : wrapped(type, v);
    }
    e.give(std::move(y));
  };
}

// Calls f(index of the line's first element, step to the next in `data`) for each line of `shape` along `axis`.
void each_line(const Shape& shape, std::size_t axis, const std::function<void(std::size_t, std::size_t)>& f) {
  const auto n = static_cast<std::size_t>(shape[axis]),
             step = static_cast<std::size_t>(shape.count(axis + 1, shape.rank()));
  for (std::int64_t o = 0; o < shape.count(0, axis); ++o)
    for (std::size_t i = 0; i < step; ++i) f(static_cast<std::size_t>(o) * n * step + i, step);
}

void cum_sum_example(Dice& d, Example& e) {
  Array x = e.add(d, type_for(d, e), any_shape(d, 1));
  const std::int64_t axis = some_axis(d, x.shape.rank());
  const bool exclusive = d.one_in(2), reverse = d.one_in(2);
  e.attributes = {{"exclusive", std::int64_t{exclusive}}, {"reverse", std::int64_t{reverse}}};
  e.add_input(Array({}, static_cast<double>(axis)), DType::int64);
  const std::size_t a = counted(axis, x.shape.rank());
  const auto n = static_cast<std::size_t>(x.shape[a]);
  Array y(x.shape);
  each_line(x.shape, a, [&](std::size_t first, std::size_t step) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t at = first + (reverse ? n - 1 - k : k) * step;
      y.data[at] = exclusive ? sum : sum + x.data[at];
      sum += x.data[at];
    }
  });
  for (double& v : y.data) v = wrapped(e.types[0], v);
  e.give(std::move(y));
}

// The positions of a line, the best first; of equals the first, or the last.
std::vector<std::size_t> ranked(const Array& x, std::size_t first, std::size_t step, std::size_t n,
                                bool largest, bool last) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double u = x.data[first + a * step], v = x.data[first + b * step];
    if (u == v) return last ? a > b : a < b;
    return largest ? u > v : u < v;
  });
  return order;
}

void arg_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d, 1));
  const std::int64_t axis = some_axis(d, x.shape.rank());
  const bool keep = d.one_in(2), last = d.one_in(2);
  e.attributes = {
      {"axis", axis}, {"keepdims", std::int64_t{keep}}, {"select_last_index", std::int64_t{last}}};
  const std::size_t a = counted(axis, x.shape.rank());
  Shape shape;
  for (std::size_t k = 0; k < x.shape.rank(); ++k)
    if (k != a || keep) shape.push_back(k == a ? 1 : x.shape[k]);
  Array y(shape);
  e.legal = x.shape[a] > 0 || y.data.empty();
  std::size_t to = 0;
  each_line(x.shape, a, [&](std::size_t first, std::size_t step) {
    const auto n = static_cast<std::size_t>(x.shape[a]);
    if (n > 0) y.data[to++] = static_cast<double>(ranked(x, first, step, n, e.op == "ArgMax", last)[0]);
  });
  e.give(std::move(y), DType::int64);
}

void top_k_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d, 1));
  const std::int64_t axis = some_axis(d, x.shape.rank());
  const bool largest = d.one_in(2);
  e.attributes = {{"axis", axis}, {"largest", std::int64_t{largest}}};
  Shape shape = x.shape;
  const std::size_t a = counted(axis, shape.rank());
  shape[a] = d.below(shape[a] + 1);
  e.add_list({d.one_in(40) ? x.shape[a] + 1 : shape[a]});
  e.legal = e.in(1).data[0] <= static_cast<double>(x.shape[a]);
  Array values(shape), places(shape);
  std::size_t line = 0;
  each_line(x.shape, a, [&](std::size_t first, std::size_t step) {
    const auto order = ranked(x, first, step, static_cast<std::size_t>(x.shape[a]), largest, false);
    const std::size_t to = line / step * step * static_cast<std::size_t>(shape[a]) + line % step;
    for (std::size_t k = 0; k < static_cast<std::size_t>(shape[a]); ++k) {
      values.data[to + k * step] = x.data[first + order[k] * step];
      places.data[to + k * step] = static_cast<double>(order[k]);
    }
    ++line;
  });
  e.give(std::move(values));
  e.give(std::move(places), DType::int64);
}

// --- Windows ---

struct Window {
  Index kernel, stride, dilation, begin, end, out;  // by spatial axis
};

// Attributes of a window over the spatial sizes `in`, and what they make of these.
Window draw_window(Dice& d, Example& e, const Index& in, bool pools) {
  Window w;
  const bool up = pools && d.one_in(3);
  const std::string pad =
      d.of<std::string>({"NOTSET", "NOTSET", "NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"});
  for (const std::int64_t n : in) {
    const std::int64_t k = 1 + d.below(3), s = 1 + d.below(3), dilation = d.one_in(3) ? 2 : 1,
                       span = dilation * (k - 1) + 1;
    std::int64_t begin = pad == "NOTSET" && !d.one_in(3) ? d.below(k) : 0,
                 end = pad == "NOTSET" && !d.one_in(3) ? d.below(k) : 0;
    std::int64_t out = 0;
    if (pad == "SAME_UPPER" || pad == "SAME_LOWER") {
      out = (n + s - 1) / s;
      const std::int64_t all = std::max<std::int64_t>(0, (out - 1) * s + span - n);
      begin = pad == "SAME_UPPER" ? all / 2 : all - all / 2;
      end = all - begin;
    } else {
      const std::int64_t rest = n + begin + end - span;
      // No room for one window: pools have one, cut off, where less than a stride is missing (docs/semantics.md).
      if (rest < 0) e.may_refuse = true;
      out = rest >= 0 ? rest / s + 1 : pools && -rest < s ? 1 : 0;
      // A window more where one is begun, unless it would begin in the padding behind.
      if (up && rest >= 0 && rest % s != 0 && out * s < n + begin) ++out;
    }
    w.kernel.push_back(k), w.stride.push_back(s), w.dilation.push_back(dilation);
    w.begin.push_back(begin), w.end.push_back(end), w.out.push_back(out);
  }
  Index pads = w.begin;
  pads.insert(pads.end(), w.end.begin(), w.end.end());
  e.attributes = {{"kernel_shape", w.kernel}, {"strides", w.stride}, {"dilations", w.dilation}};
  if (pad == "NOTSET")
    e.attributes["pads"] = pads;
  else
    e.attributes["auto_pad"] = pad;
  if (up) e.attributes["ceil_mode"] = std::int64_t{1};
  return w;
}

// Calls f(place in the kernel, place in the input) for each cell of the window at `out`; false as last argument where
// the cell is padding, nothing where it lies behind that.
void each_cell(const Window& w, const Index& in, const Index& out,
               const std::function<void(const Index&, const Index&, bool)>& f) {
  each(shape_of(w.kernel), [&](const Index& k) {
    Index at(k.size());
    bool inside = true, counted = true;
    for (std::size_t a = 0; a < k.size(); ++a) {
      at[a] = out[a] * w.stride[a] - w.begin[a] + k[a] * w.dilation[a];
      inside = inside && at[a] >= 0 && at[a] < in[a];
      counted = counted && at[a] < in[a] + w.end[a];
    }
    if (counted) f(k, at, inside);
  });
}

Index joined(std::initializer_list<std::int64_t> first, const Index& rest) {
  Index all(first);
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

Index draw_picture(Dice& d) {
  Index in(static_cast<std::size_t>(1 + d.below(3)));
  for (std::int64_t& n : in) n = 1 + d.below(in.size() == 1 ? 40 : in.size() == 2 ? 12 : 5);
  return in;
}

void conv_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  const Index in = draw_picture(d);
  const std::int64_t groups = d.of<std::int64_t>({1, 1, 2, 3}), each_in = 1 + d.below(4),
                     each_out = 1 + d.below(4);
  const std::int64_t batch = d.one_in(10) ? 0 : 1 + d.below(2);
  const Window w = draw_window(d, e, in, false);
  e.attributes["group"] = groups;
  e.add(d, type, shape_of(joined({batch, groups * each_in}, in)));
  e.add(d, type, shape_of(joined({groups * each_out, each_in}, w.kernel)));
  const bool bias = d.one_in(2);
  if (bias) e.add(d, type, Shape{groups * each_out});
  const Array &x = e.in(0), &f = e.in(1);
  Array y(shape_of(joined({batch, groups * each_out}, w.out)));
  each(y.shape, [&](const Index& i) {
    const std::int64_t group = i[1] / each_out;
    double sum = bias ? e.in(2)[{i[1]}] : 0;
    each_cell(w, in, Index(i.begin() + 2, i.end()), [&](const Index& k, const Index& at, bool inside) {
      for (std::int64_t c = 0; inside && c < each_in; ++c)
        sum += x[joined({i[0], group * each_in + c}, at)] * f[joined({i[1], c}, k)];
    });
    y[i] = sum;
  });
  e.give(std::move(y));
}

// The definition: every element of the input adds the filter, times itself, to the result.
void conv_transpose_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  const Index in = draw_picture(d);
  const std::int64_t groups = d.of<std::int64_t>({1, 1, 2}), each_in = 1 + d.below(3),
                     each_out = 1 + d.below(3);
  Index kernel, stride, dilation, begin, end, more, out;
  for (const std::int64_t n : in) {
    kernel.push_back(1 + d.below(3)), stride.push_back(1 + d.below(3)), dilation.push_back(1 + d.below(2));
    begin.push_back(d.below(kernel.back())), end.push_back(d.below(kernel.back()));
    more.push_back(d.below(std::max(stride.back(), dilation.back())));
    out.push_back(stride.back() * (n - 1) + more.back() + (kernel.back() - 1) * dilation.back() + 1 -
                  begin.back() - end.back());
    if (out.back() < 1) e.may_refuse = true, out.back() = 0;
  }
  Index pads = begin;
  pads.insert(pads.end(), end.begin(), end.end());
  e.attributes = {{"kernel_shape", kernel}, {"strides", stride},      {"dilations", dilation},
                  {"pads", pads},           {"output_padding", more}, {"group", groups}};
  e.add(d, type, shape_of(joined({1, groups * each_in}, in)));
  e.add(d, type, shape_of(joined({groups * each_in, each_out}, kernel)));
  const Array &x = e.in(0), &f = e.in(1);
  Array y(shape_of(joined({1, groups * each_out}, out)));
  each(x.shape, [&](const Index& i) {
    each(f.shape, [&](const Index& k) {
      if (k[0] != i[1]) return;
      Index to{0, i[1] / each_in * each_out + k[1]};
      for (std::size_t a = 0; a < in.size(); ++a) {
        to.push_back(i[a + 2] * stride[a] + k[a + 2] * dilation[a] - begin[a]);
        if (to.back() < 0 || to.back() >= out[a]) return;
      }
      y[to] += x[i] * f[k];
    });
  });
  e.give(std::move(y));
}

void pool_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  const Index in = draw_picture(d);
  const Window w = draw_window(d, e, in, true);
  const bool all = d.one_in(2);
  if (e.op == "AveragePool") e.attributes["count_include_pad"] = std::int64_t{all};
  const std::int64_t power = 1 + d.below(3);
  if (e.op == "LpPool") e.attributes["p"] = power;
  const Array x = e.add(d, type, shape_of(joined({1 + d.below(2), d.below(4)}, in)));
  Array y(shape_of(joined({x.shape[0], x.shape[1]}, w.out))), places(y.shape);
  bool padding = false;  // a window of nothing else: nobody says what that gives
  each(y.shape, [&](const Index& i) {
    double sum = 0, cells = 0, most = -INFINITY, powers = 0;
    each_cell(w, in, Index(i.begin() + 2, i.end()), [&](const Index&, const Index& at, bool inside) {
      if (inside || all) ++cells;
      if (!inside) return;
      const Index from = joined({i[0], i[1]}, at);
      const double v = x[from];
      sum += v;
      powers += std::pow(std::abs(v), static_cast<double>(power));
      if (v > most) most = v, places[i] = static_cast<double>(x.offset(from));
    });
    padding = padding || most == -INFINITY;
    y[i] = e.op == "MaxPool"  ? most
           : e.op == "LpPool" ? std::pow(powers, 1 / static_cast<double>(power))
                              : sum / cells;
  });
  if (padding) return;
  e.give(std::move(y));
  if (e.op == "MaxPool") e.give(std::move(places), DType::int64);
}

}  // namespace

std::vector<Row> along_axes() {
  return {
      {"ReduceSum", reduction(total)},
      {"ReduceMax", reduction(most)},
      {"ReduceMin", reduction(least)},
      {"ReduceProd", reduction([](const Values& v) {
         return std::accumulate(v.begin(), v.end(), 1.0, [](double a, double b) { return a * b; });
       })},
      {"ReduceMean",
       reduction([](const Values& v) { return total(v) / static_cast<double>(v.size()); }, true)},
      {"ReduceL1", reduction([](const Values& v) { return total_of(v, magnitude); })},
      {"ReduceL2", reduction([](const Values& v) { return std::sqrt(total_of(v, square)); }, true)},
      {"ReduceSumSquare", reduction([](const Values& v) { return total_of(v, square); })},
      {"ReduceLogSum", reduction([](const Values& v) { return std::log(total(v)); }, true)},
      {"ReduceLogSumExp", reduction([](const Values& v) { return std::log(total_of(v, std::exp)); }, true)},
      {"CumSum", cum_sum_example},
      {"ArgMax", arg_example},
      {"ArgMin", arg_example},
      {"TopK", top_k_example},
      {"MatMul", mat_mul_example},
      {"Gemm", gemm_example},
      {"Conv", conv_example},
      {"ConvTranspose", conv_transpose_example},
      {"MaxPool", pool_example},
      {"AveragePool", pool_example},
      {"LpPool", pool_example}};
}

}  // namespace sardonyx::test::naive
