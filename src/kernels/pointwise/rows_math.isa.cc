// float32's transcendental functions, vectorised.
#include "kernels/pointwise/row_loop.h"

namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE {
namespace {

Row find(Opcode, Lane) { return nullptr; }

}  // namespace

extern const RowTable math_rows;
const RowTable math_rows{find};

}  // namespace sardonyx::pointwise::SARDONYX_ISA_NAMESPACE
