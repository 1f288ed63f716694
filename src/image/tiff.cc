// TIFF through libtiff, the first picture of a file, from memory.
#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "image/decoders.h"

namespace sardonyx::image {
namespace {

constexpr tmsize_t kMaxAllocation = tmsize_t{1} << 30;

// The file in memory, and libtiff's first complaint.
struct Source {
  std::span<const std::byte> bytes;
  std::size_t at = 0;
  char complaint[200] = "";
};

tmsize_t read_bytes(thandle_t handle, void* to, tmsize_t count) {
  auto* s = static_cast<Source*>(handle);
  if (count < 0 || s->at >= s->bytes.size()) return 0;
  const std::size_t given = std::min(static_cast<std::size_t>(count), s->bytes.size() - s->at);
  std::memcpy(to, s->bytes.data() + s->at, given);
  s->at += given;
  return static_cast<tmsize_t>(given);
}
tmsize_t write_bytes(thandle_t, void*, tmsize_t) { return 0; }
toff_t seek(thandle_t handle, toff_t offset, int whence) {
  auto* s = static_cast<Source*>(handle);
  const toff_t base = whence == SEEK_CUR ? s->at : whence == SEEK_END ? s->bytes.size() : 0;
  s->at = static_cast<std::size_t>(base + offset);
  return s->at;
}
int close_nothing(thandle_t) { return 0; }
toff_t size_of(thandle_t handle) { return static_cast<Source*>(handle)->bytes.size(); }

int on_error(TIFF*, void* user, const char*, const char* format, va_list arguments) {
  auto* s = static_cast<Source*>(user);
  if (s->complaint[0] == '\0') std::vsnprintf(s->complaint, sizeof s->complaint, format, arguments);
  return 1;
}
int on_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

struct Close {
  void operator()(TIFF* t) const { TIFFClose(t); }
};

std::unique_ptr<TIFF, Close> open(Source& source) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  require(options != nullptr, Code::out_of_memory, "no memory to read a TIFF file");
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, kMaxAllocation);
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, &source);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, nullptr);
  // m: no memory mapping, which the callbacks do not offer.
  std::unique_ptr<TIFF, Close> tiff(TIFFClientOpenExt("memory", "rm", &source, read_bytes, write_bytes, seek,
                                                      close_nothing, size_of, nullptr, nullptr, options));
  TIFFOpenOptionsFree(options);
  return tiff;
}

[[noreturn]] void complain(const Source& s) {
  fail(Code::invalid_argument, "TIFF: {}",
       std::string(s.complaint[0] != '\0' ? s.complaint : "the file is broken"));
}

// Whether the samples can be taken as they are: 8 bits, side by side, grey or RGB, with or without alpha.
std::size_t plain_channels(TIFF* tiff) {
  std::uint16_t bits = 0, channels = 0, planes = 0, photometric = 0, compression = 0, orientation = 0,
                format = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &channels);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planes);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric) == 0) return 0;
  const bool grey = photometric == PHOTOMETRIC_MINISBLACK && channels <= 2;
  const bool colour = photometric == PHOTOMETRIC_RGB && (channels == 3 || channels == 4);
  const bool plain = bits == 8 && planes == PLANARCONFIG_CONTIG && orientation == ORIENTATION_TOPLEFT &&
                     format == SAMPLEFORMAT_UINT && TIFFIsTiled(tiff) == 0;
  return plain && (grey || colour) ? channels : 0;
}

bool read_plain(TIFF* tiff, std::size_t row_bytes, std::size_t height, std::uint8_t* to) {
  if (static_cast<std::size_t>(TIFFScanlineSize(tiff)) != row_bytes) return false;
  for (std::size_t y = 0; y < height; ++y)
    if (TIFFReadScanline(tiff, to + y * row_bytes, static_cast<std::uint32_t>(y), 0) < 0) return false;
  return true;
}

}  // namespace

bool is_tiff(std::span<const std::byte> bytes) {
  if (bytes.size() < 8) return false;
  for (const char* start : {"II*\0", "MM\0*", "II+\0", "MM\0+"})
    if (std::memcmp(bytes.data(), start, 4) == 0) return true;
  return false;
}

Tensor decode_tiff(std::span<const std::byte> bytes) {
  Source source{bytes};
  const auto tiff = open(source);
  if (tiff == nullptr) complain(source);
  std::uint32_t width = 0, height = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  check_picture_size(width, height, 4);
  if (const std::size_t channels = plain_channels(tiff.get()); channels != 0) {
    Tensor picture = picture_of(width, height, channels);
    if (!read_plain(tiff.get(), width * channels, height, picture.mutable_as<std::uint8_t>().data()))
      complain(source);
    return picture;
  }
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width) * height);
  if (TIFFReadRGBAImageOriented(tiff.get(), width, height, pixels.data(), ORIENTATION_TOPLEFT, 1) == 0)
    complain(source);
  std::uint16_t extra = 0;
  std::uint16_t* kinds = nullptr;
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_EXTRASAMPLES, &extra, &kinds);
  const std::size_t channels = extra > 0 ? 4 : 3;
  Tensor picture = picture_of(width, height, channels);
  std::uint8_t* to = picture.mutable_as<std::uint8_t>().data();
  for (const std::uint32_t pixel : pixels)
    for (std::size_t c = 0; c < channels; ++c) *to++ = static_cast<std::uint8_t>(pixel >> (8 * c));
  return picture;
}

}  // namespace sardonyx::image
