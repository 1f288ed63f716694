// The life of an OrtEp in a session, and its part in runs.
#include "api/c/plugin.h"
#include "api/c/run.h"
#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

// The versions that brought functions of OrtEp.
constexpr std::uint32_t kLayouts = 23, kRuns = 23, kKernels = 24, kMemoryDevice = 27;

}  // namespace

PluginProvider::PluginProvider(EpChoice choice, const OrtSessionOptions& options, const OrtLogger& logger)
    : choice_(std::move(choice)),
      logger_(logger),
      factory_(choice_.devices[0]->factory),
      packs_(config_value(options, "session.disable_prepacking") != "1"),
      packed_(options.prepared) {
  const std::string& name = choice_.devices[0]->name;
  std::vector<const OrtHardwareDevice*> hardware;
  std::vector<const OrtKeyValuePairs*> metadata;
  for (const OrtEpDevice* d : choice_.devices) {
    hardware.push_back(d->device);
    metadata.push_back(&d->metadata);
    if (d->memory && !reachable(*d->memory))
      refuse(
          ORT_NOT_IMPLEMENTED,
          "the execution provider '{}' computes in memory of its own ('{}'), which this engine cannot reach: "
          "it hosts providers whose memory the CPU reads and writes",
          name, d->memory->name);
  }
  try {
    pass_on(factory_->CreateEp(factory_, hardware.data(), metadata.data(), hardware.size(), &options,
                               &logger_, &ep_));
  } catch (const Refusal& e) {
    refuse(e.code(), "Error creating execution provider '{}': {}", name, e.what());
  }
  if (ep_ == nullptr)
    refuse(ORT_FAIL, "OrtEpFactory::CreateEp() for '{}' returned a NULL OrtEp instance", name);
  try {
    check();
    ask_for_kernels();
  } catch (...) {
    release();
    throw;
  }
}

PluginProvider::~PluginProvider() { release(); }

void PluginProvider::check() {
  const std::string& of = choice_.devices[0]->name;
  if (ep_->ort_version_supported < kFirstEpVersion)
    refuse(ORT_FAIL, "OrtEp of '{}' has invalid ort_version_supported={} (expected at least {})", of,
           ep_->ort_version_supported, kFirstEpVersion);
  const char* name = ep_->GetName == nullptr ? nullptr : ep_->GetName(ep_);
  if (name == nullptr || *name == 0) refuse(ORT_FAIL, "GetName of the OrtEp of '{}' gives no name", of);
  name_ = name;
  if (!offers(*ep_, kFirstEpVersion, &OrtEp::GetCapability))
    refuse(ORT_FAIL, "OrtEp for '{}' did not provide GetCapability()", name_);
  OrtEpDataLayout layout = OrtEpDataLayout_NCHW;
  call(kLayouts, &OrtEp::GetPreferredDataLayout, &layout);
  if (layout != OrtEpDataLayout_NCHW)
    refuse(ORT_NOT_IMPLEMENTED,
           "the execution provider '{}' wants channels last (NHWC), which this engine does not convert to",
           name_);
  if (offers(*ep_, kKernels, &OrtEp::IsConcurrentRunSupported))
    pass_on(ep_->IsConcurrentRunSupported(ep_, &concurrent_));
  if (!offers(*ep_, kMemoryDevice, &OrtEp::GetDefaultMemoryDevice)) return;
  const OrtMemoryDevice* memory = nullptr;
  pass_on(ep_->GetDefaultMemoryDevice(ep_, &memory));
  if (memory != nullptr && !reachable(*memory))
    refuse(ORT_NOT_IMPLEMENTED, "the execution provider '{}' computes in memory that the CPU cannot reach",
           name_);
}

void PluginProvider::ask_for_kernels() {
  if (offers(*ep_, kKernels, &OrtEp::GetKernelRegistry)) pass_on(ep_->GetKernelRegistry(ep_, &kernels_));
}

std::vector<const OrtCustomOpDomain*> PluginProvider::custom_domains() const {
  std::size_t count = 0;
  if (!offers(*factory_, kKernels, &OrtEpFactory::GetNumCustomOpDomains) ||
      !offers(*factory_, kKernels, &OrtEpFactory::GetCustomOpDomains))
    return {};
  pass_on(factory_->GetNumCustomOpDomains(factory_, &count));
  std::vector<OrtCustomOpDomain*> made(count);
  if (count > 0) pass_on(factory_->GetCustomOpDomains(factory_, made.data(), count));
  for (const OrtCustomOpDomain* d : made) {
    if (d == nullptr) refuse(ORT_FAIL, "GetCustomOpDomains of '{}' gives NULL for a domain", name_);
  }
  return {made.begin(), made.end()};
}

void PluginProvider::release() noexcept {
  profile_.reset();
  for (auto& infos : compiled_) {
    if (offers(*ep_, kFirstEpVersion, &OrtEp::ReleaseNodeComputeInfos))
      ep_->ReleaseNodeComputeInfos(ep_, infos.data(), infos.size());
  }
  if (ep_ != nullptr) factory_->ReleaseEp(factory_, ep_);
  ep_ = nullptr;
}

// A run without options has the defaults.
PluginRun::PluginRun(const PluginSession& session, std::mutex& serial, const OrtRunOptions* options)
    : session_(session), options_(options) {
  static const OrtRunOptions defaults;
  if (options_ == nullptr) options_ = &defaults;
  for (const auto& p : session_.providers()) {
    if (!p->concurrent() && !lock_) lock_ = std::unique_lock(serial);
  }
  try {
    for (const auto& p : session_.providers()) {
      p->call(kRuns, &OrtEp::OnRunStart, options_);
      ++begun_;
    }
  } catch (...) {
    end(begun_, false);
    throw;
  }
}

PluginRun::~PluginRun() { end(begun_, false); }

void PluginRun::finish() { end(std::exchange(begun_, 0), true); }

// All are told, whatever one of them says; the first that fails is reported.
void PluginRun::end(std::size_t begun, bool report) {
  std::unique_ptr<Refusal> failed;
  for (std::size_t i = 0; i < begun; ++i) {
    try {
      session_.providers()[i]->call(kRuns, &OrtEp::OnRunEnd, options_, true);
    } catch (const Refusal& e) {
      if (failed == nullptr) failed = std::make_unique<Refusal>(e);
    }
  }
  begun_ = 0;
  if (failed != nullptr && report) throw Refusal(*failed);
}

}  // namespace sardonyx::capi
