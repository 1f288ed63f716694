// Activations by the names that models give them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/rows/activation.h"

namespace sardonyx {

// Of recurrent layers: case does not matter, alpha and beta have the operator's defaults unless given.
// Throws invalid_model on an unknown name.
rows::Activation recurrent_activation(std::string_view name, std::optional<float> alpha,
                                      std::optional<float> beta);
// Whether the activation uses alpha, and beta: the lists of a recurrent layer only hold what is used.
bool uses_alpha(const rows::Activation& a);
bool uses_beta(const rows::Activation& a);
// `count` activations of a layer, those of `defaults` again and again where there are no names; alphas and betas are
// given in order to those that use them. Throws invalid_model on too few names.
std::vector<rows::Activation> recurrent_activations(const std::vector<std::string>& names,
                                                    const std::vector<float>& alphas,
                                                    const std::vector<float>& betas,
                                                    std::span<const char* const> defaults, std::size_t count);

// FusedConv: "" is none; `parameters` must have exactly as many entries as the activation takes.
rows::Activation conv_activation(std::string_view name, const std::vector<float>& parameters);
// FusedGemm: parameters are mandatory where they are used.
rows::Activation gemm_activation(std::string_view name, std::optional<float> alpha, std::optional<float> beta,
                                 std::optional<float> gamma);

}  // namespace sardonyx
