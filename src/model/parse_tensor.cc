// TensorProto and SparseTensorProto: where the elements are, not yet the elements.
#include <charconv>

#include "model/parser.h"

namespace sardonyx {
namespace {

std::uint64_t parse_decimal(std::string_view key, std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  require(!text.empty() && error == std::errc{} && end == text.data() + text.size(), Code::invalid_model,
          "external data's {} is {}, expected a number of bytes", key, shown(text));
  return value;
}

}  // namespace

DType dtype_of_number(std::int64_t number) {
  require(number >= 0 && number < kDTypeCount, Code::invalid_model, "{} is not an ONNX element type", number);
  return static_cast<DType>(number);
}

void Parser::read_external_entry(std::string_view bytes, TensorDef& into) {
  KeyValueDef entry;
  read(bytes, entry);
  if (entry.key == "location") into.location = entry.value;
  if (entry.key == "offset") into.offset = parse_decimal(entry.key, entry.value);
  if (entry.key == "length") into.length = parse_decimal(entry.key, entry.value);
  if (entry.key == "checksum") into.checksum = entry.value;
}

void Parser::read(std::string_view bytes, TensorDef& into) {
  bool typed = false;
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        append_ints(r, into.dims);
        break;
      case 2:
        into.dtype = dtype_of_number(r.int64());
        break;
      case 3:
        fail(Code::invalid_model, "a tensor in segments, which no version of ONNX defines");
      case 4:
      case 5:
      case 6:
      case 7:
      case 10:
      case 11:
        typed = true;
        break;
      case 8:
        into.name = r.bytes();
        break;
      case 9:
        into.has_raw = true;
        into.raw = r.bytes();
        break;
      case 12:
        into.doc = r.bytes();
        break;
      case 13:
        read_external_entry(r.bytes(), into);
        break;
      case 14: {
        const std::uint64_t place = r.varint();
        require(place <= 1, Code::invalid_model, "{} is not a data_location", place);
        into.external = place == 1;
        break;
      }
      case 16:
        append(r, into.metadata);
        break;
      default:
        break;
    }
  }
  if (typed) {
    into.has_typed = true;
    grow(into.wire) = bytes;
  }
}

void Parser::read(std::string_view bytes, SparseDef& into) {
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        read(r.bytes(), into.values);
        break;
      case 2:
        read(r.bytes(), into.indices);
        break;
      case 3:
        append_ints(r, into.dims);
        break;
      default:
        break;
    }
  }
}

}  // namespace sardonyx
