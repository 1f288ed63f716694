#include "kernels/pointwise/loop.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "kernels/pointwise/clamp.h"

namespace sardonyx::pointwise {

Strides broadcast_strides(DType type, const Shape& in, const Shape& out) {
  Strides strides(out.rank(), 0);
  const std::size_t skip = out.rank() - in.rank();
  std::int64_t step = is_sub_byte(type) ? 1 : static_cast<std::int64_t>(item_size(type));
  for (std::size_t i = in.rank(); i-- > 0;) {
    if (in[i] != 1 || out[skip + i] == 1) strides[skip + i] = step;
    step *= in[i];
  }
  return strides;
}

Loop::View Loop::make_view(DType type, Reg reg, const Shape& space, const Strides& strides) {
  View v;
  v.type = type;
  v.reg = reg;
  v.lane = lane_bytes(lane_of(type));
  v.item = is_sub_byte(type) ? 0 : static_cast<int>(item_size(type));
  v.stored_as_lane = pointwise::stored_as_lane(type);
  for (std::size_t i = 0; i < space.rank(); ++i) {
    if (space[i] == 1) continue;
    if (!v.sizes.empty() && v.strides.back() == strides[i] * space[i]) {
      v.sizes.back() *= space[i];
      v.strides.back() = strides[i];
    } else {
      v.sizes.push_back(space[i]);
      v.strides.push_back(strides[i]);
    }
  }
  const std::int64_t step = v.item == 0 ? 1 : v.item;
  v.linear = v.sizes.empty() || (v.sizes.size() == 1 && v.strides[0] == step);
  v.uniform = std::all_of(v.strides.begin(), v.strides.end(), [](std::int64_t s) { return s == 0; });
  return v;
}

namespace {

// Outputs that are operands, constants or one another get a copy: every output is then written by a step of its own.
Program with_own_outputs(const Program& program) {
  Program p = program.pruned();
  std::vector<Reg> made;
  bool changed = false;
  const std::vector<Reg> outputs(p.outputs().begin(), p.outputs().end());
  Program q;
  std::vector<Reg> operands;
  for (Reg r : p.operands()) operands.push_back(q.operand(p.type(r)));
  const std::vector<Reg> ours = q.append(p, operands);
  for (Reg r : ours) {
    const auto writes = [r](const Instruction& i) { return i.dst == r && i.op != Opcode::constant; };
    const bool own = std::any_of(q.instructions().begin(), q.instructions().end(), writes) &&
                     std::find(made.begin(), made.end(), r) == made.end();
    changed |= !own;
    made.push_back(own ? r : q.emit(Opcode::copy, q.type(r), {r}));
  }
  for (Reg r : made) q.output(r);
  return changed ? q : p;
}

}  // namespace

Loop::Loop(const Program& program, const Shape& space, std::span<const Strides> operands,
           std::span<const Strides> outputs, Isa isa, Access access)
    : program_(with_own_outputs(program)), isa_(isa), access_(access), count_(space.count()) {
  require(operands.size() == program_.operands().size() && outputs.size() == program_.outputs().size(),
          Code::internal, "a program of {} operands and {} outputs got {} and {}", program_.operands().size(),
          program_.outputs().size(), operands.size(), outputs.size());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Reg r = program_.operands()[i];
    operands_.push_back(make_view(program_.type(r), r, space, operands[i]));
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const Reg r = program_.outputs()[i];
    outputs_.push_back(make_view(program_.type(r), r, space, outputs[i]));
  }
  cost_ = std::max(1, program_.cost());
  if (count_ == 0) return;
  find_uniform();
  find_clamps();
  add_steps();
  find_repeated();
  place_registers();
  choose_block();
}

Loop Loop::dense(const Program& program, const Shape& out, std::span<const Shape> operands, Isa isa,
                 Access access) {
  std::vector<Strides> in, results;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    in.push_back(broadcast_strides(program.type(program.operands()[i]), operands[i], out));
  }
  for (Reg r : program.outputs()) results.push_back(broadcast_strides(program.type(r), out, out));
  return Loop(program, out, in, results, isa, access);
}

bool Loop::may_overwrite(std::size_t i) const {
  if (outputs_.size() != 1 || access_ != Access::arrays) return false;
  const View &in = operands_[i], &out = outputs_[0];
  return in.linear && out.linear && in.item == out.item && in.item != 0;
}

// A register is uniform when its value is the same for every element: made once per range of a thread.
void Loop::find_uniform() {
  uniform_.assign(program_.registers(), 0);
  for (std::size_t i = 0; i < operands_.size(); ++i) {
    const bool tile = access_ == Access::tiles && i == 0;
    uniform_[static_cast<std::size_t>(operands_[i].reg)] = operands_[i].uniform && !tile;
  }
  for (const Instruction& i : program_.instructions()) {
    const auto sources = i.sources();
    bool same = std::all_of(sources.begin(), sources.end(),
                            [&](Reg r) { return uniform_[static_cast<std::size_t>(r)] != 0; });
    for (const View& v : outputs_) same &= v.reg != i.dst;
    uniform_[static_cast<std::size_t>(i.dst)] = same;
  }
}

