#include "kernels/conv/conv.h"

#include <cstring>

#include "base/error.h"
#include "kernels/conv/depthwise.h"
#include "kernels/conv/depthwise_kernels.h"
#include "kernels/conv/geometry.h"
#include "kernels/conv/im2col.h"
#include "kernels/gemm/driver.h"
#include "sardonyx/block.hpp"

namespace sardonyx::conv {
namespace {

using gemm::Type;

const gemm::PanelKernels& kernels_of(Type type, Isa isa) {
  return type == Type::f64 ? panel_kernels_f64(isa) : panel_kernels_f32(isa);
}

// A product per image and group: [channels of the group, taps] x [taps, pixels].
gemm::Product product_of(const Geometry& g, const gemm::PanelKernels& kernels, const void* packed, void* y,
                         const gemm::Epilogue& epilogue) {
  gemm::Product p;
  p.kernels = &kernels;
  p.m = g.group_out;
  p.n = g.out_pixels;
  p.k = g.group_in * g.taps;
  p.packed_a = static_cast<const std::byte*>(packed);
  p.c = static_cast<std::byte*>(y);
  p.ldc = g.out_pixels;
  const std::ptrdiff_t group_y = g.group_out * g.out_pixels, image_y = g.groups * group_y;
  p.batch = {.rank = 2,
             .size = {g.batch, g.groups},
             .a = {0, 1},
             .b = {g.in_channels * g.in_pixels, g.group_in * g.in_pixels},
             .c = {image_y, group_y},
             .residual = {image_y, group_y}};
  p.bias_groups = g.groups;
  p.epilogue = epilogue;
  p.epilogue.residual_row = g.out_pixels;
  return p;
}

// Where B comes from: the image itself, or panels made of it.
void run_product(gemm::Product& p, const Geometry& g, const void* x, Image& image, gemm::PackColumns pack,
                 ThreadPool& pool, const StopToken* stop) {
  image.geometry = &g;
  image.x = static_cast<const std::byte*>(x);
  image.element_bytes = p.kernels->source_bytes;
  image.item_bytes = g.group_in * g.in_pixels * image.element_bytes;
  image.strip_columns = p.kernels->nr;
  image.every_second_f32 = depthwise_kernels(p.kernels->isa).every_second_f32;
  if (g.pointwise()) {
    p.b.data = x;
    p.b.row = g.in_pixels;
    p.b.col = 1;
  } else {
    p.pack_columns = pack;
    p.pack_context = &image;
  }
  multiply(p, pool, stop);
}

bool nothing_to_do(const Geometry& g) { return g.batch <= 0 || g.out_channels <= 0 || g.out_pixels <= 0; }

}  // namespace

const char* explain(Type type, const Shape& shape) {
  const Geometry g(shape);
  if (depthwise_fits(g, false)) return "depthwise: one input channel per output channel, bands of rows in L1";
  if (g.pointwise()) return "a product: every output pixel reads one input pixel";
  return type == Type::f64 ? "implicit product in double: panels of the image are packed tile by tile"
                           : "implicit product: panels of the image are packed tile by tile";
}

std::size_t packed_filter_bytes(Type type, const Shape& shape, Isa isa) {
  const Geometry g(shape);
  if (depthwise_fits(g, false))
    return checked_mul(static_cast<std::size_t>(g.out_channels * g.taps), gemm::size_of(type));
  return checked_mul(gemm::packed_a_bytes(type, g.group_out, g.group_in * g.taps, isa),
                     static_cast<std::size_t>(g.groups));
}

void pack_filter(Type type, const Shape& shape, const void* w, void* packed, Isa isa) {
  const Geometry g(shape);
  if (depthwise_fits(g, false)) {
    std::memcpy(packed, w, packed_filter_bytes(type, shape, isa));
    return;
  }
  const std::int64_t k = g.group_in * g.taps;
  const std::size_t one = gemm::packed_a_bytes(type, g.group_out, k, isa);
  const auto* from = static_cast<const std::byte*>(w);
  for (std::int64_t i = 0; i < g.groups; ++i) {
    const auto at = static_cast<std::size_t>(i * g.group_out * k) * gemm::size_of(type);
    gemm::pack_a(type, g.group_out, k, {from + at, k, 1},
                 static_cast<std::byte*>(packed) + static_cast<std::size_t>(i) * one, isa);
  }
}

void run(const Problem& problem, ThreadPool& pool, const StopToken* stop, Isa isa) {
  const Geometry g(problem.shape);
  if (nothing_to_do(g)) return;
  BlockPtr packed_here;
  const void* packed = problem.packed_filter;
  if (packed == nullptr) {
    packed_here = Block::allocate(packed_filter_bytes(problem.type, problem.shape, isa));
    pack_filter(problem.type, problem.shape, problem.w, packed_here->data(), isa);
    packed = packed_here->data();
  }
  if (depthwise_fits(g, false)) {
    run_depthwise({.geometry = g,
                   .isa = isa,
                   .elements = problem.type == Type::f64 ? Elements::f64 : Elements::f32,
                   .x = static_cast<const std::byte*>(problem.x),
                   .weights = static_cast<const std::byte*>(packed),
                   .y = static_cast<std::byte*>(problem.y),
                   .epilogue = problem.epilogue},
                  pool, stop);
    return;
  }
  gemm::Product p = product_of(g, kernels_of(problem.type, isa), packed, problem.y, problem.epilogue);
  Image image{};
  run_product(p, g, problem.x, image, pack_image, pool, stop);
}

// ---- int8 ---------------------------------------------------------------------------------------------------

std::size_t packed_int8_filter_bytes(const Shape& shape, Isa isa) {
  const Geometry g(shape);
  if (depthwise_fits(g, true))
    return checked_mul(static_cast<std::size_t>(g.out_channels * g.taps), sizeof(float));
  return checked_mul(gemm::packed_int8_a_bytes(g.group_out, g.group_in * g.taps, isa),
                     static_cast<std::size_t>(g.groups));
}

void pack_int8_filter(const Int8Problem& problem, void* packed, Isa isa) {
  const Geometry g(problem.shape);
  const std::int64_t k = g.group_in * g.taps;
  const auto* w = static_cast<const std::byte*>(problem.w);
  if (depthwise_fits(g, true)) {
    for (std::int64_t i = 0; i < g.out_channels * k; ++i) {
      const int zero = problem.w_zero == nullptr ? 0 : problem.w_zero[problem.w_zero_per_channel ? i / k : 0];
      const int v = problem.w_signed ? static_cast<std::int8_t>(w[i]) : static_cast<int>(w[i]);
      const auto f = static_cast<float>(v - zero);
      std::memcpy(static_cast<std::byte*>(packed) + i * 4, &f, 4);
    }
    return;
  }
  const std::size_t one = gemm::packed_int8_a_bytes(g.group_out, k, isa);
  for (std::int64_t i = 0; i < g.groups; ++i) {
    const bool per_channel = problem.w_zero != nullptr && problem.w_zero_per_channel;
    const gemm::Int8Matrix a{w + i * g.group_out * k,
                             k,
                             1,
                             problem.w_signed,
                             per_channel ? problem.w_zero + i * g.group_out : problem.w_zero,
                             per_channel};
    gemm::pack_int8_a(g.group_out, k, a, static_cast<std::byte*>(packed) + static_cast<std::size_t>(i) * one,
                      isa);
  }
}

void run(const Int8Problem& problem, ThreadPool& pool, const StopToken* stop, Isa isa) {
  const Geometry g(problem.shape);
  if (nothing_to_do(g)) return;
  BlockPtr packed_here;
  const void* packed = problem.packed_filter;
  if (packed == nullptr) {
    packed_here = Block::allocate(packed_int8_filter_bytes(problem.shape, isa));
    pack_int8_filter(problem, packed_here->data(), isa);
    packed = packed_here->data();
  }
  if (depthwise_fits(g, true)) {
    run_depthwise({.geometry = g,
                   .isa = isa,
                   .elements = problem.x_signed ? Elements::s8 : Elements::u8,
                   .x_zero = problem.x_zero,
                   .x = static_cast<const std::byte*>(problem.x),
                   .weights = static_cast<const std::byte*>(packed),
                   .y = reinterpret_cast<std::byte*>(problem.y),
                   .epilogue = problem.epilogue},
                  pool, stop);
    return;
  }
  gemm::Product p = product_of(g, panel_kernels_int8(isa), packed, problem.y, problem.epilogue);
  p.b.is_signed = problem.x_signed;
  p.b.zero = &problem.x_zero;
  Image image{};
  image.fill = static_cast<std::byte>(problem.x_zero);
  image.flip = problem.x_signed ? std::byte{0} : std::byte{0x80};
  run_product(p, g, problem.x, image, pack_image_pairs, pool, stop);
}

}  // namespace sardonyx::conv
