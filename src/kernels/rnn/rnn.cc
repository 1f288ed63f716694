#include "kernels/rnn/rnn.h"

#include <algorithm>

namespace sardonyx::rnn {
namespace {

template <typename T>
constexpr gemm::Type kType = sizeof(T) == 4 ? gemm::Type::f32 : gemm::Type::f64;

// A GRU that resets first multiplies its candidate's rows of R by another vector than the rest.
bool splits(const Layer& l) { return l.cell == Cell::gru && !l.linear_before_reset; }
std::int64_t first_rows(const Layer& l) { return (splits(l) ? 2 : gates(l.cell)) * l.hidden; }

template <typename T>
struct Workspace {
  T *xw, *g, *h, *c, *reset, *bias;
  Workspace(const Layer& l, std::byte* scratch) {
    const std::int64_t width = gates(l.cell) * l.hidden;
    xw = reinterpret_cast<T*>(scratch);
    g = xw + l.steps * l.batch * width;
    h = g + l.batch * width;
    c = h + l.batch * l.hidden;
    reset = c + l.batch * l.hidden;
    bias = reset + l.batch * l.hidden;
  }
  static std::int64_t count(const Layer& l) {
    const std::int64_t width = gates(l.cell) * l.hidden;
    return (l.steps + 1) * l.batch * width + 3 * l.batch * l.hidden + width;
  }
};

template <typename T>
void clip_row(const Layer& l, T* x, std::int64_t n) {
  if (!(l.clip > 0)) return;
  const T bound = l.clip;
  for (std::int64_t i = 0; i < n; ++i) x[i] = x[i] > bound ? bound : x[i] < -bound ? -bound : x[i];
}

template <typename T>
void activate_row(const Layer& l, int which, T* x, std::int64_t n) {
  clip_row(l, x, n);
  rows::activate(l.activation[which], x, n);
}

template <typename T>
void add_row(T* to, const T* from, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] += from[i];
}

// g: the gates' sums, which it uses up; tmp: a row of its own.
template <typename T>
void lstm_row(const Layer& l, const T* p, T* g, T* h, T* c, T* tmp) {
  const std::int64_t n = l.hidden;
  T *in = g, *out = g + n, *forget = g + 2 * n, *cell = g + 3 * n;
  if (p != nullptr) {
    for (std::int64_t i = 0; i < n; ++i) in[i] += p[i] * c[i];
    for (std::int64_t i = 0; i < n; ++i) forget[i] += p[2 * n + i] * c[i];
  }
  activate_row(l, 0, in, n);
  activate_row(l, 1, cell, n);
  if (l.input_forget) {
    for (std::int64_t i = 0; i < n; ++i) forget[i] = T{1} - in[i];
  } else {
    activate_row(l, 0, forget, n);
  }
  for (std::int64_t i = 0; i < n; ++i) c[i] = forget[i] * c[i] + in[i] * cell[i];
  if (p != nullptr) {
    for (std::int64_t i = 0; i < n; ++i) out[i] += p[n + i] * c[i];
  }
  activate_row(l, 0, out, n);
  std::copy_n(c, n, tmp);
  rows::activate(l.activation[2], tmp, n);  // the state is not clipped
  for (std::int64_t i = 0; i < n; ++i) h[i] = out[i] * tmp[i];
}

template <typename T>
struct Direction {
  const Layer& l;
  const Data<T>& d;
  Workspace<T> w;
  ThreadPool& pool;
  const StopToken* stop;
  Isa isa;

  std::int64_t width() const { return gates(l.cell) * l.hidden; }
  std::int64_t length(std::int64_t b) const {
    return d.lengths == nullptr ? l.steps : std::clamp<std::int64_t>(d.lengths[b], 0, l.steps);
  }
  // Time that batch row b is at in step s; negative when its sequence has ended.
  std::int64_t time(std::int64_t s, std::int64_t b) const {
    const std::int64_t n = length(b);
    return s >= n ? -1 : l.reverse ? n - 1 - s : s;
  }
  T* xw_row(std::int64_t t, std::int64_t b) const {
    return w.xw + (l.batch_first ? b * l.steps + t : t * l.batch + b) * width();
  }