Loop::Step Loop::make_step(const Instruction& i) const {
  Step s;
  s.dst = i.dst;
  s.src = i.src;
  s.sources = info(i.op).sources;
  s.imm = {i.imm[0], i.imm[1]};
  s.bits = i.bits;
  if (i.op == Opcode::constant) {
    s.kind = Step::Kind::constant;
    return s;
  }
  const DType from = program_.type(i.src[static_cast<std::size_t>(s.sources - 1)]), to = program_.type(i.dst);
  if (i.op == Opcode::convert) {
    const bool narrow = lane_of(to) == Lane::f32 && to != DType::float32;
    if (from == DType::float64 && narrow) {
      s.row = narrow_to_odd;
    } else {
      s.row = find_convert(lane_of(from), lane_of(to), isa_);
    }
  } else {
    s.row = find_row(i.op, lane_of(from), isa_);
    s.takes_single = takes_single(i.op, lane_of(from));
  }
  require(s.row != nullptr, Code::not_implemented, "there is no '{}' from elements of type {} to {}",
          info(i.op).name, name(from), name(to));
  return s;
}

namespace {

SmallFloatRounding rounding_of(const Instruction& i) {
  SmallFloatRounding r;
  r.saturate = i.imm[0] == 0;
  r.e8m0 = static_cast<E8m0Round>(static_cast<int>(i.imm[1]));
  return r;
}

}  // namespace

// The float that a register holds everywhere; NaN when it is none.
float Loop::number(Reg r) const {
  float value = std::nanf("");
  for (const Instruction& i : program_.instructions()) {
    if (i.op == Opcode::constant && i.dst == r) std::memcpy(&value, i.bits.data(), sizeof value);
  }
  return value;
}

Loop::Step Loop::clamp_step(std::size_t low, std::size_t high) const {
  const Instruction &max = program_.instructions()[low], &min = program_.instructions()[high];
  Step s;
  s.row = clamp_rows(isa_).f32;
  s.dst = min.dst;
  s.src[0] = max.src[0];
  s.sources = 1;
  s.imm = {static_cast<double>(number(max.src[1])), static_cast<double>(number(min.src[1]))};
  return s;
}

// min(max(x, constant), constant), as Clip is written, in one step.
void Loop::find_clamps() {
  const std::span<const Instruction> all = program_.instructions();
  clamp_.assign(all.size(), -1);
  const auto uses = [&](Reg r) {
    std::ptrdiff_t n = std::ranges::count(program_.outputs(), r);
    for (const Instruction& i : all) n += std::ranges::count(i.sources(), r);
    return n;
  };
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Instruction& low = all[k];
    if (low.op != Opcode::max || program_.type(low.dst) != DType::float32 || uses(low.dst) != 1) continue;
    if (std::isnan(number(low.src[1])) || uniform_[static_cast<std::size_t>(low.dst)]) continue;
    for (std::size_t j = k + 1; j < all.size(); ++j) {
      if (all[j].op != Opcode::min || all[j].src[0] != low.dst || std::isnan(number(all[j].src[1]))) continue;
      clamp_[j] = static_cast<std::int32_t>(k);
      clamp_[k] = -2;
    }
  }
}

void Loop::add_steps() {
  std::vector<char> loaded(program_.registers(), 0);
  const auto load_sources = [&](const Instruction& i, std::vector<Step>& steps) {
    for (Reg r : i.sources()) {
      const auto at = std::find(program_.operands().begin(), program_.operands().end(), r);
      if (at == program_.operands().end() || loaded[static_cast<std::size_t>(r)]) continue;
      loaded[static_cast<std::size_t>(r)] = 1;
      Step s;
      s.kind = Step::Kind::load;
      s.dst = r;
      s.view = static_cast<std::size_t>(at - program_.operands().begin());
      (uniform_[static_cast<std::size_t>(r)] ? once_ : steps).push_back(s);
    }
  };
  for (std::size_t at = 0; at < program_.instructions().size(); ++at) {
    const Instruction& i = program_.instructions()[at];
    std::vector<Step>& steps = uniform_[static_cast<std::size_t>(i.dst)] ? once_ : steps_;
    load_sources(i, steps);
    if (clamp_[at] == -2) continue;
    steps.push_back(clamp_[at] >= 0 ? clamp_step(static_cast<std::size_t>(clamp_[at]), at) : make_step(i));
    const DType to = program_.type(i.dst);
    const bool rounds = i.op == Opcode::convert && !pointwise::stored_as_lane(to);
    bool used = false;
    for (const Instruction& user : program_.instructions()) {
      used |= std::ranges::find(user.sources(), i.dst) != user.sources().end();
    }
    if (rounds && used) {
      Step s;
      s.kind = Step::Kind::round;
      s.dst = i.dst;
      s.type = to;
      s.rounding = rounding_of(i);
      steps.push_back(s);
    }
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      if (outputs_[k].reg != i.dst) continue;
      if (rounds) outputs_[k].rounding = rounding_of(i);
      Step s;
      s.kind = Step::Kind::store;
      s.src[0] = i.dst;
      s.sources = 1;
      s.view = k;
      if (!always_direct(outputs_[k])) steps.push_back(s);  // tiles: done already when they are one piece
    }
  }
}

