// Allocators that a session's provider of a library makes.
#include "api/c/allocators.h"
#include "api/c/ep_memory.h"
#include "api/c/plugin.h"
#include "api/c/session.h"
#include "api/c/status.h"

namespace sardonyx::capi {

namespace {

// A provider's own allocator, which keeps the provider.
class ProvidersAllocator final : public OwnAllocator {
 public:
  ProvidersAllocator(std::shared_ptr<PluginProvider> provider, const OrtEpDevice& device, OrtAllocator* made)
      : provider_(std::move(provider)), device_(device), made_(made) {}
  ~ProvidersAllocator() override { give_back(device_, made_); }
  void* take(std::size_t bytes) override { return made_->Alloc(made_, bytes); }
  void give(void* p) noexcept override { made_->Free(made_, p); }
  const OrtMemoryInfo& info() const override { return *made_->Info(made_); }

 private:
  std::shared_ptr<PluginProvider> provider_;
  const OrtEpDevice& device_;
  OrtAllocator* made_;
};

}  // namespace

OrtAllocator* PluginProvider::allocator(const std::shared_ptr<PluginProvider>& of,
                                        const OrtMemoryInfo& memory) {
  for (const OrtEpDevice* d : of->choice_.devices) {
    for (const auto* held : {&d->memory, &d->host_memory}) {
      if (!*held || !(static_cast<const OrtMemoryDevice&>(**held) == memory)) continue;
      OrtAllocator* made = nullptr;
      if (offers(of->ep(), kFirstMemoryVersion, &OrtEp::CreateAllocator)) {
        pass_on(of->ep().CreateAllocator(&of->ep(), &**held, &made));
      } else {
        made = make_allocator(*d, **held, nullptr);
      }
      if (made == nullptr) continue;
      if (made->Alloc == nullptr || made->Free == nullptr || made->Info == nullptr ||
          made->Info(made) == nullptr) {
        give_back(*d, made);
        refuse(ORT_FAIL, "the allocator of '{}' lacks Alloc, Free or Info", of->name());
      }
      return new ProvidersAllocator(of, *d, made);
    }
  }
  return nullptr;
}

OrtAllocator* allocator_of(const Loaded& loaded, const OrtMemoryInfo& memory) {
  const OrtMemoryDevice &asked = memory, &ours = cpu_memory();
  if (loaded.plugins == nullptr || asked == ours) return nullptr;
  for (const auto& p : loaded.plugins->providers()) {
    if (OrtAllocator* made = PluginProvider::allocator(p, memory)) return made;
  }
  return nullptr;
}

}  // namespace sardonyx::capi
