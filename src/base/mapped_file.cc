#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/error.h"
#include "base/mapping_faults.h"

namespace sardonyx {
namespace {

// What was seen when the file was mapped. The descriptor stays open, so a file that was replaced by a rename
// (harmless: the mapping keeps the old one) is told from one that is overwritten in place.
struct Mapping {
  int fd = -1;
  std::string path;
  struct stat seen{};
  const Block* block = nullptr;
  int watch = -1;

  Mapping() = default;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (fd >= 0) close(fd);
  }
};

struct Registry {
  std::mutex mutex;
  std::unordered_map<const Block*, const Mapping*> mappings;
};

Registry& registry() {
  static Registry* r = new Registry;  // never destroyed: blocks may outlive static destructors
  return *r;
}

void unmap(void* context, void* data, std::size_t bytes) noexcept {
  const std::unique_ptr<Mapping> m(static_cast<Mapping*>(context));
  {
    const std::lock_guard lock(registry().mutex);
    registry().mappings.erase(m->block);
  }
  unwatch_range(m->watch);
  if (bytes > 0) munmap(data, bytes);
}

[[noreturn]] void io_failed(const std::string& what, const std::string& path, int error) {
  const Code code = error == ENOENT || error == ENOTDIR ? Code::no_such_file : Code::io;
  fail(code, "cannot {} '{}': {}", what, path, std::strerror(error));
}

std::unique_ptr<Mapping> open_regular(const std::filesystem::path& path) {
  auto m = std::make_unique<Mapping>();
  m->path = path.string();
  // Not blocking, else opening a pipe without a writer would hang.
  m->fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (m->fd < 0) io_failed("open", m->path, errno);
  if (fstat(m->fd, &m->seen) != 0) io_failed("read the state of", m->path, errno);
  if (!S_ISREG(m->seen.st_mode))
    fail(Code::io, "'{}' is not a regular file{}", m->path, S_ISDIR(m->seen.st_mode) ? " but a folder" : "");
  return m;
}

}  // namespace

BlockPtr map_file(const std::filesystem::path& path) {
  auto m = open_regular(path);
  const auto bytes = static_cast<std::size_t>(m->seen.st_size);
  static std::byte nothing;
  void* p = &nothing;
  if (bytes > 0) {
    p = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, m->fd, 0);
    if (p == MAP_FAILED) io_failed("map", m->path, errno);
  }
  Mapping* mapping = m.get();
  BlockPtr b;
  try {
    b = Block::adopt(p, bytes, false, unmap, mapping);
  } catch (...) {
    if (bytes > 0) munmap(p, bytes);
    throw;
  }
  m.release();  // the block's from here on
  mapping->block = b.get();
  mapping->watch = watch_range(p, bytes);
  const std::lock_guard lock(registry().mutex);
  registry().mappings.emplace(mapping->block, mapping);
  return b;
}

BlockPtr read_file(const std::filesystem::path& path) {
  const FaultGuard guard;
  const BlockPtr mapped = map_file(path);
  BlockPtr copy = Block::allocate(mapped->size());
  std::memcpy(copy->data(), mapped->data(), mapped->size());
  check_unchanged(mapped);
  return copy;
}

void check_unchanged(const BlockPtr& mapped) {
  const std::lock_guard lock(registry().mutex);
  const auto found = registry().mappings.find(mapped.get());
  if (found == registry().mappings.end()) return;
  const Mapping& m = *found->second;
  struct stat now{};
  if (fstat(m.fd, &now) != 0) io_failed("read the state of", m.path, errno);
  if (!range_torn(m.watch) && now.st_size == m.seen.st_size && now.st_mtim.tv_sec == m.seen.st_mtim.tv_sec &&
      now.st_mtim.tv_nsec == m.seen.st_mtim.tv_nsec)
    return;
  fail(Code::io,
       "'{}' changed while it was in use (it had {} bytes, now {}): replace model files by renaming", m.path,
       static_cast<std::int64_t>(m.seen.st_size), static_cast<std::int64_t>(now.st_size));
}

}  // namespace sardonyx
