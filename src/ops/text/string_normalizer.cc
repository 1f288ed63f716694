// StringNormalizer: drops stop words and changes case.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/letter_case.h"

namespace sardonyx {
namespace {

enum class Change : std::uint8_t { none, lower, upper };

Change change_named(std::string_view text) {
  if (text == "NONE") return Change::none;
  if (text == "LOWER") return Change::lower;
  if (text == "UPPER") return Change::upper;
  fail(Code::invalid_model, "case_change_action is '{}', expected NONE, LOWER or UPPER", text);
}

std::string changed(const std::string& text, Change how) {
  if (how == Change::none) return text;
  return how == Change::lower ? to_lower(text) : to_upper(text);
}

struct StringNormalizer final : Op {
  std::string case_change_action = "NONE", locale;
  bool is_case_sensitive = false;
  std::vector<std::string> stopwords;

  void fields(FieldVisitor& f) override {
    f("case_change_action", case_change_action);
    f("is_case_sensitive", is_case_sensitive);
    f("locale", locale);
    f("stopwords", stopwords);
  }
  void infer(InferContext& c) const override {
    change_named(case_change_action);
    const SymShape& x = c.shape(0);
    if (!x.ranked()) return c.out(0, DType::string, SymShape{});
    require(x.rank() == 1 || (x.rank() == 2 && (!x[0].is_number() || x[0].equals(1))), Code::invalid_argument,
            "expected [C] or [1, C], found {}", x);
    SymShape out = x;
    if (!stopwords.empty() || x[x.rank() - 1].equals(0)) out[x.rank() - 1] = Dim::unknown();
    c.out(0, DType::string, std::move(out));
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel StringNormalizer::lower(LowerContext& c) const {
  const Change change = change_named(case_change_action);
  // Without regard to case, words are compared as the output has them, in lower case otherwise.
  const Change compare = is_case_sensitive ? Change::none : change == Change::none ? Change::lower : change;
  std::unordered_set<std::string> dropped;
  for (const std::string& word : stopwords) dropped.insert(changed(word, compare));
  return Kernel::of([shape = c.shape(0), change, compare, dropped = std::move(dropped)](Call& call) {
    const auto* x = call.in<std::string>(0);
    std::vector<std::string> kept;
    for (std::int64_t i = 0, n = shape.count(); i < n; ++i)
      if (dropped.empty() || !dropped.contains(changed(x[i], compare))) kept.push_back(changed(x[i], change));
    if (kept.empty()) kept.emplace_back();
    Shape out = shape;
    out[out.rank() - 1] = static_cast<std::int64_t>(kept.size());
    std::byte* at = call.out(0) != nullptr ? call.out(0) : call.allocate(0, out);
    std::move(kept.begin(), kept.end(), reinterpret_cast<std::string*>(at));
  });
}

}  // namespace

void register_string_normalizer(OpRegistry& r) { r.add<StringNormalizer>("", "StringNormalizer"); }

}  // namespace sardonyx
