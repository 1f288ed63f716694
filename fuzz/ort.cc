// Any bytes as a .ort file: read, imported, its tensors decoded. It may throw an Error; nothing else may happen.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "import/import.h"
#include "model/model_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sardonyx;
  BlockPtr bytes = Block::allocate(size);
  if (size > 0) std::memcpy(bytes->data(), data, size);
  // The identifier is given, so that no run is spent on finding it.
  if (size > 8) std::memcpy(bytes->data() + 4, "ORTM", 4);
  ModelReadOptions options;
  options.max_structure_bytes = std::size_t{1} << 26;
  try {
    static_cast<void>(import_model(read_model(bytes, options)));
  } catch (const Error&) {
  }
  return 0;
}
