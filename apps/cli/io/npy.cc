#include "io/npy.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/mapped_file.h"
#include "io/npy_header.h"
#include "io/utf.h"
#include "tensor/checked_count.h"
#include "tensor/convert.h"

namespace sardonyx::io {
namespace {

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::int64_t kMaxEmptyTexts = std::int64_t{1}
                                        << 24;  // '<U0' takes no bytes in the file, but some in memory

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Elements of one component each: a complex number has two, a '<U3' three.
std::size_t component_bytes(const NpyElement& e) {
  if (e.kind == 'U') return 4;
  if (e.kind == 'S') return 1;
  return e.kind == 'c' ? e.bytes / 2 : e.bytes;
}

std::size_t header_start(std::string_view file, std::size_t& length) {
  require(file.starts_with(kMagic) && file.size() >= 10, Code::invalid_argument, "not a .npy file");
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(file[i]));
  };
  const std::size_t major = byte(6);
  require(major >= 1 && major <= 3, Code::invalid_argument, "npy: version {} is not known", major);
  length = byte(8) | byte(9) << 8;
  if (major == 1) return 10;
  require(file.size() >= 12, Code::invalid_argument, "npy: the file ends inside of the header");
  length |= byte(10) << 16 | byte(11) << 24;
  return 12;
}

// Where element `i` of the row-major order lies in a file of Fortran order: sizes run from the first axis.
class FortranOrder {
 public:
  explicit FortranOrder(const Shape& shape) : shape_(shape), index_(Shape::filled(shape.rank(), 0)) {
    std::int64_t stride = 1;
    for (const std::int64_t dim : shape) {
      strides_.push_back(stride);
      stride *= dim;
    }
  }
  std::int64_t offset() const { return offset_; }
  void advance() {
    for (std::size_t axis = shape_.rank(); axis-- > 0;) {
      offset_ += strides_[axis];
      if (++index_[axis] < shape_[axis]) return;
      offset_ -= strides_[axis] * shape_[axis];
      index_[axis] = 0;
    }
  }

 private:
  Shape shape_, strides_, index_;
  std::int64_t offset_ = 0;
};

std::string text_element(const NpyElement& e, const std::byte* at) {
  if (e.kind == 'S') {
    const std::string_view whole(reinterpret_cast<const char*>(at), e.bytes);
    return std::string(whole.substr(0, whole.find_last_not_of('\0') + 1));
  }
  std::u32string code_points(e.bytes / 4, U'\0');
  if (!code_points.empty()) std::memcpy(code_points.data(), at, e.bytes);
  if (e.swapped) {
    for (char32_t& c : code_points) c = static_cast<char32_t>(__builtin_bswap32(c));
  }
  code_points.erase(code_points.find_last_not_of(U'\0') + 1);
  return utf8_of(code_points);
}

// `elements` are those of the tensor that is read.
void read_element(const NpyElement& e, const std::byte* at, std::byte* elements, std::size_t i) {
  if (e.dtype == DType::string) {
    reinterpret_cast<std::string*>(elements)[i] = text_element(e, at);
    return;
  }
  std::byte* to = elements + i * e.bytes;
  const std::size_t width = component_bytes(e);
  for (std::size_t part = 0; part < e.bytes; part += width) {
    if (e.swapped) {
      std::reverse_copy(at + part, at + part + width, to + part);
    } else {
      std::memcpy(to + part, at + part, width);
    }
  }
  if (e.dtype == DType::bool_) *to = *to == std::byte{0} ? std::byte{0} : std::byte{1};
}

// NumPy's name of a type, and the type that stands for one that NumPy lacks.
std::string_view descr_of(DType d) {
  switch (d) {
    case DType::bool_:
      return "|b1";
    case DType::uint8:
      return "|u1";
    case DType::int8:
      return "|i1";
    case DType::uint16:
      return "<u2";
    case DType::int16:
      return "<i2";
    case DType::uint32:
      return "<u4";
    case DType::int32:
      return "<i4";
    case DType::uint64:
      return "<u8";
    case DType::int64:
      return "<i8";
    case DType::float16:
      return "<f2";
    case DType::float32:
      return "<f4";
    case DType::float64:
      return "<f8";
    case DType::complex64:
      return "<c8";
    case DType::complex128:
      return "<c16";
    default:
      return "";
  }
}

