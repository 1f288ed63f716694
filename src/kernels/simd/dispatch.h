// Dispatch: one table of kernels per instruction set, picked once.
//
// A kernel family declares a plain struct of function pointers and facts, and every NAME.isa.cc defines one
// constant of it in namespace sardonyx::SARDONYX_ISA_NAMESPACE. ISA_TABLE(Type, name) declares these
// constants and the function `const Type& name(Isa)` that picks; it takes the widest compiled table that is
// not wider than asked, so code above asks for chosen_isa() and tests loop over runnable ISAs.
#pragma once

#include "base/cpu.h"

#if defined(__x86_64__)
#define SARDONYX_ISA_TABLE(Type, table)                          \
  namespace isa_base {                                           \
  extern const Type table;                                       \
  }                                                              \
  namespace isa_avx2 {                                           \
  extern const Type table;                                       \
  }                                                              \
  namespace isa_avx512 {                                         \
  extern const Type table;                                       \
  }                                                              \
  inline const Type& table(Isa isa) {                            \
    if (isa == Isa::avx512) return isa_avx512::table;            \
    return isa == Isa::avx2 ? isa_avx2::table : isa_base::table; \
  }
#else
#define SARDONYX_ISA_TABLE(Type, table) \
  namespace isa_base {                  \
  extern const Type table;              \
  }                                     \
  inline const Type& table(Isa) { return isa_base::table; }
#endif
