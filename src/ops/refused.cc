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

struct RefusedRow {
  std::string_view domain, name, reason;
};
constexpr RefusedRow kRefused[] = {
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

constexpr std::string_view kMaskBits =
    "no kernel of ONNX Runtime on CPUs writes its mask, and no document says in which order the bits lie";

struct TypeRow {
  std::string_view domain, name, constraint;
  DType dtype;
  std::string_view reason;
};
constexpr TypeRow kTypeRows[] = {
    {"", "Col2Im", "T", DType::string, "blocks that overlap are added up, and strings have no sum"},
    {"com.microsoft", "BitmaskBiasDropout", "T3", DType::uint32, kMaskBits},
    {"com.microsoft", "BitmaskDropout", "T3", DType::uint32, kMaskBits},
    {"com.microsoft", "GatedRelativePositionBias", "M", DType::int32,
     "tokens without padding are what GPUs take; ONNX Runtime has no kernel on CPUs"},
    {"com.microsoft", "GridSample", "T1", DType::string,
     "the grid has the type of the picture, and strings are no places in it"},
    {"com.microsoft", "GroupQueryAttention", "T_CACHE", DType::float8e4m3fn,
     "caches of integers are read; ONNX Runtime has no kernel for this one on CPUs"},
    {"com.microsoft", "QMoE", "T1", DType::float8e4m3fn, kFloatWeights},
    {"com.microsoft", "QMoE", "T2", DType::float8e4m3fn, kFloatWeights},
    {"com.microsoft", "QMoE", "T2", DType::float8e8m0, kFloatWeights},
    {"com.microsoft", "WhisperBeamSearch", "V", DType::float32,
     "only decoders on GPUs give the scores of its output cross_qk"},
};

}  // namespace

std::string_view type_refusal(std::string_view domain, std::string_view name, std::string_view constraint,
                              DType dtype) {
  const auto* row = std::find_if(std::begin(kTypeRows), std::end(kTypeRows), [&](const TypeRow& r) {
    return r.domain == domain && r.name == name && r.constraint == constraint && r.dtype == dtype;
  });
  return row == std::end(kTypeRows) ? std::string_view() : row->reason;
}

std::string_view refusal(std::string_view domain, std::string_view name) {
  const auto* row = std::find_if(std::begin(kRefused), std::end(kRefused),
                                 [&](const RefusedRow& r) { return r.domain == domain && r.name == name; });
  return row == std::end(kRefused) ? std::string_view() : row->reason;
}

}  // namespace sardonyx
