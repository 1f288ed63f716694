#include "kernels/pointwise/rows.h"

namespace sardonyx::pointwise {

Row find_row(Opcode op, Lane lane, Isa isa) {
  for (const Row row : {math_rows(isa).find(op, lane), float_rows(isa).find(op, lane),
                        integer_rows(isa).find(op, lane), library_row(op, lane)}) {
    if (row != nullptr) return row;
  }
  return nullptr;
}

}  // namespace sardonyx::pointwise