  void multiply(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, const T* b, const void* packed,
                T* c, const T* col_bias = nullptr) const {
    gemm::Problem p;
    p.type = kType<T>;
    p.m = m;
    p.n = n;
    p.k = k;
    p.a = {a, k, 1};
    p.b = {b, 1, k};
    p.packed_b = packed;
    p.c = c;
    p.ldc = n;
    p.epilogue.col_bias = col_bias;
    gemm::run(p, pool, stop, isa);
  }

  // Biases that may be added to the sums of the inputs: all but R's of a GRU candidate that resets afterwards.
  const T* input_bias() const {
    if (d.bias == nullptr) return nullptr;
    const std::int64_t n = width(), late = l.cell == Cell::gru && l.linear_before_reset ? 2 * l.hidden : n;
    for (std::int64_t i = 0; i < n; ++i) w.bias[i] = d.bias[i] + (i < late ? d.bias[n + i] : T{0});
    return w.bias;
  }

  void start() const {
    for (std::int64_t b = 0; b < l.batch; ++b) {
      auto put = [&](const T* from, T* to) {
        if (from == nullptr)
          std::fill_n(to, l.hidden, T{0});
        else
          std::copy_n(from + b * d.state_row, l.hidden, to);
      };
      put(d.h0, w.h + b * l.hidden);
      put(d.c0, w.c + b * l.hidden);
      for (std::int64_t t = length(b); d.y != nullptr && t < l.steps; ++t)
        std::fill_n(d.y + t * d.y_step + b * d.y_row, l.hidden, T{0});
    }
    multiply(l.steps * l.batch, width(), l.input, d.x, d.w, d.packed_w, w.xw, input_bias());
  }

  // f(b, t, gates, h, c) for every sequence that is not at its end.
  template <typename F>
  void each_row(std::int64_t s, F f) const {
    const std::int64_t grain = std::max<std::int64_t>(1, 4096 / std::max<std::int64_t>(1, width()));
    pool.for_range(l.batch, grain, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t b = begin; b < end; ++b) {
        const std::int64_t t = time(s, b);
        if (t >= 0) f(b, t, w.g + b * width(), w.h + b * l.hidden, w.c + b * l.hidden);
      }
    });
  }

  void emit(std::int64_t b, std::int64_t t, const T* h) const {
    if (d.y != nullptr) std::copy_n(h, l.hidden, d.y + t * d.y_step + b * d.y_row);
  }

  void rnn_step(std::int64_t s) const {
    each_row(s, [&](std::int64_t b, std::int64_t t, T* g, T* h, T*) {
      add_row(g, xw_row(t, b), l.hidden);
      activate_row(l, 0, g, l.hidden);
      std::copy_n(g, l.hidden, h);
      emit(b, t, h);
    });
  }

  void lstm_step(std::int64_t s) const {
    each_row(s, [&](std::int64_t b, std::int64_t t, T* g, T* h, T* c) {
      add_row(g, xw_row(t, b), width());
      lstm_row(l, d.peephole, g, h, c, w.reset + b * l.hidden);
      emit(b, t, h);
    });
  }

  // Gates of a GRU: z at g, r at g + n, the candidate at g + 2n.
  void gru_step(std::int64_t s) const {
    const std::int64_t n = l.hidden;
    const bool split = splits(l);
    const std::int64_t row = split ? 2 * n : 3 * n;  // the product's rows lie this far apart
    if (!split) {
      each_row(s, [&](std::int64_t b, std::int64_t t, T* g, T* h, T*) {
        T* candidate = g + 2 * n;
        const T* x = xw_row(t, b);
        add_row(g, x, 2 * n);
        activate_row(l, 0, g, 2 * n);
        if (d.bias != nullptr) add_row(candidate, d.bias + 5 * n, n);
        for (std::int64_t i = 0; i < n; ++i) candidate[i] = x[2 * n + i] + g[n + i] * candidate[i];
        finish_gru(b, t, g, candidate, h);
      });
      return;
    }
    each_row(s, [&](std::int64_t b, std::int64_t t, T*, T* h, T*) {
      T *g = w.g + b * row, *reset = w.reset + b * n;
      add_row(g, xw_row(t, b), 2 * n);
      activate_row(l, 0, g, 2 * n);
      for (std::int64_t i = 0; i < n; ++i) reset[i] = g[n + i] * h[i];
    });
    T* candidates = w.g + l.batch * 2 * n;
    const std::byte* second = static_cast<const std::byte*>(d.packed_r);
    if (second != nullptr) second += gemm::packed_b_bytes(kType<T>, n, 2 * n, isa);
    multiply(l.batch, n, n, w.reset, d.r == nullptr ? nullptr : d.r + 2 * n * n, second, candidates);
    each_row(s, [&](std::int64_t b, std::int64_t t, T*, T* h, T*) {
      T* candidate = candidates + b * n;
      add_row(candidate, xw_row(t, b) + 2 * n, n);
      finish_gru(b, t, w.g + b * row, candidate, h);
    });
  }

  void finish_gru(std::int64_t b, std::int64_t t, const T* z, T* candidate, T* h) const {
    activate_row(l, 1, candidate, l.hidden);
    for (std::int64_t i = 0; i < l.hidden; ++i) h[i] = (T{1} - z[i]) * candidate[i] + z[i] * h[i];
    emit(b, t, h);
  }

  void run() const {
    start();
    for (std::int64_t s = 0; s < l.steps; ++s) {
      if (stop != nullptr && stop->stop_requested()) return;
      multiply(l.batch, first_rows(l), l.hidden, w.h, d.r, d.packed_r, w.g);
      if (l.cell == Cell::rnn)
        rnn_step(s);
      else if (l.cell == Cell::gru)
        gru_step(s);
      else
        lstm_step(s);
    }
    for (std::int64_t b = 0; b < l.batch; ++b) {
      if (d.h != nullptr) std::copy_n(w.h + b * l.hidden, l.hidden, d.h + b * d.state_row);
      if (d.c != nullptr) std::copy_n(w.c + b * l.hidden, l.hidden, d.c + b * d.state_row);
    }
  }
};

}  // namespace

