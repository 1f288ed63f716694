// References of the operators that move elements: where each element of the result comes from.
#include <algorithm>
#include <cmath>

#include "unit/ops/naive.h"

namespace sardonyx::test::naive {
namespace {

Index sizes_of(const Shape& s) { return {s.begin(), s.end()}; }

// The result's element at each index, taken from `x` at source(index).
void give_moved(Example& e, const Array& x, const Shape& shape,
                const std::function<Index(const Index&)>& source) {
  Array y(shape);
  each(shape, [&](const Index& i) { y[i] = x[source(i)]; });
  e.give(std::move(y));
}

void transpose_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d));
  Index perm(x.shape.rank());
  for (std::size_t a = 0; a < perm.size(); ++a) perm[a] = static_cast<std::int64_t>(perm.size() - 1 - a);
  if (!d.one_in(4)) {
    for (std::size_t a = perm.size(); a > 1; --a)
      std::swap(perm[a - 1], perm[static_cast<std::size_t>(d.below(static_cast<std::int64_t>(a)))]);
    e.attributes["perm"] = perm;
  }
  Index sizes;
  for (const std::int64_t p : perm) sizes.push_back(x.shape[static_cast<std::size_t>(p)]);
  give_moved(e, x, shape_of(sizes), [&](const Index& i) {
    Index from(i.size());
    for (std::size_t a = 0; a < i.size(); ++a) from[static_cast<std::size_t>(perm[a])] = i[a];
    return from;
  });
}

void expand_example(Dice& d, Example& e) {
  const Shape whole = any_shape(d);
  Shape part = whole;
  Index target = sizes_of(whole);
  for (std::size_t a = 0; a < target.size(); ++a) {
    if (d.one_in(3)) part[a] = 1;
    if (d.one_in(3)) target[a] = 1;
    if (d.one_in(60)) target[a] = 7;
  }
  if (d.one_in(3))
    target.erase(target.begin(), target.begin() + d.below(static_cast<std::int64_t>(target.size()) + 1));
  const Array x = e.add(d, type_for(d, e), part);
  e.add_list(target);
  const auto shape = broadcast_shape({part, shape_of(target)});
  e.legal = shape.has_value();
  if (!shape) return;
  Array y(*shape);
  each(*shape, [&](const Index& i) { y[i] = broadcast_at(x, i); });
  e.give(std::move(y));
}

void tile_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d));
  Index repeats, sizes;
  for (const std::int64_t s : x.shape) {
    repeats.push_back(x.shape.rank() > 8 ? 1 : d.of<std::int64_t>({0, 1, 1, 2, 3}));
    sizes.push_back(s * repeats.back());
  }
  e.add_list(repeats);
  give_moved(e, x, shape_of(sizes), [&](const Index& i) {
    Index from = i;
    for (std::size_t a = 0; a < i.size(); ++a) from[a] %= x.shape[a];
    return from;
  });
}

// What `said` makes of x's shape, if anything.
std::optional<Shape> reshaped(const Shape& x, const Index& said, bool zeros_are_zeros) {
  Index sizes = said;
  std::int64_t known = 1, *open = nullptr;
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    if (sizes[a] == 0 && !zeros_are_zeros) {
      if (a >= x.rank()) return std::nullopt;
      sizes[a] = x[a];
    }
    if (sizes[a] == -1)
      open = &sizes[a];
    else
      known *= sizes[a];
  }
  if (open != nullptr && known == 0) return std::nullopt;
  if (open != nullptr) *open = x.count() / known;
  const Shape shape = shape_of(sizes);
  return shape.count() == x.count() ? std::optional(shape) : std::nullopt;
}

void reshape_example(Dice& d, Example& e) {
  Array x = e.add(d, type_for(d, e), any_shape(d));
  const bool zeros = d.one_in(4);
  e.attributes["allowzero"] = std::int64_t{zeros};
  Index said = sizes_of(x.shape);
  if (said.size() > 1 && d.one_in(2)) {  // two axes in one
    said[0] *= said[1];
    said.erase(said.begin() + 1);
  }
  for (std::int64_t n = d.below(3); n > 0 && said.size() < 64; --n) said.push_back(1);
  for (std::int64_t& size : said) size = d.one_in(12) ? 0 : size;
  if (!said.empty() && d.one_in(2))
    said[static_cast<std::size_t>(d.below(static_cast<std::int64_t>(said.size())))] = -1;
  e.add_list(said);
  const auto shape = reshaped(x.shape, said, zeros);
  e.legal = shape.has_value();
  // What -1 stands for beside a size of 0 is anybody's guess.
  if (!shape && x.shape.count() == 0) e.legal = e.may_refuse = true;
  if (!shape) return;
  x.shape = *shape;
  e.give(std::move(x));
}

