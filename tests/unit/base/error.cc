#include "base/error.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace sardonyx;

TEST_CASE("an error carries its path in front of its sentence") {
  Error e(Code::runtime, "index 7 is outside [0, 5)");
  CHECK(std::string(e.what()) == "index 7 is outside [0, 5)");
  e.at("node 'gather' (Gather)").at("session");
  CHECK(std::string(e.what()) == "session > node 'gather' (Gather): index 7 is outside [0, 5)");
  CHECK(e.sentence() == "index 7 is outside [0, 5)");
  CHECK(e.path().size() == 2);
  CHECK(std::string(name(e.code())) == "runtime");
}

TEST_CASE("sizes that wrap are over budget") {
  CHECK(checked_mul(6, 7) == 42);
  CHECK(checked_add(SIZE_MAX - 1, 1) == SIZE_MAX);
  CHECK_THROWS_AS(checked_mul(SIZE_MAX / 2, 3), Error);
  CHECK_THROWS_AS(checked_add(SIZE_MAX, 1), Error);
  CHECK_NOTHROW(require(true, Code::internal, "never"));
  CHECK_THROWS_WITH(require(false, Code::internal, "axis {}", 3), "axis 3");
}
