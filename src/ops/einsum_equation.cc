#include "ops/einsum_equation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "base/error.h"

namespace sardonyx {
namespace {

constexpr int kEllipsis = -1;

// Letters and at most one ellipsis (kEllipsis), blanks left out.
std::vector<int> read_term(std::string_view text, std::string_view equation) {
  std::vector<int> term;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto ch = static_cast<unsigned char>(text[i]);
    if (std::isspace(ch) != 0) continue;
    if (std::isalpha(ch) != 0) {
      term.push_back(ch);
      continue;
    }
    const bool dots =
        text.substr(i, 3) == "..." && std::find(term.begin(), term.end(), kEllipsis) == term.end();
    require(dots, Code::invalid_argument, "the equation '{}' has '{}' where a letter or '...' belongs",
            equation, text[i]);
    term.push_back(kEllipsis);
    i += 2;
  }
  return term;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = text.find(',', begin);
    parts.push_back(text.substr(begin, comma - begin));
    if (comma == std::string_view::npos) return parts;
    begin = comma + 1;
  }
}

// Numbers for labels: those of ellipses come first.
class Numbers {
 public:
  explicit Numbers(std::size_t ellipsis) : next_(static_cast<int>(ellipsis)) { letter_.fill(-1); }
  int letter(int ch) {
    int& n = letter_[static_cast<std::size_t>(ch)];
    if (n < 0) n = next_++;
    return n;
  }
  int known(int ch) const { return letter_[static_cast<std::size_t>(ch)]; }
  int count() const { return next_; }

 private:
  std::array<int, 256> letter_{};
  int next_;
};

std::size_t ellipsis_rank(const std::vector<int>& term, std::size_t rank, std::string_view equation) {
  const bool dots = std::find(term.begin(), term.end(), kEllipsis) != term.end();
  const std::size_t letters = term.size() - (dots ? 1 : 0);
  require(dots ? letters <= rank : letters == rank, Code::invalid_argument,
          "a term of the equation '{}' has {} letters for an operand of rank {}", equation, letters, rank);
  return rank - letters;
}

// Label 0 is the ellipsis' last axis.
void append(std::vector<int>& labels, std::size_t ellipsis) {
  for (std::size_t i = ellipsis; i-- > 0;) labels.push_back(static_cast<int>(i));
}

}  // namespace

Equation read_equation(std::string_view text, const std::vector<std::size_t>& ranks) {
  const std::size_t arrow = text.find("->");
  const std::vector<std::string_view> parts = split(text.substr(0, arrow));
  require(parts.size() == ranks.size(), Code::invalid_argument,
          "the equation '{}' has {} terms for {} operands", text, parts.size(), ranks.size());
  std::vector<std::vector<int>> terms;
  std::size_t most = 0;
  std::array<int, 256> seen{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    terms.push_back(read_term(parts[i], text));
    most = std::max(most, ellipsis_rank(terms[i], ranks[i], text));
    for (int ch : terms[i])
      if (ch != kEllipsis) ++seen[static_cast<std::size_t>(ch)];
  }
  Equation e;
  Numbers numbers(most);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::vector<int> labels;
    for (int ch : terms[i]) {
      if (ch == kEllipsis)
        append(labels, ellipsis_rank(terms[i], ranks[i], text));
      else
        labels.push_back(numbers.letter(ch));
    }
    e.inputs.push_back(std::move(labels));
  }
  e.labels = numbers.count();
  if (arrow == std::string_view::npos) {
    append(e.output, most);
    for (int ch = 0; ch < 256; ++ch)
      if (seen[static_cast<std::size_t>(ch)] == 1) e.output.push_back(numbers.known(ch));
    return e;
  }
  for (int ch : read_term(text.substr(arrow + 2), text)) {
    if (ch == kEllipsis) {
      append(e.output, most);
      continue;
    }
    const int label = numbers.known(ch);
    require(label >= 0 && std::find(e.output.begin(), e.output.end(), label) == e.output.end(),
            Code::invalid_argument,
            "the output of the equation '{}' has '{}', which no operand has, or twice", text,
            static_cast<char>(ch));
    e.output.push_back(label);
  }
  return e;
}

}  // namespace sardonyx
