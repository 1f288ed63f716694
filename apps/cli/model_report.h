// What `inspect`, `explain` and `profile` tell about a model, put together once.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sardonyx/session.hpp"

namespace sardonyx::cli {

// Operators by falling number: {"Conv", 53, 1.2e9}.
struct OperatorCount {
  std::string op;
  std::size_t count = 0;
  double flops = 0;
};
// The nodes as imported, those inside of bodies too.
std::vector<GraphSummary::NodeLine> all_nodes(const GraphSummary& summary);
std::vector<OperatorCount> operator_counts(const std::vector<GraphSummary::NodeLine>& nodes);

double total_flops(const std::vector<GraphSummary::NodeLine>& nodes);

// "1.23 M", "4.1 G" and "12.3 MB": three digits and a prefix.
std::string short_count(double number);
std::string short_bytes(double bytes);

nlohmann::json description_json(const ValueDescription& value);
nlohmann::json nodes_json(const std::vector<GraphSummary::NodeLine>& nodes);
nlohmann::json metadata_json(const ModelMetadata& metadata);
nlohmann::json rules_json(const std::vector<RuleCount>& rules);

// One node as a line: "Conv 'conv1' (x, w) -> y float32[1,8,8]  strides=[1,1]".
std::string node_line(const GraphSummary::NodeLine& node);

// A page out of its template: /*STYLE*/, /*SCRIPT*/ and /*DATA*/ are replaced; the data cannot end its element.
std::string page(std::string_view html, std::string_view style, const std::vector<std::string_view>& scripts,
                 const nlohmann::json& data);

}  // namespace sardonyx::cli
