#include "kernels/pointwise/rows.h"

namespace sardonyx::pointwise {

bool takes_single(Opcode op, Lane lane) {
  return (lane == Lane::f32 || lane == Lane::f64) && float_rows(Isa::base).find(op, lane) != nullptr &&
         info(op).sources == 2;
}

Row find_row(Opcode op, Lane lane, Isa isa) {
  for (const Row row : {math_rows(isa).find(op, lane), float_rows(isa).find(op, lane),
                        integer_rows(isa).find(op, lane), library_row(op, lane)}) {
    if (row != nullptr) return row;
  }
  return nullptr;
}

}  // namespace sardonyx::pointwise
