#include "base/thread_hooks.h"

#if defined(__x86_64__) || defined(__i386__)
#include <xmmintrin.h>
#endif

namespace sardonyx {

namespace {

#if defined(__x86_64__) || defined(__i386__)
constexpr unsigned kFlushAndDenormals = 0x8040;  // FTZ and DAZ of MXCSR
unsigned read_mode() noexcept { return _mm_getcsr(); }
void write_mode(unsigned mode) noexcept { _mm_setcsr(mode); }
#elif defined(__aarch64__)
constexpr unsigned kFlushAndDenormals = 1u << 24;  // FZ of FPCR
unsigned read_mode() noexcept {
  unsigned long long mode = 0;
  asm volatile("mrs %0, fpcr" : "=r"(mode));
  return static_cast<unsigned>(mode);
}
void write_mode(unsigned mode) noexcept {
  asm volatile("msr fpcr, %0" : : "r"(static_cast<unsigned long long>(mode)));
}
#else
constexpr unsigned kFlushAndDenormals = 0;
unsigned read_mode() noexcept { return 0; }
void write_mode(unsigned) noexcept {}
#endif

}  // namespace

DenormalGuard::DenormalGuard(bool flush) noexcept : flush_(flush) {
  if (!flush_) return;
  before_ = read_mode();
  write_mode(before_ | kFlushAndDenormals);
}

DenormalGuard::~DenormalGuard() {
  if (flush_) write_mode(before_);
}

}  // namespace sardonyx
