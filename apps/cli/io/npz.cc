#include "io/npz.h"

#include <zip.h>

#include <cstring>
#include <memory>

#include "base/error.h"
#include "base/mapped_file.h"
#include "io/npy.h"

namespace sardonyx::io {
namespace {

constexpr zip_uint64_t kFirstChunk = 1 << 16;

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};

// The size in the directory is a claim: memory grows with what is really there, up to it.
std::string unpack(zip_t* archive, zip_uint64_t index, zip_uint64_t size) {
  const std::unique_ptr<zip_file_t, CloseMember> member(zip_fopen_index(archive, index, 0));
  require(static_cast<bool>(member), Code::invalid_argument, "cannot be opened: {}", zip_strerror(archive));
  std::string bytes;
  while (bytes.size() < size) {
    const std::size_t before = bytes.size();
    const zip_uint64_t wanted =
        std::min<zip_uint64_t>(std::max<zip_uint64_t>(before, kFirstChunk), size - before);
    bytes.resize(before + wanted);
    const zip_int64_t got = zip_fread(member.get(), bytes.data() + before, wanted);
    require(got > 0, Code::invalid_argument, "is broken: {}", zip_file_strerror(member.get()));
    bytes.resize(before + static_cast<std::size_t>(got));
  }
  char more;
  // Reading to the end also has the checksum compared.
  require(zip_fread(member.get(), &more, 1) == 0, Code::invalid_argument,
          "is broken: its size or checksum is wrong");
  return bytes;
}

Archive open_archive(std::span<const std::byte> bytes) {
  require(!bytes.empty(), Code::invalid_argument, "not a zip archive: the file is empty");
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  Archive archive(source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!archive) {
    const std::string reason = zip_error_strerror(&error);
    if (source != nullptr) zip_source_free(source);
    zip_error_fini(&error);
    fail(Code::invalid_argument, "not a zip archive: {}", reason);
  }
  zip_error_fini(&error);
  return archive;
}

[[noreturn]] void cannot_write(const std::filesystem::path& path, const std::string& reason) {
  fail(Code::io, "cannot write '{}': {}", path.string(), reason);
}

}  // namespace

NamedTensors read_npz(std::span<const std::byte> bytes, std::size_t max_bytes) {
  const Archive archive = open_archive(bytes);
  NamedTensors tensors;
  const zip_int64_t members = zip_get_num_entries(archive.get(), 0);
  for (zip_int64_t i = 0; i < members; ++i) {
    const auto index = static_cast<zip_uint64_t>(i);
    zip_stat_t stat;
    zip_stat_init(&stat);
    const bool known = zip_stat_index(archive.get(), index, 0, &stat) == 0 &&
                       (stat.valid & ZIP_STAT_NAME) != 0 && (stat.valid & ZIP_STAT_SIZE) != 0;
    require(known, Code::invalid_argument, "member {} of the archive is broken", i);
    std::string_view name = stat.name;
    if (!name.ends_with(".npy")) continue;
    name.remove_suffix(4);
    try {
      require(stat.size <= max_bytes, Code::over_budget, "unpacks to {} bytes, more than {}", stat.size,
              max_bytes);
      const std::string member = unpack(archive.get(), index, stat.size);
      tensors.emplace_back(name, read_npy(std::as_bytes(std::span(member))));
    } catch (Error& e) {
      e.at(fmt::format("member '{}'", name.substr(0, 80)));
      throw;
    }
  }
  return tensors;
}

NamedTensors read_npz(const std::filesystem::path& path) {
  const BlockPtr mapped = map_file(path);
  try {
    return read_npz(std::span<const std::byte>(mapped->data(), mapped->size()));
  } catch (Error& e) {
    e.at(path.string());
    throw;
  }
}

void write_npz(const std::filesystem::path& path, const NamedTensors& tensors, bool compress) {
  std::vector<std::string> members;  // read by zip_close
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive) cannot_write(path, fmt::format("zip error {}", code));
  for (const auto& [name, tensor] : tensors) members.push_back(write_npy(tensor));
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    zip_source_t* source = zip_source_buffer(archive.get(), members[i].data(), members[i].size(), 0);
    const std::string name = tensors[i].first + ".npy";
    const zip_int64_t index =
        source == nullptr ? -1 : zip_file_add(archive.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      cannot_write(path, zip_strerror(archive.get()));
    }
    const zip_int32_t method = compress ? ZIP_CM_DEFLATE : ZIP_CM_STORE;
    zip_set_file_compression(archive.get(), static_cast<zip_uint64_t>(index), method, 0);
  }
  if (tensors.empty()) cannot_write(path, "there are no tensors");
  zip_t* written = archive.release();  // zip_close frees it, but when it fails
  if (zip_close(written) == 0) return;
  archive.reset(written);
  cannot_write(path, zip_strerror(written));
}

}  // namespace sardonyx::io
