// Builds small models for tests, as bytes of the ONNX format.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "model/wire_writer.h"
#include "sardonyx/session.hpp"

namespace sardonyx::test {

class GraphBuilder {
 public:
  using Size = std::variant<std::int64_t, std::string>;  // a number or a symbol
  using Setting = std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>,
                               std::vector<float>, std::vector<std::string>, Tensor, GraphBuilder>;
  using Settings = std::map<std::string, Setting>;

  GraphBuilder& input(const std::string& name, DType d, std::vector<Size> shape) {
    return info(11, name, d, &shape);
  }
  // A value of any type, tensors of any shape.
  GraphBuilder& input(const std::string& name, const Type& type) {
    WireWriter w(bytes_);
    w.message(11, [&](WireWriter& m) {
      m.bytes(1, name);
      m.message(2, [&](WireWriter& t) { write_type(t, type); });
    });
    return *this;
  }
  GraphBuilder& output(const std::string& name, DType d) { return info(12, name, d, nullptr); }
  GraphBuilder& output(const std::string& name, DType d, std::vector<Size> shape) {
    return info(12, name, d, &shape);
  }
  GraphBuilder& value_info(const std::string& name, DType d, std::vector<Size> shape) {
    return info(13, name, d, &shape);
  }
  GraphBuilder& initializer(const std::string& name, const Tensor& t) {
    WireWriter w(bytes_);
    w.message(5, [&](WireWriter& m) { write_tensor(m, t, name); });
    return *this;
  }
  GraphBuilder& node(const std::string& op, const std::vector<std::string>& inputs,
                     const std::vector<std::string>& outputs, const Settings& settings = {},
                     const std::string& domain = {}, const std::string& name = {}) {
    WireWriter w(bytes_);
    w.message(1, [&](WireWriter& m) { write_node(m, op, inputs, outputs, settings, domain, name); });
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

  static void write_node(WireWriter& m, const std::string& op, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs, const Settings& settings,
                         const std::string& domain, const std::string& name) {
    for (const auto& i : inputs) m.bytes(1, i);
    for (const auto& o : outputs) m.bytes(2, o);
    m.text(3, name.empty() ? op + "_" + (outputs.empty() ? "" : outputs[0]) : name);
    m.bytes(4, op);
    for (const auto& [key, value] : settings) {
      m.message(5, [&](WireWriter& a) {
        a.bytes(1, key);
        std::visit(Write{a}, value);
      });
    }
    m.text(7, domain);
  }

 private:
  struct Write {
    WireWriter& a;
    void operator()(std::int64_t v) const { a.int64(3, v), a.int64(20, 2); }
    void operator()(float v) const { a.float32(2, v), a.int64(20, 1); }
    void operator()(const std::string& v) const { a.bytes(4, v), a.int64(20, 3); }
    void operator()(const std::vector<std::int64_t>& v) const {
      for (auto i : v) a.int64(8, i);
      a.int64(20, 7);
    }
    void operator()(const std::vector<float>& v) const {
      for (auto i : v) a.float32(7, i);
      a.int64(20, 6);
    }
    void operator()(const std::vector<std::string>& v) const {
      for (const auto& i : v) a.bytes(9, i);
      a.int64(20, 8);
    }
    void operator()(const Tensor& v) const {
      a.message(5, [&](WireWriter& t) { write_tensor(t, v, ""); });
      a.int64(20, 4);
    }
    void operator()(const GraphBuilder& g) const { a.bytes(6, g.bytes()), a.int64(20, 5); }
  };

  GraphBuilder& info(std::uint32_t field, const std::string& name, DType d, const std::vector<Size>* shape) {
    WireWriter w(bytes_);
    w.message(field, [&](WireWriter& m) {
      m.bytes(1, name);
      m.message(2, [&](WireWriter& type) {
        type.message(1, [&](WireWriter& tensor) {
          if (d != DType::undefined) tensor.int64(1, static_cast<std::int64_t>(d));
          if (shape != nullptr) tensor.message(2, [&](WireWriter& s) { sizes(s, *shape); });
        });
      });
    });
    return *this;
  }
  static void write_type(WireWriter& m, const Type& type) {
    static const std::map<Type::Kind, std::uint32_t> kFields = {{Type::Kind::tensor, 1},
                                                                {Type::Kind::sequence, 4},
                                                                {Type::Kind::map, 5},
                                                                {Type::Kind::sparse, 8},
                                                                {Type::Kind::optional, 9}};
    m.message(kFields.at(type.kind), [&](WireWriter& t) {
      if (type.dtype != DType::undefined) t.int64(1, static_cast<std::int64_t>(type.dtype));
      if (type.inner != nullptr)
        t.message(type.kind == Type::Kind::map ? 2 : 1,
                  [&](WireWriter& inner) { write_type(inner, *type.inner); });
    });
  }
  static void sizes(WireWriter& s, const std::vector<Size>& shape) {
    for (const Size& size : shape) {
      s.message(1, [&](WireWriter& dim) {
        if (const auto* n = std::get_if<std::int64_t>(&size)) dim.int64(1, *n);
        if (const auto* symbol = std::get_if<std::string>(&size)) dim.text(2, *symbol);
      });
    }
  }

  std::string bytes_;
};

// A model-local function; its attributes are names without default.
struct FunctionBuilder {
  std::string domain, name;
  std::vector<std::string> inputs, outputs, attributes;
  GraphBuilder body;  // only its nodes count
};

struct ModelBuilder {
  GraphBuilder graph;
  std::int64_t opset = 21, ir_version = 10;
  std::vector<std::pair<std::string, std::int64_t>> more_opsets;
  std::vector<std::string> functions;  // FunctionProto bytes

  std::string bytes() const {
    std::string out;
    WireWriter w(out);
    w.int64(1, ir_version);
    w.message(8, [&](WireWriter& o) { o.int64(2, opset); });
    for (const auto& [domain, version] : more_opsets) {
      w.message(8, [&](WireWriter& o) { o.bytes(1, domain), o.int64(2, version); });
    }
    w.bytes(7, graph.bytes());
    for (const std::string& f : functions) w.bytes(25, f);
    return out;
  }
  Session session(const SessionOptions& options = {}) const {
    std::string b = bytes();
    return Session(std::as_bytes(std::span(b)), options);
  }
};

inline Tensor floats(Shape shape, std::initializer_list<float> v) {
  return Tensor::of<float>(std::move(shape), v);
}
inline Tensor int64s(std::initializer_list<std::int64_t> v) {
  return Tensor::of<std::int64_t>({static_cast<std::int64_t>(v.size())}, v);
}
inline std::vector<float> float_values(const Value& v) {
  auto s = v.tensor().as<float>();
  return {s.begin(), s.end()};
}

}  // namespace sardonyx::test
