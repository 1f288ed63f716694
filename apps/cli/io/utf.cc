#include "io/utf.h"

#include <utf8proc.h>

namespace sardonyx::io {
namespace {

constexpr char32_t kReplacement = 0xfffd;

}  // namespace

std::string utf8_of(std::u32string_view code_points) {
  std::string out;
  for (const char32_t c : code_points) {
    const auto valid = static_cast<utf8proc_int32_t>(
        c <= 0x10ffff && utf8proc_codepoint_valid(static_cast<utf8proc_int32_t>(c)) ? c : kReplacement);
    utf8proc_uint8_t bytes[4];
    const utf8proc_ssize_t count = utf8proc_encode_char(valid, bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
  }
  return out;
}

std::u32string code_points_of(std::string_view utf8) {
  std::u32string out;
  while (!utf8.empty()) {
    utf8proc_int32_t c = 0;
    const utf8proc_ssize_t read = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                                                   static_cast<utf8proc_ssize_t>(utf8.size()), &c);
    out += read > 0 ? static_cast<char32_t>(c) : kReplacement;
    utf8.remove_prefix(read > 0 ? static_cast<std::size_t>(read) : 1);
  }
  return out;
}

}  // namespace sardonyx::io
