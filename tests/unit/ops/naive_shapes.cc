// References of the operators that say the shape anew, cut blocks, pick by masks and lengths, or normalise an axis.
#include <algorithm>
#include <cmath>
#include <limits>

#include "unit/ops/naive.h"

namespace sardonyx::test::naive {
namespace {

// Some of the axes of size 1, counted in either way, in any order.
Index unit_axes(Dice& d, const Shape& shape) {
  Index axes;
  for (std::size_t a = 0; a < shape.rank(); ++a) {
    if (shape[a] != 1 || d.one_in(2)) continue;
    axes.push_back(static_cast<std::int64_t>(a) -
                   (d.one_in(2) ? static_cast<std::int64_t>(shape.rank()) : 0));
  }
  for (std::size_t a = axes.size(); a > 1; --a)
    std::swap(axes[a - 1], axes[static_cast<std::size_t>(d.below(static_cast<std::int64_t>(a)))]);
  return axes;
}

void squeeze_example(Dice& d, Example& e) {
  Array x = e.add(d, type_for(d, e), any_shape(d));
  const std::size_t rank = x.shape.rank();
  std::vector<bool> gone(rank);
  if (d.one_in(4)) {  // all of size 1
    for (std::size_t a = 0; a < rank; ++a) gone[a] = x.shape[a] == 1;
  } else {
    Index axes = unit_axes(d, x.shape);
    if (rank > 0 && d.one_in(20)) axes = {some_axis(d, rank)};
    for (const std::int64_t a : axes) {
      gone[counted(a, rank)] = true;
      e.legal = e.legal && x.shape[counted(a, rank)] == 1;
    }
    e.add_list(axes);
    if (axes.empty()) gone.assign(rank, false);
  }
  if (!e.legal) return;
  Index sizes;
  for (std::size_t a = 0; a < rank; ++a)
    if (!gone[a]) sizes.push_back(x.shape[a]);
  x.shape = shape_of(sizes);
  e.give(std::move(x));
}

void unsqueeze_example(Dice& d, Example& e) {
  Array x = e.add(d, type_for(d, e), any_shape(d));
  const std::size_t more = static_cast<std::size_t>(d.below(4)), rank = x.shape.rank() + more;
  if (rank > Shape::kMaxRank) return void(e.legal = false);
  std::vector<bool> fresh(rank);
  Index axes;
  for (std::size_t i = 0; i < more; ++i) {
    axes.push_back(some_axis(d, rank));
    e.legal = e.legal && !fresh[counted(axes.back(), rank)];
    fresh[counted(axes.back(), rank)] = true;
  }
  e.add_list(axes);
  if (!e.legal) return;
  Index sizes;
  for (std::size_t a = 0, from = 0; a < rank; ++a) sizes.push_back(fresh[a] ? 1 : x.shape[from++]);
  x.shape = shape_of(sizes);
  e.give(std::move(x));
}

void flatten_example(Dice& d, Example& e) {
  Array x = e.add(d, type_for(d, e), any_shape(d));
  const std::size_t rank = x.shape.rank();
  const std::int64_t axis = d.one_in(4) ? static_cast<std::int64_t>(rank)
                            : rank == 0 ? 0
                                        : some_axis(d, rank);
  e.attributes["axis"] = axis;
  std::int64_t rows = 1, columns = 1;
  for (std::size_t a = 0; a < rank; ++a) (a < counted(axis, rank) ? rows : columns) *= x.shape[a];
  x.shape = Shape{rows, columns};
  e.give(std::move(x));
}

// Depth c of a pixel at (y, x) of a block of `b`: in which order the three lie.
std::int64_t depth_of(bool depth_first, std::int64_t c, std::int64_t y, std::int64_t x, std::int64_t b,
                      std::int64_t channels) {
  return depth_first ? (y * b + x) * channels + c : (c * b + y) * b + x;
}

void depth_to_space_example(Dice& d, Example& e) {
  const std::int64_t b = 1 + d.below(3), channels = d.below(3), n = d.below(3);
  const bool wrong = b > 1 && d.one_in(20), depth_first = d.one_in(2);
  const Array x =
      e.add(d, type_for(d, e), Shape{n, channels * b * b + (wrong ? 1 : 0), d.below(4), d.below(9)});
  e.attributes = {{"blocksize", b}, {"mode", std::string(depth_first ? "DCR" : "CRD")}};
  e.legal = !wrong;
  if (wrong) return;
  Array y(Shape{n, channels, x.shape[2] * b, x.shape[3] * b});
  each(y.shape, [&](const Index& i) {
    y[i] = x[{i[0], depth_of(depth_first, i[1], i[2] % b, i[3] % b, b, channels), i[2] / b, i[3] / b}];
  });
  e.give(std::move(y));
}

void space_to_depth_example(Dice& d, Example& e) {
  const std::int64_t b = 1 + d.below(3), channels = d.below(4), h = d.below(4), w = d.below(5);
  const bool wrong = b > 1 && d.one_in(20);
  const Array x = e.add(d, type_for(d, e), Shape{d.below(3), channels, h * b + (wrong ? 1 : 0), w * b});
  e.attributes["blocksize"] = b;
  e.legal = !wrong;
  if (wrong) return;
  Array y(Shape{x.shape[0], channels * b * b, h, w});
  each(x.shape, [&](const Index& i) {
    y[{i[0], depth_of(true, i[1], i[2] % b, i[3] % b, b, channels), i[2] / b, i[3] / b}] = x[i];
  });
  e.give(std::move(y));
}

void compress_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d));
  const std::size_t rank = x.shape.rank();
  const bool flat = rank == 0 || d.one_in(3);
  const std::int64_t axis = flat ? 0 : some_axis(d, rank);
  if (!flat) e.attributes["axis"] = axis;
  const std::int64_t size = flat ? x.shape.count() : x.shape[counted(axis, rank)];
  const Array chosen = e.add(d, DType::bool_, Shape{size == 0 ? 0 : d.below(size + 1)});
  std::vector<std::int64_t> at;
  for (std::size_t i = 0; i < chosen.data.size(); ++i)
    if (chosen.data[i] != 0) at.push_back(static_cast<std::int64_t>(i));
  const auto kept = static_cast<std::int64_t>(at.size());
  if (flat) {
    Array y(Shape{kept});
    for (std::size_t i = 0; i < at.size(); ++i) y.data[i] = x.data[static_cast<std::size_t>(at[i])];
    return e.give(std::move(y));
  }
  Shape shape = x.shape;
  shape[counted(axis, rank)] = kept;
  Array y(shape);
  each(shape, [&](Index i) {
    const Index to = i;
    auto& along = i[counted(axis, rank)];
    along = at[static_cast<std::size_t>(along)];
    y[to] = x[i];
  });
  e.give(std::move(y));
}

