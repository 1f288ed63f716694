#include "api/c/hooks.h"

#include "api/c/custom_op.h"

namespace sardonyx::capi {

std::shared_ptr<const SessionHooks> session_hooks(const OrtEnv&, const OrtSessionOptions& options,
                                                  const OrtLogger& logger) {
  auto hooks = std::make_shared<SessionHooks>();
  if (!options.custom_domains.empty()) {
    auto custom = std::make_shared<CustomDomains>(options.custom_domains, options.custom_libraries);
    custom->logger = logger;
    custom->config.entries = options.config;
    custom->config.refresh();
    hooks->custom_ops = std::move(custom);
  }
  return hooks;
}

}  // namespace sardonyx::capi
