// Whisper's rule on timestamps.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/generation.h"

namespace sardonyx {
namespace {

constexpr float kNever = std::numeric_limits<float>::lowest();
constexpr std::int64_t kLatestFirst = 50;  // what is said first begins within so many timestamps

// Elements [from, to), as far as there are any.
std::span<float> part(std::span<float> x, std::int64_t from, std::int64_t to) {
  const auto size = static_cast<std::int64_t>(x.size());
  const std::int64_t begin = std::clamp<std::int64_t>(from, 0, size), end = std::clamp(to, begin, size);
  return x.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

void ban(std::span<float> x, std::int64_t from, std::int64_t to) {
  std::ranges::fill(part(x, from, to), kNever);
}

double log_sum_exp(std::span<const float> x) {
  const double most = static_cast<double>(*std::ranges::max_element(x));
  double sum = 0;
  for (const float v : x) sum += std::exp(static_cast<double>(v) - most);
  return most + std::log(sum);
}

}  // namespace

void TimestampRule::apply(std::span<float> x, std::span<const std::int32_t> tokens) const {
  const auto size = static_cast<std::int64_t>(x.size()), length = static_cast<std::int64_t>(tokens.size());
  const auto is_time = [&](std::int64_t i) { return tokens[static_cast<std::size_t>(i)] >= begin; };
  const auto first = std::ranges::find_if(tokens, [&](std::int32_t t) { return t >= begin; });
  const std::int64_t sample =
      first == tokens.end() ? length : static_cast<std::int64_t>(first - tokens.begin()) + 1;
  for (const std::int64_t t : {no_timestamps, start_of_lm}) ban(x, t, t + 1);
  if (length > sample)
    for (const std::int64_t t : {start, translate, transcribe}) ban(x, t, t + 1);
  if (first != tokens.end()) {
    const bool ends_with_time = is_time(length - 1);
    const bool complete = ends_with_time && (length <= sample || is_time(length - 2));
    if (complete)
      ban(x, begin, size);
    else if (ends_with_time)
      ban(x, 0, eos);
    std::int64_t last = length - 1;
    while (!is_time(last)) --last;
    const bool may_repeat = ends_with_time && !complete;
    ban(x, begin, tokens[static_cast<std::size_t>(last)] + (may_repeat ? 0 : 1));
  }
  if (length == sample) ban(x, begin + kLatestFirst + 1, size);
  const std::span<float> text = part(x, 0, begin), times = part(x, begin, size);
  if (text.empty() || times.empty()) return;
  if (log_sum_exp(times) > static_cast<double>(*std::ranges::max_element(text)))
    std::ranges::fill(text, kNever);
}

}  // namespace sardonyx
