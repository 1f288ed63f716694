// ModelProto, GraphProto, FunctionProto, NodeProto and the small messages.
#include <cstring>

#include "model/parser.h"

namespace sardonyx {
namespace {

constexpr std::size_t kMaxShownName = 80;

template <typename List>
std::size_t last_index(const List& list) {
  return list.size() - 1;
}

// Short and without control characters, whatever the file says.
std::string printable(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, kMaxShownName)) {
    const bool printable = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    out += printable ? c : '?';
  }
  return name.size() > kMaxShownName ? out + "..." : out;
}

}  // namespace

std::string shown(std::string_view name) { return "'" + printable(name) + "'"; }

Parser::Nested::Nested(Parser& p) : parser_(p) {
  require(p.depth_ < kMaxFileNesting, Code::over_budget, "nested deeper than {} levels", kMaxFileNesting);
  ++p.depth_;
}

void Parser::spend(std::size_t bytes) {
  require(bytes <= budget_, Code::over_budget, "the structures of the model take more memory than allowed");
  budget_ -= bytes;
}

void Parser::append_ints(const WireReader& r, std::vector<std::int64_t>& list) {
  r.each_varint([&](std::uint64_t v) { grow(list) = static_cast<std::int64_t>(v); });
}

void Parser::append_floats(const WireReader& r, std::vector<float>& list) {
  const std::string_view run = r.fixed_run(WireType::fixed32);
  spend(run.size());
  const std::size_t before = list.size();
  list.resize(before + run.size() / sizeof(float));
  if (!run.empty()) std::memcpy(list.data() + before, run.data(), run.size());
}

void Parser::read(std::string_view bytes, KeyValueDef& into) {
  for (WireReader r(bytes); r.next();) {
    if (r.field() == 1) into.key = r.bytes();
    if (r.field() == 2) into.value = r.bytes();
  }
}

void Parser::read(std::string_view bytes, OpsetImportDef& into) {
  for (WireReader r(bytes); r.next();) {
    if (r.field() == 1) into.domain = r.bytes();
    if (r.field() == 2) into.version = r.int64();
  }
}

void Parser::read(std::string_view bytes, QuantAnnotationDef& into) {
  for (WireReader r(bytes); r.next();) {
    if (r.field() == 1) into.tensor = r.bytes();
    if (r.field() == 2) append(r, into.parameters);
  }
}

void Parser::read(std::string_view bytes, NodeDef& into) {
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        append(r, into.inputs);
        break;
      case 2:
        append(r, into.outputs);
        break;
      case 3:
        into.name = r.bytes();
        break;
      case 4:
        into.op_type = r.bytes();
        break;
      case 5:
        append(r, into.attributes);
        break;
      case 6:
        into.doc = r.bytes();
        break;
      case 7:
        into.domain = r.bytes();
        break;
      case 8:
        into.overload = r.bytes();
        break;
      case 9:
        append(r, into.metadata);
        break;
      default:
        break;
    }
  }
}

namespace {

// A text field of a message whose reading failed: read again, because the error may have come before it.
std::string_view text_field(std::string_view bytes, std::uint32_t field) {
  std::string_view found;
  try {
    for (WireReader r(bytes); r.next();) {
      if (r.field() == field && r.type() == WireType::bytes) found = r.bytes();
    }
  } catch (const Error&) {
    // the very error that is being reported
  }
  return found;
}

// "node 3 'conv1' (Conv)"
std::string node_place(std::string_view bytes, std::size_t index) {
  std::string place = fmt::format("node {} {}", index, shown(text_field(bytes, 3)));
  const std::string_view op_type = text_field(bytes, 4);
  if (!op_type.empty()) place += fmt::format(" ({})", printable(op_type));
  return place;
}

}  // namespace

void Parser::append_node(const WireReader& r, std::vector<NodeDef>& nodes) {
  NodeDef& node = grow(nodes);
  within([&] { return node_place(r.bytes(), last_index(nodes)); }, [&] { read(r.bytes(), node); });
}

void Parser::append_tensor(const WireReader& r, std::vector<TensorDef>& tensors) {
  TensorDef& tensor = grow(tensors);
  within(
      [&] { return fmt::format("initializer {} {}", last_index(tensors), shown(text_field(r.bytes(), 8))); },
      [&] { read(r.bytes(), tensor); });
}

void Parser::read(std::string_view bytes, GraphDef& into) {
  const Nested nested(*this);
  const auto named = [&](const char* what, auto& list, const WireReader& r) {
    within([&] { return fmt::format("{} {}", what, last_index(list)); }, [&] { append(r, list); });
  };
  within([] { return "graph"; },
         [&] {
           for (WireReader r(bytes); r.next();) {
             switch (r.field()) {
               case 1:
                 append_node(r, into.nodes);
                 break;
               case 2:
                 into.name = r.bytes();
                 break;
               case 5:
                 append_tensor(r, into.initializers);
                 break;
               case 10:
                 into.doc = r.bytes();
                 break;
               case 11:
                 named("input", into.inputs, r);
                 break;
               case 12:
                 named("output", into.outputs, r);
                 break;
               case 13:
                 named("value_info", into.value_infos, r);
                 break;
               case 14:
                 append(r, into.quant_annotations);
                 break;
               case 15:
                 named("sparse initializer", into.sparse_initializers, r);
                 break;
               case 16:
                 append(r, into.metadata);
                 break;
               default:
                 break;
             }
           }
         });
}

void Parser::read(std::string_view bytes, FunctionDef& into) {
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        into.name = r.bytes();
        break;
      case 4:
        append(r, into.inputs);
        break;
      case 5:
        append(r, into.outputs);
        break;
      case 6:
        append(r, into.attributes);
        break;
      case 7:
        append_node(r, into.nodes);
        break;
      case 8:
        into.doc = r.bytes();
        break;
      case 9:
        append(r, into.opset_imports);
        break;
      case 10:
        into.domain = r.bytes();
        break;
      case 11:
        append(r, into.attribute_defaults);
        break;
      case 12:
        append(r, into.value_infos);
        break;
      case 13:
        into.overload = r.bytes();
        break;
      case 14:
        append(r, into.metadata);
        break;
      default:
        break;
    }
  }
}

void Parser::read(std::string_view bytes, ModelFile& into, bool& has_graph) {
  for (WireReader r(bytes); r.next();) {
    switch (r.field()) {
      case 1:
        into.ir_version = r.int64();
        break;
      case 2:
        into.producer_name = r.bytes();
        break;
      case 3:
        into.producer_version = r.bytes();
        break;
      case 4:
        into.domain = r.bytes();
        break;
      case 5:
        into.model_version = r.int64();
        break;
      case 6:
        into.doc = r.bytes();
        break;
      case 7:
        has_graph = true;
        read(r.bytes(), into.graph);
        break;
      case 8:
        append(r, into.opset_imports);
        break;
      case 14:
        append(r, into.metadata);
        break;
      case 25: {
        FunctionDef& function = grow(into.functions);
        within(
            [&] {
              return fmt::format("function {} {}", last_index(into.functions),
                                 shown(text_field(r.bytes(), 1)));
            },
            [&] { read(r.bytes(), function); });
        break;
      }
      default:
        break;
    }
  }
}

}  // namespace sardonyx
