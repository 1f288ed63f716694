#include "api/c/error_codes.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"

namespace sardonyx::capi {

namespace {

struct Rule {
  std::string_view words;  // of the sentence
  OrtErrorCode code;
};

// A node that breaks its operator's signature makes an invalid graph; whatever else is wrong with a model is a plain
// failure, but for names that nothing defines.
constexpr Rule kLoadRules[] = {{"' does not fit: it stands for opsets ", ORT_FAIL},
                               {"the custom operator '", ORT_INVALID_GRAPH},
                               {" is made by no node, and is neither ", ORT_INVALID_ARGUMENT},
                               {"a graph input has no name", ORT_INVALID_ARGUMENT},
                               {"the model imports no opset", ORT_INVALID_ARGUMENT},
                               {"inputs, but the node has", ORT_INVALID_GRAPH},
                               {"outputs, but the node has", ORT_INVALID_GRAPH},
                               {" has no attribute '", ORT_INVALID_GRAPH},
                               {" needs the attribute '", ORT_INVALID_GRAPH},
                               {" has the wrong kind", ORT_INVALID_GRAPH},
                               {"' is given twice", ORT_INVALID_GRAPH},
                               {" is required, but its name is empty", ORT_INVALID_GRAPH},
                               {", which this version does not allow", ORT_INVALID_GRAPH},
                               {" is deprecated from ", ORT_INVALID_GRAPH},
                               {" is not a version", ORT_INVALID_GRAPH},
                               {"' calls itself", ORT_INVALID_GRAPH},
                               {"without importing an opset of it", ORT_INVALID_GRAPH},
                               {"newer than", ORT_FAIL}};

// Operators that call shapes and indices which do not fit invalid arguments; all others just fail.
constexpr std::string_view kRefusing[] = {"ArrayFeatureExtractor",
                                          "BatchNormalization",
                                          "DepthToSpace",
                                          "Det",
                                          "Einsum",
                                          "Expand",
                                          "EyeLike",
                                          "GRU",
                                          "Gather",
                                          "GatherND",
                                          "Gemm",
                                          "InstanceNormalization",
                                          "LSTM",
                                          "LayerNormalization",
                                          "OneHot",
                                          "RNN",
                                          "Range",
                                          "ReverseSequence",
                                          "RoiAlign",
                                          "ScatterElements",
                                          "ScatterND",
                                          "SequenceAt",
                                          "SkipLayerNormalization",
                                          "Slice",
                                          "SpaceToDepth",
                                          "Tile",
                                          "Transpose",
                                          "Trilu",
                                          "Unsqueeze"};

// The operator in "node 'NAME' (OP)", of the innermost node; "" where the path has none.
std::string_view failed_op(const Error& error) {
  for (auto place = error.path().rbegin(); place != error.path().rend(); ++place) {
    const std::string_view text = *place;
    const std::size_t open = text.rfind(" (");
    if (text.starts_with("node '") && open != text.npos && text.back() == ')')
      return text.substr(open + 2, text.size() - open - 3);
  }
  return {};
}

}  // namespace

OrtErrorCode code_of_load(const Error& error) noexcept {
  const std::string_view sentence = error.sentence();
  for (const Rule& rule : kLoadRules) {
    if (sentence.find(rule.words) != sentence.npos) return rule.code;
  }
  switch (error.code()) {
    case Code::invalid_model:
    case Code::invalid_argument:
    case Code::no_such_file:  // of external data: the model itself is there
      return ORT_FAIL;
    default:
      return error_code(error.code());
  }
}

OrtErrorCode code_of_run(const Error& error) noexcept {
  const std::string_view op = failed_op(error);
  const bool of_data = error.code() == Code::invalid_argument || error.code() == Code::runtime;
  if (op.empty() || !of_data) return error_code(error.code());
  return std::ranges::find(kRefusing, op) == std::end(kRefusing) ? ORT_FAIL : ORT_INVALID_ARGUMENT;
}

}  // namespace sardonyx::capi