void reverse_sequence_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), small_shape(d, 2, 4));
  const std::size_t batch = d.one_in(2) ? 1 : 0, time = 1 - batch;
  e.attributes = {{"batch_axis", static_cast<std::int64_t>(batch)},
                  {"time_axis", static_cast<std::int64_t>(time)}};
  Index lengths;
  for (std::int64_t i = 0; i < x.shape[batch]; ++i) lengths.push_back(d.below(x.shape[time] + 1));
  e.add_list(lengths);
  Array y(x.shape);
  each(x.shape, [&](Index i) {
    const Index to = i;
    const std::int64_t length = lengths[static_cast<std::size_t>(i[batch])];
    if (i[time] < length) i[time] = length - 1 - i[time];
    y[to] = x[i];
  });
  e.give(std::move(y));
  // The specification asks for lengths of at least 1.
  e.may_refuse = std::ranges::find(lengths, 0) != lengths.end();
}

void trilu_example(Dice& d, Example& e) {
  Array x = e.add(d, type_for(d, e), any_shape(d, 2));
  const std::size_t rank = x.shape.rank();
  const bool upper = d.one_in(2);
  e.attributes["upper"] = std::int64_t{upper};
  std::int64_t k = 0;
  if (d.one_in(2)) {
    k = d.one_in(6) ? d.of<std::int64_t>({INT64_MIN, INT64_MAX}) : d.below(9) - 4;
    e.add_input(Array({}, static_cast<double>(k)), DType::int64);
  }
  each(x.shape, [&](const Index& i) {
    const std::int64_t off = i[rank - 1] - i[rank - 2];
    if (upper ? off < k : off > k) x[i] = 0;
  });
  e.give(std::move(x));
}

