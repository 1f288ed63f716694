// The int32 masks of ONNX Runtime's attention operators, as numbers to add to the scores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/error.h"
#include "graph/op.h"

namespace sardonyx {

struct PaddingMask {
  enum class Form : std::uint8_t {
    none,
    ends,             // [batch]: keys from the number on are masked
    ends_and_starts,  // [2*batch]: the ends, then the (inclusive) starts
    keys,             // [batch, keys]: masked where <= 0
    full,             // [batch, queries, keys]
  };
  Form form = Form::none;
  std::int64_t batch = 0, queries = 0, keys = 0, past = 0;
  bool unidirectional = false;  // query s sees no key behind past + s
  double filter = -10000;       // added where masked

  bool needed() const { return form != Form::none || unidirectional; }
  std::size_t count() const { return needed() ? static_cast<std::size_t>(batch * queries * keys) : 0; }

  // [batch, queries, keys] numbers to add.
  template <typename T>
  void fill(const std::int32_t* mask, T* out, const Call& call) const {
    call.for_range(batch * queries, 1 + 8192 / (keys + 1), [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) fill_row(mask, i / queries, i % queries, out + i * keys);
    });
  }

 private:
  template <typename T>
  void fill_row(const std::int32_t* mask, std::int64_t b, std::int64_t s, T* row) const {
    const T masked = static_cast<T>(filter);
    std::fill_n(row, keys, T{0});
    if (form == Form::ends || form == Form::ends_and_starts) {
      const std::int64_t last = std::clamp<std::int64_t>(mask[b], 0, keys);
      std::fill(row + last, row + keys, masked);
      if (form == Form::ends_and_starts)
        std::fill(row, row + std::clamp<std::int64_t>(mask[batch + b], 0, keys), masked);
    }
    if (form == Form::keys || form == Form::full) {
      const std::int32_t* own = mask + (form == Form::keys ? b : b * queries + s) * keys;
      for (std::int64_t k = 0; k < keys; ++k) row[k] = own[k] <= 0 ? masked : T{0};
    }
    if (unidirectional && past + s + 1 < keys)
      std::fill(row + past + s + 1, row + keys, static_cast<T>(std::numeric_limits<float>::lowest()));
  }
};

// The form that a mask of `shape` has; throws invalid_argument for one that does not fit.
inline PaddingMask::Form padding_mask_form(const Shape& shape, std::int64_t batch, std::int64_t queries,
                                           std::int64_t keys) {
  using Form = PaddingMask::Form;
  if (shape == Shape{batch, keys}) return Form::keys;
  if (shape == Shape{batch, 1} || shape == Shape{1, 1}) return Form::none;
  if (shape == Shape{batch, queries, keys}) return Form::full;
  if (shape == Shape{batch} || shape == Shape{3 * batch + 2}) return Form::ends;
  if (shape == Shape{2 * batch}) return Form::ends_and_starts;
  fail(Code::invalid_argument, "a mask of shape {} does not fit {} sequences of {} queries and {} keys",
       shape.text(), batch, queries, keys);
}

}  // namespace sardonyx
