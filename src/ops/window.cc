#include "ops/window.h"

#include <algorithm>
#include <optional>

namespace sardonyx {
namespace {

// Sizes beyond this are no window that anything could hold; it keeps the arithmetic below from overflowing.
constexpr std::int64_t kLimit = std::int64_t{1} << 40;
constexpr std::int64_t kFactorLimit = std::int64_t{1} << 20;

void check_list(const std::vector<std::int64_t>& list, std::size_t length, const char* what,
                std::int64_t least, std::int64_t most) {
  if (list.empty()) return;
  require(list.size() == length, Code::invalid_model, "{} has {} entries where {} are needed", what,
          list.size(), length);
  for (std::int64_t v : list)
    require(v >= least && v <= most, Code::invalid_model, "{} holds {}, which is outside [{}, {}]", what, v,
            least, most);
}

std::int64_t entry(const std::vector<std::int64_t>& list, std::size_t i, std::int64_t otherwise) {
  return i < list.size() ? list[i] : otherwise;
}

bool same(const WindowFields& f) { return f.auto_pad == "SAME_UPPER" || f.auto_pad == "SAME_LOWER"; }

std::optional<std::vector<std::int64_t>> numbers(const std::vector<Dim>& dims) {
  std::vector<std::int64_t> result;
  for (const Dim& d : dims) {
    if (!d.is_number()) return std::nullopt;
    result.push_back(d.number());
  }
  return result;
}

// The odd cell of an uneven padding goes to the end in SAME_UPPER, to the front in SAME_LOWER.
void share_padding(Window& w, std::int64_t total, bool upper) {
  total = std::max<std::int64_t>(total, 0);
  const std::int64_t small = total / 2, large = total - small;
  w.pad_begin.push_back(upper ? small : large);
  w.pad_end.push_back(upper ? large : small);
}

Window start_window(const WindowFields& f, std::vector<std::int64_t> in, std::vector<std::int64_t> kernel) {
  f.check(in.size());
  Window w;
  w.in = std::move(in);
  w.kernel = std::move(kernel);
  for (std::size_t i = 0; i < w.in.size(); ++i) {
    require(
        w.kernel[i] >= 0 && w.kernel[i] <= kFactorLimit * kFactorLimit && w.in[i] >= 0 && w.in[i] <= kLimit,
        Code::invalid_argument, "a window of {} over {} cells is too large", w.kernel[i], w.in[i]);
    w.stride.push_back(entry(f.strides, i, 1));
    w.dilation.push_back(entry(f.dilations, i, 1));
  }
  return w;
}

}  // namespace

void WindowFields::check(std::size_t spatial) const {
  check_list(kernel_shape, spatial, "kernel_shape", 1, kLimit);
  check_list(strides, spatial, "strides", 1, kFactorLimit);
  check_list(dilations, spatial, "dilations", 1, kFactorLimit);
  check_list(pads, 2 * spatial, "pads", -kLimit, kLimit);
  require(auto_pad == "NOTSET" || auto_pad == "VALID" || same(*this) || auto_pad.empty(), Code::invalid_model,
          "auto_pad is '{}'; NOTSET, VALID, SAME_UPPER and SAME_LOWER are known", auto_pad);
}

Window decide_window(const WindowFields& f, std::vector<std::int64_t> in, std::vector<std::int64_t> kernel) {
  Window w = start_window(f, std::move(in), std::move(kernel));
  for (std::size_t i = 0; i < w.spatial(); ++i) {
    const std::int64_t reach = (w.kernel[i] - 1) * w.dilation[i] + 1, stride = w.stride[i];
    if (same(f)) {
      w.out.push_back((w.in[i] + stride - 1) / stride);
      share_padding(w, (w.out[i] - 1) * stride + reach - w.in[i], f.auto_pad == "SAME_UPPER");
      continue;
    }
    const bool padded = f.auto_pad != "VALID";
    w.pad_begin.push_back(padded ? entry(f.pads, i, 0) : 0);
    w.pad_end.push_back(padded ? entry(f.pads, i + w.spatial(), 0) : 0);
    const std::int64_t room = w.in[i] + w.pad_begin[i] + w.pad_end[i] - reach;
    const bool cut = (f.cut || f.ceil_mode) && room < 0 && room > -stride && w.in[i] > 0;
    const bool none = w.in[i] == 0 || (f.cut && room > -2 * stride);
    require(room >= 0 || cut || none, Code::invalid_argument,
            "a window that spans {} cells does not fit in {} padded with {} and {}", reach, w.in[i],
            w.pad_begin[i], w.pad_end[i]);
    std::int64_t out =
        room < 0 ? (cut ? 1 : 0) : (f.ceil_mode ? (room + stride - 1) / stride : room / stride) + 1;
    // A last window that would begin in the padding at the end is none.
    if (f.ceil_mode && out > 1 && (out - 1) * stride >= w.in[i] + w.pad_begin[i]) --out;
    w.out.push_back(out);
  }
  return w;
}

Window decide_transposed_window(const WindowFields& f, const std::vector<std::int64_t>& output_padding,
                                const std::vector<std::int64_t>& output_shape, std::vector<std::int64_t> in,
                                std::vector<std::int64_t> kernel) {
  Window w = start_window(f, std::move(in), std::move(kernel));
  const std::size_t spatial = w.spatial();
  check_list(output_padding, spatial, "output_padding", 0, kLimit);
  // Some exporters give batch and channels too.
  const std::size_t skip = output_shape.size() == spatial + 2 ? 2 : 0;
  require(output_shape.empty() || output_shape.size() == spatial + skip, Code::invalid_model,
          "output_shape has {} entries where {} are needed", output_shape.size(), spatial);
  for (std::size_t i = 0; i < spatial; ++i) {
    const std::int64_t reach = (w.kernel[i] - 1) * w.dilation[i] + 1, stride = w.stride[i];
    const std::int64_t extra = entry(output_padding, i, 0);
    const std::int64_t full = w.in[i] == 0 ? 0 : stride * (w.in[i] - 1) + extra + reach;
    if (!output_shape.empty() || same(f)) {
      const std::int64_t out = output_shape.empty() ? w.in[i] * stride : output_shape[i + skip];
      require(out >= 0 && out <= kLimit, Code::invalid_model, "output_shape holds {}", out);
      w.out.push_back(out);
      share_padding(w, full - out, f.auto_pad == "SAME_UPPER");
      continue;
    }
    const bool padded = f.auto_pad != "VALID";
    w.pad_begin.push_back(padded ? entry(f.pads, i, 0) : 0);
    w.pad_end.push_back(padded ? entry(f.pads, i + spatial, 0) : 0);
    const std::int64_t out = full - w.pad_begin[i] - w.pad_end[i];
    require(out >= 0, Code::invalid_argument, "pads {} and {} leave nothing of {} cells", w.pad_begin[i],
            w.pad_end[i], full);
    w.out.push_back(out);
  }
  return w;
}

std::vector<Dim> window_output(const WindowFields& f, const std::vector<Dim>& in,
                               const std::vector<Dim>& kernel) {
  const auto in_numbers = numbers(in), kernel_numbers = numbers(kernel);
  if (in_numbers && kernel_numbers) {
    const Window w = decide_window(f, *in_numbers, *kernel_numbers);
    return {w.out.begin(), w.out.end()};
  }
  f.check(in.size());
  std::vector<Dim> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::int64_t stride = entry(f.strides, i, 1), dilation = entry(f.dilations, i, 1);
    if (in[i].is_number() && kernel[i].is_number()) {
      const std::vector<std::int64_t> pads{entry(f.pads, i, 0), entry(f.pads, i + in.size(), 0)};
      const WindowFields axis{f.auto_pad, {}, {stride}, {dilation}, pads, f.ceil_mode, f.cut};
      out.emplace_back(decide_window(axis, {in[i].number()}, {kernel[i].number()}).out[0]);
    } else if (same(f)) {
      out.push_back(ceil_div(in[i], stride));
    } else if (f.ceil_mode) {
      out.push_back(Dim::unknown());
    } else {
      const bool padded = f.auto_pad != "VALID";
      const Dim pads = padded ? entry(f.pads, i, 0) + entry(f.pads, i + in.size(), 0) : 0;
      out.push_back(floor_div(in[i] + pads - ((kernel[i] - 1) * dilation + 1), stride) + 1);
    }
  }
  return out;
}

