#include "kernels/move/pad.h"

#include <array>

namespace sardonyx::move {
bool leaves_axis(const std::vector<std::int64_t>& table, std::int64_t size) {
  if (static_cast<std::int64_t>(table.size()) != size) return false;
  for (std::int64_t i = 0; i < size; ++i) {
    if (table[static_cast<std::size_t>(i)] != i) return false;
  }
  return true;
}

namespace {

std::vector<PadPlan::Segment> segments(const std::vector<std::int64_t>& table) {
  std::vector<PadPlan::Segment> result;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!result.empty()) {
      PadPlan::Segment& last = result.back();
      if (table[i] == -1 ? last.src == -1 : last.src != -1 && last.src + last.count == table[i]) {
        ++last.count;
        continue;
      }
    }
    result.push_back({static_cast<std::int64_t>(i), table[i], 1});
  }
  return result;
}

}  // namespace

PadPlan plan_pad(Element element, const std::vector<std::vector<std::int64_t>>& tables,
                 const std::vector<std::int64_t>& shape) {
  PadPlan p;
  p.element = element;
  p.run = element.bytes;
  std::size_t last = shape.size();
  while (last > 0 && leaves_axis(tables[last - 1], shape[last - 1]))
    p.run *= static_cast<std::size_t>(shape[--last]);
  if (last == 0) {
    p.row = 1;
    p.segments = {{0, 0, 1}};
    return p;
  }
  const std::size_t inner = last - 1;
  p.row = static_cast<std::int64_t>(tables[inner].size());
  p.segments = segments(tables[inner]);
  auto stride = static_cast<std::int64_t>(p.run) * shape[inner];
  p.outer.resize(inner);
  for (std::size_t a = inner; a-- > 0;) {
    for (std::int64_t i : tables[a]) p.outer[a].push_back(i == -1 ? -1 : i * stride);
    p.rows *= static_cast<std::int64_t>(tables[a].size());
    stride *= shape[a];
  }
  return p;
}

void fill(Element element, std::byte* dst, const std::byte* value, std::int64_t count) noexcept {
  by_width(element, [&]<std::size_t W>() {
    if constexpr (W == 1) {
      std::memset(dst, std::to_integer<int>(*value), static_cast<std::size_t>(count));
    } else if constexpr (W == 0) {
      for (std::int64_t i = 0; i < count; ++i) put<0>(dst + i * kStep<0>, value);
    } else {
      std::array<std::byte, W> v;
      std::memcpy(v.data(), value, W);
      for (std::int64_t i = 0; i < count; ++i) std::memcpy(dst + i * W, v.data(), W);
    }
  });
}

void pad_rows(const PadPlan& p, std::byte* dst, const std::byte* src, const std::byte* value,
              std::int64_t begin, std::int64_t end) noexcept {
  const auto run = static_cast<std::int64_t>(p.run);
  const std::int64_t per_run = run / static_cast<std::int64_t>(p.element.bytes);
  for (std::int64_t row = begin; row < end; ++row) {
    std::int64_t rest = row, offset = 0;
    bool outside = false;
    for (std::size_t a = p.outer.size(); a-- > 0 && !outside;) {
      const auto size = static_cast<std::int64_t>(p.outer[a].size());
      const std::int64_t at = p.outer[a][static_cast<std::size_t>(rest % size)];
      rest /= size;
      outside = at == -1;
      offset += at;
    }
    std::byte* to = dst + row * p.row * run;
    if (outside) {
      fill(p.element, to, value, p.row * per_run);
      continue;
    }
    for (const PadPlan::Segment& s : p.segments) {
      if (s.src == -1)
        fill(p.element, to + s.dst * run, value, s.count * per_run);
      else
        put_bytes(p.element.strings, to + s.dst * run, src + offset + s.src * run,
                  static_cast<std::size_t>(s.count * run));
    }
  }
}

}  // namespace sardonyx::move
