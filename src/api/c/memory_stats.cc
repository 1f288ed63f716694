#include "api/c/memory_stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

// A name between commas: quoted where it holds one, a quote or a new line (RFC 4180).
std::string field(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == name.npos) return name;
  std::string quoted = "\"";
  for (char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::size_t bytes_of(const StepTime::Operand& o) {
  if (o.dtype == DType::undefined || o.dtype == DType::string) return 0;
  return packed_bytes(o.dtype, static_cast<std::size_t>(o.shape.count()));
}

MemoryStats::MemoryStats(const std::string& name, const std::filesystem::path& model)
    : path_(model.parent_path() / name) {}

void MemoryStats::add(const RunTimes& times) {
  const std::lock_guard lock(mutex_);
  for (const StepTime& s : times.steps) {
    if (s.index < 0) continue;  // a body as a whole
    std::size_t parameters = 0, made = 0;
    for (const StepTime::Operand& o : s.inputs) parameters += o.constant ? bytes_of(o) : 0;
    for (const StepTime::Operand& o : s.outputs) made += bytes_of(o);
    Bytes& most = nodes_[s.source_node.empty() ? s.source_op : s.source_node];
    most = {std::max(most.parameters, parameters), std::max(most.made, made)};
  }
  std::ofstream file(path_);
  file << "#name,input_sizes,initializers_sizes,total_dynamic_sizes,total_temp_allocations\n";
  for (const auto& [name, bytes] : nodes_)
    file << fmt::format("{},{},0,{},0\n", field(name), bytes.parameters, bytes.made);
  file.close();
  if (!file)
    refuse(ORT_RUNTIME_EXCEPTION, "Failed to open file: \"{}\" (session.collect_node_memory_stats_to_file)",
           path_.string());
}

}  // namespace sardonyx::capi
