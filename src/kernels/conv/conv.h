// Convolution over dense NCHW: 1 to 3 spatial dimensions, groups, strides, dilations, any padding.
//
// x [batch, in_channels, in...], w [out_channels, in_channels/groups, kernel...], y [batch, out_channels,
// out...]. Padding at the end is what `out` asks for: positions outside x count as zero (as x_zero for int8),
// so auto_pad, asymmetric pads and ceil modes are all said by `pad_begin` and `out`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "base/thread_pool.h"
#include "kernels/gemm/gemm.h"

namespace sardonyx::conv {

inline constexpr int kMaxSpatial = 3;

struct Shape {
  int spatial = 2;  // 1..3; the arrays hold the spatial dimensions outermost first, the rest is ignored
  std::int64_t batch = 1, in_channels = 1, out_channels = 1, groups = 1;
  std::int64_t in[kMaxSpatial] = {1, 1, 1};
  std::int64_t out[kMaxSpatial] = {1, 1, 1};
  std::int64_t kernel[kMaxSpatial] = {1, 1, 1};
  std::int64_t stride[kMaxSpatial] = {1, 1, 1};
  std::int64_t dilation[kMaxSpatial] = {1, 1, 1};
  std::int64_t pad_begin[kMaxSpatial] = {0, 0, 0};  // may be negative (cropping)
};

// Output size along one dimension, 0 when the kernel does not fit. For op authors; no overflow for sizes
// below 2^40.
std::int64_t output_size(std::int64_t in, std::int64_t kernel, std::int64_t stride, std::int64_t dilation,
                         std::int64_t pad_begin, std::int64_t pad_end);
std::int64_t transposed_output_size(std::int64_t in, std::int64_t kernel, std::int64_t stride,
                                    std::int64_t dilation, std::int64_t pad_begin, std::int64_t pad_end,
                                    std::int64_t output_padding);

// The packed form of a filter depends on channels, groups, kernel, stride, dilation and ISA, never on batch,
// in, out or pads: one packed filter serves every shape of its node. Only Type::f32 and f64.
std::size_t packed_filter_bytes(gemm::Type type, const Shape& shape, Isa isa = chosen_isa());
void pack_filter(gemm::Type type, const Shape& shape, const void* w, void* packed, Isa isa = chosen_isa());

struct Problem {
  gemm::Type type = gemm::Type::f32;  // f32, f64
  Shape shape;
  const void* x = nullptr;
  const void* w = nullptr;              // used when `packed_filter` is nullptr (it is packed on the way)
  const void* packed_filter = nullptr;  // from pack_filter
  void* y = nullptr;                    // nullptr: only the hook stores
  // Rows are channels: row_bias [out_channels] is the bias; residual has y's shape and layout (its strides in
  // the struct are ignored). A tile's row0 is image * out_channels + channel, col0 the flat output pixel.
  gemm::Epilogue epilogue;
};

void run(const Problem& problem, ThreadPool& pool, const StopToken* stop = nullptr, Isa isa = chosen_isa());
// The algorithm that `run` takes and why, for `explain`: one static sentence.
const char* explain(gemm::Type type, const Shape& shape);

// ---- int8: s32 sums of (x - x_zero) * (w - w_zero)
// -----------------------------------------------------------

struct Int8Problem {
  Shape shape;
  const void* x = nullptr;
  bool x_signed = false;
  std::int32_t x_zero = 0;
  const void* w = nullptr;  // used when `packed_filter` is nullptr
  bool w_signed = true;
  const std::int32_t* w_zero = nullptr;  // nullptr: 0
  bool w_zero_per_channel = false;
  const void* packed_filter = nullptr;  // from pack_int8_filter, which folds w_zero in
  std::int32_t* y = nullptr;            // nullptr: only the hook stores
  gemm::Epilogue epilogue;              // int32 row_bias, hook over int32 tiles
};

std::size_t packed_int8_filter_bytes(const Shape& shape, Isa isa = chosen_isa());
void pack_int8_filter(const Int8Problem& problem, void* packed, Isa isa = chosen_isa());
void run(const Int8Problem& problem, ThreadPool& pool, const StopToken* stop = nullptr,
         Isa isa = chosen_isa());

// ---- transposed: w [in_channels, out_channels/groups, kernel...]
// --------------------------------------------- y[o] gathers x[i] * w[k] wherever o = i*stride - pad_begin +
// k*dilation. Packed form as above.

std::size_t packed_transposed_filter_bytes(gemm::Type type, const Shape& shape, Isa isa = chosen_isa());
void pack_transposed_filter(gemm::Type type, const Shape& shape, const void* w, void* packed,
                            Isa isa = chosen_isa());
void run_transposed(const Problem& problem, ThreadPool& pool, const StopToken* stop = nullptr,
                    Isa isa = chosen_isa());

}  // namespace sardonyx::conv
