// Recurrent layers: one direction of an RNN, GRU or LSTM over a batch of sequences.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gemm/gemm.h"
#include "kernels/rows/activation.h"

namespace sardonyx::rnn {

enum class Cell : std::uint8_t { rnn, gru, lstm };
constexpr std::int64_t gates(Cell c) { return c == Cell::rnn ? 1 : c == Cell::gru ? 3 : 4; }

// Sizes and options; the same for both directions but for `reverse` and the activations.
struct Layer {
  Cell cell = Cell::rnn;
  std::int64_t steps = 0, batch = 0, input = 0, hidden = 0;
  bool batch_first = false;  // x is [batch, steps, input]
  bool reverse = false;
  rows::Activation activation[3];    // f, g, h
  float clip = 0;                    // > 0: inputs of the gates' activations are held within [-clip, clip]
  bool input_forget = false;         // LSTM: forget gate is 1 - input gate
  bool linear_before_reset = false;  // GRU
};

// Where things lie. Matrices are W [gates*hidden, input] and R [gates*hidden, hidden], used transposed, dense.
template <typename T>
struct Data {
  const T* x = nullptr;
  const T *w = nullptr, *r = nullptr;
  const void *packed_w = nullptr, *packed_r = nullptr;  // from pack, instead of w and r
  const T* bias = nullptr;                              // [2 * gates * hidden]: of W, of R; may be nullptr
  const T* peephole = nullptr;                          // LSTM: [3 * hidden] for input, output, forget
  const std::int32_t* lengths = nullptr;                // [batch]; nullptr: all `steps`
  const T *h0 = nullptr, *c0 = nullptr;                 // row b at + b*state_row; nullptr: zeros
  std::ptrdiff_t state_row = 0;
  T* y = nullptr;  // element (t, b, i) at t*y_step + b*y_row + i; may be nullptr
  std::ptrdiff_t y_step = 0, y_row = 0;
  T *h = nullptr, *c = nullptr;  // last states, rows as those of h0; may be nullptr
};

template <typename T>
std::size_t scratch_bytes(const Layer& layer);
template <typename T>
void run(const Layer& layer, const Data<T>& data, std::byte* scratch, ThreadPool& pool, const StopToken* stop,
         Isa isa);

// Packed W and R. R of a GRU that resets before the product is two packed matrices, one behind the other.
std::size_t packed_w_bytes(const Layer& layer, gemm::Type type, Isa isa);
std::size_t packed_r_bytes(const Layer& layer, gemm::Type type, Isa isa);
void pack_w(const Layer& layer, gemm::Type type, const void* w, void* packed, Isa isa);
void pack_r(const Layer& layer, gemm::Type type, const void* r, void* packed, Isa isa);

}  // namespace sardonyx::rnn