// Where one element stands for a row: unless a step that reads it, or makes something from it once, wants the row.
void Loop::find_repeated() {
  rows_.assign(program_.registers(), 0);
  const auto want = [&](const Step& s) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(s.sources); ++k)
      rows_[static_cast<std::size_t>(s.src[k])] = 1;
  };
  for (const Step& s : steps_) {
    if (!s.takes_single) want(s);
  }
  for (auto s = once_.rbegin(); s != once_.rend(); ++s) {
    if (s->dst != kNoReg && rows_[static_cast<std::size_t>(s->dst)]) want(*s);
  }
}

void Loop::place_registers() {
  buffer_.assign(program_.registers(), -1);
  direct_.assign(program_.registers(), -1);
  std::vector<std::size_t> last(program_.registers(), 0);
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    for (int k = 0; k < steps_[s].sources; ++k)
      last[static_cast<std::size_t>(steps_[s].src[static_cast<std::size_t>(k)])] = s;
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    if (always_direct(outputs_[k]))
      direct_[static_cast<std::size_t>(outputs_[k].reg)] = static_cast<std::int16_t>(k);
  }
  std::vector<std::pair<int, std::int32_t>> free_slots;  // bytes, offset
  std::vector<char> permanent(program_.registers(), 0);
  const auto take = [&](Reg r, bool forever) {
    const auto at = static_cast<std::size_t>(r);
    const int bytes = lane_bytes(lane_of(program_.type(r)));
    permanent[at] = forever;
    const auto slot = std::ranges::find_if(free_slots, [&](auto& f) { return f.first == bytes; });
    if (!forever && slot != free_slots.end()) {
      buffer_[at] = slot->second;
      free_slots.erase(slot);
      return;
    }
    buffer_[at] = buffer_bytes_;
    buffer_bytes_ += bytes;
  };
  for (const Step& s : once_) {
    if (s.dst != kNoReg && buffer_[static_cast<std::size_t>(s.dst)] < 0) take(s.dst, true);
  }
  for (std::size_t s = 0; s < steps_.size(); ++s) {
    const Step& step = steps_[s];
    for (std::size_t k = 0; k < static_cast<std::size_t>(step.sources); ++k) {
      const auto r = static_cast<std::size_t>(step.src[k]);
      if (last[r] != s || buffer_[r] < 0 || permanent[r]) continue;
      permanent[r] = 1;  // freed once, even when it is two sources
      free_slots.emplace_back(lane_bytes(lane_of(program_.type(step.src[k]))), buffer_[r]);
    }
    if (step.dst == kNoReg || buffer_[static_cast<std::size_t>(step.dst)] >= 0 ||
        (access_ == Access::arrays && direct_[static_cast<std::size_t>(step.dst)] >= 0)) {
      continue;
    }
    if (step.kind == Step::Kind::load) {
      const View& v = operands_[step.view];
      if (always_direct(v)) continue;
      take(step.dst, v.inner_stride() == 0 || v.periodic());  // what repeats stays until something else does
    } else {
      take(step.dst, false);
    }
  }
}

void Loop::choose_block() {
  constexpr std::int64_t kShortRow = 256;
  for (const std::vector<View>* views : {&operands_, &outputs_}) {
    for (const View& v : *views) {
      if (v.linear || v.uniform || v.inner() < kShortRow) continue;
      cut_ = cut_ == 0 ? v.inner() : std::min(cut_, v.inner());
    }
  }
  const auto rows = std::ranges::count(steps_, Step::Kind::row, &Step::kind);
  if (buffer_bytes_ == 0 && rows == 1) {
    block_ = count_;
  } else {
    constexpr std::int64_t kLimit = 24 << 10;  // of the first cache
    block_ = std::clamp<std::int64_t>(kLimit / std::max(1, buffer_bytes_), 16, 2048);
    if (block_ > 64) block_ = std::min(block_, (count_ + 63) / 64 * 64) / 64 * 64;
  }
}

}  // namespace sardonyx::pointwise
