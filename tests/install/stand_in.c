// Stands for another release of ONNX Runtime when a program is linked.
#include <stdint.h>

struct Base {
  const void* (*api)(uint32_t);
  const char* (*version)(void);
};

static const void* api(uint32_t version) { return version == 0 ? "" : (const char*)0; }
static const char* version(void) { return "stand-in"; }

const struct Base* OrtGetApiBase(void) {
  static const struct Base base = {api, version};
  return &base;
}
