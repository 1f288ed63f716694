#include "plan/prepared_store.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace sardonyx {

namespace {

constexpr std::size_t kWorthIt = 4096;  // bytes of constants

// A field with its length in front, so that no two lists of fields read alike.
struct Append {
  std::string& key;
  bool known = true;
  void raw(const void* data, std::size_t bytes) {
    key += fmt::format("{}:", bytes);
    key.append(static_cast<const char*>(data), bytes);
  }
  void operator()(std::int64_t v) { raw(&v, sizeof v); }
  void operator()(float v) { raw(&v, sizeof v); }
  void operator()(const std::string& v) { raw(v.data(), v.size()); }
  void operator()(const std::vector<std::int64_t>& v) { raw(v.data(), v.size() * sizeof(std::int64_t)); }
  void operator()(const std::vector<float>& v) { raw(v.data(), v.size() * sizeof(float)); }
  void operator()(const std::vector<std::string>& v) {
    (*this)(static_cast<std::int64_t>(v.size()));
    for (const std::string& s : v) (*this)(s);
  }
  template <typename T>
  void operator()(const T&) {
    known = false;
  }
};

}  // namespace

// By two independent multiplicative chains over its words.
std::string content_hash(std::span<const std::byte> content) {
  std::uint64_t a = 0x9e3779b97f4a7c15, b = 0xc2b2ae3d27d4eb4f ^ content.size();
  for (std::size_t i = 0; i < content.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, content.data() + i, std::min<std::size_t>(8, content.size() - i));
    a = (a ^ word) * 0xff51afd7ed558ccd;
    a ^= a >> 33;
    b = std::rotl(b + word * 0x94d049bb133111eb, 29) * 0xbf58476d1ce4e5b9;
  }
  return fmt::format("{:016x}{:016x}", a, b ^ (b >> 31));
}

std::shared_ptr<const Prepared> PreparedStore::get(const std::string& key, const Make& make) {
  {
    std::lock_guard lock(mutex_);
    if (auto it = held_.find(key); it != held_.end()) return it->second;
  }
  std::shared_ptr<const Prepared> made = make();  // outside of the lock: packing takes long
  if (made == nullptr) return nullptr;
  std::lock_guard lock(mutex_);
  return held_.emplace(key, std::move(made)).first->second;
}

std::size_t PreparedStore::size() const {
  std::lock_guard lock(mutex_);
  return held_.size();
}

std::optional<std::string> prepared_key(const Op& op, std::span<const Fact* const> in,
                                        const LowerOptions& o) {
  if (op.nondeterministic()) return std::nullopt;
  std::size_t content = 0;
  for (const Fact* f : in) {
    if (f == nullptr || f->constant() == nullptr) continue;
    if (f->dtype() == DType::string) return std::nullopt;
    content += f->constant()->bytes();
  }
  if (content < kWorthIt) return std::nullopt;
  std::string key = fmt::format("{}:{};{};{};{};{};", op.def().domain, op.def().name, static_cast<int>(o.isa),
                                o.threads, o.fast_math_bf16, o.deterministic);
  Append append{key};
  for (const auto& [name, value] : write_fields(op, true)) {
    append(name);
    std::visit(append, value);
    if (!append.known) return std::nullopt;
  }
  for (const Fact* f : in) {
    key += f == nullptr ? "-" : f->text();
    if (f != nullptr && f->constant() != nullptr)
      key += content_hash({f->constant()->data(), f->constant()->bytes()});
    key += ';';
  }
  return key;
}

}  // namespace sardonyx
