#include "kernels/gemm/panel_template.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {

extern const gemm::PanelKernels panel_kernels_i32;
const gemm::PanelKernels panel_kernels_i32 = Panel<std::uint32_t>::table();

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
