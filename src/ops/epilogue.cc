#include "ops/epilogue.h"

namespace sardonyx {

bool FusedEpilogue::accepts(const pointwise::Program& program) {
  if (program.operands().empty() || program.operands().size() > kMaxOperands ||
      program.outputs().size() != 1) {
    return false;
  }
  const DType tile = program.type(program.operands()[0]), result = program.type(program.outputs()[0]);
  const bool held = tile == DType::float32 || tile == DType::float64 || tile == DType::int32;
  return held && !is_sub_byte(result);
}

FusedEpilogue::FusedEpilogue(const LowerContext& c, std::int64_t width) : width_(width) {
  if (c.epilogue() == nullptr) return;
  const pointwise::Program& program = *c.epilogue();
  require(accepts(program), Code::internal, "an epilogue that no tile can take: {}", program);
  first_ = c.epilogue_first();
  const DType tile = program.type(program.operands()[0]);
  in_place_ = tile == program.type(program.outputs()[0]) && pointwise::stored_as_lane(tile);
  const Shape out = c.out_shape(0);
  std::vector<Shape> shapes{out};
  for (std::size_t i = 1; i < program.operands().size(); ++i) shapes.push_back(c.shape(first_ + i - 1));
  loop_ = std::make_shared<const pointwise::Loop>(
      pointwise::Loop::dense(program, out, shapes, c.options().isa, pointwise::Access::tiles));
}

FusedEpilogue::Bound::Bound(const FusedEpilogue& epilogue, const Call& call)
    : epilogue_(epilogue), output_(epilogue.in_place() ? nullptr : call.out(0)) {
  if (!epilogue) return;
  for (std::size_t i = 1; i < epilogue.loop_->program().operands().size(); ++i) {
    operands_[i] = call.in(epilogue.first_ + i - 1);
  }
}

void FusedEpilogue::Bound::hook(const void* context, void* tile, int rows, int cols, std::ptrdiff_t ld,
                                std::int64_t row0, std::int64_t col0) {
  const Bound& b = *static_cast<const Bound*>(context);
  std::byte* const outputs[] = {b.output_};
  b.epilogue_.loop_->run_tile(tile, rows, cols, ld, row0, col0, b.epilogue_.width_, b.operands_.data(),
                              outputs);
}

}  // namespace sardonyx
