// RegexFullMatch: does the whole string match the pattern (RE2's syntax)?
#include <re2/re2.h>

#include <memory>
#include <string>

#include "graph/op.h"

namespace sardonyx {
namespace {

struct RegexFullMatch final : Op {
  std::string pattern;
  void fields(FieldVisitor& f) override { f("pattern", pattern); }
  void infer(InferContext& c) const override { c.out(0, DType::bool_, c.shape(0)); }
  Kernel lower(LowerContext& c) const override {
    auto regex = std::make_shared<const RE2>(pattern, RE2::Quiet);
    require(regex->ok(), Code::invalid_model, "the pattern '{}' is wrong: {}", pattern, regex->error());
    return Kernel::of([n = c.shape(0).count(), regex](Call& call) {
      const auto* x = call.in<std::string>(0);
      auto* y = call.out<bool>(0);
      call.for_range(n, 64, [&](std::int64_t begin, std::int64_t end, int) noexcept {
        for (std::int64_t i = begin; i < end; ++i) y[i] = RE2::FullMatch(x[i], *regex);
      });
    });
  }
};

}  // namespace

void register_regex_full_match(OpRegistry& r) { r.add<RegexFullMatch>("", "RegexFullMatch"); }

}  // namespace sardonyx
