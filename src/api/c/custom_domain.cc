// Domains of custom operators, and the libraries that bring them.
#include <dlfcn.h>

#include "api/c/custom_op.h"
#include "api/c/library.h"
#include "api/c/session_options.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

using Register = OrtStatus*(ORT_API_CALL*)(OrtSessionOptions* options, const OrtApiBase* api);

Register symbol(void* library, const char* name) {
  return reinterpret_cast<Register>(capi::find_symbol(library, name));
}

constexpr const char* kRegister = "RegisterCustomOps";

}  // namespace

OrtStatus* slots::CreateCustomOpDomain(const char* domain, OrtCustomOpDomain** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("CreateCustomOpDomain", domain, out);
    *out = new OrtCustomOpDomain{domain, {}};
  });
}

void slots::ReleaseCustomOpDomain(OrtCustomOpDomain* input) noexcept { delete input; }

OrtStatus* slots::CustomOpDomain_Add(OrtCustomOpDomain* custom_op_domain, const OrtCustomOp* op) noexcept {
  return capi::guarded(
      [&] { capi::need(custom_op_domain, "custom_op_domain").ops.push_back(&capi::need(op, "op")); });
}

OrtStatus* slots::AddCustomOpDomain(OrtSessionOptions* options,
                                    OrtCustomOpDomain* custom_op_domain) noexcept {
  return capi::guarded([&] {
    capi::need(options, "options")
        .custom_domains.push_back(&capi::need(custom_op_domain, "custom_op_domain"));
  });
}

// The caller gets the handle, and closes it after the last session.
OrtStatus* slots::RegisterCustomOpsLibrary(OrtSessionOptions* options, const char* library_path,
                                           void** library_handle) noexcept {
  return capi::guarded([&] {
    capi::need_all("RegisterCustomOpsLibrary", options, library_path, library_handle);
    const std::shared_ptr<void> library = capi::open_library(library_path);
    void* handle = dlopen(library_path, RTLD_NOW | RTLD_LOCAL);  // once more, for the caller
    *library_handle = handle;
    capi::pass_on(symbol(handle, kRegister)(options, OrtGetApiBase()));
  });
}

OrtStatus* slots::RegisterCustomOpsLibrary_V2(OrtSessionOptions* options,
                                              const ORTCHAR_T* library_name) noexcept {
  return capi::guarded([&] {
    capi::need_all("RegisterCustomOpsLibrary_V2", options, library_name);
    std::shared_ptr<void> library = capi::open_library(library_name);
    Register add = symbol(library.get(), kRegister);
    // Kept before the call: what it registers lies in the library.
    options->custom_libraries.push_back(std::move(library));
    capi::pass_on(add(options, OrtGetApiBase()));
  });
}

OrtStatus* slots::RegisterCustomOpsUsingFunction(OrtSessionOptions* options,
                                                 const char* registration_func_name) noexcept {
  return capi::guarded([&] {
    capi::need_all("RegisterCustomOpsUsingFunction", options, registration_func_name);
    if (*registration_func_name == 0)
      capi::refuse(ORT_INVALID_ARGUMENT, "the name of the registration function is empty");
    capi::pass_on(symbol(RTLD_DEFAULT, registration_func_name)(options, OrtGetApiBase()));
  });
}

}  // namespace sardonyx
