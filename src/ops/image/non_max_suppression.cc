// NonMaxSuppression: per batch and class, boxes in falling order of score, without those that overlap a chosen one.
#include <algorithm>
#include <array>

#include "ops/moving.h"

namespace sardonyx {
namespace {

struct Box {
  float y1, x1, y2, x2, area;
};

Box box_at(const float* b, bool center) {
  Box r{};
  if (center) {  // x center, y center, width, height
    r = {b[1] - b[3] / 2, b[0] - b[2] / 2, b[1] + b[3] / 2, b[0] + b[2] / 2, 0};
  } else {  // two opposite corners
    r = {std::min(b[0], b[2]), std::min(b[1], b[3]), std::max(b[0], b[2]), std::max(b[1], b[3]), 0};
  }
  r.area = (r.y2 - r.y1) * (r.x2 - r.x1);
  return r;
}

bool overlaps(const Box& a, const Box& b, float threshold) {
  const float height = std::min(a.y2, b.y2) - std::max(a.y1, b.y1);
  const float width = std::min(a.x2, b.x2) - std::max(a.x1, b.x1);
  if (!(height > 0 && width > 0) || !(a.area > 0 && b.area > 0)) return false;
  const float both = height * width;
  return both / (a.area + b.area - both) > threshold;
}

struct Search {
  std::int64_t boxes = 0, classes = 0;
  std::int64_t most = 0;
  float iou = 0;
  const float* score_threshold = nullptr;
  bool center = false;

  // Appends the chosen boxes of one batch and class.
  void run(const float* all, const float* scores, std::vector<std::int64_t>& order,
           std::vector<std::int64_t>& chosen) const {
    order.clear();
    for (std::int64_t i = 0; i < boxes; ++i) {
      if (score_threshold == nullptr || scores[i] >= *score_threshold) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int64_t a, std::int64_t b) { return scores[a] > scores[b]; });
    const auto first = static_cast<std::ptrdiff_t>(chosen.size());
    for (const std::int64_t i : order) {
      if (static_cast<std::int64_t>(chosen.size()) - first >= most) return;
      const Box box = box_at(all + 4 * i, center);
      const bool covered = std::any_of(chosen.begin() + first, chosen.end(), [&](std::int64_t j) {
        return overlaps(box_at(all + 4 * j, center), box, iou);
      });
      if (!covered) chosen.push_back(i);
    }
  }
};

struct NonMaxSuppression final : Op {
  bool center_point_box = false;
  void fields(FieldVisitor& f) override { f("center_point_box", center_point_box); }

  void infer(InferContext& c) const override {
    const SymShape &boxes = c.shape(0), &scores = c.shape(1);
    const auto is = [](const Dim& a, const Dim& b) {
      return !a.is_number() || !b.is_number() || a.number() == b.number();
    };
    require(!boxes.ranked() || (boxes.rank() == 3 && is(boxes[2], 4)), Code::invalid_argument,
            "boxes have shape {}, [batches, boxes, 4] is needed", boxes);
    require(!scores.ranked() || scores.rank() == 3, Code::invalid_argument,
            "scores have shape {}, [batches, classes, boxes] is needed", scores);
    if (boxes.ranked() && scores.ranked()) {
      require(is(boxes[0], scores[0]) && is(boxes[1], scores[2]), Code::invalid_argument,
              "boxes {} and scores {} disagree", boxes, scores);
    }
    for (std::size_t i = 2; i < 5; ++i) {
      const auto length = known_length(c.in(i));
      require(!c.has(i) || !length || *length == 1, Code::invalid_argument,
              "input {} has {} elements, it must have one", i, length.value_or(0));
    }
    c.out(0, DType::int64, {Dim::unknown(), 3});
  }
  Kernel lower(LowerContext& c) const override {
    const Shape boxes = c.shape(0), scores = c.shape(1);
    return Kernel::of(
        [batches = boxes[0], n = boxes[1], classes = scores[1], center = center_point_box](Call& call) {
          Search s{n,
                   classes,
                   call.has(2) ? *call.in<std::int64_t>(2) : 0,
                   call.has(3) ? *call.in<float>(3) : 0.0f,
                   call.in<float>(4),
                   center};
          std::vector<std::int64_t> order, chosen;
          std::vector<std::array<std::int64_t, 3>> rows;
          for (std::int64_t b = 0; b < batches && s.most > 0; ++b) {
            for (std::int64_t k = 0; k < classes; ++k) {
              call.check_stop();
              chosen.clear();
              s.run(call.in<float>(0) + b * n * 4, call.in<float>(1) + (b * classes + k) * n, order, chosen);
              for (const std::int64_t i : chosen) rows.push_back({b, k, i});
            }
          }
          std::byte* out = call.allocate(0, {static_cast<std::int64_t>(rows.size()), 3});
          if (!rows.empty()) std::memcpy(out, rows.data(), rows.size() * sizeof(rows[0]));
        });
  }
};

}  // namespace

void register_non_max_suppression(OpRegistry& r) { r.add<NonMaxSuppression>("", "NonMaxSuppression"); }

}  // namespace sardonyx
