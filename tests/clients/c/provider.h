// What the clients of execution providers in libraries share: registration, sessions with a provider, assignments.
#pragma once

#include "client.h"

static OrtEnv* env;

// The first device of this provider; NULL where there is none.
static inline const OrtEpDevice* device_of(const char* provider) {
  const OrtEpDevice* const* all = NULL;
  size_t count = 0;
  if (!good(api->GetEpDevices(env, &all, &count))) return NULL;
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(api->EpDevice_EpName(all[i]), provider) == 0) return all[i];
  }
  return NULL;
}

static inline OrtSessionOptions* options_with(const OrtEpDevice* device, const char* key, const char* value) {
  OrtSessionOptions* options = NULL;
  expect(good(api->CreateSessionOptions(&options)), "options");
  expect(good(api->AddSessionConfigEntry(options, "session.record_ep_graph_assignment_info", "1")), "a key");
  if (device == NULL) return options;
  expect(good(api->SessionOptionsAppendExecutionProvider_V2(options, env, &device, 1, &key, &value,
                                                            key != NULL)),
         "the provider is appended");
  return options;
}

// What runs where: "Pocket:mul,add;CPU:neg;", the first letters of a provider up to "Execution".
static inline const char* assignment(const OrtSession* session) {
  static char text[4096];
  size_t count = 0, used = 0;
  const OrtEpAssignedSubgraph* const* parts = NULL;
  text[0] = 0;
  if (!good(api->Session_GetEpGraphAssignmentInfo(session, &parts, &count))) return text;
  for (size_t i = 0; i < count; ++i) {
    const char* provider = NULL;
    const OrtEpAssignedNode* const* nodes = NULL;
    size_t held = 0;
    if (!good(api->EpAssignedSubgraph_GetEpName(parts[i], &provider))) return text;
    if (!good(api->EpAssignedSubgraph_GetNodes(parts[i], &nodes, &held))) return text;
    const char* end = strstr(provider, "Execution");
    const int length = end == NULL ? (int)strlen(provider) : (int)(end - provider);
    used += (size_t)snprintf(text + used, sizeof(text) - used, "%.*s:", length, provider);
    for (size_t n = 0; n < held; ++n) {
      const char* name = NULL;
      if (!good(api->EpAssignedNode_GetName(nodes[n], &name))) return text;
      used += (size_t)snprintf(text + used, sizeof(text) - used, n == 0 ? "%s" : ",%s", name);
    }
    used += (size_t)snprintf(text + used, sizeof(text) - used, ";");
  }
  return text;
}

static inline int assigned(const OrtSession* session, const char* expected) {
  const char* found = assignment(session);
  if (strcmp(found, expected) == 0) return 1;
  printf("expected %s, found %s\n", expected, found);
  return 0;
}

static inline OrtStatus* open_model(const Bytes* model, const OrtSessionOptions* options,
                                    OrtSession** session) {
  *session = NULL;
  return api->CreateSessionFromArray(env, model->data, model->size, options, session);
}

// Runs a model of one input "x" and one output "y", both [rows, 4].
static inline OrtStatus* run_rows_with(OrtSession* session, const OrtRunOptions* options, float* x,
                                       int64_t rows, OrtValue** y) {
  const int64_t shape[2] = {rows, 4};
  const char *input = "x", *output = "y";
  OrtValue* in = floats_over(x, shape, 2);
  OrtStatus* status = api->Run(session, options, &input, (const OrtValue* const*)&in, 1, &output, 1, y);
  api->ReleaseValue(in);
  return status;
}
static inline OrtStatus* run_rows(OrtSession* session, float* x, int64_t rows, OrtValue** y) {
  return run_rows_with(session, NULL, x, rows, y);
}
