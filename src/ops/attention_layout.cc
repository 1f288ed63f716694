#include "ops/attention_layout.h"

#include <algorithm>

#include "kernels/rows/expand.h"

namespace sardonyx {

std::optional<Heads> heads_of(const SymShape& shape, std::optional<std::int64_t> heads, const char* what) {
  if (!shape.ranked()) return std::nullopt;
  require(shape.rank() == 3 || shape.rank() == 4, Code::invalid_argument,
          "{} of shape {} must have rank 3 or 4", what, shape);
  Heads h;
  h.packed = shape.rank() == 3;
  h.batch = shape[0];
  if (!h.packed) {
    h.heads = shape[1];
    h.length = shape[2];
    h.size = shape[3];
    require(!heads || !h.heads.is_number() || h.heads.number() == *heads, Code::invalid_argument,
            "{} of shape {} must have {} heads", what, shape, heads.value_or(0));
    return h;
  }
  require(heads.has_value() && *heads > 0, Code::invalid_argument,
          "{} of shape {} is packed, so the number of its heads must be given", what, shape);
  h.heads = *heads;
  h.length = shape[1];
  require(!shape[2].is_number() || shape[2].number() % *heads == 0, Code::invalid_argument,
          "{} of shape {} cannot be split into {} heads", what, shape, *heads);
  h.size = floor_div(shape[2], *heads);
  return h;
}

HeadSizes head_sizes(const Shape& shape, std::optional<std::int64_t> heads, const char* what) {
  const Heads h = *heads_of(SymShape(shape), heads, what);
  return {h.batch.number(), h.heads.number(), h.length.number(), h.size.number(), h.packed};
}

attention::Mask mask_steps(const Shape& shape, std::int64_t batch, std::int64_t heads, std::int64_t queries,
                           std::int64_t keys) {
  attention::Mask m;
  const std::int64_t last = shape.rank() == 0 ? 1 : shape.back();
  m.keys = last == 1 ? keys : std::min(last, keys);
  const std::int64_t target[] = {batch, heads, queries, last};
  require(rows::expands_to(shape.dims(), target) && last <= std::max<std::int64_t>(keys, 1),
          Code::invalid_argument, "a mask of shape {} does not broadcast to [{},{},{},{}]", shape, batch,
          heads, queries, keys);
  const std::vector<std::int64_t> steps = rows::expanded_strides(shape.dims(), target);
  m.batch = steps[0];
  m.head = steps[1];
  m.row = steps[2];
  m.key_step = steps[3];
  return m;
}

}  // namespace sardonyx
