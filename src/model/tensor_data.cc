// to_tensor and to_sparse: from where the elements are to tensors.
#include <algorithm>
#include <cstring>

#include "model/external_data.h"
#include "model/parser.h"
#include "model/stored_form.h"
#include "tensor/checked_count.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// The typed field that holds elements of `d` (onnx.proto), and how many of its values make one element.
struct TypedField {
  std::uint32_t number;
  const char* name;
  std::size_t values = 1;
};

TypedField typed_field(DType d) {
  switch (d) {
    case DType::float32:
      return {4, "float_data"};
    case DType::complex64:
      return {4, "float_data", 2};
    case DType::string:
      return {6, "string_data"};
    case DType::int64:
      return {7, "int64_data"};
    case DType::float64:
      return {10, "double_data"};
    case DType::complex128:
      return {10, "double_data", 2};
    case DType::uint32:
    case DType::uint64:
      return {11, "uint64_data"};
    default:
      return {5, "int32_data"};
  }
}

template <typename Visit>
void each_field(const TensorDef& def, std::uint32_t number, const Visit& visit) {
  for (const std::string_view part : def.wire) {
    for (WireReader r(part); r.next();) {
      if (r.field() == number) visit(r);
    }
  }
}

// Values that the field holds: counted before memory is taken for them.
std::size_t count_values(const TensorDef& def, const TypedField& field) {
  std::size_t count = 0;
  each_field(def, field.number, [&](const WireReader& r) {
    if (field.number == 4) {
      count += r.fixed_run(WireType::fixed32).size() / 4;
    } else if (field.number == 10) {
      count += r.fixed_run(WireType::fixed64).size() / 8;
    } else if (field.number == 6) {
      ++count;
    } else {
      r.each_varint([&](std::uint64_t) { ++count; });
    }
  });
  return count;
}

// The low bytes of each varint, one element each: little-endian, whatever the width. Sub-byte elements come as packed
// bytes, bool as 0 or 1.
void store_varints(const TensorDef& def, std::uint32_t number, std::byte* to) {
  const std::size_t width = std::max<std::size_t>(item_size(def.dtype), 1);
  const bool truth = def.dtype == DType::bool_;
  each_field(def, number, [&](const WireReader& r) {
    r.each_varint([&](std::uint64_t v) {
      const std::uint64_t stored = truth ? (v != 0 ? 1 : 0) : v;
      std::memcpy(to, &stored, width);
      to += width;
    });
  });
}

void store_runs(const TensorDef& def, std::uint32_t number, std::byte* to) {
  each_field(def, number, [&](const WireReader& r) {
    const std::string_view run = r.fixed_run(number == 4 ? WireType::fixed32 : WireType::fixed64);
    if (!run.empty()) std::memcpy(to, run.data(), run.size());
    to += run.size();
  });
}

Tensor decode_typed(const TensorDef& def, const Shape& shape, std::size_t count) {
  const TypedField field = typed_field(def.dtype);
  const bool sub_byte = is_sub_byte(def.dtype);
  const std::size_t expected = sub_byte ? packed_bytes(def.dtype, count) : checked_mul(count, field.values);
  const std::size_t found = count_values(def, field);
  require(found == expected, Code::invalid_model, "{}{} needs {} values in {}, found {}", name(def.dtype),
          shape, expected, field.name, found);
  Tensor t(def.dtype, shape);
  if (def.dtype == DType::string) {
    std::string* to = t.mutable_as<std::string>().data();
    each_field(def, field.number, [&](const WireReader& r) { *to++ = r.bytes(); });
  } else if (field.number == 4 || field.number == 10) {
    store_runs(def, field.number, t.mutable_data());
  } else {
    store_varints(def, field.number, t.mutable_data());
  }
  return t;
}

// Bytes of a file as they are, but for a bool that is neither 0 nor 1, which no C++ may read: those are copied.
Tensor normalised(Tensor t) {
  if (t.dtype() != DType::bool_) return t;
  const std::byte* bytes = t.data();
  const bool clean = std::all_of(bytes, bytes + t.bytes(), [](std::byte b) { return b <= std::byte{1}; });
  if (clean) return t;
  Tensor copy(t.dtype(), t.shape());
  std::transform(bytes, bytes + t.bytes(), copy.mutable_data(),
                 [](std::byte b) { return b == std::byte{0} ? b : std::byte{1}; });
  return copy;
}

void require_bytes(DType dtype, const Shape& shape, std::size_t needed, std::uint64_t found,
                   const char* where) {
  require(found == needed, Code::invalid_model, "{}{} needs {} bytes, {} has {}", name(dtype), shape, needed,
          where, found);
}

