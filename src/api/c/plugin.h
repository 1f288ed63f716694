// The providers of libraries in a session: which nodes each takes, and what runs them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/c/custom_op.h"
#include "api/c/ep_kernels.h"
#include "api/c/ep_library.h"
#include "api/c/plugin_profile.h"
#include "api/c/session_options.h"
#include "graph/graph.h"
#include "model/model_file.h"

namespace sardonyx::capi {

// An OrtEp, for as long as a session or one of its kernels needs it.
class PluginProvider {
 public:
  PluginProvider(EpChoice choice, const OrtSessionOptions& options, const OrtLogger& logger);
  PluginProvider(const PluginProvider&) = delete;
  PluginProvider& operator=(const PluginProvider&) = delete;
  ~PluginProvider();

  const std::string& name() const noexcept { return name_; }
  OrtEp& ep() const noexcept { return *ep_; }
  const OrtLogger& logger() const noexcept { return logger_; }
  const OrtKernelRegistry* kernels() const noexcept { return kernels_; }
  const OrtEpDevice& device() const noexcept { return *choice_.devices[0]; }
  // A new allocator for memory of one of its devices, made by the provider or its factory; NULL where it has none. The
  // receiver releases it with ReleaseAllocator.
  static OrtAllocator* allocator(const std::shared_ptr<PluginProvider>& of, const OrtMemoryInfo& memory);
  // False: runs of a session wait for each other.
  bool concurrent() const noexcept { return concurrent_; }
  // Its kernels are shown their constant inputs before runs, and what they make of them may be shared there (or null).
  bool packs() const noexcept { return packs_; }
  PreparedStore* packed() const noexcept { return packed_.get(); }
  // Of the custom operators that come with it; they live as long as the factory.
  std::vector<const OrtCustomOpDomain*> custom_domains() const;
  // The provider's part in a profile that begins now; `begin_ns` on the steady clock.
  void begin_profile(std::int64_t begin_ns);
  void end_profile(OrtProfilingEventsContainer& events);
  // A kernel of the provider, told to its profilers while profiles go on.
  void run(const KernelSite& site, const std::function<void()>& kernel);
  // What Compile made; given back with the provider.
  void keep(std::vector<OrtNodeComputeInfo*> infos) { compiled_.push_back(std::move(infos)); }
  // Throws what the provider reports, in front of it its name.
  template <typename... Args, typename... Given>
  void call(std::uint32_t since, OrtStatus* (ORT_API_CALL* OrtEp::*function)(OrtEp*, Args...),
            Given... given) const {
    if (offers(*ep_, since, function)) pass_on((ep_->*function)(ep_, given...));
  }

 private:
  void check();
  void ask_for_kernels();
  void release() noexcept;

  EpChoice choice_;
  OrtLogger logger_;  // lent to the provider
  OrtEpFactory* factory_;
  OrtEp* ep_ = nullptr;
  std::string name_;
  const OrtKernelRegistry* kernels_ = nullptr;
  bool concurrent_ = true;
  const bool packs_;
  const std::shared_ptr<PreparedStore> packed_;
  std::vector<std::vector<OrtNodeComputeInfo*>> compiled_;
  std::unique_ptr<PluginProfile> profile_;  // the provider's part in the session's profile
  std::atomic<std::uint64_t> kernels_run_ = 0;
};

// Nodes that a provider took: a fused group, or a single node with a kernel of its registry.
struct PluginClaim {
  struct Label {
    std::string name, domain, op;
  };
  std::shared_ptr<PluginProvider> provider;
  KernelSite site;
  std::vector<Label> nodes;
  // The nodes as the engine has them, from which it infers types and shapes; where the site has their inputs and outputs.
  std::shared_ptr<const Graph> body;
  std::vector<std::size_t> body_inputs, body_outputs;
  std::vector<OrtTypeInfo> types;  // of the body's outputs
  int since_version = 1;
  OrtNodeComputeInfo* compute = nullptr;             // of a group
  const OrtKernelRegistry::Entry* kernel = nullptr;  // of a single node
  std::shared_ptr<const OrtNode> context;            // what stands for a group in a compiled model
  OpDef def;
};

// The operators that stand for claims in the model, before those that the program brings.
class PluginOps final : public CustomOps {
 public:
  explicit PluginOps(std::shared_ptr<const CustomOps> others) : others_(std::move(others)) {}
  std::unique_ptr<Op> make(const CustomNode& node) const override;
  // The attribute of a node that names its claim, by number and provider: "3:SomeExecutionProvider".
  static constexpr const char* kClaim = "sardonyx.claim";
  // The nodes of compiled models that are a provider's alone.
  static constexpr const char *kContextOp = "EPContext", *kContextDomain = "com.microsoft";
  // Takes what the model declares for the outputs of compiled groups, of which nothing else is known.
  void declare(const GraphDef& def);
  // Gives the attribute's value.
  std::string add(const PluginClaim& claim);
  const std::vector<std::shared_ptr<const PluginClaim>>& claims() const noexcept { return claims_; }

