#include "base/mapped_file.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/mapping_faults.h"
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
  CHECK_NOTHROW(check_unchanged(Block::allocate(1)));  // memory of our own
}

TEST_CASE("a file cut short while it is read gives zeros and an Error, not a signal") {
  const TempFolder folder;
  write(folder.path / "a", std::string(20000, 'x'));
  const FaultGuard guard;
  const BlockPtr b = map_file(folder.path / "a");
  fs::resize_file(folder.path / "a", 100);
  CHECK(b->data()[50] == std::byte{'x'});
  CHECK(b->data()[15000] == std::byte{0});
  CHECK_THROWS_AS(check_unchanged(b), Error);
}

namespace {
volatile std::sig_atomic_t others = 0;
void someone_else(int) { others = others + 1; }
}  // namespace

TEST_CASE("other faults still go to the handler that was there, which is put back") {
  struct sigaction mine{}, before{}, after{};
  mine.sa_handler = someone_else;
  sigaction(SIGBUS, &mine, &before);
  {
    const FaultGuard guard, nested;
    raise(SIGBUS);
  }
  CHECK(others == 1);
  sigaction(SIGBUS, &before, &after);
  CHECK((after.sa_handler == someone_else));
}

TEST_CASE("a copied file does not change with the file") {
  const TempFolder folder;
  write(folder.path / "a", "hello");
  const BlockPtr b = read_file(folder.path / "a");
  write(folder.path / "a", "other words");
  CHECK(std::memcmp(b->data(), "hello", 5) == 0);
  CHECK_NOTHROW(check_unchanged(b));
}
