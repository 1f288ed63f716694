#include "kernels/move/indexed.h"

#include "kernels/move/strided.h"

namespace sardonyx::move {

IndexWalk plan_walk(Element element, const std::vector<std::int64_t>& indices,
                    const std::vector<std::int64_t>& data, std::size_t axis) {
  IndexWalk w;
  w.element = element;
  w.shape = indices;
  w.strides = dense_strides(data, element.bytes);
  w.axis_stride = w.strides[axis];
  w.strides[axis] = 0;
  w.size = data[axis];
  for (std::size_t a = 0; a + 1 < indices.size(); ++a) {
    w.rows *= indices[a];
    if (a >= axis) w.rows_alone *= indices[a];
  }
  return w;
}

std::ptrdiff_t row_start(const IndexWalk& w, std::int64_t row) noexcept {
  std::ptrdiff_t at = 0;
  for (std::size_t a = w.shape.size() - 1; a-- > 0;) {
    at += row % w.shape[a] * w.strides[a];
    row /= w.shape[a];
  }
  return at;
}

namespace {

// Runs `move`(dst element, src element) with the right types.
template <typename Visit>
std::int64_t typed(const IndexWalk& w, std::byte* other, const void* indices, std::int64_t begin,
                   std::int64_t end, const Visit& visit) {
  return by_width(w.element, [&]<std::size_t W>() {
    const auto f = [&](std::byte* place, std::int64_t i) { visit.template operator()<W>(place, i); };
    return w.wide_indices ? walk(w, other, static_cast<const std::int64_t*>(indices), begin, end, f)
                          : walk(w, other, static_cast<const std::int32_t*>(indices), begin, end, f);
  });
}

}  // namespace

std::int64_t gather_elements(const IndexWalk& w, std::byte* dst, const std::byte* src, const void* indices,
                             std::int64_t begin, std::int64_t end) noexcept {
  const auto visit = [&]<std::size_t W>(std::byte* place, std::int64_t i) {
    put<W>(dst + i * static_cast<std::ptrdiff_t>(kStep<W>), place);
  };
  return typed(w, const_cast<std::byte*>(src), indices, begin, end, visit);  // only read
}

std::int64_t scatter_elements(const IndexWalk& w, std::byte* dst, const std::byte* src, const void* indices,
                              std::int64_t begin, std::int64_t end) noexcept {
  const auto visit = [&]<std::size_t W>(std::byte* place, std::int64_t i) {
    put<W>(place, src + i * static_cast<std::ptrdiff_t>(kStep<W>));
  };
  return typed(w, dst, indices, begin, end, visit);
}

}  // namespace sardonyx::move
