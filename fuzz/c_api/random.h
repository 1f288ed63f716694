// Where every choice comes from: one generator, so that a seed says all; texts and numbers, right ones and wrong ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>

namespace fuzz {

constexpr std::size_t kArray = 64;  // elements of every array; a count is never larger

inline std::mt19937_64 random_bits;

inline std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_bits() % n); }
inline bool one_in(std::size_t n) { return below(n) == 0; }

const char* random_text();
std::int64_t random_integer();
int random_int();

template <typename T>
T random_number() {
  if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(one_in(20) ? 1000 : static_cast<int>(below(28)) - 1);
  } else if constexpr (std::is_same_v<T, bool>) {
    return one_in(2);
  } else if constexpr (std::is_same_v<T, std::size_t>) {
    return below(one_in(4) ? kArray : 4);
  } else if constexpr (std::is_same_v<T, int>) {
    return random_int();
  } else {
    return static_cast<T>(random_integer());
  }
}

}  // namespace fuzz