template <typename T>
std::size_t scratch_bytes(const Layer& layer) {
  return static_cast<std::size_t>(Workspace<T>::count(layer)) * sizeof(T);
}

template <typename T>
void run(const Layer& layer, const Data<T>& data, std::byte* scratch, ThreadPool& pool, const StopToken* stop,
         Isa isa) {
  Direction<T>{layer, data, Workspace<T>(layer, scratch), pool, stop, isa}.run();
}

template std::size_t scratch_bytes<float>(const Layer&);
template std::size_t scratch_bytes<double>(const Layer&);
template void run<float>(const Layer&, const Data<float>&, std::byte*, ThreadPool&, const StopToken*, Isa);
template void run<double>(const Layer&, const Data<double>&, std::byte*, ThreadPool&, const StopToken*, Isa);

std::size_t packed_w_bytes(const Layer& l, gemm::Type type, Isa isa) {
  return gemm::packed_b_bytes(type, l.input, gates(l.cell) * l.hidden, isa);
}

std::size_t packed_r_bytes(const Layer& l, gemm::Type type, Isa isa) {
  std::size_t bytes = gemm::packed_b_bytes(type, l.hidden, first_rows(l), isa);
  if (splits(l)) bytes += gemm::packed_b_bytes(type, l.hidden, l.hidden, isa);
  return bytes;
}

void pack_w(const Layer& l, gemm::Type type, const void* w, void* packed, Isa isa) {
  gemm::pack_b(type, l.input, gates(l.cell) * l.hidden, {w, 1, l.input}, packed, isa);
}

void pack_r(const Layer& l, gemm::Type type, const void* r, void* packed, Isa isa) {
  gemm::pack_b(type, l.hidden, first_rows(l), {r, 1, l.hidden}, packed, isa);
  if (!splits(l)) return;
  const auto offset = static_cast<std::size_t>(first_rows(l) * l.hidden) * gemm::size_of(type);
  const std::size_t first = gemm::packed_b_bytes(type, l.hidden, first_rows(l), isa);
  gemm::pack_b(type, l.hidden, l.hidden, {static_cast<const std::byte*>(r) + offset, 1, l.hidden},
               static_cast<std::byte*>(packed) + first, isa);
}

}  // namespace sardonyx::rnn
