// Upper and lower case of UTF-8 text, letter by letter as Unicode says, for no language in particular.
#pragma once

#include <string>
#include <string_view>

namespace sardonyx {

// Bytes that are not UTF-8 stay as they are.
std::string to_lower(std::string_view text);
std::string to_upper(std::string_view text);
// Bytes of the UTF-8 character that `text` begins with; 1 for bytes that are none. Requires text not empty.
std::size_t character_size(std::string_view text);

}  // namespace sardonyx
