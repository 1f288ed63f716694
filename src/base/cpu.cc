#include "base/cpu.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define SARDONYX_X86 1
#else
#define SARDONYX_X86 0
#endif

#include "base/error.h"
#include "base/log.h"

namespace sardonyx {
namespace {

Isa widest_isa() {
#if SARDONYX_X86
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi2");
  const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx512) return Isa::avx512;
  if (avx2) return Isa::avx2;
#endif
  return Isa::base;
}

Isa decide_isa() {
  const Isa widest = widest_isa();
  const char* text = std::getenv("SARDONYX_ISA");
  if (text == nullptr || *text == '\0') return widest;
  for (const Isa isa : {Isa::base, Isa::avx2, Isa::avx512}) {
    if (name(isa) != text) continue;
    if (isa <= widest) return isa;
    fail(Code::invalid_argument,
         "SARDONYX_ISA={} asks for instructions that this machine lacks; its widest is {}", text,
         name(widest));
  }
  fail(Code::invalid_argument, "SARDONYX_ISA={} is unknown; expected base, avx2 or avx512", text);
}

// Bit `bit` of register `which` (0 eax, 1 ebx, 2 ecx, 3 edx) of CPUID leaf 7.
[[maybe_unused]] bool leaf7_bit(unsigned subleaf, int which, int bit) {
#if SARDONYX_X86
  unsigned r[4] = {};
  if (!__get_cpuid_count(7, subleaf, &r[0], &r[1], &r[2], &r[3])) return false;
  return (r[which] >> bit & 1) != 0;
#else
  (void)subleaf, (void)which, (void)bit;
  return false;
#endif
}

// "48K", "8M" or "1024"; 0 when it is none of these.
std::size_t parse_size(const std::string& text) {
  std::size_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{}) return 0;
  if (end != text.data() + text.size() && *end == 'K') return n << 10;
  if (end != text.data() + text.size() && *end == 'M') return n << 20;
  return n;
}

std::string first_line(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

CacheSizes read_cache_sizes() {
  CacheSizes sizes;
  for (int i = 0; i < 8; ++i) {
    const std::string at = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i) + "/";
    const std::string level = first_line(at + "level");
    const std::size_t bytes = parse_size(first_line(at + "size"));
    if (bytes == 0 || first_line(at + "type") == "Instruction") continue;
    if (level == "1") sizes.l1 = bytes;
    if (level == "2") sizes.l2 = bytes;
    if (level == "3") sizes.l3 = bytes;
  }
  return sizes;
}

int affinity_threads() {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int threads_of_quota(const std::string& quota, const std::string& period) {
  const double q = std::strtod(quota.c_str(), nullptr), p = std::strtod(period.c_str(), nullptr);
  if (!(q > 0) || !(p > 0)) return 0;
  return static_cast<int>(std::clamp((q + p - 1) / p, 1.0, 65536.0));
}

// The quota of one control group, 0 for none. Version 2 writes "quota period" or "max period".
int group_quota(const std::string& folder) {
  const std::string both = first_line(folder + "/cpu.max");
  if (const auto space = both.find(' '); space != std::string::npos)
    return threads_of_quota(both.substr(0, space), both.substr(space + 1));
  return threads_of_quota(first_line(folder + "/cpu.cfs_quota_us"),
                          first_line(folder + "/cpu.cfs_period_us"));
}

// The tightest quota of this process's control group and the groups above it; 0 when there is none.
int quota_threads() {
  int tightest = 0;
  const auto meet = [&](const std::string& folder) {
    const int n = group_quota(folder);
    if (n > 0 && (tightest == 0 || n < tightest)) tightest = n;
  };
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const bool v2 = second == first + 1;
    if (!v2 && line.substr(first + 1, second - first - 1).find("cpu") == std::string::npos) continue;
    const std::string root = v2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/cpu";
    std::string path = line.substr(second + 1);
    while (!path.empty() && path != "/") {
      meet(root + path);
      path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    }
    meet(root);
  }
  return tightest;
}

}  // namespace

std::string_view name(Isa isa) {
  constexpr std::string_view names[] = {"base", "avx2", "avx512"};
  return names[static_cast<unsigned>(isa)];
}

Isa chosen_isa() {
  static const Isa isa = decide_isa();
  return isa;
}

bool cpu_has_vnni() {
  static const bool has = (widest_isa() == Isa::avx512 && leaf7_bit(0, 2, 11)) ||
                          (widest_isa() >= Isa::avx2 && leaf7_bit(1, 0, 4));
  return has;
}

bool cpu_has_bf16() {
  static const bool has = widest_isa() == Isa::avx512 && leaf7_bit(1, 0, 5);
  return has;
}

const CacheSizes& cache_sizes() {
  static const CacheSizes sizes = read_cache_sizes();
  return sizes;
}

int usable_threads() {
  constexpr int kMost = 1024;
  if (const char* text = std::getenv("SARDONYX_NUM_THREADS"); text != nullptr && *text != '\0') {
    const std::string_view s = text;
    int n = 0;
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (error == std::errc{} && end == s.data() + s.size() && n >= 1) return std::min(n, kMost);
    log(LogLevel::warning, "SARDONYX_NUM_THREADS={} is not a positive number; ignored", s);
  }
  const int allowed = affinity_threads(), quota = quota_threads();
  return std::clamp(quota > 0 ? std::min(allowed, quota) : allowed, 1, kMost);
}

}  // namespace sardonyx
