// Functions that are found by name: what programs may try before it has a slot.
#include <filesystem>

#include "api/c/graph.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace {

// Sardonyx_OpenGraph: the graph of a model file, to look at through Graph_*, Node_* and ValueInfo_*; released with
// ReleaseGraph.
OrtStatus* open_graph(const ORTCHAR_T* model_path, OrtGraph** out) noexcept {
  return capi::guarded([&] {
    capi::need_all("Sardonyx_OpenGraph", model_path, out);
    auto file = std::make_shared<const ModelFile>(read_model(std::filesystem::path(model_path)));
    *out = capi::graph_of(std::move(file)).release();
    (*out)->model_path = model_path;
  });
}

}  // namespace

OrtExperimentalFnPtr slots::GetExperimentalFunction(const char* name) noexcept {
  if (name != nullptr && std::string_view(name) == "Sardonyx_OpenGraph")
    return reinterpret_cast<OrtExperimentalFnPtr>(open_graph);
  return nullptr;
}

}  // namespace sardonyx
