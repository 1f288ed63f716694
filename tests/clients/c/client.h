// What the client programs in C share: counting checks, statuses, and models written as bytes.
// Each is one file and runs against any library of the ABI (LD_LIBRARY_PATH): expected values are ONNX's and the ABI's.
#pragma once

#include <onnxruntime_c_api.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const OrtApi* api;
static _Atomic int passed, failed;

static inline int expect(int ok, const char* what) {
  if (ok) {
    ++passed;
  } else {
    ++failed;
    printf("FAIL: %s\n", what);
    fflush(stdout);
  }
  return ok;
}

// Is the status a success? Says why not.
static inline int good(OrtStatus* status) {
  if (status == NULL) return 1;
  printf("code %d: %s\n", (int)api->GetErrorCode(status), api->GetErrorMessage(status));
  api->ReleaseStatus(status);
  return 0;
}

static inline int code_of(OrtStatus* status) {
  int code = status == NULL ? 0 : (int)api->GetErrorCode(status);
  api->ReleaseStatus(status);
  return code;
}

// Does the status carry this code, and the text in its message?
static inline int refused(OrtStatus* status, int code, const char* text) {
  int fits = status != NULL && (int)api->GetErrorCode(status) == code &&
             strstr(api->GetErrorMessage(status), text) != NULL;
  if (!fits) {
    printf("expected code %d with '%s', found ", code, text);
    if (status == NULL) {
      printf("success\n");
    } else {
      printf("code %d: %s\n", (int)api->GetErrorCode(status), api->GetErrorMessage(status));
    }
  }
  api->ReleaseStatus(status);
  return fits;
}

// NULL handles crash other libraries of this ABI; here they are refused.
static inline int refuses_null(void) { return strstr(api->GetBuildInfoString(), "engine=sardonyx") != NULL; }

