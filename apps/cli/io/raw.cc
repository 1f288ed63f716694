#include "io/raw.h"

#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/mapped_file.h"
#include "tensor/checked_count.h"
#include "tensor/convert.h"

namespace sardonyx::io {
namespace {

// `shape` with its -1, if any, set so that there are `count` elements.
Shape settled(std::optional<Shape> shape, std::int64_t count) {
  if (!shape) return Shape{count};
  Shape known = *shape;
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < known.rank(); ++i) {
    if (known[i] != -1) continue;
    require(!open, Code::invalid_argument, "shape {} leaves more than one size open", shape->text());
    open = i;
    known[i] = 1;
  }
  const std::int64_t rest = checked_count(known);
  if (open && rest > 0 && count % rest == 0) known[*open] = count / rest;
  require(checked_count(known) == count, Code::invalid_argument, "found {} elements, which do not fill {}",
          count, shape->text());
  return known;
}

std::string_view trimmed(std::string_view s) {
  const std::size_t first = s.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
}

template <typename Visit>
void each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

template <typename Visit>
void each_word(std::string_view line, const Visit& visit) {
  constexpr std::string_view kSeparators = " \t\r,;";
  line = line.substr(0, line.find('#'));
  for (std::size_t at = line.find_first_not_of(kSeparators); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kSeparators, at), line.size());
    visit(line.substr(at, end - at));
    at = line.find_first_not_of(kSeparators, end);
  }
}

template <typename T>
T parse_number(std::string_view word, DType dtype) {
  T value{};
  std::string_view digits = word;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  require(error == std::errc{} && end == digits.data() + digits.size(), Code::invalid_argument,
          "'{}' is not a value of {}", word.substr(0, 40), name(dtype));
  return value;
}

// The low bytes of `value` at element `i`, checked to be the whole of it.
void store_integer(Tensor& t, std::int64_t i, std::string_view word) {
  const DType d = t.dtype();
  const std::uint64_t bits = d == DType::uint64
                                 ? parse_number<std::uint64_t>(word, d)
                                 : static_cast<std::uint64_t>(parse_number<std::int64_t>(word, d));
  if (is_sub_byte(d)) {
    store_sub_byte(d, t.mutable_data(), i, static_cast<std::uint8_t>(bits));
  } else {
    std::memcpy(t.mutable_data() + static_cast<std::size_t>(i) * item_size(d), &bits, item_size(d));
  }
  require(static_cast<std::uint64_t>(t.int_at(i)) == bits, Code::invalid_argument,
          "'{}' is out of the range of {}", word.substr(0, 40), name(d));
}

void store_word(Tensor& t, std::int64_t i, std::string_view word) {
  const DType d = t.dtype();
  if (d == DType::bool_) {
    const bool truth = word == "true" || word == "True" || word == "1";
    require(truth || word == "false" || word == "False" || word == "0", Code::invalid_argument,
            "'{}' is not a bool", word.substr(0, 40));
    t.mutable_as<bool>()[static_cast<std::size_t>(i)] = truth;
  } else if (is_integer(d)) {
    store_integer(t, i, word);
  } else if (d == DType::float64) {
    t.mutable_as<double>()[static_cast<std::size_t>(i)] = parse_number<double>(word, d);
  } else {
    const float value = static_cast<float>(parse_number<double>(word, d));
    if (is_sub_byte(d)) {
      store_sub_byte(d, t.mutable_data(), i, to_small_float(d, value));
    } else {
      convert_from_float(d, &value, t.mutable_data() + static_cast<std::size_t>(i) * item_size(d), 1);
    }
  }
}

Tensor parse_lines(std::string_view text, const std::optional<Shape>& shape) {
  std::vector<std::string> lines;
  each_line(text, [&](std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
  });
  return Tensor::of<std::string>(settled(shape, static_cast<std::int64_t>(lines.size())), lines);
}

}  // namespace

Tensor read_raw(const std::filesystem::path& path, DType dtype, const std::optional<Shape>& shape) {
  require(dtype != DType::string && dtype != DType::undefined, Code::invalid_argument,
          "raw bytes cannot be elements of {}", name(dtype));
  const BlockPtr mapped = map_file(path);
  const auto bits = static_cast<std::size_t>(bit_width(dtype));
  const std::size_t count = checked_mul(mapped->size(), 8) / bits;
  // A last byte may be partly used, so sizes that are all given decide; else the bytes do.
  const bool open = !shape || std::find(shape->begin(), shape->end(), -1) != shape->end();
  const Shape sizes = open ? settled(shape, static_cast<std::int64_t>(count)) : *shape;
  const std::size_t needed = packed_bytes(dtype, static_cast<std::size_t>(checked_count(sizes)));
  require(needed == mapped->size(), Code::invalid_argument, "'{}' has {} bytes, {}{} needs {}", path.string(),
          mapped->size(), name(dtype), sizes.text(), needed);
  Tensor t(dtype, sizes);
  if (needed != 0) std::memcpy(t.mutable_data(), mapped->data(), needed);
  if (dtype == DType::bool_) {
    for (std::size_t i = 0; i < needed; ++i) {
      std::byte& b = t.mutable_data()[i];
      b = b == std::byte{0} ? b : std::byte{1};
    }
  }
  return t;
}

void write_raw(const std::filesystem::path& path, const Tensor& t) {
  require(!t.is_null() && t.dtype() != DType::string, Code::invalid_argument, "{} has no raw bytes",
          t.text());
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(t.data()), static_cast<std::streamsize>(t.bytes()));
  file.close();
  require(file.good(), Code::io, "cannot write '{}'", path.string());
}

Tensor parse_text(std::string_view text, DType dtype, const std::optional<Shape>& shape) {
  if (dtype == DType::string) return parse_lines(text, shape);
  require(dtype != DType::undefined && !is_complex(dtype), Code::invalid_argument,
          "text cannot hold elements of {}", name(dtype));
  std::vector<std::string_view> words;
  std::int64_t rows = 0;
  std::size_t row_length = 0;
  bool even = true;
  each_line(text, [&](std::string_view line) {
    const std::size_t before = words.size();
    each_word(trimmed(line), [&](std::string_view word) { words.push_back(word); });
    const std::size_t length = words.size() - before;
    if (length == 0) return;
    even = even && (rows == 0 || length == row_length);
    row_length = length;
    ++rows;
  });
  const auto count = static_cast<std::int64_t>(words.size());
  const bool matrix = !shape && even && rows > 1 && row_length > 1;
  Tensor t(dtype, matrix ? Shape{rows, count / rows} : settled(shape, count));
  if (t.bytes() != 0) std::memset(t.mutable_data(), 0, t.bytes());
  for (std::int64_t i = 0; i < count; ++i) store_word(t, i, words[static_cast<std::size_t>(i)]);
  return t;
}

Tensor read_text(const std::filesystem::path& path, DType dtype, const std::optional<Shape>& shape) {
  const BlockPtr mapped = map_file(path);
  try {
    return parse_text({reinterpret_cast<const char*>(mapped->data()), mapped->size()}, dtype,
                      std::move(shape));
  } catch (Error& e) {
    e.at(path.string());
    throw;
  }
}

}  // namespace sardonyx::io
