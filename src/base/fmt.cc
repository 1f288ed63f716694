// fmt's own implementation, compiled once: as a header-only library it costs every file four seconds, and
// as a shared one our libraries would not stand alone.
#include <fmt/format-inl.h>

template auto fmt::detail::thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto fmt::detail::decimal_point_impl<char>(locale_ref) -> char;
