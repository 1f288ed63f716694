// sard inspect: what a model is, as text, JSON, or a page with its graph.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.h"
#include "input_flags.h"
#include "model_report.h"
#include "output_file.h"
#include "pages.h"
#include "session_flags.h"
#include "terminal.h"

namespace sardonyx::cli {
namespace {

struct InspectFlags {
  std::string model, html;
  InputFlags input;
  SessionFlags session;
  bool json = false, nodes = false, no_run = false;
};

// What one run with random inputs takes.
struct RunMemory {
  double arena = 0, inputs = 0, outputs = 0;
  std::string refused;                          // why it could not be run
  std::map<std::string, std::int64_t> symbols;  // sizes that the run gave to names
};

double bytes_of(const Value& value) {
  if (value.is_tensor()) return static_cast<double>(value.tensor().bytes());
  if (!value.is_sequence()) return 0;
  double out = 0;
  for (const Value& element : value.sequence().elements) out += bytes_of(element);
  return out;
}

std::map<std::string, std::int64_t> sizes_of_symbols(const Session& session,
                                                     const std::vector<Value>& inputs) {
  std::map<std::string, std::int64_t> out;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto& shape = session.inputs()[i].shape;
    if (!shape || !inputs[i].is_tensor()) continue;
    for (std::size_t k = 0; k < shape->size() && k < inputs[i].tensor().rank(); ++k) {
      if (!(*shape)[k].symbol.empty()) out[(*shape)[k].symbol] = inputs[i].tensor().shape()[k];
    }
  }
  return out;
}

RunMemory memory_of_run(const Session& session, const InspectFlags& flags) {
  RunMemory out;
  if (flags.no_run) {
    out.refused = "--no-run";
    return out;
  }
  try {
    const ModelInputs inputs = flags.input.make(session, Unnamed::random);
    const std::vector<Value> outputs = session.run(inputs.values);
    for (const Value& value : inputs.values) out.inputs += bytes_of(value);
    for (const Value& value : outputs) out.outputs += bytes_of(value);
    out.arena = static_cast<double>(session.arena_bytes());
    out.symbols = sizes_of_symbols(session, inputs.values);
  } catch (const Error& e) {
    out.refused = e.what();
  }
  return out;
}

// The graph at the sizes of that run: the model is loaded once more with them.
std::vector<GraphSummary::NodeLine> nodes_of_run(const InspectFlags& flags, const GraphSummary& open,
                                                 const RunMemory& memory) {
  if (memory.symbols.empty()) return open.source;
  try {
    SessionOptions options = flags.session.options();
    options.free_dimensions.insert(memory.symbols.begin(), memory.symbols.end());
    return Session(flags.model, options).summary().source;
  } catch (const Error&) {
    return open.source;
  }
}

// A size in "float32[1,8]" that is no number; such a node counts no FLOPs.
bool has_open_size(const std::string& fact) {
  const auto open = fact.find('['), close = fact.find(']');
  return open == std::string::npos || fact.find_first_not_of("0123456789,", open + 1) < close;
}

bool any_left_open(const std::vector<GraphSummary::NodeLine>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const GraphSummary::NodeLine& node) {
    return node.flops == 0 && std::any_of(node.output_facts.begin(), node.output_facts.end(), has_open_size);
  });
}

struct Report {
  const Session& session;
  GraphSummary summary;
  RunMemory memory;
  double flops = 0, file_bytes = 0;
  bool nodes_left_open = false;  // some count no FLOPs, for their sizes depend on values
};

std::string opsets_text(const ModelMetadata& metadata) {
  std::string out;
  for (const auto& [domain, version] : metadata.opsets) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", domain.empty() ? "ai.onnx" : domain, version);
  }
  return out;
}

void print_pair(const char* label, const std::string& text) {
  if (!text.empty()) fmt::print("{:<12} {}\n", label, text);
}

void print_metadata(const ModelMetadata& m) {
  print_pair("graph", m.graph_name);
  print_pair("producer", m.producer_name + (m.producer_version.empty() ? "" : " " + m.producer_version));
  print_pair("IR version", std::to_string(m.ir_version));
  print_pair("opsets", opsets_text(m));
  print_pair("domain", m.domain);
  print_pair("description", m.description);
  print_pair("about graph", m.graph_description);
  for (const auto& [key, value] : m.custom) print_pair("metadata", key + " = " + fit(value, 200));
}

// Whether sizes stay open that the run has given no number.
bool flops_are_a_bound(const Report& report) {
  for (const ValueDescription& input : report.session.inputs()) {
    if (!input.shape) return true;
    for (const DimInfo& dim : *input.shape) {
      if (!dim.size && !report.memory.symbols.contains(dim.symbol)) return true;
    }
  }
  return report.nodes_left_open;
}

std::string flops_text(const Report& report) {
  if (flops_are_a_bound(report)) {
    const std::string known =
        report.flops > 0 ? "at least " + short_count(report.flops) + " a run" : "unknown";
    return known + " (" +
           (report.nodes_left_open && !report.memory.symbols.empty()
                ? "sizes within depend on values)"
                : "sizes are open: fix them with --shape or --dim)");
  }
  std::string with;
  for (const auto& [symbol, size] : report.memory.symbols)
    with += fmt::format("{}{}={}", with.empty() ? "" : ", ", symbol, size);
  return short_count(report.flops) + " a run" + (with.empty() ? "" : " with " + with);
}

