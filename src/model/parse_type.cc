// TypeProto, TensorShapeProto and ValueInfoProto.
#include "model/parser.h"

namespace sardonyx {
namespace {

DimDef read_dim(std::string_view bytes) {
  DimDef dim;
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        dim.kind = DimDef::Kind::value;
        dim.value = r.int64();
        break;
      case 2:
        dim.kind = DimDef::Kind::param;
        dim.param = r.bytes();
        break;
      case 3:
        dim.denotation = r.bytes();
        break;
      default:
        break;
    }
  }
  return dim;
}

// Another alternative of the type replaces the one before; the same one merges.
void choose(TypeDef& type, Type::Kind kind) {
  if (type.kind == kind) return;
  const std::string_view denotation = type.denotation;
  type = TypeDef{};
  type.kind = kind;
  type.denotation = denotation;
}

}  // namespace

void Parser::read_shape(std::string_view bytes, TypeDef& into) {
  into.has_shape = true;
  for (WireReader r(bytes); r.next();) {
    if (r.field() == 1) grow(into.shape) = read_dim(r.bytes());
  }
}

void Parser::read_tensor_type(std::string_view bytes, TypeDef& into) {
  for (WireReader r(bytes); r.next();) {
    if (r.field() == 1) into.dtype = dtype_of_number(r.int64());
    if (r.field() == 2) read_shape(r.bytes(), into);
  }
}

void Parser::read_inner_type(std::string_view bytes, TypeDef& into) {
  if (!into.inner) {
    spend(sizeof(TypeDef));
    into.inner = std::make_shared<TypeDef>();
  }
  read(bytes, *into.inner);
}

void Parser::read(std::string_view bytes, TypeDef& into) {
  const Nested nested(*this);
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        choose(into, Type::Kind::tensor);
        read_tensor_type(r.bytes(), into);
        break;
      case 8:
        choose(into, Type::Kind::sparse);
        read_tensor_type(r.bytes(), into);
        break;
      case 4:
      case 9:
        choose(into, r.field() == 4 ? Type::Kind::sequence : Type::Kind::optional);
        for (WireReader inner(r.bytes()); inner.next();) {
          if (inner.field() == 1) read_inner_type(inner.bytes(), into);
        }
        break;
      case 5:
        choose(into, Type::Kind::map);
        for (WireReader inner(r.bytes()); inner.next();) {
          if (inner.field() == 1) into.dtype = dtype_of_number(inner.int64());
          if (inner.field() == 2) read_inner_type(inner.bytes(), into);
        }
        break;
      case 7:
        choose(into, Type::Kind::opaque);
        for (WireReader inner(r.bytes()); inner.next();) {
          if (inner.field() == 1) into.opaque_domain = inner.bytes();
          if (inner.field() == 2) into.opaque_name = inner.bytes();
        }
        break;
      case 6:
        into.denotation = r.bytes();
        break;
      default:
        break;
    }
  }
}

void Parser::read(std::string_view bytes, ValueInfoDef& into) {
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        into.name = r.bytes();
        break;
      case 2:
        within([&] { return "type of " + shown(into.name); }, [&] { read(r.bytes(), into.type); });
        break;
      case 3:
        into.doc = r.bytes();
        break;
      case 4:
        append(r, into.metadata);
        break;
      default:
        break;
    }
  }
}

Type TypeDef::type() const {
  const auto inside = [this] { return inner ? inner->type() : Type{}; };
  switch (kind) {
    case Type::Kind::sequence:
      return Type::sequence(inside());
    case Type::Kind::optional:
      return Type::optional(inside());
    case Type::Kind::map:
      return Type::map(dtype, inside());
    default:
      return {kind, dtype, nullptr};
  }
}

SymShape TypeDef::sym_shape() const {
  if (!has_shape) return {};
  std::vector<Dim> dims;
  dims.reserve(shape.size());
  for (const DimDef& d : shape) {
    if (d.kind == DimDef::Kind::value && d.value >= 0) {
      dims.emplace_back(d.value);
    } else if (d.kind == DimDef::Kind::param && !d.param.empty()) {
      dims.push_back(Dim::symbol(d.param));
    } else {
      dims.push_back(Dim::unknown());
    }
  }
  return SymShape(std::move(dims));
}

}  // namespace sardonyx
