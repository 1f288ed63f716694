// MemoryStats: how many bytes each node of a session reads and makes, kept as a file of comma-separated values
// (session.collect_node_memory_stats_to_file) that a later session may be planned by.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "sardonyx/session.hpp"

namespace sardonyx::capi {

class MemoryStats {
 public:
  // A relative name lies beside the model, where there is a file of it.
  MemoryStats(const std::string& name, const std::filesystem::path& model);
  // Writes the file anew, each node with the most that any run so far took. Refuses a file that cannot be written.
  void add(const RunTimes& times);

 private:
  struct Bytes {
    std::size_t parameters = 0, made = 0;
  };
  std::filesystem::path path_;
  std::mutex mutex_;
  std::map<std::string, Bytes> nodes_;
};

// Of an operand's elements; 0 where it is no tensor of numbers.
std::size_t bytes_of(const StepTime::Operand& operand);

}  // namespace sardonyx::capi
