// com.microsoft MurmurHash3: the 32-bit hash (x86 form) of every element's bytes.
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "graph/op.h"

namespace sardonyx {
namespace {

std::uint32_t mixed_block(std::uint32_t k) {
  k *= 0xcc9e2d51u;
  k = std::rotl(k, 15);
  return k * 0x1b873593u;
}

std::uint32_t hash(const unsigned char* bytes, std::size_t count, std::uint32_t seed) noexcept {
  std::uint32_t h = seed;
  std::size_t at = 0;
  for (; at + 4 <= count; at += 4) {
    const std::uint32_t k = bytes[at] | static_cast<std::uint32_t>(bytes[at + 1]) << 8 |
                            static_cast<std::uint32_t>(bytes[at + 2]) << 16 |
                            static_cast<std::uint32_t>(bytes[at + 3]) << 24;
    h = std::rotl(h ^ mixed_block(k), 13) * 5 + 0xe6546b64u;
  }
  std::uint32_t tail = 0;
  for (std::size_t i = count; i > at; --i) tail = tail << 8 | bytes[i - 1];
  if (at < count) h ^= mixed_block(tail);
  h ^= static_cast<std::uint32_t>(count);
  h = (h ^ h >> 16) * 0x85ebca6bu;
  h = (h ^ h >> 13) * 0xc2b2ae35u;
  return h ^ h >> 16;
}

struct MurmurHash3 final : Op {
  bool positive = true;
  std::int64_t seed = 0;

  void fields(FieldVisitor& f) override {
    f("positive", positive);
    f("seed", seed);
  }
  void infer(InferContext& c) const override {
    c.out(0, positive ? DType::uint32 : DType::int32, c.shape(0));
  }
  Kernel lower(LowerContext& c) const override {
    const std::int64_t count = c.shape(0).count();
    const bool text = c.dtype(0) == DType::string;
    const std::size_t bytes = item_size(c.dtype(0));
    const auto start = static_cast<std::uint32_t>(seed);
    return Kernel::of([count, text, bytes, start](Call& call) {
      call.for_range(count, 4096, [&](std::int64_t begin, std::int64_t end, int) {
        for (std::int64_t i = begin; i < end; ++i) {
          const void* from = call.in(0) + static_cast<std::size_t>(i) * bytes;
          std::size_t size = bytes;
          if (text) {
            const std::string& s = call.in<std::string>(0)[i];
            from = s.data();
            size = s.size();
          }
          const std::uint32_t h = hash(static_cast<const unsigned char*>(from), size, start);
          std::memcpy(call.out(0) + i * 4, &h, 4);
        }
      });
    });
  }
};

}  // namespace

void register_murmur_hash3(OpRegistry& r) { r.add<MurmurHash3>("com.microsoft", "MurmurHash3"); }

}  // namespace sardonyx
