// The CPU, as a provider to append: it is always there.
// Written by tools/make_c_api.py from tables of facts; do not edit.
#pragma once

#include "onnxruntime_c_api.h"

#ifdef __cplusplus
extern "C" {
#endif
ORT_EXPORT OrtStatus* ORT_API_CALL OrtSessionOptionsAppendExecutionProvider_CPU(OrtSessionOptions* options,
                                                                                int use_arena) NO_EXCEPTION;
#ifdef __cplusplus
}
#endif
