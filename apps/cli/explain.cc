// sard explain: what the optimiser did and declined.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.h"
#include "model_report.h"
#include "session_flags.h"

namespace sardonyx::cli {
namespace {

struct ExplainFlags {
  std::string model;
  SessionFlags session;
  bool json = false, graph = true, source = false;
};

void print_rules(const std::vector<RuleCount>& rules) {
  std::size_t widest = 4;
  for (const RuleCount& rule : rules) widest = std::max(widest, rule.rule.size());
  fmt::print("{:<{}}  applied   time us\n", "rule", widest);
  for (const RuleCount& rule : rules) {
    const std::string count = rule.enabled ? std::to_string(rule.applied) : "off";
    fmt::print("{:<{}}  {:>7}  {:>8.1f}\n", rule.rule, widest, count,
               static_cast<double>(rule.nanoseconds) / 1e3);
  }
}

// The same sentence about many nodes is printed with each of them; equal ones once.
void print_notes(const std::vector<std::string>& notes) {
  std::vector<std::pair<std::string, int>> counted;
  for (const std::string& note : notes) {
    const auto at =
        std::find_if(counted.begin(), counted.end(), [&](const auto& c) { return c.first == note; });
    if (at == counted.end()) {
      counted.emplace_back(note, 1);
    } else {
      ++at->second;
    }
  }
  for (const auto& [note, count] : counted)
    fmt::print("- {}{}\n", note, count > 1 ? fmt::format(" ({} times)", count) : "");
}

void print_graph(const char* title, const std::vector<GraphSummary::NodeLine>& nodes) {
  fmt::print("\n{}\n", title);
  for (const auto& node : nodes) fmt::print("  {}\n", node_line(node));
}

void print_text(const ExplainFlags& flags, const GraphSummary& summary) {
  fmt::print("{}: {} nodes as imported, {} as it runs\n\n", flags.model, summary.source.size(),
             summary.optimized.size());
  print_rules(summary.rules);
  if (!summary.notes.empty()) {
    fmt::print("\nnotes\n");
    print_notes(summary.notes);
  }
  if (flags.source) print_graph("as imported", summary.source);
  if (flags.graph) print_graph("as it runs", summary.optimized);
}

int explain(const ExplainFlags& flags) {
  const Session session(flags.model, flags.session.options());
  const GraphSummary summary = session.summary();
  if (!flags.json) {
    print_text(flags, summary);
    return kOk;
  }
  const nlohmann::json out = {{"model", flags.model},
                              {"rules", rules_json(summary.rules)},
                              {"notes", summary.notes},
                              {"source", nodes_json(summary.source)},
                              {"optimized", nodes_json(summary.optimized)}};
  fmt::print("{}\n", out.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  return kOk;
}

}  // namespace

Action add_explain(Command& command) {
  auto flags = std::make_shared<ExplainFlags>();
  command.option("model", flags->model, "An .onnx or .ort file").required();
  command.flag("!--no-graph,--graph", flags->graph, "Print the graph as it runs (on unless --no-graph)");
  command.flag("--source", flags->source, "Print the graph as it was imported, too");
  command.flag("--json", flags->json, "Print everything as JSON");
  flags->session.declare(command);
  return [flags] { return explain(*flags); };
}

}  // namespace sardonyx::cli
