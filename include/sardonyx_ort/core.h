// What the whole C++ API stands on: the table of functions, errors as exceptions, and calls of slots.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../onnxruntime_c_api.h"

namespace Ort {

// What a failed call becomes.
struct Exception : std::exception {
  Exception(const std::string& string, OrtErrorCode code) : message_(string), code_(code) {}
  Exception(std::string&& string, OrtErrorCode code) : message_(std::move(string)), code_(code) {}

  OrtErrorCode GetOrtErrorCode() const { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
  OrtErrorCode code_;
};

}  // namespace Ort

// A program without exceptions may say itself what an error does; it must not come back.
#ifdef ORT_NO_EXCEPTIONS
#ifndef ORT_CXX_API_THROW
#define ORT_CXX_API_THROW(string, code)                              \
  do {                                                               \
    std::cerr << ::Ort::Exception(string, code).what() << std::endl; \
    std::abort();                                                    \
  } while (false)
#endif
#else
#define ORT_CXX_API_THROW(string, code) throw ::Ort::Exception(string, code)
#endif

namespace Ort {
namespace detail {

// The table of this module: fetched on first use, or given by InitApi where ORT_API_MANUAL_INIT is defined.
struct Global {
  static const OrtApi* Api(const OrtApi* newValue = nullptr) noexcept {
#ifdef ORT_API_MANUAL_INIT
    static const OrtApi* api = nullptr;
#else
    static const OrtApi* api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
#endif
    if (newValue != nullptr) api = newValue;
    return api;
  }
};

}  // namespace detail

#ifdef ORT_API_MANUAL_INIT
inline void InitApi(const OrtApi* api) noexcept { detail::Global::Api(api); }
inline void InitApi() noexcept { InitApi(OrtGetApiBase()->GetApi(ORT_API_VERSION)); }
#endif

inline const OrtApi& GetApi() noexcept { return *detail::Global::Api(); }
inline std::string GetVersionString() { return OrtGetApiBase()->GetVersionString(); }
inline std::string GetBuildInfoString() { return GetApi().GetBuildInfoString(); }

namespace detail {

template <typename Table>
const Table& Available(const Table* table, const char* name) {
  if (table == nullptr)
    ORT_CXX_API_THROW(std::string(name) + " API is not available in this build", ORT_FAIL);
  return *table;
}

}  // namespace detail

inline const OrtModelEditorApi& GetModelEditorApi() {
  return detail::Available(GetApi().GetModelEditorApi(), "Model Editor");
}
inline const OrtCompileApi& GetCompileApi() { return detail::Available(GetApi().GetCompileApi(), "Compile"); }
inline const OrtInteropApi& GetInteropApi() { return detail::Available(GetApi().GetInteropApi(), "Interop"); }
inline const OrtEpApi& GetEpApi() { return detail::Available(GetApi().GetEpApi(), "EP"); }

struct Status;
inline void ThrowOnError(OrtStatus* ort_status);
inline void ThrowOnError(const Status& st);

namespace detail {

// Finds a table by its type.
template <typename Table>
struct TableGetter;
template <>
struct TableGetter<OrtApi> {
  static const OrtApi& Get() { return GetApi(); }
};
template <>
struct TableGetter<OrtModelEditorApi> {
  static const OrtModelEditorApi& Get() { return GetModelEditorApi(); }
};
template <>
struct TableGetter<OrtCompileApi> {
  static const OrtCompileApi& Get() { return GetCompileApi(); }
};
template <>
struct TableGetter<OrtInteropApi> {
  static const OrtInteropApi& Get() { return GetInteropApi(); }
};
template <>
struct TableGetter<OrtEpApi> {
  static const OrtEpApi& Get() { return GetEpApi(); }
};

// A slot: the table that holds it, and what its last parameter points to.
template <typename Slot>
struct SlotTraits;
template <typename T, typename R, typename... Params>
struct SlotTraits<R (ORT_API_CALL* T::*)(Params...) noexcept> {
  using Table = T;
  using Out = std::remove_pointer_t<std::tuple_element_t<sizeof...(Params) - 1, std::tuple<Params...>>>;
};

// Call<&OrtApi::Slot>(arguments): what the slot returns.
template <auto slot, typename... Args>
auto Call(Args&&... args) {
  return (TableGetter<typename SlotTraits<decltype(slot)>::Table>::Get().*slot)(std::forward<Args>(args)...);
}

// The same for a slot that returns a status: a failure is thrown.
template <auto slot, typename... Args>
void Do(Args&&... args) {
  ThrowOnError(Call<slot>(std::forward<Args>(args)...));
}

// The same for a slot whose last parameter takes the answer, which is returned.
template <auto slot, typename... Args>
auto Ask(Args&&... args) {
  typename SlotTraits<decltype(slot)>::Out out{};
  Do<slot>(std::forward<Args>(args)..., &out);
  return out;
}

// Text of a slot that tells its size, with the terminator, when it gets no buffer, and fills a buffer otherwise.
template <auto slot, typename... Args>
std::string AskText(const Args&... args) {
  size_t size = 0;
  Do<slot>(args..., static_cast<char*>(nullptr), &size);
  std::string text(size, '\0');
  Do<slot>(args..., text.data(), &size);
  text.resize(size > 0 ? size - 1 : 0);
  return text;
}

// Items of a slot of the same kind that fills an array.
template <auto slot, typename T, typename... Args>
std::vector<T> AskArray(const Args&... args) {
  size_t size = 0;
  Do<slot>(args..., static_cast<T*>(nullptr), &size);
  std::vector<T> items(size);
  Do<slot>(args..., items.data(), &size);
  return items;
}

// One slot tells how many there are, the other fills an array with their pointers: a vector of handles.
template <typename Handle, auto count, auto fill, typename Owner>
std::vector<Handle> AskHandles(const Owner* owner) {
  std::vector<typename Handle::contained_type*> pointers(Ask<count>(owner));
  if (!pointers.empty()) Do<fill>(owner, pointers.data(), pointers.size());
  return std::vector<Handle>(pointers.begin(), pointers.end());
}

// A slot that lends an array of pointers.
template <typename Handle, auto slot, typename Owner>
std::vector<Handle> AskLentHandles(const Owner* owner) {
  typename Handle::contained_type* const* pointers = nullptr;
  size_t count = 0;
  Do<slot>(owner, &pointers, &count);
  std::vector<Handle> handles;
  handles.reserve(count);
  for (size_t i = 0; i < count; ++i) handles.emplace_back(pointers[i]);
  return handles;
}

// An array of handles as the array of pointers that it is.
template <typename Handle>
auto Pointers(const Handle* handles) noexcept {
  static_assert(sizeof(Handle) == sizeof(void*), "a handle is one pointer");
  return reinterpret_cast<typename Handle::contained_type* const*>(handles);
}
template <typename Handle>
auto Pointers(Handle* handles) noexcept {
  static_assert(sizeof(Handle) == sizeof(void*), "a handle is one pointer");
  return reinterpret_cast<typename Handle::contained_type**>(handles);
}

inline std::vector<const char*> StringsToCharPtrs(const std::vector<std::string>& strings) {
  std::vector<const char*> texts;
  texts.reserve(strings.size());
  for (const std::string& text : strings) texts.push_back(text.c_str());
  return texts;
}

// Options as the two arrays that the C API takes; the map must outlive them.
struct OptionArrays {
  explicit OptionArrays(const std::unordered_map<std::string, std::string>& options) {
    for (const auto& [key, value] : options) {
      keys.push_back(key.c_str());
      values.push_back(value.c_str());
    }
  }
  size_t size() const { return keys.size(); }
  std::vector<const char*> keys, values;
};

}  // namespace detail
}  // namespace Ort
