// Pattern: a tree of operators to find in a graph. After normalising (constants on the right, chains of constants
// folded) one pattern stands for every way to write the same; operands of Add, Mul, Max, Min match in either order.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"

namespace sardonyx {

class Pattern {
 public:
  // Any value; the same name twice means the same value.
  static Pattern any(std::string name);
  // A constant tensor, of any content.
  static Pattern constant(std::string name);
  // A constant with one element, within 1e-4 relative of `number`.
  static Pattern number(double number);
  // A constant with one element, of any content.
  static Pattern scalar(std::string name);
  // A node of ai.onnx whose operands match; trailing operands of the node beyond those named must be absent. Its
  // output is known as `name` afterwards (may be empty).
  static Pattern op(std::string kind, std::vector<Pattern> operands, std::string name = {});
  static Pattern binary(std::string kind, Pattern a, Pattern b);
  // The value made inside the pattern may be read by others too (by default an inner value has one use).
  Pattern shared() const;

  struct Match {
    std::map<std::string, ValueId, std::less<>> values;
    std::vector<NodeId> nodes;  // matched, the root first
    ValueId at(std::string_view name) const { return values.find(name)->second; }
  };
  // Matches the tree whose root makes `v`.
  std::optional<Match> match(const Graph& graph, ValueId v) const;

 private:
  enum class Kind : std::uint8_t { any, constant, number, scalar, op };
  bool try_match(const Graph& graph, ValueId v, Match& m, bool root) const;
  bool try_op(const Graph& graph, ValueId v, Match& m, bool root) const;
  bool bind(ValueId v, Match& m) const;

  Kind kind_ = Kind::any;
  std::string name_, op_;
  double number_ = 0;
  bool shared_ = false;
  std::vector<Pattern> operands_;
};

}  // namespace sardonyx
