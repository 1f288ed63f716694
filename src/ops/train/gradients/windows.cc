// Gradients of convolutions and pools: convolutions of what lies under the windows.
#include "ops/gradient.h"

namespace sardonyx {
namespace {

// How windows lie over the cells of an axis, for all spatial axes: sizes are int64 vectors of the graph.
struct Windows {
  std::size_t spatial;
  std::vector<std::int64_t> stride, dilation;
  Term kernel;
  Term in, out;  // cells of what windows lie over, windows
  Term begin;    // cells of padding in front
  Term reach;    // cells under the windows, padding included
};

std::vector<std::int64_t> list(const GradientOf& g, std::string_view name, std::size_t n,
                               std::int64_t otherwise) {
  auto v = g.field<std::vector<std::int64_t>>(name);
  if (v.empty()) v.assign(n, otherwise);
  return v;
}

Windows windows(const GradientOf& g, Term over, Term windows_of, Term kernel) {
  Windows w;
  w.spatial = over.rank() - 2;
  w.stride = list(g, "strides", w.spatial, 1);
  w.dilation = list(g, "dilations", w.spatial, 1);
  w.kernel = kernel;
  w.in = sizes(over, 2);
  w.out = sizes(windows_of, 2);
  w.reach = (w.out - 1) * ints(over, w.stride) + (kernel - 1) * ints(over, w.dilation) + 1;
  return w;
}

bool same(const GradientOf& g) { return g.field<std::string>("auto_pad").starts_with("SAME"); }

// `total` cells of padding shared between both ends; the odd one goes where auto_pad says.
Term front_of(const GradientOf& g, Term total) {
  const Term half = total / 2;
  return g.field<std::string>("auto_pad") == "SAME_UPPER" ? half : total - half;
}

Term explicit_front(const GradientOf& g, Term any, std::size_t spatial) {
  std::vector<std::int64_t> pads = list(g, "pads", 2 * spatial, 0);
  if (g.field<std::string>("auto_pad") == "VALID") pads.assign(2 * spatial, 0);
  pads.resize(spatial);
  return ints(any, pads);
}

Windows windows_over(const GradientOf& g, Term x, Term y, Term kernel) {
  Windows w = windows(g, x, y, kernel);
  w.begin =
      same(g) ? front_of(g, call("Max", {w.reach - w.in, number(w.in, 0)})) : explicit_front(g, x, w.spatial);
  return w;
}

Term spatial_axes(Term any, const Windows& w) { return ints(any, axes_from(2, w.spatial + 2)); }

// x with `before` cells (fewer than 0 cut some off) in front, `length` in all.
Term fitted(Term x, Term before, Term length, const Windows& w) {
  const Term after = length - before - sizes(x, 2);
  const Term pads = call("Concat", {before, after}, {{"axis", std::int64_t{0}}});
  return call("Pad", {x, pads, Term{x.graph, kAbsent}, spatial_axes(x, w)});
}

Attributes steps(const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& dilations,
                 std::int64_t group) {
  return {{"strides", strides}, {"dilations", dilations}, {"group", group}};
}

std::vector<std::int64_t> exchanged(std::size_t rank) {
  std::vector<std::int64_t> perm = axes_from(0, rank);
  std::swap(perm[0], perm[1]);
  return perm;
}

Term joined(const std::vector<Term>& sizes_of) {
  return call("Concat", sizes_of, {{"axis", std::int64_t{0}}});
}

// What each cell of a kernel met: `under` (all that lies under the windows) with the gradient of every window. The
// batch takes the place of the channels; groups stay apart.
Term correlated(Term under, Term dy, std::int64_t group, const Windows& w) {
  const std::size_t rank = w.spatial + 2;
  const Term batch = sizes(under, 0, 1), cells = sizes(under, 2), groups = ints(under, {group});
  const Term channels = sizes(under, 1, 2) / ints(under, {group});
  std::vector<std::int64_t> perm = axes_from(0, rank + 1);
  std::swap(perm[0], perm[2]);
  Term x = reshaped(under, joined({batch, groups, channels, cells}));
  x = call("Transpose", {x}, {{"perm", perm}});
  x = reshaped(x, joined({channels, groups * batch, cells}));
  const Term kernel = call("Transpose", {dy}, {{"perm", exchanged(rank)}});
  const Term met = call("Conv", {x, kernel}, steps(w.dilation, w.stride, group));
  return call("Transpose", {met}, {{"perm", exchanged(rank)}});
}

// Of every cell the sum over the windows that it lies under.
Term spread(Term dy, Term kernel, std::int64_t group, const Windows& w) {
  const Term full = call("ConvTranspose", {dy, kernel}, steps(w.stride, w.dilation, group));
  return fitted(full, -w.begin, w.in, w);
}

Term per_channel_sum(Term dy, std::size_t rank) {
  std::vector<std::int64_t> axes = axes_from(1, rank);
  axes[0] = 0;
  return call("ReduceSum", {dy, ints(dy, axes)}, {{"keepdims", std::int64_t{0}}});
}

void conv(GradientOf& g) {
  const Term x = g.x(0), kernel = g.x(1), dy = g.dy();
  const auto group = g.field<std::int64_t>("group", 1);
  const Windows w = windows_over(g, x, g.y(), sizes(kernel, 2));
  if (g.needs(0)) g.give(0, spread(dy, kernel, group, w));
  if (g.needs(1)) g.give(1, correlated(fitted(x, w.begin, w.reach, w), dy, group, w));
  if (g.needs(2)) g.give(2, per_channel_sum(dy, w.spatial + 2));
}

// A convolution backwards: its windows lie over the output.
void conv_transpose(GradientOf& g) {
  const Term x = g.x(0), kernel = g.x(1), dy = g.dy();
  const auto group = g.field<std::int64_t>("group", 1);
  Windows w = windows(g, g.y(), x, sizes(kernel, 2));
  const bool given = !g.field<std::vector<std::int64_t>>("output_shape").empty();
  if (given || same(g)) {
    const Term extra = ints(x, list(g, "output_padding", w.spatial, 0));
    w.begin = front_of(g, call("Max", {w.reach + extra - w.in, number(w.in, 0)}));
  } else {
    w.begin = explicit_front(g, x, w.spatial);
  }
  const Term under = fitted(dy, w.begin, w.reach, w);
  if (g.needs(0)) g.give(0, call("Conv", {under, kernel}, steps(w.stride, w.dilation, group)));
  if (g.needs(1)) g.give(1, correlated(under, x, group, w));
  if (g.needs(2)) g.give(2, per_channel_sum(dy, w.spatial + 2));
}

// Pools go over planes, each a batch of its own with one channel.
Term planes(Term x) {
  const Term all = ints(x, {-1}), one = ints(x, {1});
  return call("Reshape", {x, joined({all, one, sizes(x, 2)})}, {{"allowzero", std::int64_t{0}}});
}

Term ones_kernel(Term any, const Windows& w) { return filled(joined({ints(any, {1, 1}), w.kernel}), any, 1); }

Windows pool_windows(const GradientOf& g) {
  const Term x = g.x(0);
  return windows_over(g, x, g.y(), ints(x, g.field<std::vector<std::int64_t>>("kernel_shape")));
}

Term spread_planes(const GradientOf& g, Term dy, const Windows& w) {
  return reshaped(spread(planes(dy), ones_kernel(dy, w), 1, w), sizes(g.x(0)));
}

// How many cells are averaged in each window: those of x, and of the padding where it counts.
Term averaged_cells(const GradientOf& g, const Windows& w) {
  const Term x = g.x(0);
  Term cells = filled(joined({ints(x, {1, 1}), w.in}), x, 1), before = w.begin;
  if (g.field<std::int64_t>("count_include_pad") != 0) {
    const std::vector<std::int64_t> pads = list(g, "pads", 2 * w.spatial, 0);
    const bool given = !same(g) && g.field<std::string>("auto_pad") != "VALID";
    const Term padded =
        given ? w.in + w.begin + ints(x, {pads.begin() + static_cast<std::ptrdiff_t>(w.spatial), pads.end()})
              : (same(g) ? w.reach : w.in);
    cells = filled(joined({ints(x, {1, 1}), padded}), x, 1);
    before = number(w.in, 0) * w.begin;
  }
  return call("Conv", {fitted(cells, before, w.reach, w), ones_kernel(x, w)}, steps(w.stride, w.dilation, 1));
}

void average_pool(GradientOf& g) {
  const Windows w = pool_windows(g);
  g.give(0, spread_planes(g, g.dy() / averaged_cells(g, w), w));
}

// (sum |x|^p)^(1/p): every cell's share of its windows.
void power_pool(GradientOf& g) {
  const Windows w = pool_windows(g);
  const Term x = g.x(0), y = g.y();
  const double p = static_cast<double>(g.field<std::int64_t>("p", 2));
  const Term zero = call("Equal", {y, number(y, 0)});
  const Term norm = call("Pow", {where(zero, number(y, 1), y), number(y, 1 - p)});
  const Term sum = spread_planes(g, where(zero, number(y, 0), g.dy() * norm), w);
  const Term size = call("Pow", {call("Abs", {x}), number(x, p - 1)});
  g.give(0, sum * size * call("Sign", {x}));
}

// The first of equals is the one chosen.
void max_pool(GradientOf& g) {
  if (!g.needs(0)) return;
  const Term x = g.x(0), all = ints(x, {-1});
  const Term at = g.again({x}, 2, {{"storage_order", std::int64_t{0}}})[1];
  const Term zero = filled(call("Reshape", {call("Size", {x}), ints(x, {1})}), x, 0);
  const Term sum = call("ScatterElements", {zero, call("Reshape", {at, all}), call("Reshape", {g.dy(), all})},
                        {{"reduction", std::string("add")}});
  g.give(0, reshaped(sum, sizes(x)));
}

// The global pools are reductions over all cells.
std::vector<Term> global(const GradientOf& g, std::string_view reduction) {
  const Term x = g.x(0);
  return {call(reduction, {x, ints(x, axes_from(2, x.rank()))}, {{"keepdims", std::int64_t{1}}})};
}

std::vector<Term> global_power(const GradientOf& g) {
  const Term x = g.x(0), axes = ints(x, axes_from(2, x.rank()));
  const double p = static_cast<double>(g.field<std::int64_t>("p", 2));
  if (p == 2) return global(g, "ReduceL2");
  const Term powers = call("Pow", {call("Abs", {x}), number(x, p)});
  return {call("Pow", {summed(powers, axes), number(x, 1 / p)})};
}

}  // namespace

void gradients_windows(GradientRules& r) {
  r.add("Conv", conv);
  r.add("ConvTranspose", conv_transpose);
  r.add("AveragePool", average_pool);
  r.add("LpPool", power_pool);
  r.add("MaxPool", max_pool);
  r.expand("GlobalAveragePool", [](const GradientOf& g) { return global(g, "ReduceMean"); });
  r.expand("GlobalMaxPool", [](const GradientOf& g) { return global(g, "ReduceMax"); });
  r.expand("GlobalLpPool", global_power);
}

}  // namespace sardonyx
