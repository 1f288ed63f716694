#include "ops/letter_case.h"

#include <utf8proc.h>

namespace sardonyx {
namespace {

std::string mapped(std::string_view text, utf8proc_int32_t (*map)(utf8proc_int32_t)) {
  std::string made;
  made.reserve(text.size());
  while (!text.empty()) {
    utf8proc_int32_t letter = 0;
    const utf8proc_ssize_t used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                                   static_cast<utf8proc_ssize_t>(text.size()), &letter);
    if (used <= 0) {
      made.push_back(text.front());
      text.remove_prefix(1);
      continue;
    }
    utf8proc_uint8_t bytes[4];
    const utf8proc_ssize_t put = utf8proc_encode_char(map(letter), bytes);
    made.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(put));
    text.remove_prefix(static_cast<std::size_t>(used));
  }
  return made;
}

}  // namespace

std::string to_lower(std::string_view text) { return mapped(text, utf8proc_tolower); }
std::string to_upper(std::string_view text) { return mapped(text, utf8proc_toupper); }

std::size_t character_size(std::string_view text) {
  utf8proc_int32_t letter = 0;
  const utf8proc_ssize_t used = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                                 static_cast<utf8proc_ssize_t>(text.size()), &letter);
  return used <= 0 ? 1 : static_cast<std::size_t>(used);
}

}  // namespace sardonyx
