// A client of the C++ API, as programs for ONNX Runtime are. It tests the contract: it passes on any library that keeps
// it, ours and theirs. Ends with 'N passed, N failed'.
//
// usage: cpp_api_client [PART...]
#include <cstring>
#include <functional>

#include "client.h"

namespace {

struct Part {
  const char* name;
  std::function<void(const client::Client&)> run;
};

const Part parts[] = {
    {"numbers", [](const client::Client&) { client::check_numbers(); }},
    {"environment", client::check_environment},
    {"options", client::check_options},
    {"sessions", client::check_sessions},
    {"values", [](const client::Client&) { client::check_values(); }},
    {"containers", client::check_containers},
    {"runs", client::check_runs},
    {"bindings", client::check_bindings},
    {"custom_ops", client::check_custom_ops},
    {"kernels", client::check_kernels},
    {"library", client::check_library},
    {"sparse", [](const client::Client&) { client::check_sparse(); }},
    {"models", client::check_models},
    {"adapters", client::check_adapters},
    {"graphs", client::check_graphs},
    {"services", client::check_services},
    {"devices", client::check_devices},
    {"compile", client::check_compile},
    {"failures", client::check_codes},
};

bool wanted(const char* name, int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0) return true;
  }
  return argc == 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (OrtGetApiBase()->GetApi(ORT_API_VERSION) == nullptr) {
    std::fprintf(stderr, "the library is older than the headers: %s\n", OrtGetApiBase()->GetVersionString());
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // what was said is not lost to a crash
  Ort::ThreadingOptions threads;
  threads.SetGlobalIntraOpNumThreads(2).SetGlobalInterOpNumThreads(1).SetGlobalSpinControl(0);
  Ort::Env env{threads, ORT_LOGGING_LEVEL_FATAL, "client"};
  const client::Client client{env};
  for (const Part& part : parts) {
    if (!wanted(part.name, argc, argv)) continue;
    try {
      part.run(client);
    } catch (const std::exception& e) {
      client::expect(false, std::string(part.name) + " ended with: " + e.what());
    }
  }
  std::printf("%d passed, %d failed\n", client::passed, client::failed);
  return client::failed == 0 ? 0 : 1;
}
