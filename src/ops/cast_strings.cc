#include "ops/cast_strings.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "kernels/pointwise/storage.h"

namespace sardonyx {
namespace {

std::string_view trimmed(std::string_view s) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  const std::size_t first = s.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  s = s.substr(first, s.find_last_not_of(blanks) - first + 1);
  if (s.size() > 1 && s[0] == '+' && s[1] != '-' && s[1] != '+') s.remove_prefix(1);
  return s;
}

std::string element_text(DType type, const std::byte* data, std::int64_t i) {
  if (type == DType::uint64) {
    std::uint64_t value;
    std::memcpy(&value, data + i * 8, sizeof value);
    return fmt::format("{}", value);
  }
  if (is_integer(type) || type == DType::bool_) return fmt::format("{}", load_integer(type, data, i));
  return number_text(load_number(type, data, i), type);
}

// Writes element `i` of `type`; false when the text is no number.
bool put_element(DType type, std::string_view text, std::byte* data, std::int64_t i,
                 const SmallFloatRounding& rounding) {
  if (is_integer(type) || type == DType::bool_) {
    std::optional<std::int64_t> value = parse_integer(text);
    if (type == DType::bool_ && !value) {
      const std::string_view word = trimmed(text);
      if (word == "true" || word == "True") value = 1;
      if (word == "false" || word == "False") value = 0;
    }
    if (!value) return false;
    if (type == DType::bool_) *value = *value != 0;
    if (is_sub_byte(type)) {
      store_sub_byte(type, data, i, static_cast<std::uint8_t>(*value));
    } else {
      std::memcpy(data + i * static_cast<std::int64_t>(item_size(type)), &*value, item_size(type));
    }
    return true;
  }
  const std::optional<double> value = parse_number(text);
  if (!value) return false;
  if (type == DType::float64) {
    std::memcpy(data + i * 8, &*value, 8);
  } else if (is_sub_byte(type)) {
    store_sub_byte(type, data, i, to_small_float(type, *value, rounding));
  } else if (is_small_float(type)) {
    data[i] = static_cast<std::byte>(to_small_float(type, *value, rounding));
  } else if (type == DType::float16) {
    const float16 half = to_float16(*value);
    std::memcpy(data + i * 2, &half, 2);
  } else if (type == DType::bfloat16) {
    const bfloat16 half = to_bfloat16(*value);
    std::memcpy(data + i * 2, &half, 2);
  } else {
    const auto single = static_cast<float>(*value);
    std::memcpy(data + i * 4, &single, 4);
  }
  return true;
}

}  // namespace

std::string number_text(double value, DType type) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-INF" : "INF";
  if (type != DType::float64) return fmt::format("{:.8g}", value);
  for (int digits = 15; digits < 17; ++digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    if (std::strtod(text.c_str(), nullptr) == value) return text;
  }
  return fmt::format("{:.17g}", value);
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end || text.empty()) return std::nullopt;
  // Out of range: the C library says infinity or zero with the right sign.
  if (error == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = trimmed(text);
  const char* end = text.data() + text.size();
  std::int64_t value = 0;
  if (auto [stop, error] = std::from_chars(text.data(), end, value); error == std::errc() && stop == end)
    return value;
  std::uint64_t large = 0;
  if (auto [stop, error] = std::from_chars(text.data(), end, large); error == std::errc() && stop == end) {
    return static_cast<std::int64_t>(large);
  }
  const std::optional<double> real = parse_number(text);
  if (!real || !(std::fabs(*real) < 0x1p63)) return std::nullopt;
  return static_cast<std::int64_t>(*real);
}

Kernel cast_strings(const LowerContext& c, DType to, const SmallFloatRounding& rounding) {
  const DType from = c.dtype(0);
  const std::int64_t count = c.shape(0).count();
  return Kernel::of([from, to, count, rounding](Call& call) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (to != DType::string) {
        const std::string& text = call.in<std::string>(0)[i];
        require(put_element(to, text, call.out(0), i, rounding), Code::runtime,
                "element {} is '{}', which is no {}", i, text, name(to));
      } else if (from == DType::string) {
        call.out<std::string>(0)[i] = call.in<std::string>(0)[i];
      } else {
        call.out<std::string>(0)[i] = element_text(from, call.in(0), i);
      }
    }
  });
}

}  // namespace sardonyx
