// DepthToSpace and SpaceToDepth: blocks of pixels become channels, and back. Where a pixel's place in its block counts
// for more than its channel the mode is DCR, else CRD.
#include <array>

#include "ops/moving.h"

namespace sardonyx {
namespace {

void check(const SymShape& s, std::int64_t blocksize) {
  require(blocksize >= 1 && blocksize <= 1 << 20, Code::invalid_argument, "blocksize is {}", blocksize);
  require(!s.ranked() || s.rank() == 4, Code::invalid_argument,
          "the input has rank {}, 4 is needed (N,C,H,W)", s.ranked() ? s.rank() : 0);
}

void check_mode(const std::string& mode) {
  require(mode == "DCR" || mode == "CRD", Code::invalid_argument, "unknown mode '{}': DCR and CRD are known",
          mode);
}

Dim exact(const Dim& d, std::int64_t n, const char* what) {
  require(!d.is_number() || d.number() % n == 0, Code::invalid_argument, "{} {} is not a multiple of {}",
          what, d, n);
  return floor_div(d, n);
}

// `sizes` in the order of the input; `order` says which of them each axis of the output is.
Kernel permuted(const LowerContext& c, std::array<std::int64_t, 6> sizes, std::array<std::size_t, 6> order) {
  const move::Element e = move::element_of(c.dtype(0));
  std::array<std::int64_t, 6> out{};
  for (std::size_t i = 0; i < 6; ++i) out[i] = sizes[order[i]];
  const auto from = move::dense_strides(sizes, e.bytes), to = move::dense_strides(out, e.bytes);
  std::vector<move::Axis> axes;
  for (std::size_t i = 0; i < 6; ++i) axes.push_back({out[i], to[i], from[order[i]]});
  return one_copy(c, move::plan_copy(e, axes));
}

struct DepthToSpace final : Op {
  std::int64_t blocksize = 0;
  std::string mode = "DCR";
  void fields(FieldVisitor& f) override {
    f("blocksize", blocksize);
    f("mode", mode);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    check(s, blocksize);
    check_mode(mode);
    if (!s.ranked()) return out_unknown(c, 4);
    c.out(0, c.dtype(0),
          {s[0], exact(s[1], blocksize * blocksize, "the number of channels"), s[2] * Dim(blocksize),
           s[3] * Dim(blocksize)});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.shape(0);
    const std::int64_t b = blocksize, channels = s[1] / (b * b);
    if (mode == "DCR") return permuted(c, {s[0], b, b, channels, s[2], s[3]}, {0, 3, 4, 1, 5, 2});
    return permuted(c, {s[0], channels, b, b, s[2], s[3]}, {0, 1, 4, 2, 5, 3});
  }
};

struct SpaceToDepth final : Op {
  std::int64_t blocksize = 0;
  std::string mode = "DCR";
  void fields(FieldVisitor& f) override {
    f("blocksize", blocksize);
    f("mode", mode);
  }
  void infer(InferContext& c) const override {
    const SymShape& s = c.shape(0);
    check(s, blocksize);
    check_mode(mode);
    if (!s.ranked()) return out_unknown(c, 4);
    c.out(0, c.dtype(0),
          {s[0], s[1] * Dim(blocksize * blocksize), exact(s[2], blocksize, "the height"),
           exact(s[3], blocksize, "the width")});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape s = c.shape(0);
    const std::int64_t b = blocksize;
    const std::array<std::int64_t, 6> sizes = {s[0], s[1], s[2] / b, b, s[3] / b, b};
    if (mode == "DCR") return permuted(c, sizes, {0, 3, 5, 1, 2, 4});
    return permuted(c, sizes, {0, 1, 3, 5, 2, 4});
  }
};

}  // namespace

void register_depth_to_space(OpRegistry& r) {
  r.add<DepthToSpace>("", "DepthToSpace");
  r.add<SpaceToDepth>("", "SpaceToDepth");
}

}  // namespace sardonyx
