// CSV files: comma-separated, double quotes, a header line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sardonyx::cli {

struct Csv {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;

  // Position of a column, or -1.
  int column(std::string_view name) const;
  // The cell, or "" where the row is short or the column absent.
  const std::string& cell(std::size_t row, int column) const;
};

// Throws Error(no_such_file, io) or Error(invalid_argument) when quotes are not closed.
Csv read_csv(const std::filesystem::path& path);
// One field, quoted where it must be.
std::string csv_field(std::string_view text);
// The whole content of a file. Throws Error(no_such_file, io).
std::string read_text(const std::filesystem::path& path);

}  // namespace sardonyx::cli
