// Facts of the machine: instruction sets, caches, how many threads this process may use.
#pragma once

#include <cstddef>
#include <string_view>

namespace sardonyx {

enum class Isa : unsigned char { base, avx2, avx512 };

std::string_view name(Isa isa);
// The widest ISA that machine and SARDONYX_ISA (base|avx2|avx512) both allow; decided once. An unknown or
// unsupported SARDONYX_ISA throws Error(invalid_argument).
Isa chosen_isa();
bool cpu_has_vnni();  // AVX-512 VNNI or AVX-VNNI
bool cpu_has_bf16();  // AVX-512 BF16

struct CacheSizes {
  std::size_t l1 = 32 << 10, l2 = 512 << 10, l3 = 8 << 20;  // bytes; L3 as shared
};
const CacheSizes& cache_sizes();
// From affinity, cpuset and cgroup quota, at least 1; SARDONYX_NUM_THREADS overrides.
int usable_threads();

}  // namespace sardonyx
