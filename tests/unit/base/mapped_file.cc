#include "base/mapped_file.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>

#include "sardonyx/error.hpp"

using namespace sardonyx;
namespace fs = std::filesystem;

namespace {
struct TempFolder {
  fs::path path = fs::temp_directory_path() / ("sardonyx_mapped_" + std::to_string(getpid()));
  TempFolder() { fs::create_directories(path); }
  ~TempFolder() { fs::remove_all(path); }
};
void write(const fs::path& p, std::string_view text) { std::ofstream(p, std::ios::binary) << text; }
}  // namespace

TEST_CASE("a mapped file shows its bytes, read-only") {
  const TempFolder folder;
  write(folder.path / "a", "hello");
  const BlockPtr b = map_file(folder.path / "a");
  CHECK(b->size() == 5);
  CHECK(std::memcmp(b->data(), "hello", 5) == 0);
  CHECK(!b->origin_writeable());
  CHECK_NOTHROW(check_unchanged(b));
  write(folder.path / "b", "world");
  fs::rename(folder.path / "b", folder.path / "a");  // a replaced file leaves the mapping alone
  CHECK_NOTHROW(check_unchanged(b));
  CHECK(std::memcmp(b->data(), "hello", 5) == 0);
}

TEST_CASE("a file overwritten in place is noticed") {
  const TempFolder folder;
  write(folder.path / "a", "hello");
  const BlockPtr b = map_file(folder.path / "a");
  write(folder.path / "a", "hello again");
  CHECK_THROWS_AS(check_unchanged(b), Error);
}

TEST_CASE("empty files, missing files, folders and pipes") {
  const TempFolder folder;
  write(folder.path / "empty", "");
  CHECK(map_file(folder.path / "empty")->size() == 0);
  const auto code_of = [](const fs::path& p) {
    try {
      map_file(p);
    } catch (const Error& e) {
      return e.code();
    }
    return Code::internal;
  };
  CHECK(code_of(folder.path / "none") == Code::no_such_file);
  CHECK(code_of(folder.path) == Code::io);
  CHECK(code_of("/dev/null") == Code::io);
  CHECK_THROWS_AS(check_unchanged(Block::allocate(1)), Error);
}
