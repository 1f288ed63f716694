// tests/data/bad_models/graph: files whose graphs break ONNX's rules. A session refuses each, says where, and soon.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

#include "sardonyx/session.hpp"

using namespace sardonyx;
namespace fs = std::filesystem;

namespace {

// Where the refusal happened ("" for a model that loads) and in how many seconds.
std::pair<std::string, double> refusal(const fs::path& path) {
  const auto begin = std::chrono::steady_clock::now();
  std::string where;
  try {
    const Session session(path);
  } catch (const Error& e) {
    where = e.path().empty() ? "nowhere" : e.what();
  }
  return {where, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
}

}  // namespace

TEST_CASE("bad graphs: every one is refused with a place and a sentence, within a second") {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(SARDONYX_TEST_DATA) / "bad_models" / "graph")) {
    CAPTURE(entry.path().filename());
    const auto [where, seconds] = refusal(entry.path());
    CHECK(where != "");
    CHECK(where != "nowhere");
    CHECK(seconds < 1.0);
    ++seen;
  }
  CHECK(seen >= 42);
}
