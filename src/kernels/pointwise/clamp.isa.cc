#include "kernels/pointwise/clamp.h"

#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

struct Clamp {
  explicit Clamp(const Immediates& imm) : low(static_cast<float>(imm.a)), high(static_cast<float>(imm.b)) {}
  float operator()(float x) const {
    const float y = x < low ? low : x;
    return y > high ? high : y;
  }
  float low, high;
};

}  // namespace

extern const ClampTable clamp_rows;
const ClampTable clamp_rows{row1<Clamp, float, float>};

}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
