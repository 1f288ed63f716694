#include "kernels/move/tuples.h"

#include "kernels/move/strided.h"

namespace sardonyx::move {

Tuples plan_tuples(Element element, const std::vector<std::int64_t>& data, std::size_t batch_dims,
                   std::size_t tuple_length, std::int64_t count, std::int64_t per_batch) {
  Tuples p;
  p.strings = element.strings;
  p.count = count;
  p.per_batch = per_batch;
  p.run = element.bytes;
  for (std::size_t a = batch_dims + tuple_length; a < data.size(); ++a)
    p.run *= static_cast<std::size_t>(data[a]);
  auto stride = static_cast<std::ptrdiff_t>(p.run);
  p.sizes.assign(data.begin() + static_cast<std::ptrdiff_t>(batch_dims),
                 data.begin() + static_cast<std::ptrdiff_t>(batch_dims + tuple_length));
  p.strides.resize(tuple_length);
  for (std::size_t k = tuple_length; k-- > 0;) {
    p.strides[k] = stride;
    stride *= p.sizes[k];
  }
  p.batch_stride = stride;
  return p;
}

std::ptrdiff_t place(const Tuples& p, const std::int64_t* indices, std::int64_t t) noexcept {
  std::ptrdiff_t at = t / p.per_batch * p.batch_stride;
  const std::size_t k = p.sizes.size();
  const std::int64_t* tuple = indices + t * static_cast<std::int64_t>(k);
  for (std::size_t i = 0; i < k; ++i) {
    const std::int64_t index = tuple[i] < 0 ? tuple[i] + p.sizes[i] : tuple[i];
    if (index < 0 || index >= p.sizes[i]) return -1;
    at += index * p.strides[i];
  }
  return at;
}

std::int64_t gather_tuples(const Tuples& p, std::byte* dst, const std::byte* src, const std::int64_t* indices,
                           std::int64_t begin, std::int64_t end) noexcept {
  const bool word = p.run == 4 && !p.strings;
  for (std::int64_t t = begin; t < end; ++t) {
    const std::ptrdiff_t at = place(p, indices, t);
    if (at < 0) return t;
    std::byte* to = dst + t * static_cast<std::ptrdiff_t>(p.run);
    if (word)
      put<4>(to, src + at);
    else
      put_bytes(p.strings, to, src + at, p.run);
  }
  return -1;
}

}  // namespace sardonyx::move
