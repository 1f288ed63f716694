// Tables of a FlatBuffers file, field by field. Private to export/.
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace sardonyx {

using FlatOffset = flatbuffers::Offset<void>;

// Collects the fields of one table; parts of it are built before `finish`, as the format asks.
class FlatTableBuilder {
 public:
  explicit FlatTableBuilder(flatbuffers::FlatBufferBuilder& out) : out_(out) {}

  template <typename T>
    requires std::is_arithmetic_v<T>
  void add(std::uint16_t id, T value) {
    fields_.push_back({id, value});
  }
  void add(std::uint16_t id, FlatOffset at) { fields_.push_back({id, at}); }
  void add(std::uint16_t id, std::string_view text) {
    add(id, FlatOffset(out_.CreateString(text.data(), text.size()).o));
  }
  void add(std::uint16_t id, const std::vector<FlatOffset>& list) {
    add(id, FlatOffset(out_.CreateVector(list).o));
  }
  void add(std::uint16_t id, const std::vector<std::string_view>& texts) {
    std::vector<FlatOffset> list;
    for (const std::string_view t : texts) list.emplace_back(out_.CreateString(t.data(), t.size()).o);
    add(id, list);
  }
  template <typename T>
    requires std::is_arithmetic_v<T>
  void add(std::uint16_t id, const std::vector<T>& list) {
    add(id, FlatOffset(out_.CreateVector(list).o));
  }

  FlatOffset finish() {
    const flatbuffers::uoffset_t start = out_.StartTable();
    for (const Field& f : fields_) {
      const flatbuffers::voffset_t at = flatbuffers::FieldIndexToOffset(f.id);
      std::visit(
          [&](auto v) {
            if constexpr (std::is_same_v<decltype(v), FlatOffset>) {
              out_.AddOffset(at, v);
            } else {
              out_.AddElement(at, v);
            }
          },
          f.value);
    }
    return FlatOffset(out_.EndTable(start));
  }

 private:
  struct Field {
    std::uint16_t id;
    std::variant<FlatOffset, std::int64_t, std::int32_t, std::uint32_t, float, std::int8_t, std::uint8_t>
        value;
  };
  flatbuffers::FlatBufferBuilder& out_;
  std::vector<Field> fields_;
};

}  // namespace sardonyx