 private:
  std::unique_ptr<Op> context_of(const CustomNode& node) const;
  std::shared_ptr<const CustomOps> others_;
  std::vector<std::shared_ptr<const PluginClaim>> claims_;
  std::map<std::string, Fact, std::less<>> declared_;
};

// The providers of one session, in the order of their claims.
class PluginSession {
 public:
  // `path`: of the model's file; "" where it is in memory.
  PluginSession(const OrtEnv& env, const OrtSessionOptions& options, const OrtLogger& logger,
                std::string path)
      : env_(env), options_(options), logger_(logger), path_(std::move(path)) {}

  // Chooses providers, asks them, and puts operators of theirs in the place of what they take. Null where there are no
  // providers: then the model is as before.
  std::shared_ptr<const CustomOps> share_out(ModelFile& file, std::shared_ptr<const CustomOps> others,
                                             const SessionOptions& engine);
  const std::vector<std::shared_ptr<PluginProvider>>& providers() const noexcept { return providers_; }
  const PluginOps* ops() const noexcept { return ops_.get(); }
  // The model with what providers compiled in it; null where none did, or where none was asked for.
  const ModelFile* context_model() const noexcept { return context_model_.get(); }

 private:
  std::shared_ptr<const CustomOps> with_domains(std::shared_ptr<const CustomOps> others) const;

  const OrtEnv& env_;  // these three only until the session is made
  const OrtSessionOptions& options_;
  const OrtLogger& logger_;
  const std::string path_;
  std::vector<std::shared_ptr<PluginProvider>> providers_;
  std::shared_ptr<PluginOps> ops_;
  std::unique_ptr<const ModelFile> context_model_;
};

// The model with nodes of compiled groups, as their providers made them; null where there are none.
std::unique_ptr<ModelFile> compiled_model(const ModelFile& shared_out, const PluginOps& ops);
// Writes it where the configuration says, or beside the model.
void write_compiled(const ModelFile& model, const OrtSessionOptions& options, const char* model_path);
// Refuses a path that is taken before anything is done.
void check_compiled_path(const OrtSessionOptions& options, const char* model_path);

// A run of a session: tells its providers of begin and end, and waits where one takes no other beside it.
class PluginRun {
 public:
  PluginRun(const PluginSession& session, std::mutex& serial, const OrtRunOptions* options);
  PluginRun(const PluginRun&) = delete;
  PluginRun& operator=(const PluginRun&) = delete;
  ~PluginRun();  // of a run that failed
  void finish();

 private:
  void end(std::size_t begun, bool report);
  const PluginSession& session_;
  const OrtRunOptions* options_;
  std::unique_lock<std::mutex> lock_;
  std::size_t begun_ = 0;
};

}  // namespace sardonyx::capi
