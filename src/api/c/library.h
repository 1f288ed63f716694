// Shared libraries that a program names: opened with errors that say why, closed with the last holder.
#pragma once

#include <memory>

namespace sardonyx::capi {

std::shared_ptr<void> open_library(const char* path);
// The address of a function; refuses where there is none of that name.
void* find_symbol(void* library, const char* name);

}  // namespace sardonyx::capi
