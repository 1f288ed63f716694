// Containers of packed weights that sessions share.
#include "api/c/session_options.h"
#include "api/c/slots.h"
#include "api/c/status.h"
#include "plan/prepared_store.h"

struct OrtPrepackedWeightsContainer {
  std::shared_ptr<sardonyx::PreparedStore> store = std::make_shared<sardonyx::PreparedStore>();
};

namespace sardonyx {

OrtSessionOptions capi::options_with(const OrtSessionOptions* options,
                                     const OrtPrepackedWeightsContainer& container) {
  OrtSessionOptions copy;
  if (options != nullptr) {
    static_cast<OptionFields&>(copy) = *options;
    copy.cancel_load = options->cancel_load.load();
  }
  copy.prepared = container.store;
  return copy;
}

OrtStatus* slots::CreatePrepackedWeightsContainer(OrtPrepackedWeightsContainer** out) noexcept {
  return capi::guarded([&] {
    capi::need(out, "out");
    *out = new OrtPrepackedWeightsContainer;
  });
}

// Sessions hold what they use of it.
void slots::ReleasePrepackedWeightsContainer(OrtPrepackedWeightsContainer* input) noexcept { delete input; }

}  // namespace sardonyx
