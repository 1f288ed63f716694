#include "unit/ops/type_recipes.h"

#include <sstream>

#include "unit/ops/run_op.h"

namespace sardonyx::test {
namespace {

constexpr std::string_view kMs = "com.microsoft", kMl = "ai.onnx.ml", kTraining = "ai.onnx.preview.training";

constexpr Recipe kRecipes[] = {
    {"", "AffineGrid", "", "2,2,3 4=2,1,3,3"},
    {"", "Attention", "", "1,2,3,4 1,2,3,4 1,2,3,4 3,3"},
    {"", "BatchNormalization", "training_mode=1", "2,3 3 3 3 3"},
    {"", "BitCast", "to=T1", "8"},
    {"", "CausalConvWithState", "", "1,2,4 2,1,3 2 1,2,2"},
    {"", "Col2Im", "", "1,4,4 2=3,3 2=2,2"},
    {"", "Col2Im", "strides=2,2", "1,4,4 2=4,4 2=2,2"},
    {"", "Crop", "border=0,0,0,0", "1,1,3,3"},
    {"", "DeformConv", "", "1,1,3,3 1,1,2,2 1,8,2,2 1 1,4,2,2"},
    {"", "GRU", "hidden_size=3", "2,1,4 1,9,4 1,9,3 1,18 1=2 1,1,3"},
    {"", "GridSample", "mode=nearest padding_mode=border", "1,1,2,2 1,2,2,2=0"},
    {"", "If", "", "s"},
    {"", "ImageDecoder", "pixel_format=Grayscale", "12=80,53,32,49,32,49,32,50,53,53,10,7"},
    {"", "LSTM", "hidden_size=3", "2,1,4 1,12,4 1,12,3 1,24 1=2 1,1,3 1,1,3 1,9"},
    {"", "LayerNormalization", "stash_type=16", "2,3 3 3"},
    {"", "LinearAttention", "q_num_heads=1 kv_num_heads=1 update_rule=linear", "1,2,4 1,2,4 1,2,4 1,1,4,4"},
    {"", "Loop", "", "s s V:?"},
    {"", "MaxRoiPool", "pooled_shape=1,1", "1,1,3,3 1,5=0,0,0,1,1"},
    {"", "MaxUnpool", "kernel_shape=2,2 strides=2,2", "1,1,1,1 1,1,1,1 4=1,1,2,2"},
    {"", "NegativeLogLikelihoodLoss", "", "2,3 2"},
    {"", "OneHot", "", "2 1=3 2"},
    {"", "QLinearConv", "", "1,1,3,3 s s=0 1,1,2,2 s s=0 s s=0 1"},
    {"", "QLinearMatMul", "", "2,3 s s=0 3,4 s s=0 s s=0"},
    {"", "RNN", "hidden_size=3", "2,1,4 1,3,4 1,3,3 1,6 1=2 1,1,3"},
    {"", "Resize", "", "1,1,2,2 - 4=1,1,2,2"},
    {"", "RoiAlign", "", "1,1,3,3 1,4=0,0,1,1 1=0"},
    {"", "RotaryEmbedding", "", "1,1,2,4 3,2 3,2 1,2"},
    {"", "Scan", "num_scan_inputs=1", "V:2,3"},
    {"", "SequenceMap", "", "? V:?"},
    {"", "SoftmaxCrossEntropyLoss", "", "2,3 2"},
    {"", "TfIdfVectorizer",
     "max_gram_length=1 min_gram_length=1 max_skip_count=0 mode=TF ngram_counts=0 ngram_indexes=0,1 "
     "pool_int64s=1,2",
     "3"},
    {"", "TfIdfVectorizer",
     "max_gram_length=1 min_gram_length=1 max_skip_count=0 mode=TF ngram_counts=0 ngram_indexes=0,1 "
     "pool_strings=1,2",
     "3"},
    {kMl, "CastMap", "cast_to=TO_INT64", "?"},
    {kMl, "CastMap", "cast_to=TO_STRING", "?"},
    {kMl, "LabelEncoder", "keys_tensor=T1:2=1,2 values_tensor=T2:2 default_tensor=T2:1", "3"},
    {kMl, "SVMClassifier",
     "classlabels_ints=0,1 coefficients=1,1 rho=0 support_vectors=1,1,1,1 vectors_per_class=1,1 "
     "kernel_params=0,0,0",
     "1,2"},
    {kMl, "SVMClassifier",
     "classlabels_strings=a,b coefficients=1,1 rho=0 support_vectors=1,1,1,1 vectors_per_class=1,1 "
     "kernel_params=0,0,0",
     "1,2"},
    {kMl, "TreeEnsemble",
     "leaf_targetids=0,0 leaf_weights=T:2 n_targets=1 nodes_falseleafs=1 nodes_falsenodeids=1 "
     "nodes_featureids=0 nodes_modes=uint8:1=0 nodes_splits=T:1 nodes_trueleafs=1 nodes_truenodeids=0 "
     "tree_roots=0",
     "1,1"},
    {kMl, "TreeEnsembleClassifier",
     "nodes_treeids=0 nodes_nodeids=0 nodes_featureids=0 nodes_values=0 nodes_modes=LEAF nodes_truenodeids=0 "
     "nodes_falsenodeids=0 class_treeids=0 class_nodeids=0 class_ids=0 class_weights=1 "
     "classlabels_int64s=0,1",
     "1,1"},
    {kMl, "TreeEnsembleClassifier",
     "nodes_treeids=0 nodes_nodeids=0 nodes_featureids=0 nodes_values=0 nodes_modes=LEAF nodes_truenodeids=0 "
     "nodes_falsenodeids=0 class_treeids=0 class_nodeids=0 class_ids=0 class_weights=1 "
     "classlabels_strings=a,b",
     "1,1"},
    {kMl, "TreeEnsembleRegressor",
     "nodes_treeids=0 nodes_nodeids=0 nodes_featureids=0 nodes_values=0 nodes_modes=LEAF nodes_truenodeids=0 "
     "nodes_falsenodeids=0 target_treeids=0 target_nodeids=0 target_ids=0 target_weights=1 n_targets=1",
     "1,1"},
    {kTraining, "Adagrad", "", "s s 2 2 2"},
    {kTraining, "Adam", "", "s s 2 2 2 2"},
    {kTraining, "Gradient", "xs=x0 zs=x1 y=h", "T2:2 T1:2"},
    {kTraining, "Momentum", "alpha=0.9 beta=0.5 mode=standard norm_coefficient=0", "s s 2 2 2"},
    {kMs, "Attention", "num_heads=1", "1,2,4 4,12 12 1=3 2,1,1,1,4"},
    {kMs, "AttnLSTM", "hidden_size=3",
     "2,1,4 1,12,6 1,12,3 1,24 1=2 1,1,3 1,1,3 1,9 1,3,2 1,2,2 1,2 1,3,2 1=3"},
    {kMs, "BeamSearch", "eos_token_id=3 pad_token_id=0", "int32:1,2 1=4 1 1 1 T:1 T:1 4"},
    {kMs, "BeamSearch", "eos_token_id=3 pad_token_id=0 model_type=2", "F:1,2 1=4 1 1 1 T:1 T:1 4 - - 1,1"},
    {kMs, "BitmaskDropout", "", "2,3 - s"},
    {kMs, "CausalConvWithState", "", "1,2,4 2,1,3 2 1,2,2"},
    {kMs, "CropAndResize", "", "1,1,3,3 1,4=0,0,1,1 1=0 2=2,2"},
    {kMs, "DecoderMaskedMultiHeadAttention", "num_heads=1 past_present_share_buffer=1 output_qk=1",
     "1,1,4 1,1,4 1,1,4 1,2 - 1,1,3,4 1,1,3,4 1=1"},
    {kMs, "DecoderMaskedSelfAttention", "num_heads=1 past_present_share_buffer=1",
     "1,1,4 4,12 12 1,2 2,1,1,3,4 - 1=1"},
    {kMs, "DynamicQuantizeLSTM", "hidden_size=3", "2,1,4 1,4,12 1,3,12 - 1=2 - - - 1 1=0 1 1=0"},
    {kMs, "EmbedLayerNormalization", "", "1,2 1,2 3,4 3,4 3,4 4 4"},
    {kMs, "GatherBlockQuantized", "block_size=16", "2,8 1 2,1"},
    {kMs, "GreedySearch", "eos_token_id=3 pad_token_id=0", "1,2 1=4 1 1"},
    {kMs, "GroupNorm", "activation=0 groups=1", "1,2,2,4 4 4"},
    {kMs, "GroupQueryAttention", "num_heads=1 kv_num_heads=1", "1,1,8 1,1,8 1,1,8 1,1,1,8 1,1,1,8 1=1 1=2"},
    {kMs, "GroupQueryAttention",
     "num_heads=1 kv_num_heads=1 k_quant_type=PER_TENSOR v_quant_type=PER_TENSOR kv_cache_bit_width=8",
     "1,1,8 1,1,8 1,1,8 1,1,1,8 1,1,1,8 1=1 1=2 - - - - - 1 1"},
    {kMs, "GroupQueryAttention",
     "num_heads=1 kv_num_heads=1 k_quant_type=PER_TENSOR v_quant_type=PER_TENSOR kv_cache_bit_width=4",
     "1,1,8 1,1,8 1,1,8 1,1,1,4 1,1,1,4 1=1 1=2 - - - - - 1 1"},
    {kMs, "LinearAttention", "q_num_heads=1 kv_num_heads=1 update_rule=linear", "1,2,4 1,2,4 1,2,4 1,1,4,4"},
    {kMs, "MRotaryEmbedding", "num_heads=1 mrope_section=1,1,0", "1,2,4 3,1,2 3,2 3,2"},
    {kMs, "MatMulBnb4", "K=16 N=1 block_size=16 quant_type=1", "1,16 8 1"},
    {kMs, "MatMulNBits", "K=16 N=1 block_size=16", "1,16 1,1,8 1 1 16=0 1"},
    {kMs, "MatMulNBits", "K=16 N=1 block_size=16", "1,16 1,1,8 1 1,1"},
    {kMs, "MatMulNBitsMlp", "K=16 N=1 block_size=16 activation=silu", "1,16 - - 1,1,8 1 - 1,1,8 1"},
    {kMs, "MatMulNBitsQkv", "K=16 Nq=1 Nkv=1 block_size=16", "1,16 - 16 1,1,8 1 - 1,1,8 1 - 1,1,8 1"},
    {kMs, "MaxpoolWithMask", "kernel_shape=2,2", "1,1,3,3 1,1,3,3"},
    {kMs, "MoE", "", "2,4 2,3 3,5,4 3,5 3,4,5 3,4"},
    {kMs, "MultiHeadAttention", "num_heads=1", "1,2,4 1,2,4 1,2,4 12 1,3 - 1,1,1,4 1,1,1,4"},
    {kMs, "NhwcConv", "", "1,3,3,2 4,2,2,2"},
    {kMs, "NhwcFusedConv", "activation=Relu", "1,3,3,2 4,2,2,2"},
    {kMs, "PackedAttention", "num_heads=1", "2,4 4,12 12 1,2=0,1 2=0,2"},
    {kMs, "PackedMultiHeadAttention", "num_heads=1", "2,4 2,4 2,4 12 1,2=0,1 2=0,2"},
    {kMs, "QAttention", "num_heads=1", "1,2,4 4,12 12 s s 1=3 s=0 s=0 2,1,1,1,4"},
    {kMs, "QEmbedLayerNormalization", "", "1,2 1,2 3,4 3,4 3,4 4 4 - s s s s s s s s s s"},
    {kMs, "QGemm", "", "2,3 s s 3,4 s s 4 s s"},
    {kMs, "QGemm", "", "2,3 s s 3,4 s s"},
    {kMs, "QLinearConcat", "axis=0", "s s T8:2 TF:s T8:s"},
    {kMs, "QLinearConv", "", "1,1,3,3 s s=0 1,1,2,2 s s=0 s s=0 1"},
    {kMs, "QMoE", "", "2,4 2,3 3,4,2 3,4 3,4 3,4,2 3,4 3,4 - - - - - - - 3 3"},
    {kMs, "RelativePositionBias", "max_distance=8", "4,2 1=3 1=3"},
    {kMs, "RemovePadding", "", "1,2,3 1=1"},
    {kMs, "RotaryEmbedding", "", "1,2,4 1,2 3,2 3,2"},
    {kMs, "Sampling", "eos_token_id=3 pad_token_id=0 top_p=0.5", "1,2 1=4 1 1"},
    {kMs, "SkipGroupNorm", "activation=0 groups=1", "1,2,2,4 4 4 1,2,2,4"},
    {kMs, "SkipLayerNormalization", "", "1,2,4 1,2,4 4 4 4"},
    {kMs, "SkipSimplifiedLayerNormalization", "", "1,2,4 1,2,4 4 4"},
    {kMs, "SparseAttention", "num_heads=1 kv_num_heads=1 sparse_block_size=2",
     "1,1,8 1,1,8 1,1,8 1,1,2,8 1,1,2,8 1,2=0,1 1,1=0 1=2 1=2"},
    {kMs, "WhisperBeamSearch", "eos_token_id=3 pad_token_id=0", "F:1,2 1=4 1 1 1 T:1 T:1 4 - - 1,1"},
    {kMs, "WordConvEmbedding", "", "2,3 2,1,2,4 2 3,4"},
    {"com.microsoft.nchwc", "Conv", "", "1,16,3,3 !16,16,2,2"},
};

std::vector<std::string> parts(std::string_view text, char between) {
  std::vector<std::string> out;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, between);) out.push_back(part);
  return out;
}

