// Outputs of a run, for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sardonyx/session.hpp"

namespace sardonyx::cli {

struct ResultStyle {
  std::vector<std::string> labels;  // of classes, by index
  int top = 5;
  bool ranked = false;  // rank what may be scores even when there are neither labels nor probabilities
  int width = 80;
};

// Lines of a file, for ResultStyle::labels. Throws Error(no_such_file, io).
std::vector<std::string> read_labels(const std::string& path);

// A value as readable text, several lines, each ended. Scores of classes become a table of the best.
std::string shown_value(const ValueDescription& output, const Value& value, const ResultStyle& style);

// {"name":..., "type":..., "shape":[...], "data":[...]} with the elements flat; sequences and maps nest.
nlohmann::json value_json(const Value& value);

}  // namespace sardonyx::cli
