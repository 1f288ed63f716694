#include "model/test_data.h"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <utility>

#include "base/mapped_file.h"
#include "model/external_data.h"
#include "model/parser.h"
#include "model/wire_writer.h"

namespace sardonyx {
namespace {

constexpr std::size_t kMaxStructureBytes = std::size_t{1} << 30;

// elem_type of SequenceProto and OptionalProto; the fields that hold such elements are elem_type + 2.
enum class Element : std::uint8_t {
  undefined = 0,
  tensor = 1,
  sparse = 2,
  sequence = 3,
  map = 4,
  optional = 5
};

class ValueReader {
 public:
  explicit ValueReader(BlockPtr bytes) : parser_(kMaxStructureBytes) { file_.bytes = std::move(bytes); }

  NamedValue read_whole(std::string_view bytes, const Type& type) {
    switch (type.kind) {
      case Type::Kind::sequence:
        return {read_name(bytes), read_sequence(bytes, inner(type), 0)};
      case Type::Kind::map:
        return {read_name(bytes), read_map(bytes, type, 0)};
      case Type::Kind::optional:
        return {read_name(bytes), read_optional(bytes, inner(type), 0)};
      case Type::Kind::sparse: {
        SparseDef def;
        parser_.read(bytes, def);
        return {std::string(def.values.name), to_sparse(def, file_)};
      }
      case Type::Kind::opaque:
        fail(Code::not_implemented, "values of type {} are not in .pb files", type.text());
      default:
        break;
    }
    TensorDef def;
    parser_.read(bytes, def);
    return {std::string(def.name), to_tensor(def, file_)};
  }

 private:
  static Type inner(const Type& type) { return type.inner ? *type.inner : Type{}; }

  static std::string read_name(std::string_view bytes) {
    std::string found;
    for (WireReader r(bytes); r.next();) {
      if (r.field() == 1) found = r.bytes();
    }
    return found;
  }

  // Field 3 to 7 of SequenceProto and OptionalProto.
  Value read_element(Element kind, std::string_view bytes, const Type& type, int depth) {
    require(depth < kMaxFileNesting, Code::over_budget, "nested deeper than {} levels", kMaxFileNesting);
    switch (kind) {
      case Element::sequence:
        return read_sequence(bytes, inner(type), depth + 1);
      case Element::map:
        return read_map(bytes, type, depth + 1);
      case Element::optional:
        return read_optional(bytes, inner(type), depth + 1);
      case Element::sparse:
        return read_whole(bytes, Type::sparse(DType::undefined)).value;
      default:
        return read_whole(bytes, Type::tensor(DType::undefined)).value;
    }
  }

  Value read_sequence(std::string_view bytes, const Type& element, int depth) {
    Sequence sequence;
    sequence.element = element;
    std::uint64_t kind = 0;
    for (WireReader r(bytes); r.next();) {
      if (r.field() == 2) kind = r.varint();
    }
    for (WireReader r(bytes); r.next();) {
      if (r.field() < 3 || r.field() > 7) continue;
      require(r.field() == kind + 2, Code::invalid_model, "sequence of elem_type {} has an element of {}",
              kind, r.field() - 2);
      within([&] { return fmt::format("element {}", sequence.elements.size()); },
             [&] {
               parser_.grow(sequence.elements) =
                   read_element(static_cast<Element>(kind), r.bytes(), element, depth);
             });
    }
    if (element.kind == Type::Kind::unknown && !sequence.elements.empty()) {
      sequence.element = sequence.elements.front().type();
    }
    return sequence;
  }

  Value read_optional(std::string_view bytes, const Type& element, int depth) {
    Value value = Value::none(element);
    for (WireReader r(bytes); r.next();) {
      if (r.field() < 3 || r.field() > 7) continue;
      value = read_element(static_cast<Element>(r.field() - 2), r.bytes(), element, depth);
    }
    return value;
  }

  Value read_map(std::string_view bytes, const Type& type, int depth) {
    Map map;
    std::vector<std::string_view> strings;
    std::vector<Value> values;
    for (WireReader r(bytes); r.next();) {
      if (r.field() == 2) map.key = dtype_of_number(r.int64());
      if (r.field() == 3) parser_.append_ints(r, map.int_keys);
      if (r.field() == 4) parser_.append(r, strings);
      if (r.field() == 5) values = read_sequence(r.bytes(), inner(type), depth).sequence().elements;
    }
    if (map.key == DType::undefined) map.key = strings.empty() ? DType::int64 : DType::string;
    const std::size_t keys = map.key == DType::string ? strings.size() : map.int_keys.size();
    require(keys == values.size(), Code::invalid_model, "map has {} keys and {} values", keys, values.size());
    map.value = inner(type);
    if (map.value.kind == Type::Kind::unknown && !values.empty()) map.value = values.front().type();
    sort_by_key(map, strings, values);
    return map;
  }

