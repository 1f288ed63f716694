#include "api/c/hooks.h"

#include <algorithm>

#include "api/c/custom_op.h"
#include "api/c/plugin.h"

namespace sardonyx::capi {

std::shared_ptr<const SessionHooks> session_hooks(const OrtEnv& env, const OrtSessionOptions& options,
                                                  const OrtLogger& logger,
                                                  std::shared_ptr<PluginSession> plugins) {
  auto hooks = std::make_shared<SessionHooks>();
  if (!options.custom_domains.empty()) {
    auto custom = std::make_shared<CustomDomains>(options.custom_domains, options.custom_libraries);
    custom->logger = logger;
    custom->config.entries = options.config;
    custom->config.refresh();
    hooks->custom_ops = std::move(custom);
  }
  hooks->share_out = [plugins = std::move(plugins), others = hooks->custom_ops](
                         ModelFile& file, const SessionOptions& engine) {
    return plugins->share_out(file, others, engine);
  };
  for (const auto& [location, content] : options.external_files) {
    BlockPtr copy = Block::allocate(content->size());
    std::copy_n(content->data(), content->size(), copy->data());
    hooks->external_files.emplace(location, std::move(copy));
  }
  if (config_value(options, "session.disable_prepacking") != "1") hooks->prepared = options.prepared;
  hooks->pool = session_pool(env, options);
  if (shares_allocators(options)) {
    hooks->memory = env.allocators->memory();
    hooks->keeps = env.allocators->arena();
  }
  return hooks;
}

bool shares_allocators(const OrtSessionOptions& options) {
  return config_value(options, "session.use_env_allocators") == "1";
}

}  // namespace sardonyx::capi