void clip_example(Dice& d, Example& e) {
  const DType type = type_for(d, e);
  Array x = e.add(d, type, any_shape(d));
  double low = -std::numeric_limits<double>::infinity(), high = -low;
  if (d.one_in(3)) {
    e.add_input(std::nullopt, type);
  } else {
    low = e.add(d, type, Shape{}).data[0];
  }
  if (!d.one_in(3)) high = e.add(d, type, Shape{}).data[0];
  for (double& v : x.data) v = std::min(std::max(v, low), high);
  e.give(std::move(x));
}

void non_zero_example(Dice& d, Example& e) {
  const Array x = e.add(d, type_for(d, e), any_shape(d, 1));
  std::vector<Index> found;
  each(x.shape, [&](const Index& i) {
    if (x[i] != 0) found.push_back(i);
  });
  Array y(Shape{static_cast<std::int64_t>(x.shape.rank()), static_cast<std::int64_t>(found.size())});
  each(y.shape, [&](const Index& i) {
    y[i] = static_cast<double>(found[static_cast<std::size_t>(i[1])][static_cast<std::size_t>(i[0])]);
  });
  e.give(std::move(y), DType::int64);
}

// What an axis becomes: from its values to as many others.
Make along_axis(Values (*formula)(const Values&)) {
  return [formula](Dice& d, Example& e) {
    Array x = e.add(d, type_for(d, e), any_shape(d, 1));
    const std::size_t rank = x.shape.rank();
    const std::int64_t axis = some_axis(d, rank);
    e.attributes["axis"] = axis;
    const std::size_t a = counted(axis, rank);
    Shape outer = x.shape;
    outer[a] = x.shape[a] == 0 ? 0 : 1;
    Array y(x.shape);
    each(outer, [&](Index i) {
      Values v;
      for (i[a] = 0; i[a] < x.shape[a]; ++i[a]) v.push_back(x[i]);
      v = formula(v);
      for (i[a] = 0; i[a] < x.shape[a]; ++i[a]) y[i] = v[static_cast<std::size_t>(i[a])];
    });
    e.give(std::move(y));
  };
}

Values softmax(const Values& v) {
  Values y;
  for (const double x : v) y.push_back(std::exp(x - most(v)));
  const double sum = total(y);
  for (double& x : y) x /= sum;
  return y;
}

Values log_softmax(const Values& v) {
  Values y = softmax(v);
  for (double& x : y) x = std::log(x);
  return y;
}

Values hardmax(const Values& v) {
  Values y(v.size(), 0);
  y[static_cast<std::size_t>(std::max_element(v.begin(), v.end()) - v.begin())] = 1;
  return y;
}

}  // namespace

std::vector<Row> shapes() {
  return {{"Squeeze", squeeze_example},
          {"Unsqueeze", unsqueeze_example},
          {"Flatten", flatten_example},
          {"DepthToSpace", depth_to_space_example},
          {"SpaceToDepth", space_to_depth_example},
          {"Compress", compress_example},
          {"ReverseSequence", reverse_sequence_example},
          {"Trilu", trilu_example},
          {"Clip", clip_example},
          {"NonZero", non_zero_example},
          {"Softmax", along_axis(softmax)},
          {"LogSoftmax", along_axis(log_softmax)},
          {"Hardmax", along_axis(hardmax)}};
}

}  // namespace sardonyx::test::naive