static inline int summary(void) {
  printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

// ---- models as bytes: messages of protobuf, written field by field ----
typedef struct {
  unsigned char data[1 << 15];
  size_t size;
} Bytes;

static inline void put_raw(Bytes* to, const void* data, size_t size) {
  if (to->size + size > sizeof(to->data)) abort();
  memcpy(to->data + to->size, data, size);
  to->size += size;
}
static inline void put_varint(Bytes* to, uint64_t value) {
  do {
    unsigned char byte = (unsigned char)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
    put_raw(to, &byte, 1);
    value >>= 7;
  } while (value != 0);
}
static inline void put_int(Bytes* to, int field, int64_t value) {
  put_varint(to, (uint64_t)field << 3);
  put_varint(to, (uint64_t)value);
}
static inline void put_float(Bytes* to, int field, float value) {
  put_varint(to, (uint64_t)field << 3 | 5);
  put_raw(to, &value, sizeof(value));
}
static inline void put_data(Bytes* to, int field, const void* data, size_t size) {
  put_varint(to, (uint64_t)field << 3 | 2);
  put_varint(to, size);
  put_raw(to, data, size);
}
static inline void put_text(Bytes* to, int field, const char* text) {
  put_data(to, field, text, strlen(text));
}
static inline void put_message(Bytes* to, int field, const Bytes* message) {
  put_data(to, field, message->data, message->size);
}

// Calls for every name of a list like "a,b,,c"; nothing for NULL.
static inline void put_names(Bytes* to, int field, const char* list) {
  while (list != NULL) {
    const char* end = strchr(list, ',');
    put_data(to, field, list, end == NULL ? strlen(list) : (size_t)(end - list));
    list = end == NULL ? NULL : end + 1;
  }
}

// Attributes of a node; AttributeProto's numbers.
static inline void attribute_int(Bytes* node, const char* name, int64_t value) {
  Bytes a = {{0}, 0};
  put_text(&a, 1, name);
  put_int(&a, 3, value);
  put_int(&a, 20, 2);
  put_message(node, 5, &a);
}
static inline void attribute_float(Bytes* node, const char* name, float value) {
  Bytes a = {{0}, 0};
  put_text(&a, 1, name);
  put_float(&a, 2, value);
  put_int(&a, 20, 1);
  put_message(node, 5, &a);
}
static inline void attribute_text(Bytes* node, const char* name, const char* value) {
  Bytes a = {{0}, 0};
  put_text(&a, 1, name);
  put_text(&a, 4, value);
  put_int(&a, 20, 3);
  put_message(node, 5, &a);
}
static inline void attribute_ints(Bytes* node, const char* name, const int64_t* values, size_t count) {
  Bytes a = {{0}, 0};
  put_text(&a, 1, name);
  for (size_t i = 0; i < count; ++i) put_int(&a, 8, values[i]);
  put_int(&a, 20, 7);
  put_message(node, 5, &a);
}
static inline void attribute_floats(Bytes* node, const char* name, const float* values, size_t count) {
  Bytes a = {{0}, 0};
  put_text(&a, 1, name);
  for (size_t i = 0; i < count; ++i) put_float(&a, 7, values[i]);
  put_int(&a, 20, 6);
  put_message(node, 5, &a);
}
static inline void attribute_texts(Bytes* node, const char* name, const char* list) {
  Bytes a = {{0}, 0};
  put_text(&a, 1, name);
  put_names(&a, 9, list);
  put_int(&a, 20, 8);
  put_message(node, 5, &a);
}

// A float tensor of one dimension; field 8 of a graph's `initializer` is its name.
static inline Bytes float_tensor(const char* name, const float* values, int64_t count) {
  Bytes t = {{0}, 0};
  put_int(&t, 1, count);
  put_int(&t, 2, 1);
  if (name != NULL) put_text(&t, 8, name);
  put_data(&t, 9, values, (size_t)count * sizeof(float));
  return t;
}
static inline void attribute_tensor(Bytes* node, const char* name, const float* values, int64_t count) {
  Bytes a = {{0}, 0}, t = float_tensor(NULL, values, count);
  put_text(&a, 1, name);
  put_message(&a, 5, &t);
  put_int(&a, 20, 4);
  put_message(node, 5, &a);
}

static inline void attribute_graph(Bytes* node, const char* name, const Bytes* graph) {
  Bytes a = {{0}, 0};
  put_text(&a, 1, name);
  put_message(&a, 6, graph);
  put_int(&a, 20, 5);
  put_message(node, 5, &a);
}

// A node without attributes; they may be appended.
static inline Bytes make_node(const char* op, const char* domain, const char* name, const char* inputs,
                              const char* outputs) {
  Bytes n = {{0}, 0};
  put_names(&n, 1, inputs);
  put_names(&n, 2, outputs);
  put_text(&n, 3, name);
  put_text(&n, 4, op);
  if (*domain != 0) put_text(&n, 7, domain);
  return n;
}
static inline void add_node(Bytes* graph, const char* op, const char* domain, const char* name,
                            const char* inputs, const char* outputs) {
  Bytes n = make_node(op, domain, name, inputs, outputs);
  put_message(graph, 1, &n);
}
static inline void add_floats(Bytes* graph, const char* name, const float* values, int64_t count) {
  Bytes t = float_tensor(name, values, count);
  put_message(graph, 5, &t);
}

// An input (field 11) or output (field 12). `dims` like "N,3"; "" is a scalar, NULL an unknown rank.
static inline void add_value(Bytes* graph, int field, const char* name, int element, const char* dims) {
  Bytes info = {{0}, 0}, type = {{0}, 0}, tensor = {{0}, 0}, shape = {{0}, 0};
  put_text(&info, 1, name);
  put_int(&tensor, 1, element);
  for (const char* d = dims; d != NULL && *d != 0;) {
    Bytes dim = {{0}, 0};
    const char* end = strchr(d, ',');
    if (*d >= '0' && *d <= '9') {
      put_int(&dim, 1, atoi(d));
    } else {
      put_data(&dim, 2, d, end == NULL ? strlen(d) : (size_t)(end - d));
    }
    put_message(&shape, 1, &dim);
    d = end == NULL ? NULL : end + 1;
  }
  if (dims != NULL) put_message(&tensor, 2, &shape);
  put_message(&type, 1, &tensor);
  put_message(&info, 2, &type);
  put_message(graph, field, &info);
}
static inline void add_input(Bytes* graph, const char* name, int element, const char* dims) {
  add_value(graph, 11, name, element, dims);
}
static inline void add_output(Bytes* graph, const char* name, int element, const char* dims) {
  add_value(graph, 12, name, element, dims);
}

// The graph in a model of opset 17, with another domain's opset where `domain` is not NULL.
static inline Bytes make_model(Bytes* graph, const char* domain, int version) {
  Bytes m = {{0}, 0}, opset = {{0}, 0}, other = {{0}, 0};
  put_text(graph, 2, "g");
  put_int(&m, 1, 8);
  put_message(&m, 7, graph);
  put_text(&opset, 1, "");
  put_int(&opset, 2, 17);
  put_message(&m, 8, &opset);
  if (domain != NULL) {
    put_text(&other, 1, domain);
    put_int(&other, 2, version);
    put_message(&m, 8, &other);
  }
  return m;
}

// ---- values ----
static inline OrtValue* floats_over(float* data, const int64_t* shape, size_t rank) {
  OrtMemoryInfo* memory = NULL;
  OrtValue* value = NULL;
  size_t count = 1;
  for (size_t i = 0; i < rank; ++i) count *= (size_t)shape[i];
  expect(good(api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &memory)), "memory info");
  expect(good(api->CreateTensorWithDataAsOrtValue(memory, data, count * sizeof(float), shape, rank,
                                                  ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, &value)),
         "tensor over floats");
  api->ReleaseMemoryInfo(memory);
  return value;
}
static inline OrtValue* vector_over(float* data, int64_t count) { return floats_over(data, &count, 1); }

static inline const void* data_of(const OrtValue* value) {
  const void* data = NULL;
  return value != NULL && good(api->GetTensorData(value, &data)) ? data : NULL;
}
static inline size_t count_of(const OrtValue* value) {
  OrtTensorTypeAndShapeInfo* info = NULL;
  size_t count = 0;
  if (value == NULL || !good(api->GetTensorTypeAndShape(value, &info))) return 0;
  good(api->GetTensorShapeElementCount(info, &count));
  api->ReleaseTensorTypeAndShapeInfo(info);
  return count;
}
// Is the value a float tensor of these elements?
static inline int holds(const OrtValue* value, const float* expected, size_t count) {
  const float* found = (const float*)data_of(value);
  if (found == NULL || count_of(value) != count) return 0;
  for (size_t i = 0; i < count; ++i) {
    if (found[i] < expected[i] || found[i] > expected[i]) return 0;
  }
  return 1;
}
