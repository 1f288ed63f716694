#include "results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>

#include "base/error.h"
#include "compare.h"
#include "csv.h"
#include "terminal.h"

namespace sardonyx::cli {
namespace {

using nlohmann::json;

bool numeric(DType dtype) { return dtype != DType::string && !is_complex(dtype); }

std::string label(const ResultStyle& style, std::int64_t index) {
  const auto i = static_cast<std::size_t>(index);
  return i < style.labels.size() ? style.labels[i] : "";
}

std::vector<double> numbers_of(const Tensor& tensor) {
  std::vector<double> out(static_cast<std::size_t>(tensor.count()));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = tensor.number_at(static_cast<std::int64_t>(i));
  return out;
}

bool are_probabilities(const std::vector<double>& numbers) {
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  const bool inside =
      std::all_of(numbers.begin(), numbers.end(), [](double p) { return p >= 0 && p <= 1.0001; });
  return inside && std::abs(sum - 1) < 1e-2;
}

std::vector<double> softmax(std::vector<double> numbers) {
  const double top = *std::max_element(numbers.begin(), numbers.end());
  double sum = 0;
  for (double& n : numbers) sum += n = std::exp(n - top);
  for (double& n : numbers) n /= sum;
  return numbers;
}

// One picture's scores: a float tensor with one long dimension, which the labels fit if there are any.
bool looks_like_scores(const Tensor& tensor, const ResultStyle& style) {
  if (!is_float(tensor.dtype()) || tensor.count() < 2 || tensor.rank() == 0) return false;
  const auto dims = tensor.shape().dims();
  const bool one_long = std::count_if(dims.begin(), dims.end(), [](std::int64_t d) { return d != 1; }) == 1;
  if (!one_long) return false;
  if (!style.labels.empty()) return static_cast<std::int64_t>(style.labels.size()) == tensor.count();
  return style.ranked || are_probabilities(numbers_of(tensor));
}

std::string ranking(const Tensor& tensor, const ResultStyle& style) {
  const std::vector<double> scores = numbers_of(tensor);
  const bool given = are_probabilities(scores);
  const std::vector<double> shares = given ? scores : softmax(scores);
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t top = std::min(order.size(), static_cast<std::size_t>(std::max(style.top, 1)));
  // NaN would break the order of a plain comparison.
  const auto key = [&](std::size_t i) {
    return std::isnan(scores[i]) ? -std::numeric_limits<double>::infinity() : scores[i];
  };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(top), order.end(),
                    [&](std::size_t a, std::size_t b) { return key(a) != key(b) ? key(a) > key(b) : a < b; });
  std::size_t widest = 0;
  for (std::size_t i = 0; i < top; ++i) {
    widest = std::max(widest, columns(label(style, static_cast<std::int64_t>(order[i]))));
  }
  widest = std::min<std::size_t>(widest, 32);
  std::string out;
  for (std::size_t i = 0; i < top; ++i) {
    const std::size_t at = order[i];
    std::string text = fit(label(style, static_cast<std::int64_t>(at)), widest);
    text.append(widest - columns(text), ' ');
    out += fmt::format("  {:>5}  {}{}{:>6.2f} %  {}", at, text, widest > 0 ? "  " : "", 100 * shares[at],
                       bar(shares[at], 24));
    if (!given) out += fmt::format("  score {:.4g}", scores[at]);
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

std::string statistics(const Tensor& tensor) {
  if (!numeric(tensor.dtype()) || tensor.dtype() == DType::bool_ || tensor.count() < 2) return "";
  double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0;
  std::int64_t bad = 0;
  for (const double n : numbers_of(tensor)) {
    if (!std::isfinite(n)) {
      ++bad;
      continue;
    }
    low = std::min(low, n), high = std::max(high, n), sum += n;
  }
  if (bad == tensor.count()) return ", no finite element";
  std::string out = fmt::format(", {:.5g} to {:.5g}, mean {:.5g}", low, high,
                                sum / static_cast<double>(tensor.count() - bad));
  if (bad > 0) out += fmt::format(", {} not finite", bad);
  return out;
}

std::string short_text(const Tensor& tensor, std::int64_t i) {
  if (!is_float(tensor.dtype())) return element_text(tensor, i);
  return fmt::format("{:.5g}", tensor.number_at(i));
}

// The elements in rows of the last dimension, cut to what a screen bears.
std::string rows_text(const Tensor& tensor, int width) {
  if (tensor.count() == 0) return "  (empty)\n";
  const std::int64_t per_row = tensor.rank() == 0 ? 1 : tensor.shape().back();
  const std::int64_t rows = tensor.count() / per_row;
  constexpr std::int64_t most_rows = 6;
  std::string out;
  for (std::int64_t row = 0; row < std::min(rows, most_rows); ++row) {
    std::string line = " ";
    for (std::int64_t i = 0; i < per_row; ++i) {
      const std::string text = short_text(tensor, row * per_row + i);
      if (i > 0 && columns(line) + columns(text) + 4 > static_cast<std::size_t>(width)) {
        line += " …";
        break;
      }
      line += fmt::format(" {:>9}", text);
    }
    out += line + "\n";
  }
  if (rows > most_rows) out += fmt::format("  … {} rows more\n", rows - most_rows);
  return out;
}

std::string key_text(const Map& map, std::size_t i) {
  return map.key == DType::string ? "'" + map.string_keys[i] + "'" : std::to_string(map.int_keys[i]);
}

std::string map_text(const Map& map) {
  std::string out = "  {";
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (i == 12) return out + fmt::format(", … {} more}}\n", map.values.size() - i);
    const Value& value = map.values[i];
    const bool lone = value.is_tensor() && value.tensor().count() == 1;
    out += fmt::format("{}{}: {}", i == 0 ? "" : ", ", key_text(map, i),
                       lone ? short_text(value.tensor(), 0) : value.text());
  }
  return out + "}\n";
}

std::string content(const Value& value, const ResultStyle& style) {
  if (value.is_tensor()) {
    const Tensor& tensor = value.tensor();
    return looks_like_scores(tensor, style) ? ranking(tensor, style) : rows_text(tensor, style.width);
  }
  if (value.is_map()) return map_text(value.map());
  if (!value.is_sequence()) return "";
  std::string out;
  const auto& elements = value.sequence().elements;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i == 6) return out + fmt::format("  … {} elements more\n", elements.size() - i);
    if (!elements[i].is_map()) out += fmt::format("  [{}] {}\n", i, elements[i].text());
    out += content(elements[i], style);
  }
  return out;
}

