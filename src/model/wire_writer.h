// Writing the protobuf wire format, and TensorProto with it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sardonyx/value.hpp"

namespace sardonyx {

// Appends fields to a string. Messages nest through `message`, whose body writes the inner fields with the same writer.
class WireWriter {
 public:
  // Bytes that stand in the message behind the first `at` bytes of the string, but were never copied into it.
  struct Aside {
    std::size_t at;
    std::string_view bytes;
  };
  // `asides`: where long values go that `aside` writes; without it they are copied like all others.
  explicit WireWriter(std::string& out, std::vector<Aside>* asides = nullptr) : out_(out), asides_(asides) {}

  void varint(std::uint32_t field, std::uint64_t value);
  void int64(std::uint32_t field, std::int64_t value) { varint(field, static_cast<std::uint64_t>(value)); }
  void float32(std::uint32_t field, float value);
  void float64(std::uint32_t field, double value);
  void bytes(std::uint32_t field, std::string_view value);
  // The same for a value that outlives the writer: a long one is only referred to.
  void aside(std::uint32_t field, std::string_view value);
  // The same, but left out when empty.
  void text(std::uint32_t field, std::string_view value) {
    if (!value.empty()) bytes(field, value);
  }
  template <typename Body>
  void message(std::uint32_t field, const Body& body) {
    const std::size_t start = open(field);
    body(*this);
    close(start);
  }

 private:
  std::size_t open(std::uint32_t field);
  void close(std::size_t start);
  std::string& out_;
  std::vector<Aside>* asides_;
};

// Text and asides in their order.
void each_part(std::string_view text, const std::vector<WireWriter::Aside>& asides,
               const std::function<void(std::string_view)>& visit);

// The fields of a TensorProto: raw_data, or string_data for strings. Throws invalid_argument for a null tensor.
void write_tensor(WireWriter& w, const Tensor& t, std::string_view name);
// The fields of a SparseTensorProto.
void write_sparse(WireWriter& w, const Sparse& s, std::string_view name);

}  // namespace sardonyx
