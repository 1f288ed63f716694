// What the calls of c_api.cc are made with: handles that live, texts, numbers, memory; right ones and wrong ones.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <typeindex>
#include <vector>

#include "onnxruntime_c_api.h"

namespace {

constexpr std::size_t kArray = 64;  // elements of every array; a count is never larger
constexpr std::size_t kKept = 40;   // handles of one kind
constexpr unsigned kSecondsOfOneCall = 60;

const OrtApi* api = nullptr;
OrtAllocator* default_allocator = nullptr;
std::mt19937_64 random_bits;
const char* volatile current = "";
volatile long current_number = 0;

std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_bits() % n); }
bool one_in(std::size_t n) { return below(n) == 0; }

[[noreturn]] void wrong(const char* what) {
  std::fprintf(stderr, "call %ld, %s: %s\n", current_number, current, what);
  std::abort();
}

extern "C" void on_signal(int signal) {
  char text[200];
  int size = std::snprintf(text, sizeof text, "call %ld, %s: %s\n", current_number, current,
                           signal == SIGALRM ? "it did not end" : "it crashed");
  (void)!write(2, text, static_cast<std::size_t>(size));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// ---- handles ----
std::map<std::type_index, std::vector<void*>> pools;
std::map<std::type_index, std::function<void(void*)>> releases;

template <typename T>
std::vector<void*>& pool() {
  return pools[typeid(T*)];
}

template <typename T>
void keep(T* handle) {
  pool<T>().push_back(handle);
}

// Between calls, so that no call holds what goes.
void trim_pools() {
  for (auto& [type, handles] : pools) {
    auto release = releases.find(type);
    while (release != releases.end() && handles.size() > kKept) {
      std::size_t victim = below(handles.size());
      void* old = handles[victim];
      handles.erase(handles.begin() + static_cast<std::ptrdiff_t>(victim));
      release->second(old);
    }
  }
}

template <typename T>
T* pick() {
  std::vector<void*>& p = pool<T>();
  return p.empty() || one_in(12) ? nullptr : static_cast<T*>(p[below(p.size())]);
}

void check(OrtStatus* status, bool keep_it = false) {
  if (status == nullptr) return;
  int code = api->GetErrorCode(status);
  const char* text = api->GetErrorMessage(status);
  if (text == nullptr) wrong("a status without a text");
  if (!keep_it && (code < 1 || code > 15 || *text == 0)) wrong("a failure without text or code");
  if (keep_it) {
    keep(status);
  } else {
    api->ReleaseStatus(status);
  }
}

// ---- arguments ----
const char* random_text() {
  static const std::string longest(9000, 'x');
  static const char* const kTexts[] = {"",
                                       "x",
                                       "y",
                                       "a",
                                       "b",
                                       "factor",
                                       "total",
                                       "joined",
                                       "same",
                                       "parts",
                                       "batch",
                                       "n",
                                       "Cpu",
                                       "Cuda",
                                       "CPU",
                                       "QNN",
                                       "nothing",
                                       "1",
                                       "0",
                                       "-1",
                                       "grün \xff\xfe",
                                       "session.intra_op_num_threads",
                                       "session.max_shape_override",
                                       "x:[1]",
                                       "session.disable_cpu_ep_fallback",
                                       "optimization.disable_specified_optimizers",
                                       "max_mem",
                                       "cpu:0",
                                       "memory.enable_memory_arena_shrinkage",
                                       "CPUExecutionProvider",
                                       "com.example",
                                       "/no/such/file.onnx",
                                       "."};
  return one_in(40) ? longest.c_str() : kTexts[below(std::size(kTexts))];
}

std::int64_t random_integer() {
  static constexpr std::int64_t kFar[] = {INT64_MIN, INT64_MAX, INT32_MIN, 1LL << 40, -1};
  return one_in(10) ? kFar[below(std::size(kFar))] : static_cast<std::int64_t>(below(6)) - 1;
}

template <typename T>
T random_number() {
  if constexpr (std::is_enum_v<T>) {
    return static_cast<T>(one_in(20) ? 1000 : static_cast<int>(below(28)) - 1);
  } else if constexpr (std::is_same_v<T, bool>) {
    return one_in(2);
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(random_integer());
  } else if constexpr (std::is_same_v<T, std::size_t>) {
    return below(one_in(4) ? kArray : 4);
  } else if constexpr (std::is_same_v<T, int>) {  // a thread count among others
    return one_in(20) ? INT32_MIN : static_cast<int>(below(7)) - 1;
  } else {
    return static_cast<T>(random_integer());
  }
}

// Memory that the library may write, and memory that it only reads, which is full of pointers to a text.
alignas(64) unsigned char writable[1 << 16];
const char* readable[1 << 12];

template <typename T, typename = void>
constexpr bool kOpaque = std::is_class_v<T>;
template <typename T>
constexpr bool kOpaque<T, std::void_t<decltype(sizeof(T))>> = false;

void ORT_API_CALL ignore_log(void*, OrtLoggingLevel, const char*, const char*, const char*,
                             const char* text) {
  if (text == nullptr) wrong("a message without a text");
}

// One argument: its value, and what happens to what came back. The general case is a number.
template <typename T, typename = void>
struct Argument {
  static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
  T value() { return random_number<T>(); }
  void after(bool, bool) {}
};

// Functions: the one for logging, else none.
template <typename R, typename... A>
struct Argument<R (*)(A...)> {
  using Function = R (*)(A...);
  Function value() {
    if constexpr (std::is_same_v<Function, OrtLoggingFunction>) {
      return one_in(4) ? nullptr : &ignore_log;
    } else {
      return nullptr;
    }
  }
  void after(bool, bool) {}
};

// Handles; structs of known content are the default allocator or NULL.
template <typename T>
struct Argument<T*, std::enable_if_t<std::is_class_v<T>>> {
  T* value() {
    if constexpr (std::is_same_v<std::remove_const_t<T>, OrtAllocator>) {
      return one_in(12) ? nullptr : default_allocator;
    } else if constexpr (kOpaque<std::remove_const_t<T>>) {
      return pick<std::remove_const_t<T>>();
    } else {
      return nullptr;
    }
  }
  void after(bool, bool) {}
};

// Pointers to numbers: an array, filled.
template <typename T>
struct Argument<T*, std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>> {
  using Plain = std::remove_const_t<T>;
  T* value() {
    if (one_in(15)) return nullptr;
    if constexpr (std::is_same_v<Plain, char>) {
      if constexpr (std::is_const_v<T>) return random_text();
      return reinterpret_cast<T*>(writable);
    } else {
      for (Plain& x : array) x = random_number<Plain>();
      return array;
    }
  }
  void after(bool, bool) {}
  Plain array[kArray];
};

template <typename T>
struct Argument<T*, std::enable_if_t<std::is_void_v<T>>> {
  T* value() {
    if (one_in(15)) return nullptr;
    if constexpr (std::is_const_v<T>) return static_cast<const void*>(readable);
    return writable;
  }
  void after(bool, bool) {}
};

// Pointers to pointers: arrays of inputs, or room for results, new ones of which belong to us.
template <typename T>
struct Argument<T**, std::enable_if_t<!std::is_pointer_v<T>>> {
  using Plain = std::remove_const_t<T>;
  T** value() {
    if (one_in(15)) return nullptr;
    for (std::size_t i = 0; i < kArray; ++i) {
      array[i] = nullptr;
      if constexpr (std::is_same_v<T, const char>) array[i] = one_in(10) ? nullptr : random_text();
      if constexpr (std::is_same_v<T, OrtValue>) array[i] = one_in(4) ? pick<OrtValue>() : nullptr;
      before[i] = array[i];
    }
    return array;
  }
  void after(bool ok, bool by_allocator) {
    if constexpr (!std::is_const_v<T> && kOpaque<Plain>) {
      for (std::size_t i = 0; i < kArray; ++i) {
        if (array[i] == before[i]) continue;
        if (!ok) wrong("a result beside a failure");
        keep(array[i]);
      }
    } else if constexpr (std::is_same_v<T, char>) {
      if (ok && by_allocator && array[0] != nullptr) default_allocator->Free(default_allocator, array[0]);
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
      } else if constexpr (kOpaque<std::remove_const_t<T>>) {
        one = pick<std::remove_const_t<T>>();
      } else {
        one = nullptr;
      }
    }
    return array;
  }
  void after(bool, bool) {}
  T* array[kArray] = {};
};

// Room for a borrowed array.
template <typename T>
struct Argument<T* const**> {
  T* const** value() { return one_in(15) ? nullptr : &place; }
  void after(bool, bool) {}
  T* const* place = nullptr;
};

template <typename T>
struct Argument<T***> {
  T*** value() { return one_in(15) ? nullptr : &place; }
  void after(bool, bool) {}
  T** place = nullptr;
};

template <typename T>
constexpr bool kFreesByAllocator = false;
template <>
constexpr bool kFreesByAllocator<OrtAllocator*> = true;

}  // namespace