Tensor widened(const Tensor& t) {
  if (t.dtype() == DType::bfloat16 || is_small_float(t.dtype())) {
    Tensor wide(DType::float32, t.shape());
    convert_to_float(t.dtype(), t.data(), wide.mutable_as<float>().data(), t.count());
    return wide;
  }
  if (!is_sub_byte(t.dtype())) return t;
  Tensor wide(is_signed_integer(t.dtype()) ? DType::int8 : DType::uint8, t.shape());
  unpack_sub_byte(t.dtype(), t.data(), 0, t.count(), reinterpret_cast<std::uint8_t*>(wide.mutable_data()));
  return wide;
}

std::string with_header(std::string_view descr, const Shape& shape) {
  std::string header = npy_header_text(descr, shape);
  // Rank is at most 64, so version 1's 16-bit length is enough. The elements start at a multiple of 64.
  const std::size_t unpadded = 10 + header.size() + 1;
  header.append((64 - unpadded % 64) % 64, ' ');
  header += '\n';
  std::string out(kMagic);
  out += '\x01';
  out += '\x00';
  out += static_cast<char>(header.size() & 0xff);
  out += static_cast<char>(header.size() >> 8);
  return out + header;
}

std::string write_texts(const Tensor& t) {
  std::vector<std::u32string> texts;
  std::size_t width = 1;
  for (const std::string& s : t.as<std::string>()) {
    texts.push_back(code_points_of(s));
    width = std::max(width, texts.back().size());
  }
  std::string out = with_header(fmt::format("<U{}", width), t.shape());
  for (std::u32string& text : texts) {
    text.resize(width, U'\0');
    out.append(reinterpret_cast<const char*>(text.data()), width * 4);
  }
  return out;
}

}  // namespace

Tensor read_npy(std::span<const std::byte> bytes) {
  std::size_t length = 0;
  const std::string_view file = text_of(bytes);
  const std::size_t start = header_start(file, length);
  require(length <= file.size() - start, Code::invalid_argument, "npy: the file ends inside of the header");
  const NpyHeader header = parse_npy_header(file.substr(start, length));
  const std::span<const std::byte> elements = bytes.subspan(start + length);
  const NpyElement& e = header.element;
  const std::int64_t count = checked_count(header.shape);
  const std::size_t needed = checked_mul(static_cast<std::size_t>(count), e.bytes);
  require(needed <= elements.size(), Code::invalid_argument,
          "npy: {} elements need {} bytes, the file has {}", count, needed, elements.size());
  require(e.bytes != 0 || count <= kMaxEmptyTexts, Code::over_budget, "npy: {} empty texts", count);
  Tensor t(e.dtype, header.shape);
  const bool verbatim =
      !header.fortran_order && !e.swapped && e.dtype != DType::string && e.dtype != DType::bool_;
  if (verbatim) {
    if (needed != 0) std::memcpy(t.mutable_data(), elements.data(), needed);
    return t;
  }
  FortranOrder order(header.shape);
  std::byte* to = t.mutable_data();
  for (std::int64_t i = 0; i < t.count(); ++i) {
    const std::int64_t from = header.fortran_order ? order.offset() : i;
    read_element(e, elements.data() + static_cast<std::size_t>(from) * e.bytes, to,
                 static_cast<std::size_t>(i));
    if (header.fortran_order) order.advance();
  }
  return t;
}

Tensor read_npy(const std::filesystem::path& path) {
  const BlockPtr mapped = map_file(path);
  try {
    return read_npy(std::span<const std::byte>(mapped->data(), mapped->size()));
  } catch (Error& e) {
    e.at(path.string());
    throw;
  }
}

std::string write_npy(const Tensor& t) {
  require(!t.is_null(), Code::invalid_argument, "a null tensor cannot be written");
  if (t.dtype() == DType::string) return write_texts(t);
  const Tensor wide = widened(t);
  std::string out = with_header(descr_of(wide.dtype()), wide.shape());
  return out.append(reinterpret_cast<const char*>(wide.data()), wide.bytes());
}

void write_npy(const std::filesystem::path& path, const Tensor& t) {
  const std::string bytes = write_npy(t);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  require(file.good(), Code::io, "cannot write '{}'", path.string());
}

}  // namespace sardonyx::io