void slice_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d));
  const std::size_t rank = x.shape.rank();
  Index starts, ends, axes, steps, begin(rank, 0), stride(rank, 1), sizes = sizes_of(x.shape);
  const auto edge = [&](std::int64_t n) {
    if (d.one_in(8)) return d.of<std::int64_t>({INT64_MIN, INT64_MAX, INT64_MIN + 1, -1000, 1000});
    return d.below(2 * n + 5) - n - 2;
  };
  for (std::size_t a = 0; a < rank; ++a) {
    if (d.one_in(3)) continue;
    const std::int64_t n = x.shape[a];
    axes.push_back(static_cast<std::int64_t>(d.one_in(2) ? a : a - rank));
    steps.push_back(d.one_in(100) ? 0
                                  : d.of<std::int64_t>({1, 1, 2, 3, -1, -1, -2, -3, INT64_MAX, INT64_MIN}));
    starts.push_back(edge(n));
    ends.push_back(edge(n));
    e.legal = e.legal && steps.back() != 0;
    const bool forward = steps.back() > 0;
    const auto clamped = [&](std::int64_t v, std::int64_t low, std::int64_t high) {
      return std::clamp(v < 0 && v >= -n ? v + n : v < 0 ? low : v, low, std::max(low, high));
    };
    const std::int64_t first = forward ? clamped(starts.back(), 0, n) : clamped(starts.back(), 0, n - 1);
    const std::int64_t last = clamped(ends.back(), forward ? 0 : -1, forward ? n : n - 1);
    begin[a] = first;
    stride[a] = std::clamp<std::int64_t>(steps.back(), -n - 1, n + 1);
    const std::int64_t way = forward ? last - first : first - last,
                       by = std::max<std::int64_t>(1, std::abs(stride[a]));
    sizes[a] = n == 0 || way <= 0 ? 0 : (way + by - 1) / by;
  }
  e.add_list(starts);
  e.add_list(ends);
  e.add_list(axes);
  e.add_list(steps);
  give_moved(e, x, shape_of(sizes), [&](const Index& i) {
    Index from = i;
    for (std::size_t a = 0; a < rank; ++a) from[a] = begin[a] + i[a] * stride[a];
    return from;
  });
}

void concat_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  const Shape like = any_shape(d, 1);
  const std::int64_t axis = some_axis(d, like.rank());
  const std::size_t a = counted(axis, like.rank());
  e.attributes["axis"] = axis;
  Shape whole;
  for (std::int64_t n = 1 + d.below(4); n > 0; --n) {
    Shape part = like;
    part[a] = d.below(4);
    if (like.rank() > 1 && d.one_in(100)) part[(a + 1) % like.rank()] += 1;
    e.add(d, type, part);
    part[a] = 0;
    if (e.inputs.size() == 1) whole = part;
    e.legal = e.legal && part == whole;
  }
  for (const auto& x : e.inputs) whole[a] += x->shape[a];
  if (!e.legal) return;
  Array y(whole);
  std::int64_t at = 0;
  for (const auto& x : e.inputs) {
    each(x->shape, [&](const Index& i) {
      Index to = i;
      to[a] += at;
      y[to] = (*x)[i];
    });
    at += x->shape[a];
  }
  e.give(std::move(y));
}