std::vector<Dim> transposed_window_output(const WindowFields& f,
                                          const std::vector<std::int64_t>& output_padding,
                                          const std::vector<std::int64_t>& output_shape,
                                          const std::vector<Dim>& in, const std::vector<Dim>& kernel) {
  const auto in_numbers = numbers(in), kernel_numbers = numbers(kernel);
  if (in_numbers && kernel_numbers) {
    const Window w = decide_transposed_window(f, output_padding, output_shape, *in_numbers, *kernel_numbers);
    return {w.out.begin(), w.out.end()};
  }
  f.check(in.size());
  const std::size_t skip = output_shape.size() == in.size() + 2 ? 2 : 0;
  std::vector<Dim> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::int64_t stride = entry(f.strides, i, 1), dilation = entry(f.dilations, i, 1);
    if (!output_shape.empty()) {
      out.push_back(i + skip < output_shape.size() ? Dim(output_shape[i + skip]) : Dim::unknown());
    } else if (same(f)) {
      out.push_back(in[i] * stride);
    } else {
      const bool padded = f.auto_pad != "VALID";
      const std::int64_t pads = padded ? entry(f.pads, i, 0) + entry(f.pads, i + in.size(), 0) : 0;
      out.push_back((in[i] - 1) * stride + entry(output_padding, i, 0) + (kernel[i] - 1) * dilation + 1 -
                    pads);
    }
  }
  return out;
}

}  // namespace sardonyx
