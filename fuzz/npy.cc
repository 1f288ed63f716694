// Any bytes as a .npy file and as a .npz archive: tensors or an Error, and tensors come back as they were written.
#include "io/npy.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "io/npz.h"
#include "sardonyx/error.hpp"

using namespace sardonyx;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  try {
    const Tensor t = io::read_npy(bytes);
    const std::string written = io::write_npy(t);
    const Tensor again = io::read_npy(std::as_bytes(std::span(written)));
    if (again.text() != t.text()) std::abort();
  } catch (const Error&) {
  }
  try {
    static_cast<void>(io::read_npz(bytes, std::size_t{1} << 24));
  } catch (const Error&) {
  }
  return 0;
}
