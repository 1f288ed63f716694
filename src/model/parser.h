// Messages to ModelFile's structures. Only for model/. Each `read` merges a message into what is already there, which
// is what protobuf asks of a field that comes twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "model/model_file.h"
#include "model/wire.h"

namespace sardonyx {

constexpr int kMaxFileNesting = 64;  // of graphs, of types and of values in a file

// A name for an error's path: quoted, and short whatever the file says.
std::string shown(std::string_view name);

// Runs `body`; an Error that passes gets `place()` in front of its path.
template <typename Place, typename Body>
void within(const Place& place, const Body& body) {
  try {
    body();
  } catch (Error& e) {
    e.at(place());
    throw;
  }
}

class Parser {
 public:
  explicit Parser(std::size_t max_structure_bytes) : budget_(max_structure_bytes) {}

  void read(std::string_view bytes, ModelFile& into, bool& has_graph);
  void read(std::string_view bytes, GraphDef& into);
  void read(std::string_view bytes, FunctionDef& into);
  void read(std::string_view bytes, NodeDef& into);
  void read(std::string_view bytes, AttributeDef& into);
  void read(std::string_view bytes, TensorDef& into);
  void read(std::string_view bytes, SparseDef& into);
  void read(std::string_view bytes, TypeDef& into);
  void read(std::string_view bytes, ValueInfoDef& into);
  void read(std::string_view bytes, KeyValueDef& into);
  void read(std::string_view bytes, OpsetImportDef& into);
  void read(std::string_view bytes, QuantAnnotationDef& into);

  // One more element, paid from the budget.
  template <typename T>
  T& grow(std::vector<T>& list) {
    spend(sizeof(T));
    return list.emplace_back();
  }
  // One more element read from the current field.
  template <typename T>
  void append(const WireReader& r, std::vector<T>& list) {
    read(r.bytes(), grow(list));
  }
  void append(const WireReader& r, std::vector<std::string_view>& list) { grow(list) = r.bytes(); }
  void append_ints(const WireReader& r, std::vector<std::int64_t>& list);
  void append_floats(const WireReader& r, std::vector<float>& list);

 private:
  class Nested;  // counts the depth of nesting while it lives
  void spend(std::size_t bytes);
  void append_node(const WireReader& r, std::vector<NodeDef>& nodes);
  void append_tensor(const WireReader& r, std::vector<TensorDef>& tensors);
  bool read_attribute_value(const WireReader& r, AttributeDef& into, std::uint32_t& used);
  void read_external_entry(std::string_view bytes, TensorDef& into);
  void read_tensor_type(std::string_view bytes, TypeDef& into);
  void read_shape(std::string_view bytes, TypeDef& into);
  void read_inner_type(std::string_view bytes, TypeDef& into);

  std::size_t budget_;
  int depth_ = 0;
};

class Parser::Nested {
 public:
  explicit Nested(Parser& p);
  ~Nested() { --parser_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  Parser& parser_;
};

// The element type of a number in a file; throws for numbers that no DType has.
DType dtype_of_number(std::int64_t number);

}  // namespace sardonyx
