// The handles that live: our own, by type, which are released one day, and those that are lent for a while.
#pragma once

#include <algorithm>
#include <vector>

#include "onnxruntime_c_api.h"
#include "random.h"

namespace fuzz {

[[noreturn]] void wrong(const char* what);  // says what a call did that no call may do, and aborts

struct Pool {
  std::vector<void*> own, lent;
  void (*release)(void*) = nullptr;  // what a Release... slot does; null: nothing is released between calls
};
Pool& new_pool();

template <typename T>
Pool& pool() {
  static Pool& one = new_pool();
  return one;
}

template <typename T>
void keep(T* handle) {
  if (handle != nullptr) pool<T>().own.push_back(handle);
}
// A handle that is ours no longer: given to a call that owns it now.
template <typename T>
void forget(T* handle) {
  std::erase(pool<T>().own, handle);
}

template <typename T>
T* one_of(const std::vector<void*>& list) {
  return list.empty() || one_in(12) ? nullptr : static_cast<T*>(list[below(list.size())]);
}
template <typename T>
T* pick() {
  return one_of<T>(pool<T>().own);
}
// For a parameter that is only read.
template <typename T>
const T* pick_const() {
  const Pool& p = pool<T>();
  return one_of<T>(p.lent.empty() || (!p.own.empty() && one_in(2)) ? p.own : p.lent);
}

// Lends handles that somebody else owns, for as long as it lives.
template <typename T>
class Lent {
 public:
  explicit Lent(const T* handle) : handle_(const_cast<T*>(handle)) { pool<T>().lent.push_back(handle_); }
  ~Lent() { std::erase(pool<T>().lent, handle_); }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

 private:
  T* handle_;
};

void trim_pools();   // between calls, so that no call holds what goes
void release_all();  // in an order in which nothing outlives what it needs

}  // namespace fuzz
