#include "tensor/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

enum class Notation : std::uint8_t { fixed, scientific };

std::chars_format chars(Notation n) {
  return n == Notation::fixed ? std::chars_format::fixed : std::chars_format::scientific;
}

// `v` as its own type sees it: rounding a shorter text to the type must give it back.
bool same_in_type(DType d, double text_value, double v) {
  switch (d) {
    case DType::float16:
      return static_cast<float>(to_float16(text_value)) == v;
    case DType::bfloat16:
      return static_cast<float>(to_bfloat16(text_value)) == v;
    default:
      return from_small_float(d, to_small_float(d, text_value)) == v;
  }
}

// The shortest digits that give the value back.
std::string shortest(DType d, double v, Notation notation) {
  std::array<char, 400> buffer;
  char* const first = buffer.data();
  char* const last = first + buffer.size();
  if (d == DType::float64 || d == DType::complex128)
    return {first, std::to_chars(first, last, v, chars(notation)).ptr};
  if (d == DType::float32 || d == DType::complex64) {
    return {first, std::to_chars(first, last, static_cast<float>(v), chars(notation)).ptr};
  }
  double rounded = v;
  for (int digits = 0; digits < 9; ++digits) {
    const char* end = std::to_chars(first, last, v, std::chars_format::scientific, digits).ptr;
    std::from_chars(first, end, rounded);
    if (same_in_type(d, rounded, v)) break;
  }
  return {first, std::to_chars(first, last, rounded, chars(notation)).ptr};
}

// Digits after the point in the mantissa, `text` being "12.5" or "1.25e-07".
std::size_t fraction_digits(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return 0;
  return std::min(text.find('e'), text.size()) - point - 1;
}

// At most `precision` digits after the point, no zeros at the end, a point always: "1.", "0.25", "1.e-07".
std::string number_text(DType d, double v, Notation notation, int precision) {
  std::string text = shortest(d, v, notation);
  if (fraction_digits(text) > static_cast<std::size_t>(precision)) {
    std::array<char, 400> buffer;
    char* const first = buffer.data();
    text.assign(first, std::to_chars(first, first + buffer.size(), v, chars(notation), precision).ptr);
  }
  const std::size_t exponent = std::min(text.find('e'), text.size());
  std::string mantissa = text.substr(0, exponent);
  if (mantissa.find('.') == std::string::npos) mantissa += '.';
  mantissa.erase(mantissa.find_last_not_of('0') + 1);
  return mantissa + text.substr(exponent);
}

std::string special_text(double v) { return std::isnan(v) ? "nan" : (v < 0 ? "-inf" : "inf"); }

