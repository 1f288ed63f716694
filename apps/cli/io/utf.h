// Text between UTF-8 (ours) and UTF-32 (NumPy's '<U').
#pragma once

#include <string>
#include <string_view>

namespace sardonyx::io {

// What is no code point, or no well-formed UTF-8, becomes U+FFFD.
std::string utf8_of(std::u32string_view code_points);
std::u32string code_points_of(std::string_view utf8);

}  // namespace sardonyx::io
