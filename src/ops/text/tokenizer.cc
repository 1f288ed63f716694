// Tokenizer (com.microsoft): cuts strings into tokens by separators or by an expression that tokens match.
#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/op.h"
#include "ops/letter_case.h"

namespace sardonyx {
namespace {

using Tokens = std::vector<std::string>;

std::size_t characters(std::string_view text) {
  std::size_t n = 0;
  for (; !text.empty(); ++n) text.remove_prefix(character_size(text));
  return n;
}

struct Cutter {
  std::vector<std::shared_ptr<const RE2>> separators;
  std::shared_ptr<const RE2> token;
  bool by_character = false;
  std::size_t shortest = 1;

  Tokens operator()(std::string_view text) const;
};

// Everything between matches of `separator`.
void cut(std::string_view text, const RE2& separator, Tokens& out) {
  std::size_t begin = 0, from = 0;
  re2::StringPiece found;
  const re2::StringPiece all(text.data(), text.size());
  while (from <= text.size() && separator.Match(all, from, text.size(), RE2::UNANCHORED, &found, 1)) {
    const auto at = static_cast<std::size_t>(found.data() - text.data());
    if (found.empty()) {  // never cut where nothing separates
      from = at + 1;
      continue;
    }
    out.emplace_back(text.substr(begin, at - begin));
    begin = from = at + found.size();
  }
  out.emplace_back(text.substr(begin));
}

Tokens Cutter::operator()(std::string_view text) const {
  Tokens all;
  if (by_character) {
    while (!text.empty()) {
      const std::size_t n = character_size(text);
      all.emplace_back(text.substr(0, n));
      text.remove_prefix(n);
    }
  } else if (token != nullptr) {
    re2::StringPiece found;
    const re2::StringPiece whole(text.data(), text.size());
    std::size_t from = 0;
    while (from <= text.size() && token->Match(whole, from, text.size(), RE2::UNANCHORED, &found, 1)) {
      const auto at = static_cast<std::size_t>(found.data() - text.data());
      if (!found.empty()) all.emplace_back(found.data(), found.size());
      from = found.empty() ? at + 1 : at + found.size();
    }
  } else {
    all.emplace_back(text);
    for (const auto& separator : separators) {
      Tokens finer;
      for (const std::string& piece : all) cut(piece, *separator, finer);
      all = std::move(finer);
    }
  }
  std::erase_if(all,
                [&](const std::string& t) { return characters(t) < std::max<std::size_t>(1, shortest); });
  return all;
}

std::shared_ptr<const RE2> expression(const std::string& pattern) {
  auto regex = std::make_shared<const RE2>(pattern, RE2::Quiet);
  require(regex->ok(), Code::invalid_model, "the expression '{}' is wrong: {}", pattern, regex->error());
  return regex;
}

struct Tokenizer final : Op {
  bool mark = false;
  std::int64_t mincharnum = 1;
  std::string pad_value, tokenexp;
  std::vector<std::string> separators;

  void fields(FieldVisitor& f) override {
    f("mark", mark);
    f("mincharnum", mincharnum);
    f("pad_value", pad_value);
    f("separators", separators);
    f("tokenexp", tokenexp);
  }
  void infer(InferContext& c) const override {
    SymShape s = c.shape(0);
    require(!s.ranked() || s.rank() == 1 || s.rank() == 2, Code::invalid_argument,
            "expected [C] or [N, C], found {}", s);
    require(!separators.empty() || !tokenexp.empty(), Code::invalid_model,
            "neither separators nor tokenexp is given");
    if (s.ranked()) s.dims().push_back(Dim::unknown());
    c.out(0, DType::string, std::move(s));
  }
  Kernel lower(LowerContext& c) const override;
};

Kernel Tokenizer::lower(LowerContext& c) const {
  Cutter cutter;
  cutter.shortest = static_cast<std::size_t>(std::max<std::int64_t>(1, mincharnum));
  cutter.by_character = tokenexp == "." || (separators.size() == 1 && separators[0].empty());
  if (!cutter.by_character && !tokenexp.empty()) cutter.token = expression(tokenexp);
  if (!cutter.by_character)
    for (const std::string& s : separators) cutter.separators.push_back(expression(s));
  return Kernel::of(
      [shape = c.shape(0), cutter = std::move(cutter), mark = mark, pad = pad_value](Call& call) {
        const auto* x = call.in<std::string>(0);
        const std::int64_t n = shape.count();
        std::vector<Tokens> all(static_cast<std::size_t>(n));
        std::size_t longest = 0;
        bool any = false;
        for (std::int64_t i = 0; i < n; ++i) {
          any = any || !x[i].empty();
          all[static_cast<std::size_t>(i)] = cutter(x[i]);
          longest = std::max(longest, all[static_cast<std::size_t>(i)].size());
        }
        if (mark && any) longest += 2;
        if (!any) longest = 0;
        Shape out = shape;
        out.push_back(static_cast<std::int64_t>(longest));
        std::byte* at = call.out(0) != nullptr ? call.out(0) : call.allocate(0, out);
        auto* y = reinterpret_cast<std::string*>(at);
        for (Tokens& tokens : all) {
          if (longest == 0) break;
          std::size_t k = 0;
          if (mark) y[k++] = "\x02";
          for (std::string& t : tokens) y[k++] = std::move(t);
          if (mark) y[k++] = "\x03";
          while (k < longest) y[k++] = pad;
          y += longest;
        }
      });
}

}  // namespace

void register_tokenizer(OpRegistry& r) { r.add<Tokenizer>("com.microsoft", "Tokenizer"); }

}  // namespace sardonyx
