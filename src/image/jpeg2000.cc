// JPEG 2000 (bare code streams and JP2 files) through OpenJPEG, from memory.
#include <openjpeg.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "image/decoders.h"

namespace sardonyx::image {
namespace {

constexpr unsigned char kJp2[] = {0, 0, 0, 12, 'j', 'P', ' ', ' '};
constexpr unsigned char kStream[] = {0xff, 0x4f, 0xff, 0x51};

template <std::size_t kSize>
bool begins(std::span<const std::byte> bytes, const unsigned char (&with)[kSize]) {
  return bytes.size() >= kSize && std::memcmp(bytes.data(), with, kSize) == 0;
}

struct Source {
  std::span<const std::byte> bytes;
  std::size_t at = 0;
  char complaint[200] = "";
};

OPJ_SIZE_T read_bytes(void* to, OPJ_SIZE_T count, void* user) {
  auto* s = static_cast<Source*>(user);
  if (s->at >= s->bytes.size()) return static_cast<OPJ_SIZE_T>(-1);
  const std::size_t given = std::min<std::size_t>(count, s->bytes.size() - s->at);
  std::memcpy(to, s->bytes.data() + s->at, given);
  s->at += given;
  return given;
}
OPJ_OFF_T skip(OPJ_OFF_T count, void* user) {
  auto* s = static_cast<Source*>(user);
  if (count < 0) return -1;
  const std::size_t given = std::min(static_cast<std::size_t>(count), s->bytes.size() - s->at);
  s->at += given;
  return static_cast<OPJ_OFF_T>(given);
}
OPJ_BOOL seek(OPJ_OFF_T to, void* user) {
  auto* s = static_cast<Source*>(user);
  if (to < 0 || static_cast<std::size_t>(to) > s->bytes.size()) return OPJ_FALSE;
  s->at = static_cast<std::size_t>(to);
  return OPJ_TRUE;
}
void on_error(const char* text, void* user) {
  auto* s = static_cast<Source*>(user);
  if (s->complaint[0] != '\0') return;
  std::snprintf(s->complaint, sizeof s->complaint, "%s", text);
  if (char* end = std::strchr(s->complaint, '\n')) *end = '\0';
}
void on_message(const char*, void*) {}

struct Destroy {
  void operator()(opj_codec_t* c) const { opj_destroy_codec(c); }
  void operator()(opj_image_t* i) const { opj_image_destroy(i); }
};
struct DestroyStream {
  void operator()(opj_stream_t* s) const { opj_stream_destroy(s); }
};

[[noreturn]] void complain(const Source& s) {
  fail(Code::invalid_argument, "JPEG 2000: {}",
       std::string(s.complaint[0] != '\0' ? s.complaint : "the file is broken"));
}

std::unique_ptr<opj_image_t, Destroy> read(Source& source, bool in_file) {
  const std::unique_ptr<opj_stream_t, DestroyStream> stream(opj_stream_default_create(OPJ_TRUE));
  const std::unique_ptr<opj_codec_t, Destroy> codec(
      opj_create_decompress(in_file ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K));
  require(stream != nullptr && codec != nullptr, Code::out_of_memory, "no memory to read a JPEG 2000 file");
  opj_stream_set_user_data(stream.get(), &source, nullptr);
  opj_stream_set_user_data_length(stream.get(), source.bytes.size());
  opj_stream_set_read_function(stream.get(), read_bytes);
  opj_stream_set_skip_function(stream.get(), skip);
  opj_stream_set_seek_function(stream.get(), seek);
  opj_set_error_handler(codec.get(), on_error, &source);
  opj_set_warning_handler(codec.get(), on_message, nullptr);
  opj_set_info_handler(codec.get(), on_message, nullptr);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  opj_image_t* header = nullptr;
  const bool begun = opj_setup_decoder(codec.get(), &parameters) != 0 &&
                     opj_read_header(stream.get(), codec.get(), &header) != 0;
  std::unique_ptr<opj_image_t, Destroy> image(header);
  if (!begun || image == nullptr) complain(source);
  require(image->x1 > image->x0 && image->y1 > image->y0 && image->numcomps > 0, Code::invalid_argument,
          "JPEG 2000: the picture is empty");
  check_picture_size(image->x1 - image->x0, image->y1 - image->y0, image->numcomps);
  if (opj_decode(codec.get(), stream.get(), image.get()) == 0 ||
      opj_end_decompress(codec.get(), stream.get()) == 0)
    complain(source);
  return image;
}

// One component of a pixel as 8 bits; components may be sampled more coarsely than the picture.
class Plane {
 public:
  Plane(const opj_image_t& image, const opj_image_comp_t& c)
      : c_(c), width_(image.x1 - image.x0), height_(image.y1 - image.y0) {
    require(c.data != nullptr && c.w > 0 && c.h > 0 && c.prec >= 1 && c.prec <= 31, Code::invalid_argument,
            "JPEG 2000: a component of {} bits, {} x {}", c.prec, c.w, c.h);
  }
  int at(std::size_t x, std::size_t y) const {
    const std::size_t column = std::min<std::size_t>(x * c_.w / width_, c_.w - 1);
    const std::size_t row = std::min<std::size_t>(y * c_.h / height_, c_.h - 1);
    const std::int64_t largest = (std::int64_t{1} << c_.prec) - 1;
    const std::int64_t shift = c_.sgnd != 0 ? std::int64_t{1} << (c_.prec - 1) : 0;
    const std::int64_t sample = std::clamp<std::int64_t>(c_.data[row * c_.w + column] + shift, 0, largest);
    return static_cast<int>(c_.prec >= 8 ? sample >> (c_.prec - 8) : (sample * 255 + largest / 2) / largest);
  }

