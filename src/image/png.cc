// PNG through libpng. libpng reports errors by longjmp, so functions that call it under setjmp hold nothing that has a
// destructor; everything of that kind lives with their callers.
#include <png.h>

#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/error.h"
#include "image/decoders.h"

namespace sardonyx::image {
namespace {

constexpr png_uint_32 kMaxSide = 1u << 20;
constexpr png_alloc_size_t kMaxChunk = 8u << 20;

struct Source {
  const std::byte* at;
  std::size_t left;
};

// Text of libpng's complaint, for after the jump.
struct Complaint {
  char text[160] = "";
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto* complaint = static_cast<Complaint*>(png_get_error_ptr(png));
  std::snprintf(complaint->text, sizeof complaint->text, "%s", message);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep to, std::size_t count) {
  auto* source = static_cast<Source*>(png_get_io_ptr(png));
  if (count > source->left) png_error(png, "the file ends too early");
  std::memcpy(to, source->at, count);
  source->at += count;
  source->left -= count;
}

// Owns libpng's state.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : source_{bytes.data(), bytes.size()} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &complaint_, on_error, on_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    if (info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      fail(Code::out_of_memory, "no memory to read a PNG file");
    }
  }
  ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Reads up to the pixels and asks for 8-bit samples without palette.
  bool read_header() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, &source_, on_read);
    png_set_user_limits(png_, kMaxSide, kMaxSide);
    png_set_chunk_malloc_max(png_, kMaxChunk);
    png_read_info(png_, info_);
    png_set_expand(png_);
    png_set_strip_16(png_);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }
  bool read_rows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }
  std::size_t width() const { return png_get_image_width(png_, info_); }
  std::size_t height() const { return png_get_image_height(png_, info_); }
  std::size_t channels() const { return png_get_channels(png_, info_); }
  std::size_t row_bytes() const { return png_get_rowbytes(png_, info_); }
  [[noreturn]] void complain() const {
    fail(Code::invalid_argument, "PNG: {}", std::string(complaint_.text));
  }

 private:
  Source source_;
  Complaint complaint_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

}  // namespace

bool is_png(std::span<const std::byte> bytes) {
  return bytes.size() >= 8 && png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) == 0;
}

Tensor decode_png(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  if (!reader.read_header()) reader.complain();
  const std::size_t height = reader.height();
  check_picture_size(reader.width(), height, reader.channels());
  require(reader.row_bytes() == reader.width() * reader.channels(), Code::internal, "PNG: rows of {} bytes",
          reader.row_bytes());
  Tensor picture(DType::uint8,
                 Shape{static_cast<std::int64_t>(height), static_cast<std::int64_t>(reader.width()),
                       static_cast<std::int64_t>(reader.channels())});
  std::vector<png_bytep> rows(height);
  auto* at = reinterpret_cast<png_bytep>(picture.mutable_data());
  for (png_bytep& row : rows) {
    row = at;
    at += reader.row_bytes();
  }
  if (!reader.read_rows(rows.data())) reader.complain();
  return picture;
}

void encode_png(const std::filesystem::path& path, const Tensor& picture, int channels) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.height = static_cast<png_uint_32>(picture.shape()[0]);
  image.width = static_cast<png_uint_32>(picture.shape()[1]);
  image.format = channels == 1 ? PNG_FORMAT_GRAY : (channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA);
  const bool written = png_image_write_to_file(&image, path.c_str(), 0, picture.data(), 0, nullptr) != 0;
  require(written, Code::io, "cannot write '{}': {}", path.string(), std::string(image.message));
}

}  // namespace sardonyx::image
