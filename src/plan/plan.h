// Plan: a frozen list of kernel calls with resolved memory, for one set of input shapes or for any.
//
// Planning runs `infer` over the graph with the shapes at hand, folds what became known (shape arithmetic), lowers
// every node whose inputs have concrete shapes, and maps the tensors between them to offsets of one arena. Nodes whose
// shapes only the run can tell stay *dynamic*: infer and lower happen when they run. With symbolic shapes the same
// function gives the generic plan, in which most steps are dynamic.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "plan/compiled_graph.h"

namespace sardonyx {

struct Operand {
  enum class Where : std::uint8_t { absent, arena, value, constant };
  Where where = Where::absent;
  std::uint32_t index = 0;  // of the frame's values, or of the plan's constants
  std::size_t offset = 0;   // in the arena
};

struct Step {
  NodeId node = kAbsent;
  Kernel kernel;      // none: dynamic
  bool view = false;  // values[out 0] = values[in 0] under `shapes[0]`; nothing runs
  std::vector<Operand> in, out;
  std::vector<Fact> facts;          // of the outputs, as far as known
  std::vector<std::uint32_t> dead;  // values that nobody needs after this step
};

struct Plan {
  std::shared_ptr<const CompiledGraph> compiled;
  std::vector<Step> steps;
  std::vector<Value> constants;
  std::vector<Operand> outputs;  // of the graph
  std::uint32_t values = 0;      // the first ones are the graph's inputs
  std::size_t arena_bytes = 0;
  std::size_t scratch_bytes = 0;
  std::size_t widest_in = 0, widest_out = 0;  // operands of a step at most
  std::vector<std::string> notes;             // why a step is dynamic, why a buffer was not reused
};

// `inputs`: a fact per graph input; contents are used where known. Throws what infer and lower throw, with the node.
std::shared_ptr<const Plan> make_plan(std::shared_ptr<const CompiledGraph> compiled,
                                      std::span<const Fact> inputs);

// Gives byte ranges of one arena to buffers with lifetimes; best fit, in order of time.
class ArenaMap {
 public:
  std::size_t take(std::size_t bytes);
  void give(std::size_t offset, std::size_t bytes);
  std::size_t size() const noexcept { return end_; }
  static std::size_t rounded(std::size_t bytes) noexcept { return (bytes + 63) / 64 * 64; }

 private:
  struct Hole {
    std::size_t offset, bytes;
  };
  std::vector<Hole> holes_;  // ascending offsets, never adjacent
  std::size_t end_ = 0;
};

}  // namespace sardonyx
