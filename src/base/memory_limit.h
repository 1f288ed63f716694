// What the machine can hold: allocations that cannot fit are refused before the system kills the process for them.
#pragma once

#include <cstddef>

namespace sardonyx {

// Bytes of memory that this process may use: the machine's, or its control group's where that is less, unless a
// smaller limit was set.
std::size_t memory_limit() noexcept;
// Sets a limit for the whole process (0: the machine's again); gives the one before.
std::size_t set_memory_limit(std::size_t bytes) noexcept;

// Throws out_of_memory when `bytes` more than the blocks that are alive exceed the limit. Small requests pass: the
// allocator itself refuses those.
void check_memory(std::size_t bytes);

}  // namespace sardonyx
