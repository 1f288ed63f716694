// ConstantOfShape: one value everywhere. EyeLike: ones on a diagonal.
#include <algorithm>
#include <cstring>

#include "kernels/move/pad.h"
#include "ops/moving.h"
#include "tensor/convert.h"

namespace sardonyx {
namespace {

// Fills output 0 with one element, held as bytes (a 2- or 4-bit one in the low bits of a byte).
Kernel filled(const LowerContext& c, std::vector<std::byte> element, std::string text) {
  const DType dtype = c.out(0).dtype();
  const std::int64_t count = c.out_shape(0).count();
  return unpacked(
      c, Kernel::of([e = move::element_of(dtype), count, element = std::move(element),
                     text = std::move(text)](Call& call) {
        const std::byte* value = e.strings ? reinterpret_cast<const std::byte*>(&text) : element.data();
        const auto step = static_cast<std::ptrdiff_t>(e.bytes);
        call.for_range(count, 65536 / step, [&](std::int64_t begin, std::int64_t end, int) noexcept {
          move::fill(e, call.out(0) + begin * step, value, end - begin);
        });
      }));
}

struct ConstantOfShape final : Op {
  Tensor value;
  void fields(FieldVisitor& f) override { f("value", value); }

  DType dtype() const { return value.is_null() ? DType::float32 : value.dtype(); }
  void infer(InferContext& c) const override {
    require(value.is_null() || value.count() == 1, Code::invalid_argument,
            "value has {} elements, it must have one", value.count());
    const auto dims = known_dims(c.in(0));
    if (!dims) {
      const auto length = known_length(c.in(0));
      if (!length || *length > 64) return c.out(0, dtype(), SymShape());
      return c.out(0, dtype(), SymShape::unknown_dims(static_cast<std::size_t>(*length)));
    }
    require(dims->size() <= Shape::kMaxRank, Code::invalid_argument, "the output would have rank {}",
            dims->size());
    for (const Dim& d : *dims)
      require(!d.is_number() || d.number() >= 0, Code::invalid_argument, "the shape has a negative size {}",
              d);
    SymShape shape(*dims);
    const auto count = shape.count();
    if (is_integer(dtype()) && shape.rank() <= 1 && count->is_number() && count->number() <= 64) {
      std::vector<Dim> content(static_cast<std::size_t>(count->number()), value.int_at(0));
      return c.out_dims(0, dtype(), std::move(shape), std::move(content));
    }
    c.out(0, dtype(), std::move(shape));
  }
  Kernel lower(LowerContext& c) const override {
    if (!c.known(0)) return Kernel::when_running();
    std::vector<std::byte> element(16);
    std::string text;
    if (!value.is_null()) {
      if (dtype() == DType::string)
        text = value.as<std::string>()[0];
      else if (is_sub_byte(dtype()))
        element[0] = static_cast<std::byte>(load_sub_byte(dtype(), value.data(), 0));
      else
        std::memcpy(element.data(), value.data(), item_size(dtype()));
    }
    return filled(c, std::move(element), std::move(text));
  }
};

struct EyeLike final : Op {
  DType dtype = DType::undefined;
  std::int64_t k = 0;
  void fields(FieldVisitor& f) override {
    f("dtype", dtype);
    f("k", k);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    require(!s.ranked() || s.rank() == 2, Code::invalid_argument, "the input has rank {}, a matrix is needed",
            s.ranked() ? s.rank() : 0);
    c.out(0, dtype == DType::undefined ? c.dtype(0) : dtype, s.ranked() ? s : SymShape::unknown_dims(2));
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.out_shape(0);
    const DType type = c.out(0).dtype();
    const auto width = static_cast<std::ptrdiff_t>(item_size(type));
    require(width > 0 && type != DType::string, Code::not_implemented, "EyeLike of {}", name(type));
    std::vector<std::byte> one(static_cast<std::size_t>(width));
    const float unit = 1.0f;
    convert_from_float(type, &unit, one.data(), 1);
    return Kernel::of([rows = s[0], columns = s[1], k = k, width, one = std::move(one)](Call& call) {
      std::memset(call.out(0), 0, static_cast<std::size_t>(rows * columns * width));
      if (k <= -rows || k >= columns) return;
      for (std::int64_t r = std::max<std::int64_t>(0, -k); r < rows && r + k < columns; ++r)
        std::memcpy(call.out(0) + (r * columns + r + k) * width, one.data(), one.size());
    });
  }
};

}  // namespace

void register_constant_of_shape(OpRegistry& r) {
  r.add<ConstantOfShape>("", "ConstantOfShape");
  r.add<EyeLike>("", "EyeLike");
}

}  // namespace sardonyx
