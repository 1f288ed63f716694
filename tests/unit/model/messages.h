// Small ONNX messages for tests, written field by field.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "model/model_file.h"
#include "model/wire_writer.h"
#include "sardonyx/block.hpp"
#include "sardonyx/error.hpp"

namespace sardonyx::test {

template <typename Body>
std::string message(const Body& body) {
  std::string out;
  WireWriter w(out);
  body(w);
  return out;
}

inline BlockPtr block_of(std::string_view bytes) {
  BlockPtr block = Block::allocate(bytes.size());
  if (!bytes.empty()) std::memcpy(block->data(), bytes.data(), bytes.size());
  return block;
}

// A model of IR version 10, opset 21, whose GraphProto `graph` writes.
template <typename Body>
std::string model_with_graph(const Body& graph, std::int64_t ir_version = 10) {
  return message([&](WireWriter& w) {
    w.int64(1, ir_version);
    w.message(8, [](WireWriter& opset) { opset.int64(2, 21); });
    w.message(7, graph);
  });
}

inline ModelFile parse(std::string_view bytes, const ModelReadOptions& options = {}) {
  return read_model(block_of(bytes), options);
}

// A model with one initializer, whose TensorProto `tensor` writes; gives the tensor.
template <typename Body>
Tensor initializer(const Body& tensor, const ModelReadOptions& options = {}) {
  const ModelFile file = parse(model_with_graph([&](WireWriter& g) { g.message(5, tensor); }), options);
  return to_tensor(file.graph.initializers.at(0), file);
}

// The text of the Error that `body` throws; "" when it throws none.
template <typename Body>
std::string error_of(const Body& body) {
  try {
    body();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace sardonyx::test
