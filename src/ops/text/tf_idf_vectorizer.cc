// TfIdfVectorizer: counts n-grams of a pool in every row, weighed.
#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum class Weighing : std::uint8_t { tf, idf, tfidf };

// The pool as a tree of tokens: an edge leads from a node by a token to the next node.
class Pool {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t token(const std::string& word) { return text_.emplace(word, next_token()).first->second; }
  std::uint32_t token(std::int64_t word) { return numbers_.emplace(word, next_token()).first->second; }
  void add(const std::vector<std::uint32_t>& tokens, std::uint32_t index) {
    std::uint32_t at = 0;
    for (const std::uint32_t t : tokens) at = edges_.emplace(key(at, t), nodes_++).first->second;
    ends_.emplace(at, index);
  }
  std::uint32_t find(const std::string& word) const { return look(text_, word); }
  std::uint32_t find(std::int64_t word) const { return look(numbers_, word); }
  std::uint32_t step(std::uint32_t node, std::uint32_t token) const { return look(edges_, key(node, token)); }
  std::uint32_t ends(std::uint32_t node) const { return look(ends_, node); }

 private:
  std::uint32_t next_token() const { return static_cast<std::uint32_t>(text_.size() + numbers_.size()); }
  static std::uint64_t key(std::uint32_t node, std::uint32_t token) {
    return static_cast<std::uint64_t>(node) << 32 | token;
  }
  template <typename M, typename K>
  static std::uint32_t look(const M& map, const K& k) {
    const auto it = map.find(k);
    return it == map.end() ? kNone : it->second;
  }
  std::unordered_map<std::string, std::uint32_t> text_;
  std::unordered_map<std::int64_t, std::uint32_t> numbers_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::unordered_map<std::uint32_t, std::uint32_t> ends_;
  std::uint32_t nodes_ = 1;
};

struct TfIdfVectorizer final : Op {
  std::int64_t max_gram_length = 1, max_skip_count = 0, min_gram_length = 1;
  std::string mode;
  std::vector<std::int64_t> ngram_counts, ngram_indexes, pool_int64s;
  std::vector<std::string> pool_strings;
  std::vector<float> weights;

  void fields(FieldVisitor& f) override {
    f("max_gram_length", max_gram_length);
    f("max_skip_count", max_skip_count);
    f("min_gram_length", min_gram_length);
    f("mode", mode);
    f("ngram_counts", ngram_counts);
    f("ngram_indexes", ngram_indexes);
    f("pool_int64s", pool_int64s);
    f("pool_strings", pool_strings);
    f("weights", weights);
  }
  void infer(InferContext& c) const override;
  Kernel lower(LowerContext& c) const override;

  std::int64_t width() const {
    return ngram_indexes.empty() ? 0 : *std::max_element(ngram_indexes.begin(), ngram_indexes.end()) + 1;
  }
  std::shared_ptr<const Pool> pool() const;
};

Weighing weighing_named(std::string_view text) {
  if (text == "TF") return Weighing::tf;
  if (text == "IDF") return Weighing::idf;
  if (text == "TFIDF") return Weighing::tfidf;
  fail(Code::invalid_model, "mode is '{}', expected TF, IDF or TFIDF", text);
}

void TfIdfVectorizer::infer(InferContext& c) const {
  weighing_named(mode);
  require(min_gram_length >= 1 && min_gram_length <= max_gram_length && max_skip_count >= 0,
          Code::invalid_model, "gram lengths are {} to {} with at most {} skips", min_gram_length,
          max_gram_length, max_skip_count);
  require(weights.empty() || weights.size() == ngram_indexes.size(), Code::invalid_model,
          "there are {} weights for {} n-grams", weights.size(), ngram_indexes.size());
  for (const std::int64_t i : ngram_indexes)
    require(i >= 0 && i <= std::int64_t{1} << 31, Code::invalid_model, "ngram_indexes holds {}", i);
  const SymShape& x = c.shape(0);
  if (!x.ranked()) return c.out(0, DType::float32, SymShape{});
  require(x.rank() == 1 || x.rank() == 2, Code::invalid_argument, "expected [C] or [N, C], found {}", x);
  c.out(0, DType::float32, x.rank() == 1 ? SymShape{Dim(width())} : SymShape{x[0], Dim(width())});
}

