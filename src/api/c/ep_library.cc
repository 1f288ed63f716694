#include "api/c/ep_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

#include "api/c/env.h"
#include "api/c/ep_memory.h"
#include "api/c/library.h"
#include "api/c/slots.h"
#include "api/c/status.h"

namespace sardonyx {

namespace capi {

namespace {

constexpr std::size_t kMostFactories = 4, kMostDevices = 8;

void check_factory(const OrtEpFactory& f, const std::string& path) {
  if (f.ort_version_supported < kFirstEpVersion)
    refuse(ORT_FAIL, "a factory of '{}' has invalid ort_version_supported={} (expected at least {})", path,
           f.ort_version_supported, kFirstEpVersion);
  const auto need_function = [&](bool there, const char* name) {
    if (!there) refuse(ORT_FAIL, "a factory of '{}' has no {}", path, name);
  };
  need_function(f.GetName != nullptr, "GetName");
  need_function(f.GetVendor != nullptr, "GetVendor");
  need_function(f.GetSupportedDevices != nullptr, "GetSupportedDevices");
  need_function(f.CreateEp != nullptr, "CreateEp");
  need_function(f.ReleaseEp != nullptr, "ReleaseEp");
  if (f.GetName(&f) == nullptr || *f.GetName(&f) == 0)
    refuse(ORT_FAIL, "a factory of '{}' gives no name", path);
}

// Relative paths begin at this library's folder, where something of that name is there.
std::string beside_us(const std::string& path) {
  Dl_info us = {};
  if (dladdr(reinterpret_cast<const void*>(&OrtGetApiBase), &us) == 0 || us.dli_fname == nullptr) return path;
  const auto there = std::filesystem::absolute(us.dli_fname).parent_path() / path;
  std::error_code ignored;
  return std::filesystem::exists(there, ignored) ? there.string() : path;
}

// MAJOR.MINOR.PATCH, with what a hyphen or plus adds.
bool is_version(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("-+"), text.size());
  int numbers = 0;
  bool digits = false;
  for (const char c : text.substr(0, end)) {
    if (c == '.') {
      if (!digits) return false;
      digits = false;
    } else if (c < '0' || c > '9') {
      return false;
    } else if (!digits) {
      digits = true;
      ++numbers;
    }
  }
  return digits && numbers == 3;
}

std::string version_of(const OrtEpFactory& f) {
  constexpr std::uint32_t kFirst = 23;
  const char* text = offers(f, kFirst, &OrtEpFactory::GetVersion) ? f.GetVersion(&f) : nullptr;
  if (text == nullptr) return {};
  if (!is_version(text))
    refuse(ORT_FAIL, "Version string is not in semantic versioning format: '{}', of provider '{}'", text,
           f.GetName(&f));
  return text;
}

}  // namespace

EpLibrary::EpLibrary(const std::string& name, const std::string& path, const OrtLogger& logger)
    : path_(beside_us(path)), logger_(logger), handle_(open_library(path_.c_str())) {
  release_factory_ = reinterpret_cast<ReleaseEpApiFactoryFn>(find_symbol(handle_.get(), "ReleaseEpFactory"));
  try {
    make_factories(name);
    for (OrtEpFactory* f : factories_) find_devices(*f);
  } catch (...) {
    release();
    throw;
  }
}

EpLibrary::~EpLibrary() { release(); }

void EpLibrary::make_factories(const std::string& name) {
  const auto create =
      reinterpret_cast<CreateEpApiFactoriesFn>(find_symbol(handle_.get(), "CreateEpFactories"));
  OrtEpFactory* made[kMostFactories] = {};
  std::size_t count = 0;
  factories_.reserve(kMostFactories);
  OrtStatus* status = create(name.c_str(), OrtGetApiBase(), &logger_, made, kMostFactories, &count);
  for (OrtEpFactory* f : made) {
    if (f != nullptr) factories_.push_back(f);
  }
  pass_on(status);
  if (count > kMostFactories)
    refuse(ORT_FAIL, "CreateEpFactories of '{}' reports {} factories where there is room for {}", path_,
           count, kMostFactories);
  if (factories_.size() != count)
    refuse(ORT_FAIL,
           "Failed to register EP library under '{}': CreateEpFactories reports {} factories and gave {}",
           name, count, factories_.size());
  for (const OrtEpFactory* f : factories_) check_factory(*f, path_);
}

void EpLibrary::find_devices(OrtEpFactory& factory) {
  const std::string version = version_of(factory);
  const OrtHardwareDevice* const hardware[] = {&processor()};
  OrtEpDevice* made[kMostDevices] = {};
  std::size_t count = 0;
  OrtStatus* status =
      factory.GetSupportedDevices(&factory, hardware, std::size(hardware), made, kMostDevices, &count);
  for (OrtEpDevice* d : made) {
    if (d == nullptr) continue;
    devices_.emplace_back(d);
    d->metadata.add("library_path", path_);
    if (!version.empty()) d->metadata.add("version", version);
  }
  pass_on(status);
  if (count > kMostDevices)
    refuse(ORT_FAIL, "GetSupportedDevices of '{}' reports {} devices where there is room for {}",
           factory.GetName(&factory), count, kMostDevices);
}

void EpLibrary::release() noexcept {
  for (const auto& [at, allocator] : allocators_) give_back(*at.first, allocator);
  allocators_.clear();
  for (OrtDataTransferImpl* t : transfers_) t->Release(t);
  transfers_.clear();
  devices_.clear();
  for (OrtEpFactory* f : factories_) {
    OrtStatus* status = release_factory_(f);
    if (status == nullptr) continue;
    log_message(logger_, ORT_LOGGING_LEVEL_ERROR, "ReleaseEpFactory", status->text.c_str());
    slots::ReleaseStatus(status);
  }
  factories_.clear();
}

EpLibraries::EpLibraries() { show(); }

void EpLibraries::show() {
  std::vector<const OrtEpDevice*> all = {&cpu_device()};
  for (const auto& [name, library] : all_) {
    for (const auto& d : library->devices()) all.push_back(d.get());
  }
  shown_.push_back(std::move(all));
}

std::span<const OrtEpDevice* const> EpLibraries::devices() const {
  const std::lock_guard lock(mutex_);
  return shown_.back();
}

void EpLibraries::add(const std::string& name, const std::string& path, const OrtLogger& logger) {
  const auto known = [&] {
    if (std::ranges::find(all_, name, [](const auto& e) { return e.first; }) != all_.end())
      refuse(ORT_FAIL, "library is already registered under {}", name);
  };
  {
    const std::lock_guard lock(mutex_);
    known();
  }
  auto library = std::make_shared<EpLibrary>(name, path, logger);  // runs the library's code: without a lock
  const std::lock_guard lock(mutex_);
  known();
  for (const auto& d : library->devices()) d->library = library;
  all_.emplace_back(name, std::move(library));
  show();
}

void EpLibraries::remove(const std::string& name) {
  std::shared_ptr<EpLibrary> library;  // closed without a lock
  const std::lock_guard lock(mutex_);
  const auto at = std::ranges::find(all_, name, [](const auto& e) { return e.first; });
  if (at == all_.end()) refuse(ORT_FAIL, "Execution provider library: {} was not registered.", name);
  library = std::move(at->second);
  all_.erase(at);
  show();
}

std::vector<const OrtEpDevice*> EpLibraries::snapshot() const {
  const std::lock_guard lock(mutex_);
  return shown_.back();
}

std::vector<std::shared_ptr<EpLibrary>> EpLibraries::libraries() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<EpLibrary>> out;
  for (const auto& [name, library] : all_) out.push_back(library);
  return out;
}

