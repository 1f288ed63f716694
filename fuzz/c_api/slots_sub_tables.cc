#include "slots.h"

#include "onnxruntime_ep_c_api.h"

namespace fuzz {

void add_sub_table_slots() {
  const OrtApi& core = *Tables<OrtApi>::real;
  Tables<OrtModelEditorApi>::real = core.GetModelEditorApi();
  Tables<OrtCompileApi>::real = core.GetCompileApi();
  Tables<OrtInteropApi>::real = core.GetInteropApi();
  Tables<OrtEpApi>::real = core.GetEpApi();
#define SLOT(name) add_slot<&OrtModelEditorApi::name, OrtModelEditorApi>(#name);
#include "editor.inc"
#undef SLOT
#define SLOT(name) add_slot<&OrtCompileApi::name, OrtCompileApi>(#name);
#include "compile.inc"
#undef SLOT
#define SLOT(name) add_slot<&OrtInteropApi::name, OrtInteropApi>(#name);
#include "interop.inc"
#undef SLOT
#define SLOT(name) add_slot<&OrtEpApi::name, OrtEpApi>(#name);
#include "ep.inc"
#undef SLOT
}

}  // namespace fuzz
