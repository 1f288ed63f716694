#include "csv.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace sardonyx::cli {

int Csv::column(std::string_view name) const {
  const auto at = std::find(header.begin(), header.end(), name);
  return at == header.end() ? -1 : static_cast<int>(at - header.begin());
}

const std::string& Csv::cell(std::size_t row, int column) const {
  static const std::string empty;
  if (column < 0 || static_cast<std::size_t>(column) >= rows[row].size()) return empty;
  return rows[row][static_cast<std::size_t>(column)];
}

std::string read_text(const std::filesystem::path& path) {
  std::error_code error;
  require(std::filesystem::exists(path, error), Code::no_such_file, "there is no file '{}'", path.string());
  require(!std::filesystem::is_directory(path, error), Code::io, "'{}' is a folder, a file is needed",
          path.string());
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  require(in.is_open() && !in.bad(), Code::io, "cannot read '{}'", path.string());
  return text;
}

namespace {

// Takes one record off `text` at `at`; the end of the line is eaten.
std::vector<std::string> take_record(std::string_view text, std::size_t& at, const std::string& file) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c != '"') {
        fields.back() += c;
      } else if (at + 1 < text.size() && text[at + 1] == '"') {
        fields.back() += text[++at];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      fields.emplace_back();
    } else if (c == '\n') {
      ++at;
      break;
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  require(!quoted, Code::invalid_argument, "'{}': a quoted field does not end", file);
  return fields;
}

}  // namespace

Csv read_csv(const std::filesystem::path& path) {
  const std::string text = read_text(path);
  Csv csv;
  std::size_t at = 0;
  csv.header = take_record(text, at, path.string());
  while (at < text.size()) {
    auto record = take_record(text, at, path.string());
    if (record.size() > 1 || !record[0].empty()) csv.rows.push_back(std::move(record));
  }
  return csv;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

}  // namespace sardonyx::cli
