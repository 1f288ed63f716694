// The two functions that a library of execution providers exports, and the factory that they give.
#include <cstring>
#include <memory>

#include "provider.h"

namespace pocket {

namespace {

class Factory : public OrtEpFactory {
 public:
  explicit Factory(const Api& tables) : OrtEpFactory{}, api(tables), kernels(make_kernels(api)) {
    ort_version_supported = ORT_API_VERSION;
    GetName = [](const OrtEpFactory*) noexcept { return kName; };
    GetVendor = [](const OrtEpFactory*) noexcept { return "Sardonyx"; };
    GetVendorId = [](const OrtEpFactory*) noexcept { return uint32_t{0x5a4d}; };
    GetVersion = [](const OrtEpFactory*) noexcept { return "1.0.0"; };
    GetSupportedDevices = devices;
    CreateEp = create;
    ReleaseEp = [](OrtEpFactory*, OrtEp* ep) noexcept { delete static_cast<Provider*>(ep); };
    CreateAllocator = [](OrtEpFactory*, const OrtMemoryInfo*, const OrtKeyValuePairs*,
                         OrtAllocator** out) noexcept -> OrtStatus* {
      *out = nullptr;  // the CPU's memory does
      return nullptr;
    };
    ReleaseAllocator = [](OrtEpFactory*, OrtAllocator*) noexcept {};
    CreateDataTransfer = [](OrtEpFactory*, OrtDataTransferImpl** out) noexcept -> OrtStatus* {
      *out = nullptr;  // nothing has to be moved
      return nullptr;
    };
    IsStreamAware = [](const OrtEpFactory*) noexcept { return false; };
  }
  Factory(const Factory&) = delete;
  Factory& operator=(const Factory&) = delete;
  ~Factory() { api.ep->ReleaseKernelRegistry(kernels); }

 private:
  static const Factory& self(const OrtEpFactory* factory) { return *static_cast<const Factory*>(factory); }

  // One device for every processor; there is room for `max` in all.
  static OrtStatus* ORT_API_CALL devices(OrtEpFactory* factory, const OrtHardwareDevice* const* hardware,
                                         size_t count, OrtEpDevice** out, size_t max, size_t* made) noexcept {
    const Api& api = self(factory).api;
    *made = 0;
    return guarded(api, [&] {
      for (size_t i = 0; i < count && *made < max; ++i) {
        if (api.ort->HardwareDevice_Type(hardware[i]) != OrtHardwareDeviceType_CPU) continue;
        OrtKeyValuePairs *metadata = nullptr, *options = nullptr;
        api.ort->CreateKeyValuePairs(&metadata);
        api.ort->CreateKeyValuePairs(&options);
        api.ort->AddKeyValuePair(metadata, "kind", "example");
        api.ort->AddKeyValuePair(options, "fuse", "1");
        OrtStatus* status = api.ep->CreateEpDevice(factory, hardware[i], metadata, options, &out[*made]);
        api.ort->ReleaseKeyValuePairs(metadata);
        api.ort->ReleaseKeyValuePairs(options);
        check(status);
        ++*made;
      }
    });
  }

  // Options that the program gave stand in the session's configuration.
  static std::string option(const Api& api, const OrtSessionOptions* session, const char* name) {
    return entry(api, session, std::string("ep.pocketexecutionprovider.") + name);
  }
  static std::string entry(const Api& api, const OrtSessionOptions* session, const std::string& key) {
    int there = 0;
    check(api.ort->HasSessionConfigEntry(session, key.c_str(), &there));
    if (there == 0) return {};
    size_t length = 0;
    check(api.ort->GetSessionConfigEntry(session, key.c_str(), nullptr, &length));
    std::string value(length, 0);
    check(api.ort->GetSessionConfigEntry(session, key.c_str(), value.data(), &length));
    value.resize(length - 1);
    return value;
  }

  static OrtStatus* ORT_API_CALL create(OrtEpFactory* factory, const OrtHardwareDevice* const*,
                                        const OrtKeyValuePairs* const*, size_t count,
                                        const OrtSessionOptions* session, const OrtLogger*,
                                        OrtEp** out) noexcept {
    const Factory& f = self(factory);
    return guarded(f.api, [&] {
      *out = nullptr;
      if (count != 1) fail(f.api, "the provider runs on one device");
      Options o;
      o.fuse = option(f.api, session, "fuse") != "0";
      o.keep_constants = option(f.api, session, "keep_constants") == "1";
      o.write_contexts = entry(f.api, session, "ep.context_enable") == "1";
      *out = new Provider(f.api, o, f.kernels);
    });
  }

  const Api api;
  OrtKernelRegistry* const kernels;
};

}  // namespace

}  // namespace pocket

extern "C" {

ORT_EXPORT OrtStatus* ORT_API_CALL CreateEpFactories(const char*, const OrtApiBase* base, const OrtLogger*,
                                                     OrtEpFactory** factories, size_t max, size_t* count) {
  pocket::Api api;
  api.ort = base->GetApi(ORT_API_VERSION);
  if (api.ort == nullptr) return nullptr;  // without its table there is not even a status
  api.ep = api.ort->GetEpApi();
  return pocket::guarded(api, [&] {
    if (max < 1) pocket::fail(api, "there is no room for a factory");
    factories[0] = new pocket::Factory(api);
    *count = 1;
  });
}

ORT_EXPORT OrtStatus* ORT_API_CALL ReleaseEpFactory(OrtEpFactory* factory) {
  delete static_cast<pocket::Factory*>(factory);
  return nullptr;
}
}
