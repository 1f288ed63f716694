// OrtModelMetadata: what a model says of itself.
#pragma once

#include "sardonyx/session.hpp"

struct OrtModelMetadata {
  sardonyx::ModelMetadata content;
};
