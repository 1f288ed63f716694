// Any bytes as an ONNX file: read_model gives a ModelFile or throws an Error, and so do its tensors.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/model_file.h"
#include "sardonyx/error.hpp"

namespace {

using namespace sardonyx;

void read_tensors(const ModelFile& file, const GraphDef& graph) {
  for (const TensorDef& def : graph.initializers) {
    try {
      const Tensor tensor = to_tensor(def, file);
      (void)tensor;
    } catch (const Error&) {
    }
  }
  for (const SparseDef& def : graph.sparse_initializers) {
    try {
      const Sparse sparse = to_sparse(def, file);
      (void)sparse;
    } catch (const Error&) {
    }
  }
}

void read_values(const ModelFile& file, const AttributeDef& attribute) {
  try {
    if (attribute.t) static_cast<void>(to_tensor(*attribute.t, file));
    if (attribute.sparse) static_cast<void>(to_sparse(*attribute.sparse, file));
    for (const TensorDef& def : attribute.tensors) static_cast<void>(to_tensor(def, file));
  } catch (const Error&) {
  }
  if (attribute.tp) static_cast<void>(attribute.tp->type().text() + attribute.tp->sym_shape().text());
}

void read_nodes(const ModelFile& file, const std::vector<NodeDef>& nodes, int depth) {
  for (const NodeDef& node : nodes) {
    for (const AttributeDef& attribute : node.attributes) {
      read_values(file, attribute);
      if (!attribute.g || depth > 64) continue;
      read_tensors(file, *attribute.g);
      read_nodes(file, attribute.g->nodes, depth + 1);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::uint8_t> bytes(data, data + size);
  ModelReadOptions options;
  options.max_structure_bytes = std::size_t{64} << 20;
  try {
    const ModelFile file = read_model(Block::borrow(bytes.data(), bytes.size(), false), options);
    read_tensors(file, file.graph);
    read_nodes(file, file.graph.nodes, 0);
    for (const FunctionDef& function : file.functions) read_nodes(file, function.nodes, 0);
  } catch (const Error&) {
  }
  return 0;
}
