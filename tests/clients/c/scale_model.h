// The model that several clients save, make and compile: y = (x + x) * w with w = [10, 20].
#pragma once

#include "client.h"

static OrtEnv* env;

static inline Bytes scale_model(void) {
  static const float w[2] = {10, 20};
  Bytes graph = {{0}, 0};
  add_node(&graph, "Add", "", "twice", "x,x", "t");
  add_node(&graph, "Mul", "", "scale", "t,w", "y");
  add_floats(&graph, "w", w, 2);
  add_input(&graph, "x", 1, "N,2");
  add_output(&graph, "y", 1, "N,2");
  return make_model(&graph, NULL, 0);
}

// Does the session map [1, 2] to [20, 80]?
static inline int scales(OrtSession* session, const char* output) {
  float x[2] = {1, 2};
  const float y[2] = {20, 80};
  const int64_t shape[2] = {1, 2};
  OrtValue *in = floats_over(x, shape, 2), *out = NULL;
  const char* input = "x";
  int right = good(api->Run(session, NULL, &input, (const OrtValue* const*)&in, 1, &output, 1, &out)) &&
              holds(out, y, 2);
  api->ReleaseValue(in);
  api->ReleaseValue(out);
  return right;
}

static inline int scales_from_file(const char* path) {
  OrtSession* session = NULL;
  int right = good(api->CreateSession(env, path, NULL, &session)) && scales(session, "y");
  api->ReleaseSession(session);
  return right;
}
