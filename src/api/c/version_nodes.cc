// The exported functions once more under the version node of every other release: see cmake/VersionNodes.cmake.
#include "cpu_provider_factory.h"

#ifdef __ELF__
extern "C" {
const OrtApiBase* sardonyx_OrtGetApiBase() noexcept { return OrtGetApiBase(); }
OrtStatus* sardonyx_OrtSessionOptionsAppendExecutionProvider_CPU(OrtSessionOptions* options,
                                                                 int use_arena) noexcept {
  return OrtSessionOptionsAppendExecutionProvider_CPU(options, use_arena);
}
OrtStatus* sardonyx_OrtSessionOptionsAppendExecutionProvider_CUDA(OrtSessionOptions* options,
                                                                  int device_id) noexcept {
  return OrtSessionOptionsAppendExecutionProvider_CUDA(options, device_id);
}
OrtStatus* sardonyx_OrtSessionOptionsAppendExecutionProvider_Tensorrt(OrtSessionOptions* options,
                                                                      int device_id) noexcept {
  return OrtSessionOptionsAppendExecutionProvider_Tensorrt(options, device_id);
}
}

// One alias a node: an assembler may give one symbol only one version.
#define SARDONYX_NODE(function, suffix, node)                                                             \
  __asm__(".globl sardonyx_" #function suffix "\n.set sardonyx_" #function suffix ", sardonyx_" #function \
          "\n.symver sardonyx_" #function suffix ", " #function "@" node "\n");
#include "version_nodes.inc"
#endif
