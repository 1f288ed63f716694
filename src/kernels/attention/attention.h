// Attention: softmax(scale Q K' + bias) V per head, a few rows of queries at a time.
//
// Scores live in per-thread scratch for the block of rows in hand and only for the keys that it can see, so long
// sequences cost no memory of their own. Query heads share a key/value head in groups of heads / kv_heads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/gemm.h"

namespace sardonyx::attention {

// Element (b, h, s, d) lies at data + b*batch + h*head + s*row + d; strides count elements.
struct Operand {
  const void* data = nullptr;
  std::ptrdiff_t batch = 0, head = 0, row = 0;
};

// Element (b, h, s, key) at data + b*batch + h*head + s*row + key*key_step; keys from `keys` on are hidden.
struct Mask {
  const void* data = nullptr;
  std::ptrdiff_t batch = 0, head = 0, row = 0, key_step = 1;
  std::int64_t keys = 0;
};

// What the optional output of scores holds.
enum class Scores : std::uint8_t { none, scaled, capped, biased, softmax };

struct Problem {
  gemm::Type type = gemm::Type::f32;  // f32, f64
  std::int64_t batch = 0, heads = 0, kv_heads = 0, queries = 0, keys = 0, head_size = 0, value_size = 0;
  Operand q, k, v;
  void* y = nullptr;
  Operand y_steps;  // its data is ignored
  double scale = 1;
  double softcap = 0;  // > 0: softcap * tanh(x / softcap) before biases

  // Added to the scores, in this order; elements of `type`. A sum of -infinity hides a key.
  static constexpr int kMaxBiases = 3;
  Mask bias[kMaxBiases];
  Mask allowed;  // bytes; 0 hides the key

  // Query s of batch b stands at position p = offset[b] + s (no array: 0) and sees the keys
  // [p - left, p + right] (negative: no bound) below valid[b] (no array: `keys`).
  const std::int64_t* offset = nullptr;
  const std::int64_t* valid = nullptr;
  std::int64_t left = -1, right = -1;

  const void* sink = nullptr;  // [heads]: one more score that takes weight and has no value
  Scores scores = Scores::none;
  void* scores_out = nullptr;  // [batch, heads, queries, keys], dense
  double hidden_score = 0;     // what hidden keys get there (softmax: always 0)
};

// A row that sees no key gives zeros.
void run(const Problem& problem, ThreadPool& pool, const StopToken* stop = nullptr, Isa isa = chosen_isa());

}  // namespace sardonyx::attention
