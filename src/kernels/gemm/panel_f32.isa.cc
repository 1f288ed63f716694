#include "kernels/gemm/panel_template.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {

extern const gemm::PanelKernels panel_kernels_f32;
const gemm::PanelKernels panel_kernels_f32 = Panel<float>::table();

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
