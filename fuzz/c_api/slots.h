// Every slot of a table as a call with random arguments; and a table of the same shape whose slots count what succeeds.
#pragma once

#include <cstring>
#include <tuple>

#include "arguments.h"

namespace fuzz {

struct Action {
  const char* name;
  void (*call)();
  const long* good;  // calls that succeeded, by whatever action
  bool alone;        // may it be called with whatever fits its types?
};
std::vector<Action>& all_slots();
bool may_be_alone(const char* slot);  // are its arguments what their types say?
bool takes(const char* slot);         // does it own what it was given, once it succeeds?

// Releases a status, and looks at what it says.
void check(OrtStatus* status);
void check_made(OrtStatus* status);  // one that the program itself made

template <typename Table>
struct Tables {
  static inline const Table* real = nullptr;
  static inline Table counted;
};

template <auto kSlot>
struct Slot;

// The arguments' values are made in order: braces see to that.
template <typename R>
struct Called {
  template <typename... A>
  Called(R (*slot)(A...), std::type_identity_t<A>... values) : result(slot(values...)) {}
  R result;
};
template <>
struct Called<void> {
  template <typename... A>
  Called(void (*slot)(A...), std::type_identity_t<A>... values) {
    slot(values...);
  }
};

template <typename R, typename... A>
void call_with(const char* name, R (*slot)(A...), Argument<A>... arguments) {
  Called<R> call{slot, arguments.value()...};
  Outcome outcome{true, (std::is_same_v<A, OrtAllocator*> || ...), takes(name)};
  if constexpr (std::is_same_v<R, OrtStatus*>) {
    const bool made = std::strcmp(name, "CreateStatus") == 0;
    outcome.good = call.result == nullptr;
    made ? check_made(call.result) : check(call.result);
  }
  int position = 0;
  (arguments.after(outcome, position++), ...);
}

template <typename T>
void release_one(void (*slot)(T*)) {
  std::vector<void*>& p = pool<T>().own;
  const std::size_t last_to_keep = std::is_same_v<T, OrtEnv> ? 1 : 0;  // sessions need it
  if (p.size() <= last_to_keep || one_in(12)) return slot(nullptr);
  const std::size_t victim = below(p.size());
  T* old = static_cast<T*>(p[victim]);
  p.erase(p.begin() + static_cast<std::ptrdiff_t>(victim));
  slot(old);
}

template <typename Table, typename R, typename... A, R (*Table::*kSlot)(A...) noexcept>
struct Slot<kSlot> {
  static inline long good = 0;
  static inline const char* name = nullptr;

  static R count(A... arguments) noexcept {
    const auto slot = Tables<Table>::real->*kSlot;
    if constexpr (std::is_void_v<R>) {
      good += (true && ... && is_there(arguments));
      slot(arguments...);
    } else {
      R result = slot(arguments...);
      if constexpr (std::is_same_v<R, OrtStatus*>)
        good += result == nullptr || std::strcmp(name, "CreateStatus") == 0;
      else if constexpr (std::is_pointer_v<R>)
        good += result != nullptr;
      else
        good += (true && ... && is_there(arguments));
      return result;
    }
  }
  template <typename V>
  static bool is_there(V value) {
    if constexpr (std::is_pointer_v<V>) return value != nullptr;
    return true;
  }
  static void random_call() { call_with<R, A...>(name, &count, Argument<A>{}...); }
};

// The type that a Release... slot releases.
template <auto kSlot>
struct Released;
template <typename Table, typename T, void (*Table::*kSlot)(T*) noexcept>
struct Released<kSlot> {
  static void one() { release_one<T>(&Slot<kSlot>::count); }
  static void this_one(void* handle) { Slot<kSlot>::count(static_cast<T*>(handle)); }
  static Pool& pool_of() { return pool<T>(); }
};

template <auto kSlot, typename Table>
void add_slot(const char* name) {
  using S = Slot<kSlot>;
  S::name = name;
  if (Tables<Table>::real->*kSlot == nullptr) wrong(name);
  Tables<Table>::counted.*kSlot = &S::count;
  void (*call)() = &S::random_call;
  if constexpr (requires { Released<kSlot>::pool_of(); }) {
    if (std::strncmp(name, "Release", 7) == 0) {
      call = &Released<kSlot>::one;
      if (may_be_alone(name)) Released<kSlot>::pool_of().release = &Released<kSlot>::this_one;
    }
  }
  all_slots().push_back({name, call, &S::good, may_be_alone(name)});
}

// One function per table, each in a file of its own: they are slow to compile.
void add_core_slots();
void add_sub_table_slots();

}  // namespace fuzz
