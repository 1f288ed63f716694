// Test cases on disk: NAME/{model.onnx,test_data_set_N/{input_I.pb,output_I.pb}}, and what a manifest says of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sardonyx::cli {

struct TestCase {
  std::string name, group;
  std::filesystem::path folder;
  std::filesystem::path model;                   // empty: not found, the case is skipped
  std::vector<std::filesystem::path> data_sets;  // in order of their number
  double rtol = 1e-3, atol = 1e-7;
  bool shapes_only = false;  // expected values are random
  bool quantized = false;    // 99 % of the elements must be within 0.05 as well
  std::string resave;        // level at which the model is saved and loaded again first; empty: not at all
  std::string resave_as;     // ending of that file
  std::string ops;           // of the manifest: "Add Mul", "" when unknown
  std::string primary_op;
};

struct CaseSelection {
  std::filesystem::path root;        // a case, a group or a tree
  std::filesystem::path manifest;    // may be empty
  std::filesystem::path models;      // where models lie that are not beside their data; may be empty
  std::vector<std::string> filters;  // substrings of the name, any of which must occur; empty: all
  std::vector<std::string> ops;      // operators, any of which the case must be about
};

// Cases below `root`, ordered by group and name. Throws Misuse when `root` holds none, Error when the manifest
// cannot be read.
std::vector<TestCase> find_cases(const CaseSelection& selection);

}  // namespace sardonyx::cli
