// docs/operators.md: every operator of the specification's table, its versions and types, and what is refused and why.
// The page is written by this test and checked by it: SARDONYX_WRITE_OPERATORS=1 writes it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "base/memory_limit.h"
#include "base/time_limit.h"
#include "ops/evaluate.h"
#include "ops/refused.h"
#include "ops/rewritten.h"
#include "unit/ops/random_inputs.h"
#include "unit/ops/type_probe.h"

using namespace sardonyx;
using namespace sardonyx::test;

namespace {

constexpr const char* kPage = "docs/operators.md";
constexpr int kProbes = 400;

using Rows = std::vector<const OpSpec*>;  // the versions of one operator, oldest first

std::uint32_t mask_of(std::initializer_list<DType> all) {
  std::uint32_t mask = 0;
  for (const DType d : all) mask |= TypeSet::bit(d);
  return mask;
}

// "floats, int8, string": whole groups by their name.
std::string types_text(std::uint32_t mask) {
  static const std::pair<const char*, std::uint32_t> kGroups[] = {
      {"floats", mask_of({DType::float16, DType::bfloat16, DType::float32, DType::float64})},
      {"integers", mask_of({DType::uint8, DType::int8, DType::uint16, DType::int16, DType::uint32,
                            DType::int32, DType::uint64, DType::int64})},
      {"float8s",
       mask_of({DType::float8e4m3fn, DType::float8e4m3fnuz, DType::float8e5m2, DType::float8e5m2fnuz})},
      {"float6s", mask_of({DType::float6e2m3, DType::float6e3m2})},
      {"complex", mask_of({DType::complex64, DType::complex128})}};
  std::string text;
  const auto add = [&](std::string_view name) { text += (text.empty() ? "" : ", ") + std::string(name); };
  for (const auto& [name, group] : kGroups) {
    if ((mask & group) != group) continue;
    add(name);
    mask &= ~group;
  }
  for (int i = 1; i < kDTypeCount; ++i)
    if ((mask >> i & 1u) != 0) add(name(static_cast<DType>(i)));
  return text;
}

std::string allowed_text(const TypeSet& set) {
  std::string text = types_text(set.tensor);
  const auto add = [&](const char* kind, std::uint32_t mask) {
    if (mask != 0) text += fmt::format("{}{} of {}", text.empty() ? "" : "; ", kind, types_text(mask));
  };
  add("sequences", set.sequence);
  add("optionals", set.optional);
  add("optional sequences", set.optional_sequence);
  add("sparse tensors", set.sparse);
  if ((set.map | set.sequence_of_map) != 0) text += text.empty() ? "maps" : "; maps";
  return text;
}

// "; T1: string: why": the types that are refused. Fails the test for one that did not run and has no reason, and for
// one that ran and has one.
std::string refused_types(const OpSpec& spec) {
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> refused;  // by constraint and reason
  for (const TypeRun& t : probe_types(spec)) {
    const std::string_view reason = type_refusal(spec.domain, spec.name, t.constraint, element_of(t.type));
    if (!reason.empty()) refused[{t.constraint, reason}] |= t.type.tensor;
    CHECK_MESSAGE(t.ran == reason.empty(),
                  std::string(spec.name) << " " << std::string(t.constraint) << " of " << allowed_text(t.type)
                                         << (t.ran ? " runs and is refused" : " does not run: " + t.said));
  }
  std::string text;
  for (const auto& [why, mask] : refused)
    text += fmt::format("; {}: {} refused: {}", why.first, types_text(mask), why.second);
  return text;
}

std::string versions_text(const Rows& rows) {
  std::string text;
  for (const OpSpec* row : rows)
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", row->deprecated ? "gone from " : "",
                        row->since_version);
  return text;
}

std::string constraints_text(const OpSpec& spec) {
  std::string text;
  for (const TypeConstraint& c : spec.constraints) {
    if (!text.empty()) text += "<br>";
    text += fmt::format("{}: {}", c.name, allowed_text(c.allowed));
  }
  return text;
}

// What becomes of it here; fails the test where nothing says so.
std::string state_text(const Rows& rows) {
  const OpSpec& newest = *rows.back();
  const OpDef* def = OpRegistry::built_in().find(newest.domain, newest.name);
  const std::string_view reason = refusal(newest.domain, newest.name);
  CHECK_MESSAGE((def != nullptr || !reason.empty()), std::string(newest.name)
                                                         << " is neither here nor refused");
  CHECK_MESSAGE((def == nullptr || reason.empty()), std::string(newest.name) << " is here and refused");
  if (def == nullptr) return "refused: " + std::string(reason);
  const bool rewritten = dynamic_cast<const Rewritten*>(def->make().get()) != nullptr;
  const std::string text = rewritten ? "replaced by other operators" : "kernel";
  // The newest row that is in force: what is gone is lifted from its last one.
  const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const OpSpec* r) { return !r->deprecated; });
  return last == rows.rend() ? text : text + refused_types(**last);
}

std::string page() {
  std::map<std::string, std::map<std::string, Rows>> domains;
  for (const OpSpec& spec : all_specs())
    domains[std::string(spec.domain)][std::string(spec.name)].push_back(&spec);
  std::string text =
      "# Operators\n\n"
      "Written and checked by `tests/unit/ops/operators_page.cc` from the table of the specification\n"
      "(`src/graph/spec.h`): every operator, the versions in which it changed, the element types of its "
      "newest\n"
      "version. Older versions are lifted to the newest one while a model is imported. `kernel`: it runs "
      "with "
      "each of\n"
      "these types, as models of one node show, but for those that are refused, with the reason. `replaced "
      "by "
      "other\n"
      "operators`: the same, by import, which knows what it means.\n";
  for (const auto& [domain, operators] : domains) {
    text += fmt::format("\n## {}\n\n| operator | versions | types | here |\n|---|---|---|---|\n",
                        domain.empty() ? "ai.onnx" : domain);
    for (const auto& [name, rows] : operators)
      text += fmt::format("| {} | {} | {} | {} |\n", name, versions_text(rows),
                          constraints_text(*rows.back()), state_text(rows));
  }
  return text;
}

struct LittleMemory {
  LittleMemory()
      : before(set_memory_limit(static_cast<std::size_t>(mem::owned_bytes()) + (std::size_t{256} << 20))) {}
  ~LittleMemory() { set_memory_limit(before); }
  std::size_t before;
};

}  // namespace

TEST_CASE("docs/operators.md says what every operator does here") {
  const LittleMemory little;
  const std::string now = page();
  if (std::getenv("SARDONYX_WRITE_OPERATORS") != nullptr) std::ofstream(kPage) << now;
  std::stringstream written;
  written << std::ifstream(kPage).rdbuf();
  std::istringstream left(written.str()), right(now);
  std::string a, b;
  int line = 1;
  for (; std::getline(right, b); ++line) {
    if (!std::getline(left, a) || a != b) break;
    a = b = "";
  }
  const bool same = written.str() == now;
  CHECK_MESSAGE(same, "line " << line << " of " << kPage << " is\n  " << a << "\nand must be\n  " << b
                              << "\nSARDONYX_WRITE_OPERATORS=1 in the tests' environment writes it");
}
