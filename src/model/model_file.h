// ModelFile: the parsed file. Strings and weights point into the mapped bytes; nothing is checked here beyond what the
// file format itself says (the rules of graphs are import's).
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sardonyx/value.hpp"
#include "tensor/attr_kind.h"
#include "tensor/dim.h"

namespace sardonyx {

class ExternalData;
struct GraphDef;

struct KeyValueDef {
  std::string_view key, value;
};

struct OpsetImportDef {
  std::string_view domain;  // as written: "" and "ai.onnx" are one
  std::int64_t version = 0;
};

struct DimDef {
  enum class Kind : std::uint8_t { unknown, value, param };
  Kind kind = Kind::unknown;
  std::int64_t value = 0;
  std::string_view param;
  std::string_view denotation;
};

struct TypeDef {
  Type::Kind kind = Type::Kind::unknown;
  DType dtype = DType::undefined;  // tensor, sparse: element; map: key
  bool has_shape = false;          // tensor, sparse
  std::vector<DimDef> shape;
  std::shared_ptr<TypeDef> inner;  // sequence, optional: element; map: value
  std::string_view opaque_domain, opaque_name;
  std::string_view denotation;

  Type type() const;
  // Unknown rank without a shape; negative sizes are unknown ones; an empty dim_param too.
  SymShape sym_shape() const;
};

struct ValueInfoDef {
  std::string_view name;
  TypeDef type;
  std::string_view doc;
  std::vector<KeyValueDef> metadata;
};

// Where the elements are: `held` (files built in memory), `external`, `raw`, or typed fields inside of `wire`.
struct TensorDef {
  std::string_view name;
  std::vector<std::int64_t> dims;
  DType dtype = DType::undefined;
  bool has_raw = false;
  std::string_view raw;
  bool has_typed = false;  // a typed field is present (float_data, string_data, ...)
  std::vector<std::string_view>
      wire;  // the message's own bytes (several when merged), kept for the typed fields
  Tensor held;
  bool external = false;
  std::string_view location, checksum;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length;
  std::string_view doc;
  std::vector<KeyValueDef> metadata;
};

struct SparseDef {
  TensorDef values, indices;  // the name is values.name
  std::vector<std::int64_t> dims;
};

using AttributeType = AttrKind;
std::string_view name(AttributeType type) noexcept;  // "FLOAT", "INTS", ...

// `type` says which member holds the value; the pointers are set whenever their type says so. Where the file says no
// type (IR 1), it is deduced from the used field.
struct AttributeDef {
  std::string_view name;
  AttributeType type = AttributeType::undefined;
  float f = 0;
  std::int64_t i = 0;
  std::string_view s;
  std::shared_ptr<TensorDef> t;
  std::shared_ptr<GraphDef> g;
  std::shared_ptr<TypeDef> tp;
  std::shared_ptr<SparseDef> sparse;
  std::vector<float> floats;
  std::vector<std::int64_t> ints;
  std::vector<std::string_view> strings;
  std::vector<TensorDef> tensors;
  std::vector<std::shared_ptr<GraphDef>> graphs;
  std::vector<TypeDef> type_protos;
  std::vector<SparseDef> sparses;
  std::string_view ref_attr_name;  // in function bodies: the function's attribute that stands here
  std::string_view doc;
};

struct NodeDef {
  std::string_view name, op_type, domain, overload;
  std::vector<std::string_view> inputs, outputs;  // "" is left out
  std::vector<AttributeDef> attributes;
  std::string_view doc;
  std::vector<KeyValueDef> metadata;
};

struct QuantAnnotationDef {
  std::string_view tensor;
  std::vector<KeyValueDef> parameters;
};

struct GraphDef {
  std::string_view name, doc;
  std::vector<NodeDef> nodes;
  std::vector<TensorDef> initializers;
  std::vector<SparseDef> sparse_initializers;
  std::vector<ValueInfoDef> inputs, outputs, value_infos;
  std::vector<QuantAnnotationDef> quant_annotations;
  std::vector<KeyValueDef> metadata;
};

struct FunctionDef {
  std::string_view name, domain, overload, doc;
  std::vector<std::string_view> inputs, outputs;
  std::vector<std::string_view> attributes;      // parameters without default
  std::vector<AttributeDef> attribute_defaults;  // parameters with default
  std::vector<NodeDef> nodes;
  std::vector<OpsetImportDef> opset_imports;
  std::vector<ValueInfoDef> value_infos;
  std::vector<KeyValueDef> metadata;
};

struct ModelReadOptions {
  // External data may lie outside of the model's folder.
  bool allow_external_anywhere = false;
  // Where the external data of a model given as bytes lies; empty: such a model has none, but for the next.
  std::filesystem::path external_folder;
  // External files given as bytes, by their location; looked up before any folder.
  std::map<std::string, BlockPtr, std::less<>> external_files;
  // Files are read, not mapped: they may be overwritten in place later.
  bool copy_files = false;
  // The file beside a .ort model that holds its external data; empty: the model's name with ".data".
  std::string external_name;
  // Bound on the memory of the parsed structures (weights do not count).
  std::size_t max_structure_bytes = std::size_t{1} << 30;
};

struct ModelFile {
  std::int64_t ir_version = 0;
  std::string_view producer_name, producer_version, domain, doc;
  static constexpr std::int64_t kNoVersion = std::numeric_limits<std::int64_t>::max();
  std::int64_t model_version = kNoVersion;
  std::vector<KeyValueDef> metadata;
  std::vector<OpsetImportDef> opset_imports;
  GraphDef graph;
  std::vector<FunctionDef> functions;

  BlockPtr bytes;                          // what the views point into; shared by the tensors made from it
  std::filesystem::path folder;            // of external data; empty: none
  std::shared_ptr<ExternalData> external;  // opens and keeps external files

  // Copies `text` into memory that lives as long as the file (copies of a ModelFile share it).
  std::string_view keep(std::string text);
  std::shared_ptr<std::deque<std::string>> kept;

  // Throws Error(io) when a mapped file was overwritten in place since it was opened.
  void check_files() const;
};

inline constexpr std::int64_t kNewestIrVersion = 14;

// ONNX protobuf or the .ort format, whichever the bytes are. Both throw Error: no_such_file, io, invalid_model (with the place: "graph > node 3 'conv' > attribute 'pads'"),
// over_budget, not_implemented (newer IR version).
ModelFile read_model(const std::filesystem::path& path, const ModelReadOptions& options = {});
ModelFile read_model(BlockPtr bytes, const ModelReadOptions& options = {});

// The elements. raw_data and external data become windows of the mapped bytes (of any alignment), typed fields are
// decoded. Throws Error naming the tensor when its bytes are not exactly what type and sizes need.
Tensor to_tensor(const TensorDef& def, const ModelFile& file);
// Indices are checked: in range, ascending, no repeats.
Sparse to_sparse(const SparseDef& def, const ModelFile& file);

}  // namespace sardonyx
