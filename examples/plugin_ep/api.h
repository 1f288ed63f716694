// What the files of the example share: the tables of the library that loaded it, and statuses as exceptions.
#pragma once

#include <onnxruntime_c_api.h>
#include <onnxruntime_ep_c_api.h>

#include <exception>
#include <string>
#include <vector>

namespace pocket {

inline constexpr const char* kName = "PocketExecutionProvider";

// The tables come from whoever loads the library, which is linked with no library of the ABI.
struct Api {
  const OrtApi* ort = nullptr;
  const OrtEpApi* ep = nullptr;
};

// A status of the library's, on its way to the callback that gives it back.
struct Failure {
  OrtStatus* status;
};
inline void check(OrtStatus* status) {
  if (status != nullptr) throw Failure{status};
}
[[noreturn]] inline void fail(const Api& api, const std::string& why) {
  throw Failure{api.ort->CreateStatus(ORT_FAIL, why.c_str())};
}

// Runs the body of a callback: nothing is thrown across the border.
template <typename Body>
OrtStatus* guarded(const Api& api, const Body& body) noexcept {
  try {
    body();
    return nullptr;
  } catch (const Failure& f) {
    return f.status;
  } catch (const std::exception& e) {
    return api.ort->CreateStatus(ORT_FAIL, e.what());
  }
}

// The list that a pair of slots gives: its length first.
template <typename Item, typename Of>
std::vector<Item> list(const Of* of, OrtStatus*(ORT_API_CALL* count)(const Of*, size_t*),
                       OrtStatus*(ORT_API_CALL* get)(const Of*, Item*, size_t)) {
  size_t n = 0;
  check(count(of, &n));
  std::vector<Item> items(n);
  if (n > 0) check(get(of, items.data(), n));
  return items;
}

}  // namespace pocket