std::shared_ptr<const Pool> TfIdfVectorizer::pool() const {
  auto made = std::make_shared<Pool>();
  const bool text = !pool_strings.empty();
  const auto items = static_cast<std::int64_t>(text ? pool_strings.size() : pool_int64s.size());
  std::uint32_t index = 0;
  for (std::size_t n = 0; n < ngram_counts.size(); ++n) {
    const std::int64_t begin = ngram_counts[n],
                       end = n + 1 < ngram_counts.size() ? ngram_counts[n + 1] : items;
    const auto length = static_cast<std::int64_t>(n) + 1;
    require(begin >= 0 && begin <= end && end <= items && (end - begin) % length == 0, Code::invalid_model,
            "n-grams of length {} are items {} to {} of {}", length, begin, end, items);
    for (std::int64_t at = begin; at < end; at += length, ++index) {
      std::vector<std::uint32_t> tokens;
      for (std::int64_t k = at; k < at + length; ++k) {
        const auto i = static_cast<std::size_t>(k);
        tokens.push_back(text ? made->token(pool_strings[i]) : made->token(pool_int64s[i]));
      }
      if (length >= min_gram_length && length <= max_gram_length) made->add(tokens, index);
    }
  }
  require(index == ngram_indexes.size(), Code::invalid_model, "the pool holds {} n-grams, ngram_indexes {}",
          index, ngram_indexes.size());
  return made;
}

// Walks from every start, `skip` tokens apart; `hit` gets the index of each n-gram of the pool that is met.
template <typename Hit>
void walk(const Pool& pool, const std::vector<std::uint32_t>& row, std::int64_t longest, std::int64_t skip,
          const Hit& hit) {
  const auto n = static_cast<std::int64_t>(row.size());
  for (std::int64_t start = 0; start < n; ++start) {
    std::uint32_t node = 0;
    for (std::int64_t k = 0, at = start; k < longest && at < n; ++k, at += skip + 1) {
      const std::uint32_t token = row[static_cast<std::size_t>(at)];
      if (token == Pool::kNone) break;
      node = pool.step(node, token);
      if (node == Pool::kNone) break;
      // A single token is the same with any skip.
      if (k == 0 && skip > 0) continue;
      if (const std::uint32_t found = pool.ends(node); found != Pool::kNone) hit(found);
    }
  }
}

Kernel TfIdfVectorizer::lower(LowerContext& c) const {
  const Shape shape = c.shape(0);
  const std::int64_t rows = shape.rank() == 1 ? 1 : shape[0], columns = shape.back();
  return Kernel::of([rows, columns, dtype = c.dtype(0), width = width(), pool = pool(),
                     how = weighing_named(mode), longest = max_gram_length, skips = max_skip_count,
                     indexes = ngram_indexes, weights = weights](Call& call) {
    const std::byte* x = call.in(0);
    auto* y = call.out<float>(0);
    std::fill_n(y, rows * width, 0.0f);
    std::vector<std::uint32_t> tokens(static_cast<std::size_t>(columns));
    for (std::int64_t r = 0; r < rows; ++r) {
      for (std::int64_t i = 0; i < columns; ++i) {
        const std::int64_t at = r * columns + i;
        tokens[static_cast<std::size_t>(i)] = dtype == DType::string
                                                  ? pool->find(reinterpret_cast<const std::string*>(x)[at])
                                                  : pool->find(load_integer(dtype, x, at));
      }
      float* row = y + r * width;
      const auto count = [&](std::uint32_t gram) {
        float& out = row[indexes[gram]];
        const float weight = weights.empty() ? 1.0f : weights[gram];
        if (how == Weighing::idf)
          out = weight;
        else
          out += how == Weighing::tf ? 1.0f : weight;
      };
      for (std::int64_t skip = 0; skip <= std::min(skips, columns); ++skip) {
        call.check_stop();
        walk(*pool, tokens, longest, skip, count);
      }
    }
  });
}

}  // namespace

void register_tf_idf_vectorizer(OpRegistry& r) { r.add<TfIdfVectorizer>("", "TfIdfVectorizer"); }

}  // namespace sardonyx
