// StringSplit: every string cut into its parts, padded with empty strings to the longest list.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/op.h"

namespace sardonyx {
namespace {

bool is_space(char ch) { return ch == ' ' || (ch >= '\t' && ch <= '\r'); }

// At most `most` cuts; without a delimiter between runs of white space.
std::vector<std::string> parts_of(std::string_view text, std::string_view delimiter, std::size_t most) {
  std::vector<std::string> parts;
  if (!delimiter.empty()) {
    if (text.empty()) return parts;
    while (parts.size() < most) {
      const std::size_t at = text.find(delimiter);
      if (at == std::string_view::npos) break;
      parts.emplace_back(text.substr(0, at));
      text.remove_prefix(at + delimiter.size());
    }
    parts.emplace_back(text);
    return parts;
  }
  for (;;) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    if (text.empty()) return parts;
    std::size_t end = 0;
    while (end < text.size() && !is_space(text[end])) ++end;
    if (parts.size() == most) {  // the rest, without the white space behind it
      while (is_space(text.back())) text.remove_suffix(1);
      end = text.size();
    }
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

struct StringSplit final : Op {
  std::string delimiter;
  std::optional<std::int64_t> maxsplit;
  void fields(FieldVisitor& f) override {
    f("delimiter", delimiter);
    f("maxsplit", maxsplit);
  }
  void infer(InferContext& c) const override {
    SymShape s = c.shape(0);
    if (s.ranked()) s.dims().push_back(Dim::unknown());
    c.out(0, DType::string, std::move(s));
    c.out(1, DType::int64, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    const std::size_t most =
        maxsplit ? static_cast<std::size_t>(std::max<std::int64_t>(0, *maxsplit)) : SIZE_MAX;
    return Kernel::of([shape = c.shape(0), delimiter = delimiter, most](Call& call) {
      const auto* x = call.in<std::string>(0);
      auto* counts = call.out<std::int64_t>(1);
      const std::int64_t n = shape.count();
      std::vector<std::vector<std::string>> all(static_cast<std::size_t>(n));
      std::size_t longest = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        auto& parts = all[static_cast<std::size_t>(i)];
        parts = parts_of(x[i], delimiter, most);
        longest = std::max(longest, parts.size());
        if (counts != nullptr) counts[i] = static_cast<std::int64_t>(parts.size());
      }
      Shape out = shape;
      out.push_back(static_cast<std::int64_t>(longest));
      std::byte* at = call.out(0) != nullptr ? call.out(0) : call.allocate(0, out);
      auto* y = reinterpret_cast<std::string*>(at);
      for (auto& parts : all) {
        std::move(parts.begin(), parts.end(), y);
        y += longest;
      }
    });
  }
};

}  // namespace

void register_string_split(OpRegistry& r) { r.add<StringSplit>("", "StringSplit"); }

}  // namespace sardonyx
