// Gradient (ai.onnx.preview.training): derivatives of one tensor of the graph around with respect to others.
// Import replaces it by the operators that compute them (ops/gradient.h).
#include <algorithm>

#include "ops/gradient.h"
#include "ops/rewritten.h"

namespace sardonyx {
namespace {

void upgrade_gradient(UpgradeContext& u) {
  GradientRequest request;
  const auto xs = u.take<std::vector<std::string>>("xs").value_or(std::vector<std::string>());
  const auto zs = u.take<std::vector<std::string>>("zs").value_or(std::vector<std::string>());
  for (const std::string& name : xs) request.variables.push_back(u.named(name));
  for (const std::string& name : zs) request.variables.push_back(u.named(name));
  request.y = u.named(u.take<std::string>("y").value_or(""));
  request.at = u.inputs;
  request.wanted = xs.size();
  require(request.at.size() == request.variables.size(), Code::invalid_model,
          "Gradient names {} tensors in xs and zs, but has {} inputs", request.variables.size(),
          request.at.size());
  require(std::ranges::find(request.at, kAbsent) == request.at.end(), Code::invalid_model,
          "an input of Gradient is absent");
  require(u.outputs.size() <= xs.size() && !u.outputs.empty(), Code::invalid_model,
          "Gradient has {} xs, but {} outputs", xs.size(), u.outputs.size());
  const std::vector<ValueId> gradients = differentiate(u, request);
  Rewrite r(u);
  r.becomes("Identity", {gradients[0]});
  for (std::size_t i = 1; i < gradients.size(); ++i) r.also(i, "Identity", {gradients[i]});
}

}  // namespace

void register_gradient(OpRegistry& r) {
  r.add<Rewritten>("ai.onnx.preview.training", "Gradient", upgrade_gradient);
}

}  // namespace sardonyx