std::string quoted(std::string_view s) {
  std::string out = "'";
  for (const char c : s) {
    if (c == '\'' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + "'";
}

bool is_floating(DType d) { return is_float(d) || is_small_float(d); }

// Part 0 or 1 of a complex element.
double complex_part(const Tensor& t, std::int64_t i, int part) {
  const DType component = t.dtype() == DType::complex64 ? DType::float32 : DType::float64;
  return load_number(component, t.data(), 2 * i + part);
}

std::string complex_text(const Tensor& t, std::int64_t i, int precision) {
  const auto part_text = [&](double v) {
    if (!std::isfinite(v)) return special_text(v);
    const double a = std::abs(v);
    const Notation n = a != 0 && (a >= 1e8 || a < 1e-4) ? Notation::scientific : Notation::fixed;
    return number_text(t.dtype(), v, n, precision);
  };
  const std::string imaginary = part_text(complex_part(t, i, 1));
  return part_text(complex_part(t, i, 0)) + (imaginary[0] == '-' ? "" : "+") + imaginary + "j";
}

// Which elements are shown, and how all of them are aligned.
class TextLayout {
 public:
  TextLayout(const Tensor& t, const FormatOptions& options)
      : tensor_(t), options_(options), summarised_(t.count() > options.threshold) {
    if (is_floating(t.dtype())) choose_notation();
    visit(0, 0, [&](std::int64_t i) { measure(plain(i)); });
  }

  std::string text() const {
    if (tensor_.rank() == 0) return padded(0);
    return block(0, 0);
  }

 private:
  template <typename Visit>
  void visit(std::size_t axis, std::int64_t base, const Visit& each) const {
    if (axis == tensor_.rank()) return each(base);
    const std::int64_t stride = tensor_.shape().count(axis + 1, tensor_.rank());
    const std::int64_t size = tensor_.shape()[axis];
    for (std::int64_t k = 0; k < size; ++k) {
      if (gap_at(k, size)) k = size - options_.edge;
      visit(axis + 1, base + k * stride, each);
    }
  }

  bool gap_at(std::int64_t k, std::int64_t size) const {
    return summarised_ && size > 2 * options_.edge && k == options_.edge;
  }

  void choose_notation() {
    double largest = 0;
    double least = INFINITY;
    visit(0, 0, [&](std::int64_t i) {
      const double a = std::abs(tensor_.number_at(i));
      if (!std::isfinite(a) || a == 0) return;
      largest = std::max(largest, a);
      least = std::min(least, a);
    });
    const bool extreme = largest >= 1e8 || least < 1e-4 || (largest > 0 && largest / least > 1000);
    if (largest > 0 && extreme) notation_ = Notation::scientific;
  }

  std::string plain(std::int64_t i) const {
    const DType d = tensor_.dtype();
    if (d == DType::string) return quoted(tensor_.as<std::string>()[static_cast<std::size_t>(i)]);
    if (d == DType::bool_) return tensor_.int_at(i) != 0 ? "True" : "False";
    if (d == DType::uint64) return std::to_string(static_cast<std::uint64_t>(tensor_.int_at(i)));
    if (is_complex(d)) return complex_text(tensor_, i, options_.precision);
    if (is_integer(d)) return std::to_string(tensor_.int_at(i));
    const double v = tensor_.number_at(i);
    return std::isfinite(v) ? number_text(d, v, notation_, options_.precision) : special_text(v);
  }

  void measure(const std::string& text) {
    const bool has_point = is_floating(tensor_.dtype()) && text.find('.') != std::string::npos;
    const std::size_t digits = has_point ? fraction_digits(text) : 0;
    fraction_ = std::max(fraction_, digits);
    if (has_point) {
      before_ = std::max(before_, text.find('.') + 1);
      after_ = std::max(after_, text.size() - text.find('.') - 1 - digits);
    } else {
      whole_ = std::max(whole_, text.size());
    }
  }

  std::string padded(std::int64_t i) const {
    std::string text = plain(i);
    const std::size_t width = std::max(whole_, before_ + fraction_ + after_);
    const std::size_t point = text.find('.');
    if (is_floating(tensor_.dtype()) && point != std::string::npos) {
      // Fractions are filled up: by blanks in fixed notation, by zeros before an exponent.
      const std::size_t missing = fraction_ - fraction_digits(text);
      const std::size_t at = std::min(text.find('e'), text.size());
      text.insert(at, missing, notation_ == Notation::fixed ? ' ' : '0');
    } else if (tensor_.dtype() == DType::string) {
      return text + std::string(width - text.size(), ' ');
    }
    return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
  }

  std::string row(std::int64_t base) const {
    const std::int64_t size = tensor_.shape().back();
    const std::size_t rank = tensor_.rank();
    std::string out;
    std::string line;
    const auto add = [&](const std::string& word) {
      const bool wraps = !line.empty() && rank + line.size() + 1 + word.size() + rank > options_.width;
      if (wraps) {
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n" + std::string(rank, ' ');
        line.clear();
      }
      line += (line.empty() ? "" : " ") + word;
    };
    for (std::int64_t k = 0; k < size; ++k) {
      if (gap_at(k, size)) {
        add("...");
        k = size - options_.edge;
      }
      add(padded(base + k));
    }
    return "[" + out + line + "]";
  }

  std::string block(std::size_t axis, std::int64_t base) const {
    const std::size_t rank = tensor_.rank();
    if (axis + 1 == rank) return row(base);
    const std::int64_t stride = tensor_.shape().count(axis + 1, rank);
    const std::int64_t size = tensor_.shape()[axis];
    const std::string separator = std::string(rank - axis - 1, '\n') + std::string(axis + 1, ' ');
    std::string out = "[";
    for (std::int64_t k = 0; k < size; ++k) {
      if (k != 0) out += separator;
      if (gap_at(k, size)) {
        out += "..." + separator;
        k = size - options_.edge;
      }
      out += block(axis + 1, base + k * stride);
    }
    return out + "]";
  }

  const Tensor& tensor_;
  const FormatOptions& options_;
  bool summarised_;
  Notation notation_ = Notation::fixed;
  std::size_t whole_ = 0, before_ = 0, fraction_ = 0, after_ = 0;
};

}  // namespace

std::string format(const Tensor& t, const FormatOptions& options) {
  if (t.is_null()) return "null";
  if (t.count() == 0) return "[]";
  return TextLayout(t, options).text();
}

std::string format_element(const Tensor& t, std::int64_t i) {
  require(i >= 0 && i < t.count(), Code::invalid_argument, "element {} is outside {}", i, t);
  if (t.dtype() == DType::string) return quoted(t.as<std::string>()[static_cast<std::size_t>(i)]);
  if (t.dtype() == DType::bool_) return t.int_at(i) != 0 ? "True" : "False";
  if (t.dtype() == DType::uint64) return std::to_string(static_cast<std::uint64_t>(t.int_at(i)));
  if (is_complex(t.dtype())) return complex_text(t, i, 17);
  if (is_integer(t.dtype())) return std::to_string(t.int_at(i));
  const double v = t.number_at(i);
  if (!std::isfinite(v)) return special_text(v);
  const double a = std::abs(v);
  const bool extreme = a != 0 && (a >= 1e16 || a < 1e-4);
  return number_text(t.dtype(), v, extreme ? Notation::scientific : Notation::fixed, 30);
}

}  // namespace sardonyx
