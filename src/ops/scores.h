// Scores of ai.onnx.ml's models: reading features, post transforms, class labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/op.h"

namespace sardonyx {

enum class PostTransform : std::uint8_t { none, softmax, logistic, softmax_zero, probit };

// "NONE", "SOFTMAX", ...; throws invalid_model for other text.
PostTransform post_transform_named(std::string_view text);
// Changes one row of scores.
void apply_post_transform(PostTransform how, std::span<double> scores) noexcept;

// Rows and columns of ai.onnx.ml's inputs: [C] is one row. Throws for other ranks.
struct Rows2d {
  std::int64_t rows = 1, columns = 0;
};
Rows2d rows_of(const Shape& x);
// [N] and [N, width] for an input like that; unknown where the input's rank is.
SymShape row_shape(const SymShape& x);
SymShape row_shape(const SymShape& x, const Dim& width);
// The number of columns, when known.
std::optional<std::int64_t> columns_of(const SymShape& x);

// Class labels, integers or strings.
struct Labels {
  std::vector<std::int64_t> ints;
  std::vector<std::string> strings;
  bool are_strings() const noexcept { return !strings.empty(); }
  DType dtype() const noexcept { return are_strings() ? DType::string : DType::int64; }
  std::size_t count() const noexcept { return are_strings() ? strings.size() : ints.size(); }
  // Writes label `index` as element `row` of `out` (nullptr: nothing). Requires index < count().
  void put(std::byte* out, std::int64_t row, std::size_t index) const;
};

// What a binary classifier with one score per row makes of it.
struct BinaryRule {
  bool probabilities = false;  // the score is that of the second class, else signed
  bool label_above_half = false;
};
// Two scores from one, transformed; gives the index of the label.
std::size_t expand_binary(double score, PostTransform how, BinaryRule rule, double (&out)[2]) noexcept;

// The first largest; 0 for no scores.
std::size_t arg_max(std::span<const double> scores) noexcept;

}  // namespace sardonyx
