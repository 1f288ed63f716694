// EpLibrary: a library of execution providers, with its factories and the devices that they serve.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "api/c/ep_device.h"
#include "api/c/log.h"

namespace sardonyx::capi {

// Was the field there in the version that the library was made with, and did the library set it?
template <typename Struct, typename Function>
bool offers(const Struct& s, std::uint32_t since, Function Struct::* field) {
  return s.ort_version_supported >= since && s.*field != nullptr;
}

inline constexpr std::uint32_t kFirstEpVersion = 22;  // that had factories of providers

class EpLibrary {
 public:
  // Opens it and asks every factory for its devices; what fails is undone.
  EpLibrary(const std::string& name, const std::string& path, const OrtLogger& logger);
  EpLibrary(const EpLibrary&) = delete;
  EpLibrary& operator=(const EpLibrary&) = delete;
  ~EpLibrary();

  const std::vector<std::unique_ptr<OrtEpDevice>>& devices() const noexcept { return devices_; }
  const std::string& path() const noexcept { return path_; }

  // The allocator of a device's memory that sessions share, made when it is first asked for; NULL where the provider has
  // none for it. `options`: made anew with these.
  OrtAllocator* shared_allocator(const OrtEpDevice& device, OrtDeviceMemoryType type,
                                 const OrtKeyValuePairs* options = nullptr, bool anew = false);
  void release_allocator(const OrtEpDevice& device, OrtDeviceMemoryType type) noexcept;
  // What copies between these memories; NULL where no factory does.
  OrtDataTransferImpl* transfer(const OrtMemoryDevice& from, const OrtMemoryDevice& to);

 private:
  void make_factories(const std::string& name);
  void find_devices(OrtEpFactory& factory);
  void release() noexcept;

  std::string path_;
  OrtLogger logger_;  // lent to the library
  std::shared_ptr<void> handle_;
  ReleaseEpApiFactoryFn release_factory_ = nullptr;
  std::vector<OrtEpFactory*> factories_;
  std::vector<std::unique_ptr<OrtEpDevice>> devices_;
  std::mutex mutex_;  // of what follows
  std::map<std::pair<const OrtEpDevice*, OrtDeviceMemoryType>, OrtAllocator*> allocators_;
  std::vector<OrtDataTransferImpl*> transfers_;
  bool transfers_made_ = false;
};

// The libraries of an environment, by the name that the program gave.
class EpLibraries {
 public:
  EpLibraries();
  void add(const std::string& name, const std::string& path, const OrtLogger& logger);
  void remove(const std::string& name);
  // The CPU's device first, then those of the libraries in the order of registration.
  // The array stays, whatever is registered later.
  std::span<const OrtEpDevice* const> devices() const;
  std::vector<const OrtEpDevice*> snapshot() const;
  // Null for the CPU's device and for what is no device.
  std::shared_ptr<EpLibrary> owner(const OrtEpDevice* device) const;
  std::vector<std::shared_ptr<EpLibrary>> libraries() const;

 private:
  void show();
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, std::shared_ptr<EpLibrary>>> all_;
  std::deque<std::vector<const OrtEpDevice*>>
      shown_;  // the newest last; the others as programs may still look at them
};

}  // namespace sardonyx::capi
