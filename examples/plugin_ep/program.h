// Program: a group of fused nodes as a list of steps over numbered values.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "api.h"

namespace pocket {

// Does the provider take this node? Add, Mul and Relu of float32, whose operands have one shape or are one number.
bool supports(const Api& api, const OrtNode* node);

class Program {
 public:
  // The steps of a group as `Compile` gets it. Everything is copied: graph and nodes end with the call.
  Program(const Api& api, const OrtGraph* graph, const OrtNode* fused);
  // The steps of a single node, whose inputs and outputs are the kernel's.
  Program(const std::string& op, size_t inputs);

  void run(const Api& api, OrtKernelContext* context) const;

  // As a compiled model keeps it, and back.
  std::string text() const;
  static Program parse(const Api& api, const std::string& text);

 private:
  Program() = default;
  struct Step {
    char op;  // '+', '*' or 'r'
    size_t a, b, out;
  };
  struct Constant {
    size_t slot;
    std::vector<int64_t> shape;
    std::vector<float> data;
  };
  size_t slot(const std::string& name);
  float* place(const Api& api, OrtKernelContext* context, size_t slot, const std::vector<int64_t>& shape,
               std::vector<float>& own) const;
  size_t operand(const Api& api, const OrtValueInfo* value);

  std::map<std::string, size_t> slots_;
  size_t slot_count_ = 0;
  std::vector<size_t> inputs_, outputs_;  // slots of the kernel's inputs and outputs
  std::vector<Constant> constants_;
  std::vector<Step> steps_;
};

}  // namespace pocket