void split_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d, 1));
  const std::int64_t axis = some_axis(d, x.shape.rank());
  const std::size_t a = counted(axis, x.shape.rank());
  e.attributes["axis"] = axis;
  const std::int64_t n = x.shape[a], parts = 1 + d.below(3);
  Index sizes;
  std::int64_t left = n;
  if (d.one_in(2)) {  // equal parts, the last one smaller
    e.attributes["num_outputs"] = parts;
    const std::int64_t each_part = (n + parts - 1) / parts;
    for (std::int64_t i = 0; i < parts; ++i)
      sizes.push_back(std::clamp<std::int64_t>(left, 0, each_part)), left -= sizes.back();
    e.may_refuse = each_part * (parts - 1) > n;  // there would be no last part
  } else {
    for (std::int64_t i = 0; i + 1 < parts; ++i) sizes.push_back(d.below(left + 1)), left -= sizes.back();
    sizes.push_back(left);
    Index said = sizes;
    if (d.one_in(60)) said[0] += 1, e.legal = false;
    e.add_list(said);
  }
  std::int64_t first = 0;
  for (const std::int64_t size : sizes) {
    Shape shape = x.shape;
    shape[a] = size;
    give_moved(e, x, shape, [&](const Index& i) {
      Index from = i;
      from[a] += first;
      return from;
    });
    first += size;
  }
  e.output_types.assign(e.outputs.size(), e.types[0]);
}

// Where position `i` of a padded axis of size n comes from; -1 is outside.
std::int64_t padded_source(const std::string& mode, std::int64_t i, std::int64_t n) {
  if (i >= 0 && i < n) return i;
  if (mode == "constant") return -1;
  if (mode == "edge") return i < 0 ? 0 : n - 1;
  if (mode == "wrap") return ((i % n) + n) % n;
  if (n == 1) return 0;
  const std::int64_t period = 2 * (n - 1), at = ((i % period) + period) % period;  // there and back
  return at < n ? at : period - at;
}

void pad_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d));
  const std::string mode = d.of<std::string>({"constant", "constant", "edge", "reflect", "wrap"});
  e.attributes["mode"] = mode;
  Index axes, begins, ends, before(x.shape.rank(), 0), sizes = sizes_of(x.shape);
  for (std::size_t a = 0; a < x.shape.rank(); ++a) {
    if (d.one_in(3) || x.shape.rank() > 8) continue;
    const std::int64_t n = x.shape[a];
    axes.push_back(static_cast<std::int64_t>(d.one_in(2) ? a : a - x.shape.rank()));
    begins.push_back(mode == "constant" && d.one_in(4) ? -d.below(n + 1) : d.below(4));
    ends.push_back(mode == "constant" && d.one_in(4)
                       ? -d.below(n + std::min<std::int64_t>(0, begins.back()) + 1)
                       : d.below(4));
    before[a] = begins.back();
    sizes[a] += begins.back() + ends.back();
    if (n == 0 && mode != "constant" && sizes[a] > 0) e.legal = false;
    // More than the axis has to give back: NumPy goes on, others refuse.
    if (mode == "reflect" && std::max(begins.back(), ends.back()) >= n) e.may_refuse = true;
    if (mode == "wrap" && std::max(begins.back(), ends.back()) > n) e.may_refuse = true;
  }
  begins.insert(begins.end(), ends.begin(), ends.end());
  e.add_list(begins);
  Array fill(Shape{}, 0);
  if (d.one_in(2)) {
    fill.data[0] = 3;
    if (e.types[0] == DType::bool_) fill.data[0] = 1;
    e.add_input(fill, e.types[0]);
  } else {
    e.add_input(std::nullopt, e.types[0]);
  }
  e.add_list(axes);
  Array y(shape_of(sizes));
  if (!e.legal) return;
  each(y.shape, [&](const Index& i) {
    Index from = i;
    for (std::size_t a = 0; a < i.size(); ++a) from[a] = padded_source(mode, i[a] - before[a], x.shape[a]);
    y[i] = std::find(from.begin(), from.end(), -1) != from.end() ? fill.data[0] : x[from];
  });
  e.give(std::move(y));
}

// --- By indices ---

DType index_type(Dice& d) { return d.one_in(2) ? DType::int64 : DType::int32; }

// Indices of this shape for an axis of size n.
Array& add_indices(Dice& d, Example& e, const Shape& shape, std::int64_t n, DType type) {
  Array at(shape);
  for (double& v : at.data) v = static_cast<double>(some_index(d, n, e.legal));
  e.add_input(std::move(at), type);
  return *e.inputs.back();
}

std::int64_t position(double index, std::int64_t n) {
  const auto i = static_cast<std::int64_t>(index);
  return i < 0 ? i + n : i;
}

