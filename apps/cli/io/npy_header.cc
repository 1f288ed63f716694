#include "io/npy_header.h"

#include <charconv>

#include "base/error.h"

namespace sardonyx::io {
namespace {

// Walks the literal; NumPy writes it with repr, so only that form is taken.
class Literal {
 public:
  explicit Literal(std::string_view text) : text_(text) {}

  void skip_blanks() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\n' || text_.front() == '\t')) {
      text_.remove_prefix(1);
    }
  }
  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    require(take(token), Code::invalid_argument, "npy header: expected '{}'", token);
  }
  std::string_view quoted() {
    skip_blanks();
    const bool opens = !text_.empty() && (text_.front() == '\'' || text_.front() == '"');
    require(opens, Code::invalid_argument, "npy header: expected a quoted text; records are not supported");
    const std::size_t end = text_.find(text_.front(), 1);
    require(end != std::string_view::npos, Code::invalid_argument, "npy header: a quote does not end");
    const std::string_view inside = text_.substr(1, end - 1);
    text_.remove_prefix(end + 1);
    return inside;
  }
  bool boolean() {
    if (take("True")) return true;
    expect("False");
    return false;
  }
  std::int64_t integer() {
    skip_blanks();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    require(error == std::errc{} && value >= 0, Code::invalid_argument, "npy header: expected a size");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    take("L");  // Python 2 wrote long integers so
    return value;
  }
  Shape shape() {
    Shape shape;
    expect("(");
    while (!take(")")) {
      shape.push_back(integer());
      if (!take(",")) {
        expect(")");
        break;
      }
    }
    return shape;
  }

 private:
  std::string_view text_;
};

DType numeric_dtype(char kind, std::size_t bytes) {
  const int code = kind * 100 + static_cast<int>(bytes);
  switch (code) {
    case 'b' * 100 + 1:
      return DType::bool_;
    case 'u' * 100 + 1:
      return DType::uint8;
    case 'u' * 100 + 2:
      return DType::uint16;
    case 'u' * 100 + 4:
      return DType::uint32;
    case 'u' * 100 + 8:
      return DType::uint64;
    case 'i' * 100 + 1:
      return DType::int8;
    case 'i' * 100 + 2:
      return DType::int16;
    case 'i' * 100 + 4:
      return DType::int32;
    case 'i' * 100 + 8:
      return DType::int64;
    case 'f' * 100 + 2:
      return DType::float16;
    case 'f' * 100 + 4:
      return DType::float32;
    case 'f' * 100 + 8:
      return DType::float64;
    case 'c' * 100 + 8:
      return DType::complex64;
    case 'c' * 100 + 16:
      return DType::complex128;
    default:
      return DType::undefined;
  }
}

}  // namespace

NpyElement parse_descr(std::string_view descr) {
  constexpr std::uint32_t kMaxWidth = 1u << 28;
  const bool has_order =
      !descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos;
  const std::string_view rest = descr.substr(has_order ? 1 : 0);
  std::uint32_t width = 0;
  const bool parsed =
      rest.size() >= 2 &&
      std::from_chars(rest.data() + 1, rest.data() + rest.size(), width).ptr == rest.data() + rest.size();
  require(parsed && width <= kMaxWidth, Code::invalid_argument, "npy: element type '{}' is not supported",
          descr.substr(0, 40));
  NpyElement e;
  e.kind = rest.front();
  e.swapped = has_order && descr.front() == '>';
  e.bytes = e.kind == 'U' ? std::size_t{width} * 4 : width;
  e.dtype = e.kind == 'U' || e.kind == 'S' ? DType::string
            : width <= 16                  ? numeric_dtype(e.kind, width)
                                           : DType::undefined;
  require(e.dtype != DType::undefined, Code::invalid_argument, "npy: element type '{}' is not supported",
          descr.substr(0, 40));
  return e;
}

NpyHeader parse_npy_header(std::string_view text) {
  Literal literal(text);
  NpyHeader header;
  bool has_descr = false, has_order = false, has_shape = false;
  literal.expect("{");
  while (!literal.take("}")) {
    const std::string_view key = literal.quoted();
    literal.expect(":");
    if (key == "descr") {
      header.element = parse_descr(literal.quoted());
      has_descr = true;
    } else if (key == "fortran_order") {
      header.fortran_order = literal.boolean();
      has_order = true;
    } else if (key == "shape") {
      header.shape = literal.shape();
      has_shape = true;
    } else {
      fail(Code::invalid_argument, "npy header: unknown key '{}'", key.substr(0, 40));
    }
    if (!literal.take(",")) {
      literal.expect("}");
      break;
    }
  }
  require(has_descr && has_order && has_shape, Code::invalid_argument, "npy header: a key is missing");
  return header;
}

std::string npy_header_text(std::string_view descr, const Shape& shape) {
  std::string sizes;
  for (const std::int64_t dim : shape) sizes += std::to_string(dim) + ",";
  if (shape.rank() > 1) sizes.pop_back();
  return fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, sizes);
}

}  // namespace sardonyx::io
