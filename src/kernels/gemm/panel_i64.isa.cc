#include "kernels/gemm/panel_template.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {

extern const gemm::PanelKernels panel_kernels_i64;
const gemm::PanelKernels panel_kernels_i64 = Panel<std::uint64_t>::table();

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