json number_json(const Tensor& tensor, std::int64_t i) {
  const DType dtype = tensor.dtype();
  if (dtype == DType::string) return tensor.as<std::string>()[static_cast<std::size_t>(i)];
  if (dtype == DType::bool_) return tensor.int_at(i) != 0;
  if (dtype == DType::uint64) return static_cast<std::uint64_t>(tensor.int_at(i));
  if (is_integer(dtype)) return tensor.int_at(i);
  if (is_complex(dtype)) return element_text(tensor, i);
  const double number = tensor.number_at(i);
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return number;
}

json tensor_json(const Tensor& tensor) {
  json data = json::array();
  for (std::int64_t i = 0; i < tensor.count(); ++i) data.push_back(number_json(tensor, i));
  const auto dims = tensor.shape().dims();
  return {{"type", name(tensor.dtype())},
          {"shape", std::vector<std::int64_t>(dims.begin(), dims.end())},
          {"data", std::move(data)}};
}

}  // namespace

std::vector<std::string> read_labels(const std::string& path) {
  std::istringstream lines(read_text(path));
  std::vector<std::string> out;
  for (std::string line; std::getline(lines, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    out.push_back(line);
  }
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

std::string shown_value(const ValueDescription& output, const Value& value, const ResultStyle& style) {
  std::string head = output.name + "  " + value.text();
  if (value.is_tensor()) head += statistics(value.tensor());
  return head + "\n" + content(value, style);
}

json value_json(const Value& value) {
  if (value.is_tensor()) return tensor_json(value.tensor());
  json out = {{"type", value.type().text()}};
  if (value.is_sequence()) {
    out["elements"] = json::array();
    for (const Value& element : value.sequence().elements) out["elements"].push_back(value_json(element));
  } else if (value.is_map()) {
    const Map& map = value.map();
    out["keys"] = map.key == DType::string ? json(map.string_keys) : json(map.int_keys);
    out["values"] = json::array();
    for (const Value& element : map.values) out["values"].push_back(value_json(element));
  } else if (value.is_sparse()) {
    out["values"] = tensor_json(value.sparse().values);
    out["indices"] = tensor_json(value.sparse().indices);
  }
  return out;
}

}  // namespace sardonyx::cli
