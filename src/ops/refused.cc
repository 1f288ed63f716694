#include "ops/refused.h"

#include <algorithm>
#include <iterator>

namespace sardonyx {
namespace {

constexpr std::string_view kTensorRt =
    "it belongs to TensorRT's plug-ins, whose meaning no specification states";
constexpr std::string_view kNeverRun =
    "it was experimental, is deprecated, and ONNX Runtime has no kernel for it either";
constexpr std::string_view kBlockFloat =
    "the layout of its bytes is that of one accelerator and documented nowhere";
constexpr std::string_view kOrdered =
    "it takes tensors in the tile orders of cuBLASLt; quantised models for CPUs use QLinear operators";
constexpr std::string_view kBlob =
    "its attribute holds a program that only the provider that wrote it can run";
constexpr std::string_view kFloatWeights =
    "weights in blocks of 8- or 4-bit floats are not read; MatMulNBits and DequantizeLinear are";

struct Row {
  std::string_view domain, name, reason;
};
constexpr Row kRows[] = {
    {"", "DisentangledAttention_TRT", kTensorRt},
    {"", "EfficientNMS_TRT", kTensorRt},
    {"", "MultilevelCropAndResize_TRT", kTensorRt},
    {"", "PyramidROIAlign_TRT", kTensorRt},
    {"", "GRUUnit", kNeverRun},
    {"", "GivenTensorFill", kNeverRun},
    {"com.microsoft", "DecoderAttention",
     "whether it uses its cache is said by tensors, and exporters write MultiHeadAttention since"},
    {"com.microsoft", "DequantizeBFP", kBlockFloat},
    {"com.microsoft", "QuantizeBFP", kBlockFloat},
    {"com.microsoft", "EPContext", kBlob},
    {"com.microsoft", "Snpe", kBlob},
    {"com.microsoft", "GemmFloat8", kFloatWeights},
    {"com.microsoft", "MatMulBlockQuantizedFp4Weight", kFloatWeights},
    {"com.microsoft", "MatMulBlockQuantizedFp8Weight", kFloatWeights},
    {"com.microsoft", "LongformerAttention",
     "its windows and global tokens are defined by a GPU kernel only"},
    {"com.microsoft", "MatMulFpQ4",
     "B is a blob in a layout private to ONNX Runtime and the CPU that made it; MatMulNBits is its portable "
     "form"},
    {"com.microsoft", "PagedAttention", "its cache is laid out in the pages of a GPU server"},
    {"com.microsoft", "DequantizeWithOrder", kOrdered},
    {"com.microsoft", "QOrderedAttention", kOrdered},
    {"com.microsoft", "QOrderedGelu", kOrdered},
    {"com.microsoft", "QOrderedLayerNormalization", kOrdered},
    {"com.microsoft", "QOrderedLongformerAttention", kOrdered},
    {"com.microsoft", "QOrderedMatMul", kOrdered},
    {"com.microsoft", "QuantizeWithOrder", kOrdered},
};

}  // namespace

std::string_view refusal(std::string_view domain, std::string_view name) {
  const auto* row = std::find_if(std::begin(kRows), std::end(kRows),
                                 [&](const Row& r) { return r.domain == domain && r.name == name; });
  return row == std::end(kRows) ? std::string_view() : row->reason;
}

}  // namespace sardonyx
