// Any bytes as a .pb file of a value, read as each kind: a Value or an Error, and what was read can be written.
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/test_data.h"
#include "sardonyx/error.hpp"

using namespace sardonyx;

namespace {

const std::array<Type, 6>& kinds() {
  static const Type floats = Type::tensor(DType::float32);
  static const std::array<Type, 6> all{floats,
                                       Type::sparse(DType::float32),
                                       Type::sequence(Type::map(DType::int64, floats)),
                                       Type::map(DType::string, floats),
                                       Type::optional(Type::sequence(floats)),
                                       Type::sequence(Type{})};
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::vector<std::uint8_t> bytes(data + 1, data + size);
  const Type& type = kinds()[data[0] % kinds().size()];
  try {
    const NamedValue read = read_value(Block::borrow(bytes.data(), bytes.size(), false), type);
    static_cast<void>(write_value(read.value, type, read.name));
  } catch (const Error&) {
  }
  return 0;
}
