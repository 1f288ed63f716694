#include "model_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace sardonyx::cli {

using nlohmann::json;

std::vector<GraphSummary::NodeLine> all_nodes(const GraphSummary& summary) {
  std::vector<GraphSummary::NodeLine> nodes = summary.source;
  nodes.insert(nodes.end(), summary.bodies.begin(), summary.bodies.end());
  return nodes;
}

std::vector<OperatorCount> operator_counts(const std::vector<GraphSummary::NodeLine>& nodes) {
  std::map<std::string, OperatorCount> counts;
  for (const auto& node : nodes) {
    const std::string name =
        node.domain.empty() || node.domain == "ai.onnx" ? node.op : node.domain + "." + node.op;
    OperatorCount& count = counts[name];
    count.op = name;
    ++count.count;
    count.flops += node.flops;
  }
  std::vector<OperatorCount> out;
  for (auto& [name, count] : counts) out.push_back(std::move(count));
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
  return out;
}

double total_flops(const std::vector<GraphSummary::NodeLine>& nodes) {
  double out = 0;
  for (const auto& node : nodes) out += node.flops;
  return out;
}

namespace {

std::string with_prefix(double number, const char* unit) {
  static constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T", "P"};
  std::size_t i = 0;
  for (; number >= 999.5 && i + 1 < std::size(kPrefixes); ++i) number /= 1000;
  const std::string text = i == 0 ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
  const std::string suffix = std::string(kPrefixes[i]) + unit;
  return suffix.empty() ? text : text + " " + suffix;
}

void replace(std::string& text, std::string_view mark, std::string_view by) {
  const auto at = text.find(mark);
  if (at != std::string::npos) text.replace(at, mark.size(), by);
}

}  // namespace

std::string short_count(double number) { return with_prefix(number, ""); }
std::string short_bytes(double bytes) { return with_prefix(bytes, "B"); }

json description_json(const ValueDescription& value) {
  json out = {{"name", value.name}, {"type", value.type.text()}, {"text", value.text()}};
  if (value.shape) {
    out["shape"] = json::array();
    for (const DimInfo& dim : *value.shape) {
      out["shape"].push_back(dim.size             ? json(*dim.size)
                             : dim.symbol.empty() ? json(nullptr)
                                                  : json(dim.symbol));
    }
  }
  if (value.optional_input) out["optional"] = true;
  return out;
}

json nodes_json(const std::vector<GraphSummary::NodeLine>& nodes) {
  json out = json::array();
  for (const auto& node : nodes) {
    json one = {
        {"op", node.op}, {"inputs", node.inputs}, {"outputs", node.outputs}, {"facts", node.output_facts}};
    if (!node.name.empty()) one["name"] = node.name;
    if (!node.domain.empty() && node.domain != "ai.onnx") one["domain"] = node.domain;
    if (!node.fields.empty()) one["fields"] = node.fields;
    if (node.flops > 0) one["flops"] = node.flops;
    out.push_back(std::move(one));
  }
  return out;
}

json metadata_json(const ModelMetadata& metadata) {
  json opsets = json::object(), custom = json::object();
  for (const auto& [domain, version] : metadata.opsets) opsets[domain.empty() ? "ai.onnx" : domain] = version;
  for (const auto& [key, value] : metadata.custom) custom[key] = value;
  return {{"ir_version", metadata.ir_version},
          {"model_version", metadata.model_version},
          {"producer_name", metadata.producer_name},
          {"producer_version", metadata.producer_version},
          {"domain", metadata.domain},
          {"graph_name", metadata.graph_name},
          {"description", metadata.description},
          {"graph_description", metadata.graph_description},
          {"opsets", std::move(opsets)},
          {"custom", std::move(custom)}};
}

json rules_json(const std::vector<RuleCount>& rules) {
  json out = json::array();
  for (const RuleCount& rule : rules) {
    out.push_back({{"rule", rule.rule},
                   {"applied", rule.applied},
                   {"microseconds", static_cast<double>(rule.nanoseconds) / 1e3},
                   {"enabled", rule.enabled}});
  }
  return out;
}

std::string node_line(const GraphSummary::NodeLine& node) {
  std::string inputs, outputs;
  for (const std::string& input : node.inputs)
    inputs += (inputs.empty() ? "" : ", ") + (input.empty() ? "-" : input);
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    outputs += (i == 0 ? "" : ", ") + (node.outputs[i].empty() ? "-" : node.outputs[i]);
    if (i < node.output_facts.size()) outputs += " " + node.output_facts[i];
  }
  const std::string name = node.name.empty() ? "" : " '" + node.name + "'";
  return fmt::format("{}{} ({}) -> {}{}{}", node.op, name, inputs, outputs, node.fields.empty() ? "" : "  ",
                     node.fields);
}

std::string page(std::string_view html, std::string_view style, const std::vector<std::string_view>& scripts,
                 const json& data) {
  std::string text = data.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";  // so that no "</script>" or "<!--" stands in the page
    } else {
      safe += c;
    }
  }
  std::string script;
  for (const std::string_view part : scripts) script += part;
  std::string out(html);
  // The data last: they may hold the other marks.
  replace(out, "/*STYLE*/", style);
  replace(out, "/*SCRIPT*/", script);
  replace(out, "/*DATA*/", safe);
  return out;
}

}  // namespace sardonyx::cli