void gather_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d, 1));
  const std::int64_t axis = some_axis(d, x.shape.rank());
  const std::size_t a = counted(axis, x.shape.rank());
  e.attributes["axis"] = axis;
  const Shape extra = small_shape(d, 0, x.shape.rank() > 60 ? 1 : 2);
  const Array at = add_indices(d, e, extra, x.shape[a], index_type(d));
  Index sizes = sizes_of(x.shape);
  sizes.erase(sizes.begin() + static_cast<std::ptrdiff_t>(a));
  sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(a), extra.begin(), extra.end());
  if (!e.settled(shape_of(sizes).count() == 0)) return;
  give_moved(e, x, shape_of(sizes), [&](const Index& i) {
    const auto first = i.begin() + static_cast<std::ptrdiff_t>(a),
               last = first + static_cast<std::ptrdiff_t>(extra.rank());
    Index from(i.begin(), first);
    from.push_back(position(at[Index(first, last)], x.shape[a]));
    from.insert(from.end(), last, i.end());
    return from;
  });
}

// A shape with axes no longer than those of `x`, but along `axis`.
Shape no_longer(Dice& d, const Shape& x, std::size_t axis) {
  Shape s = x;
  for (std::size_t k = 0; k < s.rank(); ++k)
    s[k] = k == axis ? d.below(5) : d.one_in(3) ? d.below(s[k] + 1) : s[k];
  return s;
}

void gather_elements_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d, 1));
  const std::int64_t axis = some_axis(d, x.shape.rank());
  const std::size_t a = counted(axis, x.shape.rank());
  e.attributes["axis"] = axis;
  const Array at = add_indices(d, e, no_longer(d, x.shape, a), x.shape[a], index_type(d));
  if (!e.settled(at.data.empty())) return;
  give_moved(e, x, at.shape, [&](const Index& i) {
    Index from = i;
    from[a] = position(at[i], x.shape[a]);
    return from;
  });
}

double combined(const std::string& how, double old, double update) {
  if (how == "add") return old + update;
  if (how == "mul") return old * update;
  if (how == "max") return std::max(old, update);
  if (how == "min") return std::min(old, update);
  return update;
}

// Updates of this shape. Without a reduction all are equal: which of two for one place wins is nowhere said.
Array& add_updates(Dice& d, Example& e, const Shape& shape, std::string& how) {
  const DType type = e.types[0];
  how = type == DType::bool_ ? "none" : d.of<std::string>({"none", "add", "mul", "max", "min"});
  e.attributes["reduction"] = how;
  Array& updates = e.add(d, type, shape);
  if (how == "none") std::fill(updates.data.begin(), updates.data.end(), 1);
  if (how == "mul")
    for (double& v : updates.data) v = d.one_in(4) ? 2 : 1;
  return updates;
}

void scatter_elements_example(Dice& d, Example& e) {
  Array y = e.add(d, type_for(d, e), any_shape(d, 1));
  const std::int64_t axis = some_axis(d, y.shape.rank());
  const std::size_t a = counted(axis, y.shape.rank());
  const Array at = add_indices(d, e, no_longer(d, y.shape, a), y.shape[a], index_type(d));
  std::string how;
  const Array updates = add_updates(d, e, at.shape, how);
  e.attributes["axis"] = axis;
  if (!e.settled(at.data.empty() || y.data.empty())) return;
  each(at.shape, [&](const Index& i) {
    Index to = i;
    to[a] = position(at[i], y.shape[a]);
    y[to] = wrapped(e.types[0], combined(how, y[to], updates[i]));
  });
  e.give(std::move(y));
}

// Indices whose last axis is a tuple for the axes of `x` from `first` on; gives that axis' size.
std::size_t add_tuples(Dice& d, Example& e, const Shape& x, const Index& lead, std::size_t first) {
  const auto depth = static_cast<std::size_t>(
      1 + d.below(std::min<std::int64_t>(4, static_cast<std::int64_t>(x.rank() - first))));
  Index sizes = lead;
  sizes.push_back(static_cast<std::int64_t>(depth));
  Array at(shape_of(sizes));
  for (std::size_t i = 0; i < at.data.size(); ++i)
    at.data[i] = static_cast<double>(some_index(d, x[first + i % depth], e.legal));
  e.add_input(std::move(at), DType::int64);
  return depth;
}

