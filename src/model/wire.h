// The protobuf wire format, field by field, over bytes that are not trusted.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sardonyx {

enum class WireType : std::uint8_t { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

// Walks the fields of one message. Everything malformed throws Error(invalid_model): bytes that end too early, varints
// of more than 64 bits, groups, field number 0, and a value asked for as what it is not.
class WireReader {
 public:
  explicit WireReader(std::string_view message) noexcept
      : at_(message.data()), end_(message.data() + message.size()) {}

  // Reads the next field, value included; false at the end of the message. A value not asked for is thereby skipped.
  bool next();
  std::uint32_t field() const noexcept { return field_; }
  WireType type() const noexcept { return type_; }

  // The value; each throws unless the field has its wire type.
  std::uint64_t varint() const;
  std::int64_t int64() const { return static_cast<std::int64_t>(varint()); }
  std::int32_t int32() const { return static_cast<std::int32_t>(varint()); }
  float float32() const;
  double float64() const;
  std::string_view bytes() const;

  // A repeated scalar, packed (many values) or not (one). `visit` gets each value.
  template <typename Visit>
  void each_varint(const Visit& visit) const {
    if (type_ == WireType::varint) return visit(number_);
    for (std::string_view rest = bytes(); !rest.empty();) visit(take_varint(rest));
  }
  // For fixed32 and fixed64: all values as one run of little-endian bytes, `width` bytes each.
  std::string_view fixed_run(WireType type) const;

 private:
  static std::uint64_t take_varint(std::string_view& rest);
  void require_type(WireType type) const;

  const char* at_;
  const char* end_;
  std::uint32_t field_ = 0;
  WireType type_ = WireType::varint;
  std::uint64_t number_ = 0;  // varint
  std::string_view run_;      // bytes; of fixed32 and fixed64 too
};

}  // namespace sardonyx
