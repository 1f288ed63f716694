#include "kernels/gemm/panel_template.h"

namespace sardonyx::SARDONYX_ISA_NAMESPACE {

extern const gemm::PanelKernels panel_kernels_f64;
const gemm::PanelKernels panel_kernels_f64 = Panel<double>::table();

}  // namespace sardonyx::SARDONYX_ISA_NAMESPACE