 private:
  const opj_image_comp_t& c_;
  std::size_t width_, height_;
};

std::uint8_t clamped(double v) { return static_cast<std::uint8_t>(std::clamp(v + 0.5, 0.0, 255.0)); }

void rgb_of_ycc(std::uint8_t* p) {
  const double y = p[0], cb = p[1] - 128.0, cr = p[2] - 128.0;
  p[0] = clamped(y + 1.402 * cr);
  p[1] = clamped(y - 0.344136 * cb - 0.714136 * cr);
  p[2] = clamped(y + 1.772 * cb);
}

void rgb_of_cmyk(std::uint8_t* p) {
  for (int c = 0; c < 3; ++c) p[c] = static_cast<std::uint8_t>(((255 - p[c]) * (255 - p[3]) + 127) / 255);
  p[3] = 255;
}

}  // namespace

bool is_jpeg2000(std::span<const std::byte> bytes) { return begins(bytes, kJp2) || begins(bytes, kStream); }

Tensor decode_jpeg2000(std::span<const std::byte> bytes) {
  Source source{bytes};
  const auto image = read(source, begins(bytes, kJp2));
  const std::size_t width = image->x1 - image->x0, height = image->y1 - image->y0;
  const std::size_t channels = std::min<std::size_t>(image->numcomps, 4);
  check_picture_size(width, height, channels);
  std::vector<Plane> planes;
  for (std::size_t c = 0; c < channels; ++c) planes.emplace_back(*image, image->comps[c]);
  const bool coarse = channels >= 3 && image->comps[0].dx != image->comps[1].dx;
  const bool ycc = channels >= 3 && (image->color_space == OPJ_CLRSPC_SYCC ||
                                     (image->color_space != OPJ_CLRSPC_SRGB && coarse));
  const bool cmyk = channels == 4 && image->color_space == OPJ_CLRSPC_CMYK;
  Tensor picture = picture_of(width, height, channels);
  std::uint8_t* to = picture.mutable_as<std::uint8_t>().data();
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x, to += channels) {
      for (std::size_t c = 0; c < channels; ++c) to[c] = static_cast<std::uint8_t>(planes[c].at(x, y));
      if (ycc) rgb_of_ycc(to);
      if (cmyk) rgb_of_cmyk(to);
    }
  return picture;
}

}  // namespace sardonyx::image
