// The portable formats PBM, PGM, PPM (plain and raw) and PAM.
#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"
#include "image/decoders.h"

namespace sardonyx::image {
namespace {

constexpr std::uint64_t kLargestNumber = 1u << 30;

bool is_space(std::byte b) {
  const int c = std::to_integer<int>(b);
  return c == ' ' || (c >= '\t' && c <= '\r');
}

class Text {
 public:
  explicit Text(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> rest() const { return bytes_.subspan(at_); }
  // One character; nullopt at the end.
  std::optional<char> next() {
    if (at_ >= bytes_.size()) return std::nullopt;
    return std::to_integer<char>(bytes_[at_++]);
  }
  void skip_space() {
    while (at_ < bytes_.size()) {
      if (bytes_[at_] == std::byte{'#'})
        while (at_ < bytes_.size() && bytes_[at_] != std::byte{'\n'}) ++at_;
      else if (!is_space(bytes_[at_]))
        return;
      else
        ++at_;
    }
  }
  std::string word() {
    skip_space();
    std::string text;
    while (at_ < bytes_.size() && !is_space(bytes_[at_]) && text.size() < 64)
      text.push_back(std::to_integer<char>(bytes_[at_++]));
    return text;
  }
  std::size_t number() {
    skip_space();
    std::uint64_t value = 0;
    bool any = false;
    for (; at_ < bytes_.size(); ++at_, any = true) {
      const int digit = std::to_integer<int>(bytes_[at_]) - '0';
      if (digit < 0 || digit > 9) break;
      value = value * 10 + static_cast<std::uint64_t>(digit);
      require(value <= kLargestNumber, Code::invalid_argument, "PNM: a number is too large");
    }
    require(any, Code::invalid_argument, "PNM: a number is missing");
    return static_cast<std::size_t>(value);
  }
  // A plain PBM's samples need no space between them.
  std::size_t bit() {
    skip_space();
    const std::optional<char> c = next();
    require(c == '0' || c == '1', Code::invalid_argument, "PNM: a bit is missing");
    return c == '1' ? 1 : 0;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

struct Header {
  char kind = 0;
  std::size_t width = 0, height = 0, channels = 1, largest = 1;
};

void read_pam(Text& text, Header& h) {
  h.largest = 0;
  for (std::string key = text.word(); key != "ENDHDR"; key = text.word()) {
    if (key == "WIDTH") {
      h.width = text.number();
    } else if (key == "HEIGHT") {
      h.height = text.number();
    } else if (key == "DEPTH") {
      h.channels = text.number();
    } else if (key == "MAXVAL") {
      h.largest = text.number();
    } else {
      require(key == "TUPLTYPE", Code::invalid_argument, "PNM: the header of a PAM has '{}'", key);
      text.word();
    }
  }
}

Header read_header(Text& text) {
  Header h;
  text.next();
  h.kind = *text.next();
  if (h.kind == '7') {
    read_pam(text, h);
  } else {
    h.width = text.number();
    h.height = text.number();
    h.channels = h.kind == '3' || h.kind == '6' ? 3 : 1;
    if (h.kind != '1' && h.kind != '4') h.largest = text.number();
  }
  if (h.kind >= '4') text.next();  // the one space before the samples
  require(h.largest >= 1 && h.largest <= 65535 && h.channels >= 1 && h.channels <= 4, Code::invalid_argument,
          "PNM: samples up to {} in {} channels", h.largest, h.channels);
  check_picture_size(h.width, h.height, h.channels);
  return h;
}

std::uint8_t scaled(std::size_t sample, std::size_t largest) {
  require(sample <= largest, Code::invalid_argument, "PNM: a sample is {}, above {}", sample, largest);
  return static_cast<std::uint8_t>((sample * 255 + largest / 2) / largest);
}

void read_bits(const Header& h, std::span<const std::byte> from, std::uint8_t* to) {
  const std::size_t stride = (h.width + 7) / 8;
  require(from.size() / stride >= h.height, Code::invalid_argument, "PNM: the file ends too early");
  for (std::size_t y = 0; y < h.height; ++y)
    for (std::size_t x = 0; x < h.width; ++x) {
      const int byte = std::to_integer<int>(from[y * stride + x / 8]);
      *to++ = ((byte >> (7 - x % 8)) & 1) != 0 ? 0 : 255;
    }
}

}  // namespace

bool is_pnm(std::span<const std::byte> bytes) {
  if (bytes.size() < 3 || bytes[0] != std::byte{'P'}) return false;
  const char kind = std::to_integer<char>(bytes[1]);
  return kind >= '1' && kind <= '7' && (is_space(bytes[2]) || bytes[2] == std::byte{'#'});
}

Tensor decode_pnm(std::span<const std::byte> bytes) {
  Text text(bytes);
  const Header h = read_header(text);
  const std::size_t samples = h.width * h.height * h.channels;
  if (h.kind <= '3')  // a plain sample is at least one character
    require(text.rest().size() >= samples, Code::invalid_argument, "PNM: the file ends too early");
  Tensor picture = picture_of(h.width, h.height, h.channels);
  std::uint8_t* to = picture.mutable_as<std::uint8_t>().data();
  if (h.kind == '4') {
    read_bits(h, text.rest(), to);
    return picture;
  }
  if (h.kind <= '3') {
    for (std::size_t i = 0; i < samples; ++i)
      to[i] = h.kind == '1' ? (text.bit() != 0 ? 0 : 255) : scaled(text.number(), h.largest);
    return picture;
  }
  const std::span<const std::byte> raw = text.rest();
  const std::size_t width = h.largest > 255 ? 2 : 1;
  require(raw.size() / width >= samples, Code::invalid_argument, "PNM: the file ends too early");
  for (std::size_t i = 0; i < samples; ++i) {
    std::size_t sample = std::to_integer<std::size_t>(raw[i * width]);
    if (width == 2) sample = sample << 8 | std::to_integer<std::size_t>(raw[i * 2 + 1]);
    to[i] = scaled(sample, h.largest);
  }
  return picture;
}

}  // namespace sardonyx::image