  static void sort_by_key(Map& map, const std::vector<std::string_view>& strings,
                          const std::vector<Value>& values) {
    const bool by_string = map.key == DType::string;
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (by_string) return std::pair(strings[a], a) < std::pair(strings[b], b);
      return std::pair(map.int_keys[a], a) < std::pair(map.int_keys[b], b);
    });
    std::vector<std::int64_t> ints;
    for (const std::size_t i : order) {
      if (by_string) {
        map.string_keys.emplace_back(strings[i]);
      } else {
        ints.push_back(map.int_keys[i]);
      }
      map.values.push_back(values[i]);
    }
    map.int_keys = std::move(ints);
  }

  Parser parser_;
  ModelFile file_;
};

Element element_kind(const Value& v) {
  if (v.is_tensor()) return Element::tensor;
  if (v.is_sparse()) return Element::sparse;
  if (v.is_sequence()) return Element::sequence;
  if (v.is_map()) return Element::map;
  return Element::optional;
}

Element element_kind(const Type& type) {
  switch (type.kind) {
    case Type::Kind::sparse:
      return Element::sparse;
    case Type::Kind::sequence:
      return Element::sequence;
    case Type::Kind::map:
      return Element::map;
    case Type::Kind::optional:
      return Element::optional;
    case Type::Kind::tensor:
      return Element::tensor;
    default:
      return Element::undefined;
  }
}

void write_fields(WireWriter& w, const Value& value, const Type& type, std::string_view name);

void write_element(WireWriter& w, const Value& v, const Type& type, Element kind) {
  w.message(static_cast<std::uint32_t>(kind) + 2, [&](WireWriter& m) { write_fields(m, v, type, {}); });
}

void write_sequence(WireWriter& w, const std::vector<Value>& elements, const Type& type,
                    std::string_view name) {
  const bool optional = type.kind == Type::Kind::optional;
  const Element kind = optional || elements.empty() ? element_kind(type) : element_kind(elements.front());
  w.text(1, name);
  w.varint(2, static_cast<std::uint64_t>(kind));
  for (const Value& e : elements) write_element(w, e, type, kind);
}

void write_map(WireWriter& w, const Map& map, std::string_view name) {
  w.text(1, name);
  w.varint(2, static_cast<std::uint64_t>(map.key));
  for (const std::int64_t key : map.int_keys) w.int64(3, key);
  for (const std::string& key : map.string_keys) w.bytes(4, key);
  w.message(5, [&](WireWriter& m) { write_sequence(m, map.values, map.value, {}); });
}

void write_fields(WireWriter& w, const Value& value, const Type& type, std::string_view name) {
  const Type inner = type.inner ? *type.inner : Type{};
  require(!value.is_absent(), Code::invalid_argument, "an absent value cannot be written");
  if (type.kind == Type::Kind::optional || value.is_none()) {
    const Element kind = value.is_none() ? Element::undefined : element_kind(value);
    w.text(1, name);
    w.varint(2, static_cast<std::uint64_t>(kind));
    if (!value.is_none()) write_element(w, value, inner, kind);
  } else if (value.is_tensor()) {
    write_tensor(w, value.tensor(), name);
  } else if (value.is_sparse()) {
    write_sparse(w, value.sparse(), name);
  } else if (value.is_sequence()) {
    write_sequence(w, value.sequence().elements, value.type().inner ? *value.type().inner : inner, name);
  } else {
    write_map(w, value.map(), name);
  }
}

}  // namespace

NamedValue read_value(BlockPtr bytes, const Type& type) {
  require(static_cast<bool>(bytes), Code::invalid_argument, "expected the bytes of a value, found none");
  const std::string_view view(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  return ValueReader(bytes).read_whole(view, type);
}

NamedValue read_value(const std::filesystem::path& path, const Type& type) {
  NamedValue v;
  within([&] { return path.string(); }, [&] { v = read_value(map_file(path), type); });
  return v;
}

std::string write_value(const Value& value, const Type& type, std::string_view name) {
  std::string out;
  WireWriter w(out);
  write_fields(w, value, type, name);
  return out;
}

void write_value(const std::filesystem::path& path, const Value& value, const Type& type,
                 std::string_view name) {
  const std::string bytes = write_value(value, type, name);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  require(file.good(), Code::io, "cannot write '{}'", path.string());
}

}  // namespace sardonyx