Tensor window_of_raw(const TensorDef& def, const Shape& shape, std::size_t needed, const ModelFile& file) {
  require_bytes(def.dtype, shape, needed, def.raw.size(), "raw_data");
  const auto* first = reinterpret_cast<const std::byte*>(def.raw.data());
  if (stored_otherwise(def.dtype)) return from_stored(def.dtype, shape, first);
  const std::byte* start = file.bytes ? file.bytes->data() : nullptr;
  const bool inside = start != nullptr && std::less_equal<>()(start, first) &&
                      std::less_equal<>()(first + def.raw.size(), start + file.bytes->size());
  if (inside)
    return normalised(Tensor(def.dtype, shape, file.bytes, static_cast<std::size_t>(first - start)));
  Tensor t(def.dtype, shape);  // raw bytes that were put there in memory
  if (needed != 0) std::memcpy(t.mutable_data(), first, needed);
  return normalised(std::move(t));
}

Tensor window_of_file(const TensorDef& def, const Shape& shape, std::size_t needed, const ModelFile& file) {
  require(!def.has_typed && def.raw.empty(), Code::invalid_model,
          "has both external data and elements of its own");
  require(static_cast<bool>(file.external), Code::invalid_model,
          "has external data, but the model has no folder");
  if (def.length) require_bytes(def.dtype, shape, needed, *def.length, "the external data");
  const BlockPtr block = file.external->open(def.location);
  require(def.offset <= block->size() && needed <= block->size() - def.offset, Code::invalid_model,
          "{}{} needs {} bytes from byte {} of {}, which has {}", name(def.dtype), shape, needed, def.offset,
          shown(def.location), block->size());
  const auto offset = static_cast<std::size_t>(def.offset);
  if (stored_otherwise(def.dtype)) return from_stored(def.dtype, shape, block->data() + offset);
  return normalised(Tensor(def.dtype, shape, block, offset));
}

Tensor elements(const TensorDef& def, const ModelFile& file) {
  require(def.dtype != DType::undefined, Code::invalid_model, "has no element type");
  require(def.dims.size() <= Shape::kMaxRank, Code::over_budget, "has rank {}, more than {}", def.dims.size(),
          Shape::kMaxRank);
  const Shape shape{std::span<const std::int64_t>(def.dims)};
  const auto count = static_cast<std::size_t>(checked_count(shape));
  const std::size_t needed = stored_bytes(def.dtype, count);
  if (def.dtype == DType::string) {
    require(!def.external && !def.has_raw, Code::invalid_model, "holds strings, which only string_data can");
    return decode_typed(def, shape, count);
  }
  if (def.external) return window_of_file(def, shape, needed, file);
  if (def.has_raw && !(def.raw.empty() && def.has_typed)) {
    require(!def.has_typed, Code::invalid_model, "has both raw_data and a typed field");
    return window_of_raw(def, shape, needed, file);
  }
  return decode_typed(def, shape, count);
}

void check_indices(const Tensor& indices, const Shape& dense, std::int64_t nnz) {
  const bool linear = indices.rank() == 1;
  const auto rank = static_cast<std::int64_t>(dense.rank());
  const Shape expected = linear ? Shape{nnz} : Shape{nnz, rank};
  require(indices.dtype() == DType::int64 && indices.shape() == expected, Code::invalid_model,
          "indices are {}, expected int64{}", indices, expected);
  std::int64_t before = -1;
  for (std::int64_t i = 0; i < nnz; ++i) {
    std::int64_t position = 0;
    if (linear) {
      position = load_integer(DType::int64, indices.data(), i);
      require(position >= 0 && position < dense.count(), Code::invalid_model, "index {} is outside of {}",
              position, dense);
    } else {
      for (std::int64_t axis = 0; axis < rank; ++axis) {
        const std::int64_t at = load_integer(DType::int64, indices.data(), i * rank + axis);
        const std::int64_t size = dense[static_cast<std::size_t>(axis)];
        require(at >= 0 && at < size, Code::invalid_model, "index {} is outside of {}", at, dense);
        position = position * size + at;
      }
    }
    require(position > before, Code::invalid_model, "indices are not ascending at {}", i);
    before = position;
  }
}

}  // namespace

Tensor to_tensor(const TensorDef& def, const ModelFile& file) {
  if (!def.held.is_null()) return def.held;
  Tensor t;
  within([&] { return "tensor " + shown(def.name); }, [&] { t = elements(def, file); });
  return t;
}

Sparse to_sparse(const SparseDef& def, const ModelFile& file) {
  Sparse s;
  within([&] { return "sparse tensor " + shown(def.values.name); },
         [&] {
           require(def.dims.size() <= Shape::kMaxRank, Code::over_budget, "has rank {}", def.dims.size());
           s.dense = Shape(std::span<const std::int64_t>(def.dims));
           static_cast<void>(checked_count(s.dense));
           s.values = to_tensor(def.values, file);
           require(s.values.rank() == 1, Code::invalid_model, "values are {}, expected rank 1", s.values);
           s.indices = to_tensor(def.indices, file);
           check_indices(s.indices, s.dense, s.values.count());
         });
  return s;
}

}  // namespace sardonyx
