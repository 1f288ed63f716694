// Tile: the input repeated along every axis.
#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Tile final : Op {
  void infer(InferContext& c) const override {
    SymShape shape = c.shape(0);
    const auto repeats = known_dims(c.in(1));
    if (!shape.ranked()) {
      const auto length = known_length(c.in(1));
      return out_unknown(c, length ? std::optional<std::size_t>(*length) : std::nullopt);
    }
    if (!repeats) return out_unknown(c, shape.rank());
    require(repeats->size() == shape.rank(), Code::invalid_argument, "{} repeats for an input of rank {}",
            repeats->size(), shape.rank());
    for (std::size_t i = 0; i < shape.rank(); ++i) {
      const Dim& n = (*repeats)[i];
      require(!n.is_number() || n.number() >= 0, Code::invalid_argument, "axis {} is repeated {} times", i,
              n);
      shape[i] = shape[i] * n;
    }
    const auto content = c.dims(0);
    if (content && shape.rank() == 1 && shape[0].is_number() && shape[0].number() <= 64) {
      std::vector<Dim> all;
      while (static_cast<std::int64_t>(all.size()) < shape[0].number())
        all.insert(all.end(), content->begin(), content->end());
      return c.out_dims(0, c.dtype(0), std::move(shape), std::move(all));
    }
    c.out(0, c.dtype(0), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    const Shape in = c.shape(0), out = c.out_shape(0);
    if (in == out) return same_bytes(c);
    const move::Element element = move::element_of(c.dtype(0));
    const auto to = move::dense_strides(out.dims(), element.bytes),
               from = move::dense_strides(in.dims(), element.bytes);
    std::vector<move::Axis> axes;
    for (std::size_t i = 0; i < in.rank(); ++i) {
      axes.push_back({in[i] == 0 ? 0 : out[i] / in[i], to[i] * in[i], 0});
      axes.push_back({in[i], to[i], from[i]});
    }
    return one_copy(c, move::plan_copy(element, axes));
  }
};

// Version 1 repeats along one axis only, both told as numbers of the data's type: that place in a list of ones.
void upgrade_tile(UpgradeContext& u) {
  if (u.version >= 6) return;
  const std::int32_t one_long = u.constant(Tensor::of<std::int64_t>(Shape{1}, {1}));
  const auto number = [&](std::size_t input) {
    const std::int32_t whole = u.emit("", "Cast", {{"to", std::int64_t{7}}}, {u.inputs[input]}, 1)[0];
    return u.emit("", "Reshape", {}, {whole, one_long}, 1)[0];
  };
  const std::int32_t tiles = number(1), axis = number(2);
  const std::int32_t rank = u.emit("", "Shape", {}, {u.emit("", "Shape", {}, {u.inputs[0]}, 1)[0]}, 1)[0];
  const std::int32_t ones =
      u.emit("", "ConstantOfShape", {{"value", Tensor::of<std::int64_t>(Shape{1}, {1})}}, {rank}, 1)[0];
  u.inputs = {u.inputs[0], u.emit("", "ScatterElements", {}, {ones, axis, tiles}, 1)[0]};
}

}  // namespace

void register_tile(OpRegistry& r) { r.add<Tile>("", "Tile", upgrade_tile); }

}  // namespace sardonyx
