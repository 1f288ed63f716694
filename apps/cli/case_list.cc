#include "case_list.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "command.h"
#include "csv.h"

namespace sardonyx::cli {
namespace fs = std::filesystem;
namespace {

struct ManifestRow {
  std::string group, ops, primary_op, note, file;
  std::string rtol, atol;
};

// The conformance manifest has column `case`, the index of models `name` and `file`.
std::map<std::string, ManifestRow> read_manifest(const fs::path& path) {
  std::map<std::string, ManifestRow> out;
  if (path.empty()) return out;
  const Csv csv = read_csv(path);
  const int name = std::max(csv.column("case"), csv.column("name"));
  require(name >= 0, Code::invalid_argument, "'{}' has neither a column 'case' nor 'name' in its first line",
          path.string());
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    const auto cell = [&](const char* column) { return csv.cell(i, csv.column(column)); };
    ManifestRow row{cell("group"), cell("ops"),  cell("primary_op"), cell("note"),
                    cell("file"),  cell("rtol"), cell("atol")};
    // Names may repeat between groups, so the group is part of the key.
    const std::string& key = csv.cell(i, name);
    out.emplace(row.group + "/" + key, row);
    out.emplace("/" + key, row);
  }
  return out;
}

double to_tolerance(const std::string& text, double otherwise) {
  double value = otherwise;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : otherwise;
}

std::vector<fs::path> data_sets_of(const fs::path& folder) {
  constexpr std::string_view prefix = "test_data_set_";
  std::vector<std::pair<int, fs::path>> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_directory() || !name.starts_with(prefix)) continue;
    int number = 0;
    std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
    found.emplace_back(number, entry.path());
  }
  std::sort(found.begin(), found.end());
  std::vector<fs::path> out;
  for (auto& [number, path] : found) out.push_back(std::move(path));
  return out;
}

fs::path find_model(const fs::path& folder, const std::string& name, const ManifestRow& row,
                    const fs::path& models) {
  std::vector<fs::path> candidates = {folder / "model.onnx", folder / "model.ort"};
  if (!models.empty()) {
    if (!row.file.empty()) candidates.push_back(models / row.file);
    candidates.push_back(models / (name + ".onnx"));
    candidates.push_back(models / (name + ".ort"));
  }
  for (fs::path& path : candidates) {
    std::error_code error;
    if (fs::is_regular_file(path, error)) return std::move(path);
  }
  return {};
}

bool mentions(const std::string& ops, const std::string& op) {
  for (std::size_t at = 0; (at = ops.find(op, at)) != std::string::npos; ++at) {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    const bool starts = at == 0 || !is_letter(ops[at - 1]);
    const bool ends = at + op.size() == ops.size() || !is_letter(ops[at + op.size()]);
    if (starts && ends) return true;
  }
  return false;
}

bool selected(const TestCase& test, const CaseSelection& selection) {
  const auto& filters = selection.filters;
  const bool by_name =
      filters.empty() || std::any_of(filters.begin(), filters.end(), [&](const std::string& f) {
        return (test.group + "/" + test.name).find(f) != std::string::npos;
      });
  const auto& ops = selection.ops;
  const bool by_op = ops.empty() || std::any_of(ops.begin(), ops.end(), [&](const std::string& op) {
                       return mentions(test.primary_op, op) || mentions(test.ops, op);
                     });
  return by_name && by_op;
}

class Finder {
 public:
  explicit Finder(const CaseSelection& selection)
      : selection_(selection), manifest_(read_manifest(selection.manifest)) {}

  // A folder with data sets is a case; others are searched, three levels deep as trees of cases are.
  void visit(const fs::path& folder, int depth) {
    auto sets = data_sets_of(folder);
    if (!sets.empty()) return add(folder, std::move(sets));
    if (depth == 0) return;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_directory()) visit(entry.path(), depth - 1);
    }
  }

  std::vector<TestCase> cases;

 private:
  void add(const fs::path& folder, std::vector<fs::path> sets) {
    TestCase test;
    const fs::path absolute = fs::weakly_canonical(folder);
    test.folder = folder;
    test.name = absolute.filename().string();
    test.group = absolute.parent_path().filename().string();
    auto row = manifest_.find(test.group + "/" + test.name);
    if (row == manifest_.end()) row = manifest_.find("/" + test.name);
    const ManifestRow known = row == manifest_.end() ? ManifestRow{} : row->second;
    test.model = find_model(folder, test.name, known, selection_.models);
    test.data_sets = std::move(sets);
    test.rtol = to_tolerance(known.rtol, test.rtol);
    test.atol = to_tolerance(known.atol, test.atol);
    test.shapes_only = known.note.starts_with("random");
    test.quantized = test.name.starts_with("qdq_");
    test.ops = known.ops;
    test.primary_op = known.primary_op;
    if (selected(test, selection_)) cases.push_back(std::move(test));
    ++seen;
  }

  const CaseSelection& selection_;
  std::map<std::string, ManifestRow> manifest_;

 public:
  std::size_t seen = 0;
};

}  // namespace

std::vector<TestCase> find_cases(const CaseSelection& selection) {
  std::error_code error;
  if (!fs::is_directory(selection.root, error))
    throw Misuse("'" + selection.root.string() + "' is not a folder");
  Finder finder(selection);
  finder.visit(selection.root, 3);
  if (finder.seen == 0) {
    throw Misuse("no test case below '" + selection.root.string() +
                 "': none of its folders holds a test_data_set_0");
  }
  if (finder.cases.empty()) {
    throw Misuse("none of the " + std::to_string(finder.seen) + " cases below '" + selection.root.string() +
                 "' fits the filter" +
                 (selection.ops.empty() || !selection.manifest.empty() ? "" : " (--op needs a --manifest)"));
  }
  std::sort(finder.cases.begin(), finder.cases.end(), [](const TestCase& a, const TestCase& b) {
    return std::tie(a.group, a.name) < std::tie(b.group, b.name);
  });
  return std::move(finder.cases);
}

}  // namespace sardonyx::cli
