#include "model/wire_writer.h"

#include <bit>
#include <iterator>
#include <protozero/varint.hpp>

#include "base/error.h"
#include "model/stored_form.h"
#include "model/wire.h"

namespace sardonyx {
namespace {

void add_varint(std::string& out, std::uint64_t value) {
  protozero::write_varint(std::back_inserter(out), value);
}

void add_tag(std::string& out, std::uint32_t field, WireType type) {
  add_varint(out, (std::uint64_t{field} << 3) | static_cast<std::uint64_t>(type));
}

// Little-endian whatever the machine.
void add_fixed(std::string& out, std::uint64_t bits, int bytes) {
  for (int i = 0; i < bytes; ++i, bits >>= 8) out += static_cast<char>(bits & 0xff);
}

}  // namespace

void WireWriter::varint(std::uint32_t field, std::uint64_t value) {
  add_tag(out_, field, WireType::varint);
  add_varint(out_, value);
}

void WireWriter::float32(std::uint32_t field, float value) {
  add_tag(out_, field, WireType::fixed32);
  add_fixed(out_, std::bit_cast<std::uint32_t>(value), 4);
}

void WireWriter::float64(std::uint32_t field, double value) {
  add_tag(out_, field, WireType::fixed64);
  add_fixed(out_, std::bit_cast<std::uint64_t>(value), 8);
}

void WireWriter::bytes(std::uint32_t field, std::string_view value) {
  add_tag(out_, field, WireType::bytes);
  add_varint(out_, value.size());
  out_ += value;
}

void WireWriter::aside(std::uint32_t field, std::string_view value) {
  constexpr std::size_t kLong = 4096;
  if (asides_ == nullptr || value.size() < kLong) return bytes(field, value);
  add_tag(out_, field, WireType::bytes);
  add_varint(out_, value.size());
  asides_->push_back({out_.size(), value});
}

std::size_t WireWriter::open(std::uint32_t field) {
  add_tag(out_, field, WireType::bytes);
  return out_.size();
}

// The length goes in front once it is known, which moves the body by a few bytes.
void WireWriter::close(std::size_t start) {
  std::size_t size = out_.size() - start, first = asides_ == nullptr ? 0 : asides_->size();
  for (; first > 0 && (*asides_)[first - 1].at >= start; --first) size += (*asides_)[first - 1].bytes.size();
  std::string length;
  add_varint(length, size);
  out_.insert(start, length);
  for (; asides_ != nullptr && first < asides_->size(); ++first) (*asides_)[first].at += length.size();
}

void each_part(std::string_view text, const std::vector<WireWriter::Aside>& asides,
               const std::function<void(std::string_view)>& visit) {
  std::size_t done = 0;
  for (const WireWriter::Aside& a : asides) {
    visit(text.substr(done, a.at - done));
    visit(a.bytes);
    done = a.at;
  }
  visit(text.substr(done));
}

void write_tensor(WireWriter& w, const Tensor& t, std::string_view name) {
  require(!t.is_null(), Code::invalid_argument, "a null tensor cannot be written");
  for (const std::int64_t dim : t.shape()) w.int64(1, dim);
  w.int64(2, static_cast<std::int64_t>(t.dtype()));
  w.text(8, name);
  if (t.dtype() == DType::string) {
    for (const std::string& s : t.as<std::string>()) w.bytes(6, s);
  } else if (stored_otherwise(t.dtype())) {
    const Tensor stored = to_stored(t);
    w.bytes(9, {reinterpret_cast<const char*>(stored.data()), stored.bytes()});
  } else {
    w.aside(9, {reinterpret_cast<const char*>(t.data()), t.bytes()});
  }
}

void write_sparse(WireWriter& w, const Sparse& s, std::string_view name) {
  w.message(1, [&](WireWriter& m) { write_tensor(m, s.values, name); });
  w.message(2, [&](WireWriter& m) { write_tensor(m, s.indices, {}); });
  for (const std::int64_t dim : s.dense) w.int64(3, dim);
}

}  // namespace sardonyx