// The index into `x` that the tuple at `lead` and the rest make.
Index by_tuple(const Array& at, const Shape& x, const Index& lead, std::size_t batches, std::size_t depth,
               const Index& rest) {
  Index to(lead.begin(), lead.begin() + static_cast<std::ptrdiff_t>(batches));
  Index tuple = lead;
  tuple.push_back(0);
  for (std::size_t k = 0; k < depth; ++k) {
    tuple.back() = static_cast<std::int64_t>(k);
    to.push_back(position(at[tuple], x[batches + k]));
  }
  to.insert(to.end(), rest.begin(), rest.end());
  return to;
}

// Splits `i` into what leads to a tuple and what follows it.
std::pair<Index, Index> parted(const Index& i, std::size_t lead) {
  const auto at = i.begin() + static_cast<std::ptrdiff_t>(lead);
  return {Index(i.begin(), at), Index(at, i.end())};
}

void gather_nd_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), small_shape(d, 1, 5));
  const auto batches = static_cast<std::size_t>(d.below(static_cast<std::int64_t>(x.shape.rank())));
  e.attributes["batch_dims"] = static_cast<std::int64_t>(batches);
  Index lead(x.shape.begin(), x.shape.begin() + batches);
  for (const std::int64_t s : small_shape(d, 0, 2)) lead.push_back(s);
  const std::size_t depth = add_tuples(d, e, x.shape, lead, batches);
  Index sizes = lead;
  sizes.insert(sizes.end(), x.shape.begin() + batches + depth, x.shape.end());
  if (!e.settled(shape_of(sizes).count() == 0)) return;
  give_moved(e, x, shape_of(sizes), [&](const Index& i) {
    const auto [head, rest] = parted(i, lead.size());
    return by_tuple(e.in(1), x.shape, head, batches, depth, rest);
  });
}

void scatter_nd_example(Dice& d, Example& e) {
  Array y = e.add(d, type_for(d, e), small_shape(d, 1, 5));
  const Shape some = small_shape(d, 0, 2);
  const Index lead = sizes_of(some);
  const std::size_t depth = add_tuples(d, e, y.shape, lead, 0);
  Index sizes = lead;
  sizes.insert(sizes.end(), y.shape.begin() + depth, y.shape.end());
  std::string how;
  const Array updates = add_updates(d, e, shape_of(sizes), how);
  if (!e.settled(updates.data.empty() || y.data.empty())) return;
  each(updates.shape, [&](const Index& i) {
    const auto [head, rest] = parted(i, lead.size());
    const Index to = by_tuple(e.in(1), y.shape, head, 0, depth, rest);
    y[to] = wrapped(e.types[0], combined(how, y[to], updates[i]));
  });
  e.give(std::move(y));
}

void one_hot_example(Dice& d, Example& e) {
  const Array at = e.add(d, type_for(d, e), any_shape(d));
  const auto rank = static_cast<std::int64_t>(at.shape.rank());
  if (rank > 63) return void(e.legal = false);
  const std::int64_t axis = d.below(2 * rank + 2) - rank - 1, depth = 1 + d.below(6);
  const std::size_t a = static_cast<std::size_t>(axis < 0 ? axis + rank + 1 : axis);
  e.attributes["axis"] = axis;
  e.add_input(d.one_in(2) ? Array(Index{depth}) : Array({}, static_cast<double>(depth)), DType::int64);
  const DType type = type_for(d, e, 2);
  e.add(d, type, Shape{2});
  const Array values = e.in(2);
  Index sizes = sizes_of(at.shape);
  sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(a), depth);
  Array y(shape_of(sizes));
  each(y.shape, [&](const Index& i) {
    Index from = i;
    from.erase(from.begin() + static_cast<std::ptrdiff_t>(a));
    const double v = std::trunc(at[from]), wanted = v < 0 ? v + static_cast<double>(depth) : v;
    y[i] = values.data[wanted == static_cast<double>(i[a]) ? 1 : 0];
  });
  e.give(std::move(y), type);
}

}  // namespace

std::vector<Row> moves() {
  return {{"Transpose", transpose_example},
          {"Expand", expand_example},
          {"Tile", tile_example},
          {"Reshape", reshape_example},
          {"Slice", slice_example},
          {"Concat", concat_example},
          {"Split", split_example},
          {"Pad", pad_example},
          {"Gather", gather_example},
          {"GatherElements", gather_elements_example},
          {"GatherND", gather_nd_example},
          {"ScatterElements", scatter_elements_example},
          {"ScatterND", scatter_nd_example},
          {"OneHot", one_hot_example}};
}

}  // namespace sardonyx::test::naive
