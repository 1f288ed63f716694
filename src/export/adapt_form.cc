// What the table does not tell: operators whose meaning or spelling changed, and newer ones that older opsets have
// under another name. Each function gets the newest form and leaves what `opset` understands in the table's terms.
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/error.h"
#include "export/form.h"

namespace sardonyx {

namespace {

using Ints = std::vector<std::int64_t>;

Tensor ints(const Ints& values) {
  return Tensor::of<std::int64_t>(Shape{static_cast<std::int64_t>(values.size())},
                                  std::span<const std::int64_t>(values));
}

bool flag(const Form& f, std::string_view name) { return f.get<std::int64_t>(name) != 0; }

// The rank of input 0, when it is known.
std::optional<std::int64_t> rank_of(const Form& f) {
  const Fact* x = f.has(0) ? f.inputs[0].fact : nullptr;
  if (x == nullptr || !x->shape.ranked()) return std::nullopt;
  return static_cast<std::int64_t>(x->shape.rank());
}

// Version 13 looks along one axis; before, all axes from there on were one.
void softmax(Form& f, int opset, FormMaker& maker) {
  const bool flatten = flag(f, "flatten");
  const auto rank = rank_of(f);
  const std::int64_t axis = f.get<std::int64_t>("axis");
  f.attributes.erase("flatten");
  f.attributes.insert_or_assign("axis", axis);
  if (flatten == (opset < 13)) return;
  const bool last = axis == -1 || (rank && (axis == *rank - 1 || *rank == 0));
  if (last) {
    f.attributes.insert_or_assign(
        "axis", opset < 13 && rank ? std::max<std::int64_t>(*rank - 1, 0) : std::int64_t{-1});
    return;
  }
  require(flatten, Code::not_implemented, "{} along one inner axis needs opset 13", f.op);
  const Fact data{Type::tensor(f.inputs[0].dtype()), {}, {}, {}};
  const FormValue shape = maker.between(f.name + "/shape", {Type::tensor(DType::int64), {}, {}, {}}),
                  flat = maker.between(f.name + "/flat", data), done = maker.between(f.name + "/done", data);
  f.before.push_back(
      {f.name + "/shape", "", "Shape", {}, {}, nullptr, {f.inputs[0]}, {shape}, {}, {}, false});
  f.before.push_back({f.name + "/flatten",
                      "",
                      "Flatten",
                      {{"axis", axis}},
                      {},
                      nullptr,
                      {f.inputs[0]},
                      {flat},
                      {},
                      {},
                      false});
  f.after.push_back(
      {f.name + "/reshape", "", "Reshape", {}, {}, nullptr, {done, shape}, f.outputs, {}, {}, false});
  f.inputs = {flat};
  f.outputs = {done};
  f.attributes.insert_or_assign("axis", std::int64_t{-1});
}

void batch_normalization(Form& f, int opset, FormMaker&) {
  if (opset >= 14) return;
  const bool training = flag(f, "training_mode");
  require(training == (f.outputs.size() > 1), Code::not_implemented,
          "BatchNormalization says training by its number of outputs before opset 14");
  f.attributes.erase("training_mode");
}

void dropout(Form& f, int opset, FormMaker&) {
  const bool needs_mask = f.wants(1);
  if (!needs_mask || (opset < 10) == flag(f, "mask_like_data")) f.attributes.erase("mask_like_data");
  if (opset >= 12 || !f.has(2)) return;
  const Tensor* training = f.inputs[2].constant();
  require(training != nullptr && training->int_at(0) == 0, Code::not_implemented,
          "Dropout that may train needs opset 12");
  f.inputs[2] = {};
  f.attributes.erase("seed");
}

// The old form clipped infinities to the largest number where a limit was not given.
void clip(Form& f, int opset, FormMaker&) {
  if (opset >= 11) return;
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (!f.has(1)) f.attributes.insert_or_assign("min", -kInfinity);
  if (!f.has(2)) f.attributes.insert_or_assign("max", kInfinity);
}

// Versions before 11 had one way to round; what they called it here is no word of ONNX.
void resize(Form& f, int opset, FormMaker&) {
  const bool old = f.get<std::string>("nearest_mode") == "simple";
  const bool nearest = f.get<std::string>("mode") == "nearest";
  if (opset < 11) {
    require(f.get<std::string>("coordinate_transformation_mode") == "asymmetric" && (old || !nearest) &&
                !f.has(1) && !f.has(3),
            Code::not_implemented, "this Resize needs opset 11");
    f.attributes.erase("coordinate_transformation_mode");
    f.attributes.erase("nearest_mode");
    f.inputs.erase(f.inputs.begin() + 1);
    if (opset < 10) f.op = "Upsample";
    return;
  }
  if (!old) return;
  f.attributes.erase("nearest_mode");
  if (!nearest) return;
  const Tensor* scales = f.has(2) ? f.inputs[2].constant() : nullptr;
  bool grows = scales != nullptr, shrinks = scales != nullptr;
  for (std::int64_t i = 0; scales != nullptr && i < scales->count(); ++i) {
    grows = grows && scales->number_at(i) >= 1;
    shrinks = shrinks && scales->number_at(i) <= 1;
  }
  require(grows, Code::not_implemented, "a Resize of before opset 11 that may shrink keeps its version");
  f.attributes.insert_or_assign("nearest_mode", std::string("floor"));
}

void roi_align(Form& f, int opset, FormMaker&) {
  if (opset >= 16) return;
  require(f.get<std::string>("coordinate_transformation_mode") == "output_half_pixel", Code::not_implemented,
          "RoiAlign with half pixels needs opset 16");
  f.attributes.erase("coordinate_transformation_mode");
}

void grid_sample(Form& f, int opset, FormMaker&) {
  if (opset >= 20) return;
  const std::string mode = f.get<std::string>("mode");
  f.attributes.insert_or_assign("mode", mode == "linear"  ? std::string("bilinear")
                                        : mode == "cubic" ? std::string("bicubic")
                                                          : mode);
  if (opset < 16) f.domain = "com.microsoft";
}

void cast_like(Form& f, int opset, FormMaker&) {
  const DType to = f.inputs.size() == 2 ? f.inputs[1].dtype() : DType::undefined;
  if (opset >= 15 || to == DType::undefined) return;
  f.op = "Cast";
  f.attributes.insert_or_assign("to", static_cast<std::int64_t>(to));
  f.inputs.resize(1);
}

// Version 18 says the number of parts where no sizes are given; before, they were as many as outputs, and equal.
void split(Form& f, int opset, FormMaker&) {
  if (f.has(1)) return;
  const auto parts = static_cast<std::int64_t>(f.outputs.size());
  if (opset >= 18) {
    f.attributes.insert_or_assign("num_outputs", parts);
    return;
  }
  if (!f.attributes.erase("num_outputs")) return;
  const auto rank = rank_of(f);
  const std::int64_t axis =
      f.get<std::int64_t>("axis") + (rank && f.get<std::int64_t>("axis") < 0 ? *rank : 0);
  const bool known = rank && axis >= 0 && axis < *rank;
  const Dim size = known ? f.inputs[0].fact->shape[static_cast<std::size_t>(axis)] : Dim();
  require(size.is_number() && size.number() % parts == 0, Code::not_implemented,
          "a Split into parts that may be unequal needs opset 18");
}

void slice(Form& f, int opset, FormMaker&) {
  if (opset >= 10 || !f.has(4)) return;
  const Tensor* steps = f.inputs[4].constant();
  require(steps != nullptr, Code::not_implemented, "Slice with steps needs opset 10");
  const Ints all = steps->to_ints();
  require(std::ranges::all_of(all, [](std::int64_t s) { return s == 1; }), Code::not_implemented,
          "Slice with steps needs opset 10");
  f.inputs[4] = {};
}

// `noop_with_empty_axes` matters only where no axes are given, and an attribute may not be empty.
void reduce(Form& f, int, FormMaker&) {
  const Tensor* axes = f.has(1) ? f.inputs[1].constant() : nullptr;
  if (axes == nullptr) return;
  if (axes->count() > 0) {
    f.attributes.erase("noop_with_empty_axes");
  } else if (!flag(f, "noop_with_empty_axes")) {
    f.inputs[1] = {};
  }
}

void gelu(Form& f, int opset, FormMaker&) {
  if (opset >= 20) return;
  f.op = f.get<std::string>("approximate") == "tanh" ? "FastGelu" : "Gelu";
  f.domain = "com.microsoft";
  f.attributes.clear();
  f.defaults.clear();
}

// Before opset 23 there was an operator of ONNX Runtime's in ONNX's own domain.
void rms_normalization(Form& f, int opset, FormMaker&) {
  if (opset < 23) f.op = "SimplifiedLayerNormalization";
}

// Version 1, before opset 17, took the statistics of doubles in double.
void layer_normalization(Form& f, int opset, FormMaker&) {
  const bool dbl = f.has(0) && f.inputs[0].dtype() == DType::float64;
  const bool wide = flag(f, "wide_stash");
  require(!dbl || wide == (opset < 17), Code::not_implemented,
          "LayerNormalization of doubles keeps its version");
  f.attributes.erase("wide_stash");
}

void group_normalization(Form& f, int opset, FormMaker&) {
  if (opset < 21 && flag(f, "scale_per_group")) f.attributes.erase("scale_per_group");
}

void mean_variance(Form& f, int opset, FormMaker&) {
  if (opset < 9) f.attributes.erase("spatial");
}

void dft(Form& f, int opset, FormMaker& maker) {
  if (opset >= 20 || f.has(2)) return;
  f.inputs.resize(3);
  f.inputs[2] = maker.constant(f.name + "/axis", Tensor::scalar<std::int64_t>(-2));
}

void scatter(Form& f, int opset, FormMaker&) {
  if (opset < 11) f.op = "Scatter";
}

// com.microsoft's ExpandDims came with one int32 axis.
void unsqueeze(Form& f, int, FormMaker& maker) {
  const Tensor* axes = f.has(1) ? f.inputs[1].constant() : nullptr;
  if (axes != nullptr && (axes->dtype() != DType::int64 || axes->rank() != 1))
    f.inputs[1] = maker.constant(f.name + "/axes", ints(axes->to_ints()));
  if (f.has(1) && axes == nullptr && f.inputs[1].dtype() == DType::int32) {
    f.domain = "com.microsoft";
    f.op = "ExpandDims";
  }
}

// Operators that com.microsoft had before ONNX; pair of name and first opset.
void once_contrib(Form& f, int opset, FormMaker&) {
  static const std::unordered_map<std::string_view, int> first = {
      {"Range", 11}, {"GatherND", 11}, {"Trilu", 14}};
  if (opset < first.at(f.op)) f.domain = "com.microsoft";
}

// Folding may leave limits of one element where scalars are meant.
void range(Form& f, int opset, FormMaker& maker) {
  for (FormValue& limit : f.inputs) {
    const Tensor* t = limit.constant();
    if (t != nullptr && t->rank() != 0) limit = maker.constant(f.name + "/limit", t->reshaped(Shape{}));
  }
  once_contrib(f, opset, maker);
}

void pad(Form& f, int opset, FormMaker&) {
  const bool constant = f.has(1) && f.inputs[1].constant() != nullptr;
  if (opset < 11 && !constant) f.domain = "com.microsoft";
}

void scan(Form& f, int opset, FormMaker&) {
  if (opset != 8) return;
  require(flag(f, "batched"), Code::not_implemented, "this Scan needs opset 9");
  f.attributes.erase("batched");
  if (auto held = f.attributes.extract("scan_input_directions")) {
    held.key() = "directions";
    f.attributes.insert(std::move(held));
  }
}

using Adapt = void (*)(Form&, int, FormMaker&);

const std::unordered_map<std::string_view, Adapt>& adaptations() {
  static const std::unordered_map<std::string_view, Adapt> all = {
      {"Softmax", softmax},
      {"LogSoftmax", softmax},
      {"Hardmax", softmax},
      {"BatchNormalization", batch_normalization},
      {"Dropout", dropout},
      {"Clip", clip},
      {"Resize", resize},
      {"RoiAlign", roi_align},
      {"GridSample", grid_sample},
      {"CastLike", cast_like},
      {"Split", split},
      {"Slice", slice},
      {"ReduceL1", reduce},
      {"ReduceL2", reduce},
      {"ReduceLogSum", reduce},
      {"ReduceLogSumExp", reduce},
      {"ReduceMax", reduce},
      {"ReduceMean", reduce},
      {"ReduceMin", reduce},
      {"ReduceProd", reduce},
      {"ReduceSum", reduce},
      {"ReduceSumSquare", reduce},
      {"Gelu", gelu},
      {"RMSNormalization", rms_normalization},
      {"LayerNormalization", layer_normalization},
      {"SimplifiedLayerNormalization", layer_normalization},
      {"GroupNormalization", group_normalization},
      {"MeanVarianceNormalization", mean_variance},
      {"DFT", dft},
      {"ScatterElements", scatter},
      {"Unsqueeze", unsqueeze},
      {"Range", range},
      {"GatherND", once_contrib},
      {"Trilu", once_contrib},
      {"Pad", pad},
      {"Scan", scan},
  };
  return all;
}

}  // namespace

void adapt_form(Form& f, int opset, FormMaker& maker) {
  if (!f.domain.empty()) return;
  const auto it = adaptations().find(f.op);
  if (it != adaptations().end()) it->second(f, opset, maker);
}

}  // namespace sardonyx
