#include "slots.h"

namespace fuzz {

void add_core_slots() {
#define SLOT(name) add_slot<&OrtApi::name, OrtApi>(#name);
#include "core.inc"
#undef SLOT
}

}  // namespace fuzz