Tensor filled(DType dtype, const Shape& shape, const std::vector<std::string>& values) {
  const auto text = [&](std::size_t i) { return values.empty() ? "1" : values[i % values.size()]; };
  if (dtype == DType::string) {
    Tensor t(dtype, shape);
    for (std::size_t i = 0; std::string & s : t.mutable_as<std::string>()) s = text(i++);
    return t;
  }
  if (is_complex(dtype)) return Tensor::zeros(dtype, shape);
  Tensor t(DType::float64, shape);
  for (std::size_t i = 0; double& x : t.mutable_as<double>()) x = std::stod(text(i++));
  return run_op("Cast", {{"to", static_cast<std::int64_t>(dtype)}}, {t})[0].tensor();
}

// A value as it is written in a recipe; of `type`, unless the text says another.
NodeInput input_of(std::string_view text, TypeSet type, const OpSpec& spec, Inputs& inputs) {
  const bool constant = text[0] == '!';
  text.remove_prefix(constant ? 1 : 0);
  if (const std::size_t colon = text.find(':'); colon != text.npos) {
    const std::string_view said = text.substr(0, colon);
    type = {};
    if (spec.constraint(said) != nullptr)
      type = inputs.type_of(said);
    else
      type.tensor = TypeSet::bit(parse_dtype(said).value());
    text.remove_prefix(colon + 1);
  }
  if (text == "?") return {inputs.value(type), type, constant};
  const std::size_t equals = std::min(text.find('='), text.size());
  Shape shape;
  if (text.substr(0, equals) != "s")
    for (const std::string& size : parts(text.substr(0, equals), ',')) shape.push_back(std::stoll(size));
  const std::string_view values = text.substr(std::min(equals + 1, text.size()));
  return {filled(element_of(type), shape, parts(values, ',')), type, constant};
}

