// Provider: what a session asks which nodes it takes, and to make them ready.
#pragma once

#include "api.h"

namespace pocket {

// What a program may set with SessionOptionsAppendExecutionProvider_V2.
struct Options {
  bool fuse = true;             // "fuse": neighbours become one node; "0": every node has a kernel of its own
  bool keep_constants = false;  // "keep_constants": weights stay inputs of the fused node
  bool write_contexts = false;  // the session's "ep.context_enable": what is compiled is kept as a model
};

class Provider : public OrtEp {
 public:
  Provider(const Api& api, const Options& options, const OrtKernelRegistry* kernels);
  const Api api;
  const Options options;
  const OrtKernelRegistry* const kernels;
};

// The kernels of single nodes, which keep a pointer to the tables; the caller releases it.
OrtKernelRegistry* make_kernels(const Api& api);

}  // namespace pocket
