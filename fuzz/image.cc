// Any bytes as a picture: pixels or an Error.
#include "image/image.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "sardonyx/error.hpp"

using namespace sardonyx;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    static_cast<void>(image::read_image(std::as_bytes(std::span(data, size)), image::Channels::rgb));
  } catch (const Error&) {
  }
  return 0;
}
