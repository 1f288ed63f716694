#include "model/wire.h"

#include <cstring>
#include <protozero/exception.hpp>
#include <protozero/varint.hpp>

#include "base/error.h"

namespace sardonyx {
namespace {

[[noreturn]] void truncated() { fail(Code::invalid_model, "the bytes end inside of a field"); }

std::uint64_t decode(const char*& at, const char* end) {
  try {
    return protozero::decode_varint(&at, end);
  } catch (const protozero::end_of_buffer_exception&) {
    truncated();
  } catch (const protozero::exception&) {
    fail(Code::invalid_model, "a number takes more than 64 bits");
  }
}

}  // namespace

bool WireReader::next() {
  if (at_ == end_) return false;
  const std::uint64_t tag = decode(at_, end_);
  require(tag >> 3 >= 1 && tag <= UINT32_MAX, Code::invalid_model, "{} is not a field number", tag >> 3);
  field_ = static_cast<std::uint32_t>(tag >> 3);
  const auto remaining = [this] { return static_cast<std::uint64_t>(end_ - at_); };
  std::uint64_t length = 0;
  switch (tag & 7) {
    case 0:
      type_ = WireType::varint;
      number_ = decode(at_, end_);
      return true;
    case 1:
      length = 8;
      break;
    case 2:
      length = decode(at_, end_);
      break;
    case 5:
      length = 4;
      break;
    default:
      fail(Code::invalid_model, "field {} has the wire type {}, which no ONNX file uses", field_, tag & 7);
  }
  type_ = static_cast<WireType>(tag & 7);
  if (length > remaining()) truncated();
  run_ = std::string_view(at_, length);
  at_ += length;
  return true;
}

void WireReader::require_type(WireType type) const {
  require(type_ == type, Code::invalid_model, "field {} has the wire type {}, expected {}", field_,
          static_cast<int>(type_), static_cast<int>(type));
}

std::uint64_t WireReader::varint() const {
  require_type(WireType::varint);
  return number_;
}

float WireReader::float32() const {
  require_type(WireType::fixed32);
  float v;
  std::memcpy(&v, run_.data(), sizeof v);
  return v;
}

double WireReader::float64() const {
  require_type(WireType::fixed64);
  double v;
  std::memcpy(&v, run_.data(), sizeof v);
  return v;
}

std::string_view WireReader::bytes() const {
  require_type(WireType::bytes);
  return run_;
}

std::string_view WireReader::fixed_run(WireType type) const {
  if (type_ != type) {
    require_type(WireType::bytes);
    const std::size_t width = type == WireType::fixed32 ? 4 : 8;
    require(run_.size() % width == 0, Code::invalid_model, "field {} has {} bytes, expected a multiple of {}",
            field_, run_.size(), width);
  }
  return run_;
}

std::uint64_t WireReader::take_varint(std::string_view& rest) {
  const char* at = rest.data();
  const std::uint64_t v = decode(at, rest.data() + rest.size());
  rest.remove_prefix(static_cast<std::size_t>(at - rest.data()));
  return v;
}

}  // namespace sardonyx
