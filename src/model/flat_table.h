// A FlatBuffers table over bytes that are not trusted: every offset is verified as it is followed.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sardonyx {

// What all tables of one buffer share. Each list that is read is paid from `budget`.
struct FlatBuffer {
  FlatBuffer(std::string_view bytes, std::size_t max_structure_bytes);
  void spend(std::size_t bytes);
  flatbuffers::Verifier verifier;
  std::size_t budget;
};

// Fields are named by their id (position in the schema). Everything malformed throws Error(invalid_model).
class FlatTable {
 public:
  static FlatTable root(FlatBuffer& buffer, std::string_view bytes);

  template <typename T>
  T scalar(std::uint16_t id, T absent) const {
    const flatbuffers::voffset_t at = offset(id);
    if (at == 0) return absent;
    check(buffer_->verifier.VerifyField<T>(data(), at, sizeof(T)));
    T v;
    std::memcpy(&v, data() + at, sizeof v);
    return v;
  }
  bool has(std::uint16_t id) const { return offset(id) != 0; }
  std::string_view text(std::uint16_t id) const;  // "" when absent
  std::optional<FlatTable> table(std::uint16_t id) const;

  // Lists; empty when absent.
  std::vector<FlatTable> tables(std::uint16_t id) const;
  std::vector<std::string_view> texts(std::uint16_t id) const;
  template <typename T>
  std::vector<T> scalars(std::uint16_t id) const {
    const std::string_view raw = list(id, sizeof(T));
    buffer_->spend(raw.size());
    std::vector<T> out(raw.size() / sizeof(T));
    if (!raw.empty()) std::memcpy(out.data(), raw.data(), raw.size());
    return out;
  }
  // The bytes of a vector of bytes, where they are.
  std::string_view bytes(std::uint16_t id) const { return list(id, 1); }

 private:
  FlatTable(FlatBuffer& buffer, const std::uint8_t* table);
  static void check(bool ok);
  const std::uint8_t* data() const noexcept { return data_; }
  flatbuffers::voffset_t offset(std::uint16_t id) const;
  // Where the offset in field `id` leads; nullptr when absent.
  const std::uint8_t* follow(std::uint16_t id) const;
  std::string_view list(std::uint16_t id, std::size_t width) const;
  std::string_view text_at(const std::uint8_t* at) const;

  FlatBuffer* buffer_;
  const std::uint8_t* data_;
};

}  // namespace sardonyx