std::shared_ptr<EpLibrary> EpLibraries::owner(const OrtEpDevice* device) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, library] : all_) {
    for (const auto& d : library->devices()) {
      if (d.get() == device) return library;
    }
  }
  return nullptr;
}

}  // namespace capi

OrtStatus* slots::RegisterExecutionProviderLibrary(OrtEnv* env, const char* registration_name,
                                                   const ORTCHAR_T* path) noexcept {
  return capi::guarded([&] {
    capi::need_all("RegisterExecutionProviderLibrary", env, registration_name, path);
    env->providers.add(registration_name, path, env->logger);
  });
}

OrtStatus* slots::UnregisterExecutionProviderLibrary(OrtEnv* env, const char* registration_name) noexcept {
  return capi::guarded([&] {
    capi::need_all("UnregisterExecutionProviderLibrary", env, registration_name);
    env->providers.remove(registration_name);
  });
}

OrtStatus* slots::GetEpDevices(const OrtEnv* env, const OrtEpDevice* const** ep_devices,
                               std::size_t* num_ep_devices) noexcept {
  return capi::guarded([&] {
    capi::need_all("GetEpDevices", env, ep_devices, num_ep_devices);
    const std::span<const OrtEpDevice* const> all = env->providers.devices();
    *ep_devices = all.data();
    *num_ep_devices = all.size();
  });
}

}  // namespace sardonyx
