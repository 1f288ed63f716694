// com.microsoft WordConvEmbedding: a word's vector from its characters: embedded, convolved, tanh, the maximum.
//
// Rows of empty words are zeros.
#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/op.h"
#include "kernels/rows/rows.h"

namespace sardonyx {
namespace {

struct WordConvLayout {
  std::int64_t words = 0, length = 0, characters = 0, size = 0, window = 0, outputs = 0;
};

// Characters of a word that count; 0 where it is empty.
std::int64_t word_length(const WordConvLayout& l, const std::int32_t* word) {
  if (l.length == 0 || word[0] <= 0) return 0;
  const std::int64_t positive = std::count_if(word, word + l.length, [](std::int32_t c) { return c > 0; });
  return std::max(positive, l.window);
}

// The greatest sum of every filter over the places of one word, then tanh, which keeps the order.
void embed_word(const WordConvLayout& l, const std::int32_t* word, std::int64_t n, const float* filters,
                const float* bias, const float* table, float* y) {
  std::fill_n(y, l.outputs, -std::numeric_limits<float>::infinity());
  for (std::int64_t at = 0; at + l.window <= n; ++at) {
    for (std::int64_t o = 0; o < l.outputs; ++o) {
      const float* filter = filters + o * l.window * l.size;
      double sum = static_cast<double>(bias[o]);
      for (std::int64_t w = 0; w < l.window; ++w) {
        const float* character = table + word[at + w] * l.size;
        for (std::int64_t i = 0; i < l.size; ++i)
          sum += static_cast<double>(filter[w * l.size + i]) * static_cast<double>(character[i]);
      }
      const auto value = static_cast<float>(sum);
      y[o] = !(value <= y[o]) ? value : y[o];
    }
  }
}

struct WordConvEmbedding final : Op {
  std::optional<std::int64_t> char_embedding_size, conv_window_size, embedding_size;
  void fields(FieldVisitor& f) override {
    f("char_embedding_size", char_embedding_size);
    f("conv_window_size", conv_window_size);
    f("embedding_size", embedding_size);
  }

  void infer(InferContext& c) const override {
    const SymShape &words = c.shape(0), &w = c.shape(1);
    require(!words.ranked() || words.rank() == 2, Code::invalid_argument,
            "Sequence of shape {} must be [words,characters]", words);
    require(!w.ranked() || w.rank() == 4, Code::invalid_argument, "W of shape {} must have rank 4", w);
    c.out(0, c.dtype(1), {words.ranked() ? words[0] : Dim::unknown(), w.ranked() ? w[0] : Dim::unknown()});
  }

  WordConvLayout layout(const LowerContext& c) const {
    const Shape words = c.shape(0), w = c.shape(1), b = c.shape(2), table = c.shape(3);
    require(table.rank() == 2 && w[1] == 1 && w[3] == table[1] && b.count() == w[0], Code::invalid_argument,
            "filters {}, bias {} and embedding {} do not fit each other", w, b, table);
    const WordConvLayout l{words[0], words[1], table[0], table[1], w[2], w[0]};
    const auto agree = [](std::optional<std::int64_t> said, std::int64_t found, const char* what) {
      require(!said || *said < 0 || *said == found, Code::invalid_argument,
              "{} is {} where the inputs say {}", what, said.value_or(0), found);
    };
    agree(char_embedding_size, l.size, "char_embedding_size");
    agree(conv_window_size, l.window, "conv_window_size");
    agree(embedding_size, l.outputs, "embedding_size");
    require(l.window >= 1 && l.window <= l.length, Code::invalid_argument,
            "a window of {} characters does not fit words of {}", l.window, l.length);
    return l;
  }

  Kernel lower(LowerContext& c) const override {
    const WordConvLayout l = layout(c);
    const Isa isa = c.options().isa;
    return Kernel::of([l, &rows = row_kernels(isa)](Call& call) {
      const auto* words = call.in<std::int32_t>(0);
      float* y = call.out<float>(0);
      const std::int64_t work = l.length * l.outputs * l.window * l.size;
      const std::int64_t bad = call.find_bad(
          l.words, 1 + 16384 / (work + 1),
          [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
            for (std::int64_t i = begin; i < end; ++i) {
              const std::int32_t* word = words + i * l.length;
              float* out = y + i * l.outputs;
              const std::int64_t n = word_length(l, word);
              std::fill_n(out, l.outputs, 0.0f);
              if (n == 0) continue;
              if (std::any_of(word, word + n, [&](std::int32_t k) { return k < 0 || k >= l.characters; }))
                return i;
              embed_word(l, word, n, call.in<float>(1), call.in<float>(2), call.in<float>(3), out);
              rows.tanh(out, l.outputs);
            }
            return ThreadPool::kOk;
          });
      require(bad == ThreadPool::kOk, Code::invalid_argument,
              "word {} has a character outside of the embedding of {}", bad, l.characters);
    });
  }
};

}  // namespace

void register_word_conv_embedding(OpRegistry& r) {
  r.add<WordConvEmbedding>("com.microsoft", "WordConvEmbedding");
}

}  // namespace sardonyx
