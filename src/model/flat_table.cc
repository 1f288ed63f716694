#include "model/flat_table.h"

namespace sardonyx {
namespace {

constexpr flatbuffers::uoffset_t kMaxTables = 50'000'000;
constexpr flatbuffers::uoffset_t kMaxDepth = 64;  // of one verification; readers count their own nesting

const std::uint8_t* start(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

}  // namespace

FlatBuffer::FlatBuffer(std::string_view bytes, std::size_t max_structure_bytes)
    : verifier(start(bytes), bytes.size(), kMaxDepth, kMaxTables), budget(max_structure_bytes) {}

void FlatBuffer::spend(std::size_t bytes) {
  require(bytes <= budget, Code::over_budget, "the structures of the file take more memory than allowed");
  budget -= bytes;
}

void FlatTable::check(bool ok) {
  require(ok, Code::invalid_model, "ORT model verification failed: an offset leads out of the file");
}

FlatTable::FlatTable(FlatBuffer& buffer, const std::uint8_t* table) : buffer_(&buffer), data_(table) {
  check(buffer.verifier.VerifyTableStart(table));
  buffer.verifier.EndTable();
}

FlatTable FlatTable::root(FlatBuffer& buffer, std::string_view bytes) {
  const flatbuffers::uoffset_t at = buffer.verifier.VerifyOffset(0);
  check(at != 0);
  return FlatTable(buffer, start(bytes) + at);
}

flatbuffers::voffset_t FlatTable::offset(std::uint16_t id) const {
  const auto* table = reinterpret_cast<const flatbuffers::Table*>(data_);
  return table->GetOptionalFieldOffset(static_cast<flatbuffers::voffset_t>(4 + 2 * id));
}

const std::uint8_t* FlatTable::follow(std::uint16_t id) const {
  const flatbuffers::voffset_t at = offset(id);
  if (at == 0) return nullptr;
  check(buffer_->verifier.VerifyField<flatbuffers::uoffset_t>(data_, at, 4));
  const flatbuffers::uoffset_t relative = buffer_->verifier.VerifyOffset(data_, at);
  check(relative != 0);
  return data_ + at + relative;
}

std::string_view FlatTable::list(std::uint16_t id, std::size_t width) const {
  const std::uint8_t* at = follow(id);
  if (at == nullptr) return {};
  check(buffer_->verifier.VerifyVectorOrString(at, width));
  const auto count = flatbuffers::ReadScalar<flatbuffers::uoffset_t>(at);
  return {reinterpret_cast<const char*>(at + 4), std::size_t{count} * width};
}

std::string_view FlatTable::text_at(const std::uint8_t* at) const {
  check(buffer_->verifier.VerifyString(reinterpret_cast<const flatbuffers::String*>(at)));
  return {reinterpret_cast<const char*>(at + 4), flatbuffers::ReadScalar<flatbuffers::uoffset_t>(at)};
}

std::string_view FlatTable::text(std::uint16_t id) const {
  const std::uint8_t* at = follow(id);
  return at == nullptr ? std::string_view() : text_at(at);
}

std::optional<FlatTable> FlatTable::table(std::uint16_t id) const {
  const std::uint8_t* at = follow(id);
  if (at == nullptr) return std::nullopt;
  return FlatTable(*buffer_, at);
}

std::vector<FlatTable> FlatTable::tables(std::uint16_t id) const {
  const std::string_view offsets = list(id, 4);
  buffer_->spend(offsets.size() / 4 * sizeof(FlatTable));
  std::vector<FlatTable> out;
  out.reserve(offsets.size() / 4);
  const auto* first = reinterpret_cast<const std::uint8_t*>(offsets.data());
  for (std::size_t i = 0; i < offsets.size() / 4; ++i) {
    const flatbuffers::uoffset_t relative = buffer_->verifier.VerifyOffset(first, 4 * i);
    check(relative != 0);
    out.push_back(FlatTable(*buffer_, first + 4 * i + relative));
  }
  return out;
}

std::vector<std::string_view> FlatTable::texts(std::uint16_t id) const {
  const std::string_view offsets = list(id, 4);
  buffer_->spend(offsets.size() / 4 * sizeof(std::string_view));
  std::vector<std::string_view> out;
  out.reserve(offsets.size() / 4);
  const auto* first = reinterpret_cast<const std::uint8_t*>(offsets.data());
  for (std::size_t i = 0; i < offsets.size() / 4; ++i) {
    const flatbuffers::uoffset_t relative = buffer_->verifier.VerifyOffset(first, 4 * i);
    check(relative != 0);
    out.push_back(text_at(first + 4 * i + relative));
  }
  return out;
}

}  // namespace sardonyx
