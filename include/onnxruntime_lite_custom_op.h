// Custom operators from plain functions and structs: the parameters say what the inputs and outputs are.
//
//   void Scale(const Ort::Custom::Tensor<float>& x, float factor, Ort::Custom::Tensor<float>& y);
//   std::unique_ptr<Ort::Custom::OrtLiteCustomOp> op{
//       Ort::Custom::CreateLiteCustomOp("Scale", "CPUExecutionProvider", Scale)};
#pragma once

#include "sardonyx_ort/lite_op.h"
