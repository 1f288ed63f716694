// RecurrentOp: the fields that all recurrent layers have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/op.h"

namespace sardonyx {

struct RecurrentOp : Op {
  std::vector<float> activation_alpha, activation_beta;
  std::vector<std::string> activations;
  std::optional<float> clip;
  std::string direction = "forward";
  std::optional<std::int64_t> hidden_size;

  void fields(FieldVisitor& f) override {
    f("activation_alpha", activation_alpha);
    f("activation_beta", activation_beta);
    f("activations", activations);
    f("clip", clip);
    f("direction", direction);
    f("hidden_size", hidden_size);
  }

  // 1 or 2; throws invalid_model on a direction that is none.
  std::int64_t directions() const {
    if (direction == "bidirectional") return 2;
    require(direction == "forward" || direction == "reverse", Code::invalid_model,
            "direction is '{}'; forward, reverse and bidirectional are known", direction);
    return 1;
  }
};

}  // namespace sardonyx
