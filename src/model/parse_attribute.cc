// AttributeProto: the value, and which member holds it.
#include <array>

#include "model/parser.h"

namespace sardonyx {
namespace {

constexpr std::array<std::string_view, 15> kNames{
    "UNDEFINED", "FLOAT",   "INT",    "STRING",        "TENSOR",         "GRAPH",      "FLOATS",     "INTS",
    "STRINGS",   "TENSORS", "GRAPHS", "SPARSE_TENSOR", "SPARSE_TENSORS", "TYPE_PROTO", "TYPE_PROTOS"};

std::uint32_t bit(AttributeType type) { return 1u << static_cast<int>(type); }

// `used` has a bit for each kind of value that the message held.
void settle_type(AttributeDef& a, std::uint32_t used) {
  if (a.type == AttributeType::undefined) {
    require((used & (used - 1)) == 0, Code::invalid_model, "has no type and values of several");
    for (std::size_t i = 1; i < kNames.size(); ++i) {
      if (used == 1u << i) a.type = static_cast<AttributeType>(i);
    }
    return;
  }
  if (!a.ref_attr_name.empty()) return;
  for (std::size_t i = 1; i < kNames.size(); ++i) {
    const bool other = (used & ~bit(a.type) & (1u << i)) != 0;
    require(!other, Code::invalid_model, "says that it is {}, but holds {}", name(a.type), kNames[i]);
  }
  const bool missing =
      (a.type == AttributeType::tensor && !a.t) || (a.type == AttributeType::graph && !a.g) ||
      (a.type == AttributeType::type_proto && !a.tp) || (a.type == AttributeType::sparse_tensor && !a.sparse);
  require(!missing, Code::invalid_model, "says that it is {}, but holds none", name(a.type));
}

template <typename T>
T& made(std::shared_ptr<T>& p) {
  if (!p) p = std::make_shared<T>();
  return *p;
}

}  // namespace

std::string_view name(AttributeType type) noexcept {
  const auto i = static_cast<std::size_t>(type);
  return i < kNames.size() ? kNames[i] : kNames[0];
}

bool Parser::read_attribute_value(const WireReader& r, AttributeDef& into, std::uint32_t& used) {
  using T = AttributeType;
  const auto holds = [&](T type) { used |= bit(type); };
  switch (r.field()) {
    case 2:
      holds(T::float_), into.f = r.float32();
      return true;
    case 3:
      holds(T::int_), into.i = r.int64();
      return true;
    case 4:
      holds(T::string), into.s = r.bytes();
      return true;
    case 5:
      holds(T::tensor), spend(sizeof(TensorDef));
      within([] { return "tensor"; }, [&] { read(r.bytes(), made(into.t)); });
      return true;
    case 6:
      holds(T::graph), spend(sizeof(GraphDef));
      read(r.bytes(), made(into.g));
      return true;
    case 7:
      holds(T::floats), append_floats(r, into.floats);
      return true;
    case 8:
      holds(T::ints), append_ints(r, into.ints);
      return true;
    case 9:
      holds(T::strings), append(r, into.strings);
      return true;
    case 10:
      holds(T::tensors), append(r, into.tensors);
      return true;
    case 11:
      holds(T::graphs), spend(sizeof(GraphDef));
      read(r.bytes(), made(grow(into.graphs)));
      return true;
    case 14:
      holds(T::type_proto), spend(sizeof(TypeDef));
      read(r.bytes(), made(into.tp));
      return true;
    case 15:
      holds(T::type_protos), append(r, into.type_protos);
      return true;
    case 22:
      holds(T::sparse_tensor), spend(sizeof(SparseDef));
      read(r.bytes(), made(into.sparse));
      return true;
    case 23:
      holds(T::sparse_tensors), append(r, into.sparses);
      return true;
    default:
      return false;
  }
}

void Parser::read(std::string_view bytes, AttributeDef& into) {
  std::uint32_t used = 0;
  // The name first, so that errors inside of the value have it whatever the order of the fields.
  for (WireReader r(bytes); r.next();) {
    if (r.field() == 1) into.name = r.bytes();
  }
  within([&] { return "attribute " + shown(into.name); },
         [&] {
           for (WireReader r(bytes); r.next();) {
             if (read_attribute_value(r, into, used)) continue;
             if (r.field() == 13) into.doc = r.bytes();
             if (r.field() == 21) into.ref_attr_name = r.bytes();
             if (r.field() == 20) {
               const std::uint64_t type = r.varint();
               require(type < kNames.size(), Code::invalid_model, "{} is not a type of attribute", type);
               into.type = static_cast<AttributeType>(type);
             }
           }
           settle_type(into, used);
         });
}

}  // namespace sardonyx
