#include "model/wire.h"

#include <doctest/doctest.h>

#include "unit/model/messages.h"

using namespace sardonyx;
using namespace sardonyx::test;
using namespace std::string_view_literals;

namespace {

std::string error_in(std::string_view bytes) {
  return error_of([&] {
    for (WireReader r(bytes); r.next();) {
    }
  });
}

}  // namespace

TEST_CASE("wire: numbers, texts and runs") {
  const std::string bytes = message([](WireWriter& w) {
    w.int64(1, -2);
    w.float32(2, 1.5f);
    w.float64(3, -2.5);
    w.bytes(4, "text");
    w.varint(5, UINT64_MAX);
  });
  WireReader r(bytes);
  REQUIRE(r.next());
  CHECK(r.int64() == -2);
  CHECK(r.int32() == -2);
  CHECK_THROWS_AS(r.bytes(), Error);
  REQUIRE(r.next());
  CHECK(r.float32() == 1.5f);
  REQUIRE(r.next());
  CHECK(r.float64() == -2.5);
  REQUIRE(r.next());
  CHECK(r.bytes() == "text");
  CHECK_THROWS_AS(r.varint(), Error);
  CHECK_THROWS_AS(r.fixed_run(WireType::fixed64), Error);  // 4 bytes are no run of 8-byte values
  REQUIRE(r.next());
  CHECK(r.varint() == UINT64_MAX);
  CHECK_FALSE(r.next());
}

TEST_CASE("wire: the known encodings of protobuf's documentation") {
  // field 1 = 150 is 08 96 01; field 2 = "testing" is 12 07 74 65 73 74 69 6e 67
  WireReader r("\x08\x96\x01\x12\x07testing"sv);
  REQUIRE(r.next());
  CHECK(r.varint() == 150);
  REQUIRE(r.next());
  CHECK(r.field() == 2);
  CHECK(r.bytes() == "testing");
  CHECK(message([](WireWriter& w) {
          w.varint(1, 150);
          w.bytes(2, "testing");
        }) == "\x08\x96\x01\x12\x07testing"sv);
}

TEST_CASE("wire: malformed bytes are refused") {
  CHECK(contains(error_in("\x08"sv), "end inside"));
  CHECK(contains(error_in("\x08\x80"sv), "end inside"));
  CHECK(contains(error_in("\x12\x05"
                          "abc"sv),
                 "end inside"));
  CHECK(contains(error_in("\x0d\x01\x02\x03"sv), "end inside"));
  CHECK(contains(error_in("\x09\x01"sv), "end inside"));
  CHECK(contains(error_in("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv), "end inside"));
  CHECK(contains(error_in("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv), "64 bits"));
  CHECK(contains(error_in("\x00\x01"sv), "not a field number"));
  CHECK(contains(error_in("\x0b"sv), "wire type 3"));
  CHECK(contains(error_in("\x0c"sv), "wire type 4"));
  CHECK(contains(error_in("\x0e"sv), "wire type 6"));
  CHECK(contains(error_in("\x0f"sv), "wire type 7"));
}

TEST_CASE("wire: long messages get long lengths") {
  const std::string bytes = message(
      [](WireWriter& w) { w.message(1, [](WireWriter& inner) { inner.bytes(2, std::string(300, 'x')); }); });
  WireReader outer(bytes);
  REQUIRE(outer.next());
  WireReader inner(outer.bytes());
  REQUIRE(inner.next());
  CHECK(inner.bytes() == std::string(300, 'x'));
  CHECK_FALSE(outer.next());
}
