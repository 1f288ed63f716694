#include "ops/in_float.h"

#include <algorithm>
#include <array>
#include <vector>

#include "tensor/convert.h"

namespace sardonyx {
namespace {

constexpr std::int64_t kCastGrain = 16384;

// One tensor that lives converted in scratch while the inner kernel runs.
struct Converted {
  std::size_t index = 0;
  DType dtype = DType::undefined;
  std::int64_t count = 0;
  std::size_t offset = 0;
};

struct State {
  Kernel inner;
  DType compute = DType::float32;
  std::size_t inputs = 0, outputs = 0, inner_scratch = 0;
  std::vector<Converted> in, out;
};

void widen(DType from, const std::byte* src, DType to, std::byte* dst, std::int64_t count) {
  if (to == DType::float32) return convert_to_float(from, src, reinterpret_cast<float*>(dst), count);
  auto* out = reinterpret_cast<double*>(dst);
  for (std::int64_t i = 0; i < count; ++i) out[i] = load_number(from, src, i);
}

void narrow(DType from, const std::byte* src, DType to, std::byte* dst, std::int64_t count) {
  if (from == DType::float32) return convert_from_float(to, reinterpret_cast<const float*>(src), dst, count);
  const auto* in = reinterpret_cast<const double*>(src);
  for (std::int64_t i = 0; i < count; ++i) {
    if (to == DType::float32) reinterpret_cast<float*>(dst)[i] = static_cast<float>(in[i]);
    if (to == DType::float16) reinterpret_cast<float16*>(dst)[i] = to_float16(in[i]);
    if (to == DType::bfloat16) reinterpret_cast<bfloat16*>(dst)[i] = to_bfloat16(in[i]);
  }
}

void run_converted(const State& s, Call& call) {
  std::vector<Call::Input> in(s.inputs);
  std::vector<Call::Output> out(s.outputs);
  for (std::size_t i = 0; i < s.inputs; ++i) in[i].data = call.in(i);
  for (std::size_t i = 0; i < s.outputs; ++i) out[i].data = call.out(i);
  const std::size_t compute_size = item_size(s.compute);
  for (const Converted& t : s.in) {
    if (in[t.index].data == nullptr) continue;
    std::byte* to = call.scratch() + t.offset;
    const std::byte* from = in[t.index].data;
    const std::size_t size = item_size(t.dtype);
    call.for_range(t.count, kCastGrain, [&](std::int64_t begin, std::int64_t end, int) {
      widen(t.dtype, from + static_cast<std::size_t>(begin) * size, s.compute,
            to + static_cast<std::size_t>(begin) * compute_size, end - begin);
    });
    in[t.index].data = to;
  }
  for (const Converted& t : s.out) {
    if (out[t.index].data != nullptr) out[t.index].data = call.scratch() + t.offset;
  }
  Call inner(in, out, call.scratch() + s.inner_scratch, call.environment());
  s.inner.run(s.inner.state.get(), inner);
  for (const Converted& t : s.out) {
    std::byte* to = call.out(t.index);
    if (to == nullptr) continue;
    const std::byte* from = call.scratch() + t.offset;
    const std::size_t size = item_size(t.dtype);
    call.for_range(t.count, kCastGrain, [&](std::int64_t begin, std::int64_t end, int) {
      narrow(s.compute, from + static_cast<std::size_t>(begin) * compute_size, t.dtype,
             to + static_cast<std::size_t>(begin) * size, end - begin);
    });
  }
}

bool foreign(DType d, DType compute) { return is_float(d) && d != compute; }

}  // namespace

DType compute_type(const LowerContext& c) {
  for (std::size_t i = 0; i < c.inputs(); ++i) {
    if (c.has(i) && c.dtype(i) == DType::float64) return DType::float64;
  }
  for (std::size_t i = 0; i < c.outputs(); ++i) {
    if ((c.wanted(i) || i == 0) && c.out(i).dtype() == DType::float64) return DType::float64;
  }
  return DType::float32;
}

Kernel in_compute_type(const LowerContext& c, DType compute, Kernel inner,
                       std::initializer_list<std::size_t> skip) {
  if (!inner) return inner;
  State s;
  s.compute = compute;
  s.inputs = c.inputs();
  s.outputs = c.outputs();
  std::size_t offset = 0;
  auto add = [&](std::vector<Converted>& list, std::size_t index, DType dtype, std::int64_t count) {
    list.push_back({index, dtype, count, offset});
    const std::size_t bytes = checked_mul(static_cast<std::size_t>(count), item_size(compute));
    offset = checked_add(offset, checked_add(bytes, 63) / 64 * 64);
  };
  for (std::size_t i = 0; i < s.inputs; ++i) {
    if (std::find(skip.begin(), skip.end(), i) != skip.end()) continue;
    if (c.has(i) && foreign(c.dtype(i), compute)) add(s.in, i, c.dtype(i), c.shape(i).count());
  }
  for (std::size_t i = 0; i < s.outputs; ++i) {
    // Output 0 has memory even when nobody wants it.
    if ((c.wanted(i) || (i == 0 && c.known(0))) && foreign(c.out(i).dtype(), compute))
      add(s.out, i, c.out(i).dtype(), c.out_shape(i).count());
  }
  if (s.in.empty() && s.out.empty()) return inner;
  s.inner_scratch = offset;
  const std::size_t scratch = checked_add(offset, inner.scratch);
  s.inner = std::move(inner);
  return Kernel::of([s = std::move(s)](Call& call) { run_converted(s, call); }).with_scratch(scratch);
}

}  // namespace sardonyx