template <typename T, typename Convert>
std::vector<T> each(std::string_view text, const Convert& convert) {
  std::vector<T> out;
  for (const std::string& part : parts(text, ',')) out.push_back(convert(part));
  return out;
}

Attribute attribute_of(const AttrSpec& a, const std::string& text, const OpSpec& spec, Inputs& inputs) {
  const auto integer = [](const std::string& s) { return std::int64_t{std::stoll(s)}; };
  const auto number = [](const std::string& s) { return std::stof(s); };
  switch (a.kind) {
    case AttrKind::int_:
      if (spec.constraint(text) != nullptr)
        return static_cast<std::int64_t>(element_of(inputs.type_of(text)));
      return integer(text);
    case AttrKind::float_:
      return number(text);
    case AttrKind::ints:
      return each<std::int64_t>(text, integer);
    case AttrKind::floats:
      return each<float>(text, number);
    case AttrKind::strings:
      return parts(text, ',');
    case AttrKind::tensor:
      return input_of(text, {}, spec, inputs).value.tensor();
    default:
      return text;
  }
}

}  // namespace

std::span<const Recipe> recipes() { return kRecipes; }

Attributes attributes_of(const Recipe& recipe, const OpSpec& spec, Inputs& inputs) {
  Attributes out;
  for (const std::string& setting : parts(recipe.attributes, ' ')) {
    const std::size_t equals = setting.find('=');
    const AttrSpec* a = spec.attribute(setting.substr(0, equals));
    require(a != nullptr, Code::internal, "{} has no attribute as in '{}'", spec.name, setting);
    out[std::string(a->name)] = attribute_of(*a, setting.substr(equals + 1), spec, inputs);
  }
  return out;
}

std::vector<NodeInput> inputs_of(const Recipe& recipe, const OpSpec& spec, Inputs& inputs) {
  std::vector<NodeInput> out;
  for (const std::string& word : parts(recipe.inputs, ' ')) {
    const ParamSpec* p = spec.input(out.size());
    require(p != nullptr, Code::internal, "{} has no input {}", spec.name, out.size());
    if (word == "-")
      out.emplace_back();
    else
      out.push_back(input_of(word, inputs.type_of(*p), spec, inputs));
  }
  return out;
}

}  // namespace sardonyx::test
