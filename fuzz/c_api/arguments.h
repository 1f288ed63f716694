// One argument of a call: its value, and what happens to what came back.
#pragma once

#include <type_traits>
#include <utility>

#include "handles.h"

namespace fuzz {

// Memory that the library may write, and memory that it only reads, which is full of pointers to a text.
alignas(64) inline unsigned char writable[1 << 16];
inline const char* readable[1 << 12];
inline OrtAllocator* default_allocator = nullptr;

void ORT_API_CALL ignore_log(void*, OrtLoggingLevel, const char*, const char*, const char*, const char* text);

// Of the call: did it succeed, who frees its texts, does it take what it is given after the first argument?
struct Outcome {
  bool good, texts_by_allocator, takes;
};

template <typename T, typename = void>
constexpr bool kOpaque = std::is_class_v<T>;
template <typename T>
constexpr bool kOpaque<T, std::void_t<decltype(sizeof(T))>> = false;
template <typename T>
constexpr bool kHandle = kOpaque<std::remove_const_t<T>>;

// The general case is a number.
template <typename T, typename = void>
struct Argument {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
  T value() { return random_number<T>(); }
  void after(Outcome, int) {}
};

// Functions: the one for logging, else none.
template <typename R, typename... A>
struct Argument<R (*)(A...)> {
  using Function = R (*)(A...);
  Function value() {
    if constexpr (std::is_same_v<Function, OrtLoggingFunction>) return one_in(4) ? nullptr : &ignore_log;
    return nullptr;
  }
  void after(Outcome, int) {}
};

// Handles; structs of known content are the default allocator or NULL.
template <typename T>
struct Argument<T*, std::enable_if_t<std::is_class_v<T>>> {
  using Plain = std::remove_const_t<T>;
  T* value() {
    if constexpr (std::is_same_v<Plain, OrtAllocator>) {
      return one_in(12) ? nullptr : default_allocator;
    } else if constexpr (!kHandle<T>) {
      return nullptr;
    } else if constexpr (std::is_const_v<T>) {
      return given = pick_const<Plain>();
    } else {
      return given = pick<Plain>();
    }
  }
  void after(Outcome outcome, int position) {
    if constexpr (kHandle<T> && !std::is_const_v<T>)
      if (outcome.good && outcome.takes && position > 0) forget(given);
  }
  T* given = nullptr;
};

// Pointers to numbers: an array, filled.
template <typename T>
struct Argument<T*, std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>> {
  using Plain = std::remove_const_t<T>;
  T* value() {
    if (one_in(15)) return nullptr;
    if constexpr (std::is_same_v<T, const char>) {
      return random_text();
    } else if constexpr (std::is_same_v<T, char>) {
      return reinterpret_cast<T*>(writable);
    } else {
      for (Plain& x : array) x = random_number<Plain>();
      return array;
    }
  }
  void after(Outcome, int) {}
  Plain array[kArray];
};

template <typename T>
struct Argument<T*, std::enable_if_t<std::is_void_v<T>>> {
  T* value() {
    if (one_in(15)) return nullptr;
    if constexpr (std::is_const_v<T>) return static_cast<const void*>(readable);
    return writable;
  }
  void after(Outcome, int) {}
};

// Pointers to pointers: arrays of inputs, or room for results, new ones of which belong to us.
template <typename T>
struct Argument<T**, std::enable_if_t<!std::is_pointer_v<T>>> {
  using Plain = std::remove_const_t<T>;
  static constexpr bool kFilled = std::is_same_v<Plain, OrtValue> || std::is_same_v<T, OrtValueInfo>;
  T** value() {
    if (one_in(15)) return nullptr;
    for (std::size_t i = 0; i < kArray; ++i) {
      array[i] = nullptr;
      if constexpr (std::is_same_v<T, const char>) array[i] = one_in(10) ? nullptr : random_text();
      if constexpr (kFilled) array[i] = one_in(4) ? pick<Plain>() : nullptr;
      before[i] = array[i];
    }
    return array;
  }
  void after(Outcome outcome, int) {
    if constexpr (!std::is_const_v<T> && kHandle<T>) {
      for (std::size_t i = 0; i < kArray; ++i) {
        if (array[i] == before[i]) continue;
        if (!outcome.good) wrong("a result beside a failure");
        if (outcome.takes && array[i] == nullptr) forget(before[i]);
        keep(array[i]);
      }
    } else if constexpr (std::is_same_v<T, char>) {
      if (outcome.good && outcome.texts_by_allocator) default_allocator->Free(default_allocator, array[0]);
    }
  }
  T *array[kArray] = {}, *before[kArray] = {};
};

template <typename T>
struct Argument<T* const*> {
  T* const* value() {
    if (one_in(15)) return nullptr;
    for (T*& one : array) {
      if constexpr (std::is_same_v<T, const char>) {
        one = one_in(15) ? nullptr : random_text();
      } else if constexpr (std::is_same_v<T, char>) {
        one = reinterpret_cast<char*>(writable);
      } else if constexpr (kHandle<T>) {
        one = const_cast<T*>(pick_const<std::remove_const_t<T>>());
      }
    }
    return array;
  }
  void after(Outcome, int) {}
  T* array[kArray] = {};
};

// Room for a borrowed array.
template <typename T>
struct Argument<T* const**> {
  T* const** value() { return one_in(15) ? nullptr : &place; }
  void after(Outcome, int) {}
  T* const* place = nullptr;
};

template <typename T>
struct Argument<T***> {
  T*** value() { return one_in(15) ? nullptr : &place; }
  void after(Outcome, int) {}
  T** place = nullptr;
};

}  // namespace fuzz
