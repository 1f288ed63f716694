#include "api/c/library.h"

#include <dlfcn.h>

#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

const char* system_words() {
  const char* why = dlerror();
  return why == nullptr ? "unknown" : why;
}

}  // namespace

std::shared_ptr<void> open_library(const char* path) {
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) refuse(ORT_FAIL, "Failed to load library {} with error: {}", path, system_words());
  return {handle, [](void* h) { dlclose(h); }};
}

void* find_symbol(void* library, const char* name) {
  void* found = dlsym(library, name);
  if (found == nullptr) refuse(ORT_FAIL, "Failed to get symbol {} with error: {}", name, system_words());
  return found;
}

}  // namespace sardonyx::capi
