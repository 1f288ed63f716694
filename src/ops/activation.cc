#include "ops/activation.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/error.h"

namespace sardonyx {
namespace {

using rows::Activation;
using Kind = Activation::Kind;

struct Row {
  std::string_view name;  // lower case
  Kind kind;
  int parameters;     // how many of alpha, beta it uses
  float alpha, beta;  // defaults of recurrent layers
  bool recurrent, conv, gemm;
};

constexpr std::array kRows = {
    Row{"relu", Kind::relu, 0, 0, 0, true, true, true},
    Row{"tanh", Kind::tanh, 0, 0, 0, true, true, true},
    Row{"sigmoid", Kind::sigmoid, 0, 0, 0, true, true, true},
    Row{"affine", Kind::affine, 2, 1, 0, true, false, false},
    Row{"leakyrelu", Kind::leaky_relu, 1, 0.01f, 0, true, true, true},
    Row{"thresholdedrelu", Kind::thresholded_relu, 1, 1, 0, true, false, true},
    Row{"scaledtanh", Kind::scaled_tanh, 2, 1, 1, true, false, true},
    Row{"hardsigmoid", Kind::hard_sigmoid, 2, 0.2f, 0.5f, true, true, true},
    Row{"hardswish", Kind::hard_swish, 0, 0, 0, false, true, false},
    Row{"elu", Kind::elu, 1, 1, 0, true, false, true},
    Row{"celu", Kind::celu, 1, 1, 0, false, false, true},
    Row{"selu", Kind::selu, 2, 0, 0, false, false, true},
    Row{"softsign", Kind::softsign, 0, 0, 0, true, false, true},
    Row{"softplus", Kind::softplus, 0, 0, 0, true, false, true},
    Row{"parametricsoftplus", Kind::parametric_softplus, 2, 0, 0, false, false, true},
    Row{"clip", Kind::clip, 2, 0, 0, false, true, false},
};

const Row& find(std::string_view name, bool Row::* where) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const Row& row : kRows) {
    if (row.name == lower && row.*where) return row;
  }
  fail(Code::invalid_model, "activation '{}' is not known here", name);
}

const Row& row_of(const Activation& a) {
  return *std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.kind == a.kind; });
}

}  // namespace

Activation recurrent_activation(std::string_view name, std::optional<float> alpha,
                                std::optional<float> beta) {
  const Row& row = find(name, &Row::recurrent);
  return {row.kind, alpha.value_or(row.alpha), beta.value_or(row.beta), Isa::base};
}

bool uses_alpha(const Activation& a) { return row_of(a).parameters >= 1; }
bool uses_beta(const Activation& a) { return row_of(a).parameters >= 2; }

std::vector<Activation> recurrent_activations(const std::vector<std::string>& names,
                                              const std::vector<float>& alphas,
                                              const std::vector<float>& betas,
                                              std::span<const char* const> defaults, std::size_t count) {
  require(names.empty() || names.size() >= count, Code::invalid_model,
          "activations has {} names where {} are needed", names.size(), count);
  std::vector<Activation> all;
  std::size_t alpha = 0, beta = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Activation a = recurrent_activation(names.empty() ? defaults[i % defaults.size()] : names[i], {}, {});
    if (uses_alpha(a) && alpha < alphas.size()) a.alpha = alphas[alpha++];
    if (uses_beta(a) && beta < betas.size()) a.beta = betas[beta++];
    all.push_back(a);
  }
  return all;
}

Activation conv_activation(std::string_view name, const std::vector<float>& parameters) {
  if (name.empty()) return {};
  const Row& row = find(name, &Row::conv);
  require(parameters.size() == static_cast<std::size_t>(row.parameters), Code::invalid_model,
          "activation '{}' takes {} parameters, {} are given", name, row.parameters, parameters.size());
  Activation a{row.kind, 0, 0, Isa::base};
  if (row.parameters >= 1) a.alpha = parameters[0];
  if (row.parameters >= 2) a.beta = parameters[1];
  return a;
}

Activation gemm_activation(std::string_view name, std::optional<float> alpha, std::optional<float> beta,
                           std::optional<float> gamma) {
  if (name.empty()) return {};
  const Row& row = find(name, &Row::gemm);
  const std::optional<float>& second = row.kind == Kind::selu ? gamma : beta;
  require(row.parameters < 1 || alpha.has_value(), Code::invalid_model,
          "activation '{}' needs activation_alpha", name);
  require(row.parameters < 2 || second.has_value(), Code::invalid_model,
          "activation '{}' needs activation_{}", name, row.kind == Kind::selu ? "gamma" : "beta");
  return {row.kind, alpha.value_or(0), second.value_or(0), Isa::base};
}

}  // namespace sardonyx
