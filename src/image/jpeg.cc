// JPEG through libjpeg-turbo. As in png.cc, what runs under setjmp holds nothing that has a destructor.
#include <csetjmp>
#include <cstdio>
// jpeglib.h needs the above first.
#include <jpeglib.h>
// and this one it
#include <jerror.h>

#include <algorithm>
#include <string>

#include "base/error.h"
#include "image/decoders.h"

namespace sardonyx::image {
namespace {

constexpr int kMaxScans = 500;  // more only slow a reader down

struct Errors {
  jpeg_error_mgr base;  // first: libjpeg gives back a pointer to it
  std::jmp_buf jump;
  char text[JMSG_LENGTH_MAX] = "";
};

[[noreturn]] void on_error(j_common_ptr info) {
  auto* errors = reinterpret_cast<Errors*>(info->err);
  errors->base.format_message(info, errors->text);
  std::longjmp(errors->jump, 1);
}

// A file that ends too early is only a warning to libjpeg, which fills up with grey.
void on_message(j_common_ptr info, int level) {
  const int code = info->err->msg_code;
  if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)) on_error(info);
}

void on_output(j_common_ptr) {}

void on_progress(j_common_ptr info) {
  auto* errors = reinterpret_cast<Errors*>(info->err);
  if (info->is_decompressor == 0 || reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= kMaxScans)
    return;
  std::snprintf(errors->text, sizeof errors->text, "more than %d scans", kMaxScans);
  std::longjmp(errors->jump, 1);
}

class Reader {
 public:
  Reader() {
    info_.err = jpeg_std_error(&errors_.base);
    errors_.base.error_exit = on_error;
    errors_.base.emit_message = on_message;
    errors_.base.output_message = on_output;
    progress_.progress_monitor = on_progress;
  }
  ~Reader() { jpeg_destroy_decompress(&info_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  bool start(std::span<const std::byte> bytes) {
    if (setjmp(errors_.jump) != 0) return false;
    jpeg_create_decompress(&info_);
    info_.progress = &progress_;
    jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    jpeg_read_header(&info_, TRUE);
    switch (info_.jpeg_color_space) {
      case JCS_GRAYSCALE:
        info_.out_color_space = JCS_GRAYSCALE;
        break;
      case JCS_CMYK:
      case JCS_YCCK:
        info_.out_color_space = JCS_CMYK;
        break;
      default:
        info_.out_color_space = JCS_RGB;
        break;
    }
    jpeg_calc_output_dimensions(&info_);
    return true;
  }
  bool read_rows(std::uint8_t* to) {
    if (setjmp(errors_.jump) != 0) return false;
    jpeg_start_decompress(&info_);
    const std::size_t stride = width() * channels();
    while (info_.output_scanline < info_.output_height) {
      JSAMPROW row = to + info_.output_scanline * stride;
      jpeg_read_scanlines(&info_, &row, 1);
    }
    jpeg_finish_decompress(&info_);
    return true;
  }
  std::size_t width() const { return info_.output_width; }
  std::size_t height() const { return info_.output_height; }
  std::size_t channels() const { return static_cast<std::size_t>(info_.output_components); }
  // Adobe's files hold the complement of the ink.
  bool inverted() const { return info_.saw_Adobe_marker != 0; }
  [[noreturn]] void complain() const { fail(Code::invalid_argument, "JPEG: {}", std::string(errors_.text)); }

 private:
  Errors errors_{};
  jpeg_progress_mgr progress_{};
  jpeg_decompress_struct info_{};
};

Tensor rgb_of_cmyk(const Tensor& cmyk, bool inverted) {
  const Shape shape{cmyk.shape()[0], cmyk.shape()[1], 3};
  Tensor rgb(DType::uint8, shape);
  const std::uint8_t* from = cmyk.as<std::uint8_t>().data();
  std::uint8_t* to = rgb.mutable_as<std::uint8_t>().data();
  const std::int64_t pixels = shape[0] * shape[1];
  for (std::int64_t i = 0; i < pixels; ++i, from += 4, to += 3) {
    const auto light = [&](int c) { return static_cast<unsigned>(inverted ? from[c] : 255 - from[c]); };
    for (int c = 0; c < 3; ++c) to[c] = static_cast<std::uint8_t>((light(c) * light(3) + 127) / 255);
  }
  return rgb;
}

}  // namespace

bool is_jpeg(std::span<const std::byte> bytes) {
  constexpr std::byte kStart[] = {std::byte{0xff}, std::byte{0xd8}, std::byte{0xff}};
  return bytes.size() >= 3 && std::equal(std::begin(kStart), std::end(kStart), bytes.begin());
}

Tensor decode_jpeg(std::span<const std::byte> bytes) {
  Reader reader;
  if (!reader.start(bytes)) reader.complain();
  check_picture_size(reader.width(), reader.height(), reader.channels());
  Tensor picture(DType::uint8,
                 Shape{static_cast<std::int64_t>(reader.height()), static_cast<std::int64_t>(reader.width()),
                       static_cast<std::int64_t>(reader.channels())});
  if (!reader.read_rows(picture.mutable_as<std::uint8_t>().data())) reader.complain();
  return reader.channels() == 4 ? rgb_of_cmyk(picture, reader.inverted()) : picture;
}

}  // namespace sardonyx::image
