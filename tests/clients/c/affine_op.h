// Affine, the operator of most checks: y = scale * x + shift, both attributes.
#pragma once

#include "custom_op.h"

static float affine_scale, affine_shift;

static OrtStatus* affine_make(const OrtKernelInfo* info) {
  OrtStatus* status = api->KernelInfoGetAttribute_float(info, "scale", &affine_scale);
  if (status == NULL) status = api->KernelInfoGetAttribute_float(info, "shift", &affine_shift);
  return status;
}

static OrtStatus* affine_compute(OrtKernelContext* context) {
  const OrtValue* x = NULL;
  OrtValue* y = NULL;
  const int64_t* shape = NULL;
  size_t rank = 0, count = 1;
  ONNXTensorElementDataType type;
  float* out = NULL;
  OrtStatus* status = api->KernelContext_GetInput(context, 0, &x);
  if (status != NULL) return status;
  status = api->GetTensorElementTypeAndShapeDataReference(x, &type, &shape, &rank);
  if (status != NULL) return status;
  for (size_t i = 0; i < rank; ++i) count *= (size_t)shape[i];
  status = api->KernelContext_GetOutput(context, 0, shape, rank, &y);
  if (status != NULL) return status;
  const float* in = (const float*)data_of(x);
  status = api->GetTensorMutableData(y, (void**)&out);
  for (size_t i = 0; status == NULL && i < count; ++i) out[i] = affine_scale * in[i] + affine_shift;
  return status;
}

static TestOp affine = {.name = "Affine",
                        .inputs = {FLOAT, -1},
                        .outputs = {FLOAT, -1},
                        .make = affine_make,
                        .compute = affine_compute};

static Bytes affine_model(int version) {
  Bytes graph = {{0}, 0}, node = make_node("Affine", DOMAIN, "n", "x", "t");
  attribute_float(&node, "scale", 2);
  attribute_float(&node, "shift", 1);
  add_input(&graph, "x", FLOAT, "N");
  add_output(&graph, "y", FLOAT, "N");
  put_message(&graph, 1, &node);
  add_node(&graph, "Neg", "", "neg", "t", "y");
  return make_model(&graph, DOMAIN, version);
}
