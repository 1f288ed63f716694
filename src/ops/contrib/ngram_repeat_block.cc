// com.microsoft NGramRepeatBlock: scores of the tokens that would repeat a run of ngram_size tokens become -infinity.
#include <cstring>
#include <limits>

#include "graph/op.h"
#include "ops/in_float.h"
#include "ops/repeated_runs.h"

namespace sardonyx {
namespace {

struct NGramRepeatBlock final : Op {
  std::int64_t ngram_size = 0;
  void fields(FieldVisitor& f) override { f("ngram_size", ngram_size); }

  void infer(InferContext& c) const override {
    require(ngram_size > 0, Code::invalid_model, "ngram_size is {}, it must be positive", ngram_size);
    const SymShape &ids = c.shape(0), &scores = c.shape(1);
    require((!ids.ranked() || ids.rank() == 2) && (!scores.ranked() || scores.rank() == 2),
            Code::invalid_argument, "input_ids {} and scores {} must be matrices", ids, scores);
    if (ids.ranked() && scores.ranked())
      require(!ids[0].is_number() || !scores[0].is_number() || ids[0] == scores[0], Code::invalid_argument,
              "input_ids {} and scores {} have different numbers of rows", ids, scores);
    c.out(0, c.dtype(1), scores);
  }
  Kernel lower(LowerContext& c) const override {
    const std::int64_t rows = c.shape(1)[0], width = c.shape(1)[1], length = c.shape(0)[1];
    const auto n = static_cast<std::size_t>(ngram_size);
    return in_float(c, [&]<typename T>() {
      return Kernel::of([=](Call& call) {
               const auto* ids = call.in<std::int64_t>(0);
               T* y = call.out<T>(0);
               if (y != call.in<T>(1)) std::copy_n(call.in<T>(1), rows * width, y);
               const auto one_row = [&](std::int64_t r) {
                 bool fine = true;
                 const std::span<const std::int64_t> row(ids + r * length, static_cast<std::size_t>(length));
                 each_repeated(row, n, [&](std::int64_t token) {
                   if (token < 0 || token >= width)
                     fine = false;
                   else
                     y[r * width + token] = -std::numeric_limits<T>::infinity();
                 });
                 return fine;
               };
               const std::int64_t bad =
                   call.find_bad(rows, 1 + 4096 / (length + 1),
                                 [&](std::int64_t begin, std::int64_t end, int) noexcept -> std::int64_t {
                                   for (std::int64_t r = begin; r < end; ++r)
                                     if (!one_row(r)) return r;
                                   return ThreadPool::kOk;
                                 });
               require(bad == ThreadPool::kOk, Code::invalid_argument,
                       "row {} of input_ids repeats a token that has no score among {}", bad, width);
             })
          .with_in_place(1, 0);
    });
  }
};

}  // namespace

void register_ngram_repeat_block(OpRegistry& r) {
  r.add<NGramRepeatBlock>("com.microsoft", "NGramRepeatBlock");
}

}  // namespace sardonyx
