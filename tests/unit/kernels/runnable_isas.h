// The instruction sets that kernels can be tested with on this machine.
#pragma once

#include <vector>

#include "base/cpu.h"

namespace sardonyx {

inline std::vector<Isa> runnable_isas() {
  std::vector<Isa> isas{Isa::base};
  if (chosen_isa() >= Isa::avx2) isas.push_back(Isa::avx2);
  if (chosen_isa() >= Isa::avx512) isas.push_back(Isa::avx512);
  return isas;
}

}  // namespace sardonyx