void print_cost(const Report& report) {
  const GraphSummary& s = report.summary;
  print_pair("parameters", fmt::format("{} ({})", short_count(static_cast<double>(s.parameters)),
                                       short_bytes(static_cast<double>(s.parameter_bytes))));
  print_pair("FLOPs", flops_text(report));
  const RunMemory& m = report.memory;
  print_pair("memory", m.refused.empty()
                           ? fmt::format("{} of intermediate values, {} of inputs, {} of outputs a run",
                                         short_bytes(m.arena), short_bytes(m.inputs), short_bytes(m.outputs))
                           : "unknown, the model was not run: " + m.refused);
  const std::string inner = s.bodies.empty() ? "" : fmt::format(" and {} in bodies", s.bodies.size());
  print_pair("nodes", fmt::format("{} in the file with its functions inlined{}, {} as it runs",
                                  s.source.size(), inner, s.optimized.size()));
}

void print_operators(const GraphSummary& summary) {
  const auto nodes = all_nodes(summary);
  const auto counts = operator_counts(nodes);
  const double all = total_flops(nodes);
  for (const OperatorCount& c : counts) {
    const double share = static_cast<double>(c.count) / static_cast<double>(counts[0].count);
    std::string line = fmt::format("  {:>6}  {:<28} {}", c.count, c.op, bar(share, 20));
    if (c.flops > 0) line += fmt::format("  {:>5.1f} % of the FLOPs", 100 * c.flops / all);
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

void print_text(const InspectFlags& flags, const Report& report) {
  fmt::print("{} ({})\n", flags.model, short_bytes(report.file_bytes));
  print_metadata(report.session.metadata());
  for (const ValueDescription& input : report.session.inputs()) {
    print_pair("input", input.text() + (input.optional_input ? " (has a default)" : ""));
  }
  for (const ValueDescription& output : report.session.outputs()) print_pair("output", output.text());
  print_cost(report);
  fmt::print("operators\n");
  print_operators(report.summary);
  if (!flags.nodes) return;
  fmt::print("graph\n");
  for (const auto& node : report.summary.source) fmt::print("  {}\n", node_line(node));
}

nlohmann::json report_json(const InspectFlags& flags, const Report& report) {
  nlohmann::json out = {{"model", flags.model},
                        {"file_bytes", report.file_bytes},
                        {"metadata", metadata_json(report.session.metadata())},
                        {"parameters", report.summary.parameters},
                        {"parameter_bytes", report.summary.parameter_bytes},
                        {"flops", report.flops},
                        {"open_sizes", flops_are_a_bound(report)},
                        {"inputs", nlohmann::json::array()},
                        {"outputs", nlohmann::json::array()},
                        {"operators", nlohmann::json::object()},
                        {"nodes", nodes_json(report.summary.source)},
                        {"optimized", nodes_json(report.summary.optimized)}};
  const RunMemory& m = report.memory;
  if (m.refused.empty()) {
    out["memory"] = {{"arena_bytes", m.arena}, {"input_bytes", m.inputs}, {"output_bytes", m.outputs}};
  } else {
    out["memory"] = {{"refused", m.refused}};
  }
  for (const ValueDescription& input : report.session.inputs())
    out["inputs"].push_back(description_json(input));
  for (const ValueDescription& output : report.session.outputs())
    out["outputs"].push_back(description_json(output));
  for (const OperatorCount& c : operator_counts(all_nodes(report.summary))) out["operators"][c.op] = c.count;
  return out;
}

int inspect(const InspectFlags& flags) {
  const Session session(flags.model, flags.session.options());
  std::error_code error;
  const auto size = std::filesystem::file_size(flags.model, error);
  Report report{session, session.summary(), memory_of_run(session, flags), 0,
                error ? 0.0 : static_cast<double>(size)};
  const auto nodes = nodes_of_run(flags, report.summary, report.memory);
  report.flops = total_flops(nodes);
  report.nodes_left_open = any_left_open(nodes);
  if (!flags.html.empty()) {
    write_file(flags.html, page(page_graph_html(), page_graph_css(), {page_layout_js(), page_graph_js()},
                                report_json(flags, report)));
  }
  if (flags.json) {
    fmt::print("{}\n",
               report_json(flags, report).dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else if (flags.html != "-") {
    print_text(flags, report);
    if (!flags.html.empty()) fmt::print("graph page: {}\n", flags.html);
  }
  return kOk;
}

}  // namespace

Action add_inspect(Command& command) {
  auto flags = std::make_shared<InspectFlags>();
  command.option("model", flags->model, "An .onnx or .ort file").required();
  command.option("--html", flags->html, "Write a page with the graph, which needs no network (- for stdout)");
  command.flag("--json", flags->json, "Print everything as JSON");
  command.flag("--nodes", flags->nodes, "Print every node");
  command.flag("--no-run", flags->no_run, "Do not run the model to learn what memory a run takes");
  flags->input.declare(command);
  flags->session.declare(command);
  return [flags] { return inspect(*flags); };
}

}  // namespace sardonyx::cli
