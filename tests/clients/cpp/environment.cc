// The environment, logging, devices, allocators, memory infos, key-value pairs, statuses and exceptions.
#include <cstring>

#include "client.h"

namespace client {

namespace {

void check_errors() {
  expect(Ort::Status().IsOK() && Ort::Status(nullptr).IsOK(), "an empty status is a success");
  const Ort::Status status("text", ORT_NOT_FOUND);
  expect(!status.IsOK() && status.GetErrorCode() == ORT_NOT_FOUND && status.GetErrorMessage() == "text",
         "a status says what it was made from");
  expect(!Ort::Status("fine", ORT_OK).IsOK(), "a status of code OK is not empty");
  const Ort::Status from(Ort::Exception("why", ORT_EP_FAIL));
  expect(from.GetErrorCode() == ORT_EP_FAIL && from.GetErrorMessage() == "why", "a status from an exception");
  expect_equal(Ort::Status(std::runtime_error("x")).GetErrorCode(), ORT_FAIL,
               "a status from another exception");
  expect_equal(code_of([&] { Ort::ThrowOnError(status); }), ORT_NOT_FOUND, "a status thrown");
  expect_equal(code_of([] { Ort::ThrowOnError(nullptr); }), ORT_OK, "nothing thrown");
  const auto early = [](bool fail) -> Ort::Status {
    ORT_CXX_RETURN_ON_API_FAIL(fail ? Ort::GetApi().CreateStatus(ORT_FAIL, "early") : nullptr);
    return Ort::Status("late", ORT_EP_FAIL);
  };
  expect(early(true).GetErrorMessage() == "early" && early(false).GetErrorMessage() == "late",
         "early return");
  try {
    ORT_CXX_API_THROW("thrown", ORT_NO_MODEL);
  } catch (const std::exception& e) {
    expect(std::strcmp(e.what(), "thrown") == 0, "thrown by the macro");
  }
}

void check_pairs() {
  Ort::KeyValuePairs pairs({{"one", "1"}, {"two", "2"}});
  pairs.Add("three", "3");
  pairs.Add("one", "uno");
  pairs.Remove("two");
  const std::unordered_map<std::string, std::string> expected = {{"one", "uno"}, {"three", "3"}};
  expect(pairs.GetKeyValuePairs() == expected, "pairs");
  expect(pairs.GetConst().GetValue("two") == nullptr, "a pair that was removed");
  std::vector<const char*> keys, values;
  pairs.GetKeyValuePairs(keys, values);
  expect(keys.size() == 2 && values.size() == 2, "pairs as arrays");
}

void check_memory() {
  const Ort::MemoryInfo info("Cpu", OrtDeviceAllocator, 0, OrtMemTypeDefault);
  expect(info.GetAllocatorName() == "Cpu" && info.GetAllocatorType() == OrtDeviceAllocator &&
             info.GetDeviceId() == 0 && info.GetMemoryType() == OrtMemTypeDefault &&
             info.GetDeviceType() == OrtMemoryInfoDeviceType_CPU,
         "what a memory info says");
  expect(info == Ort::MemoryInfo::CreateCpu(OrtDeviceAllocator, OrtMemTypeDefault), "equal memory infos");
  expect(!(info == cpu()), "an arena is another memory info");
  expect(info.GetConst() == info, "a view is equal");
  const Ort::MemoryInfo pinned("CudaPinned", OrtDeviceAllocator, 0, OrtMemTypeDefault);
  expect(pinned.GetVendorId() == 0x10de &&
             pinned.GetDeviceMemoryType() == OrtDeviceMemoryType_HOST_ACCESSIBLE &&
             pinned.GetDeviceType() == OrtMemoryInfoDeviceType_GPU,
         "memory with a vendor");
  static_assert(OrtCompileApiFlags_ERROR_IF_OUTPUT_FILE_EXISTS == 2 &&
                    OrtDeviceEpIncompatibility_DEVICE_INCOMPATIBLE == 2 &&
                    OrtDeviceEpIncompatibility_MISSING_DEPENDENCY == 4 &&
                    static_cast<uint32_t>(OrtDeviceEpIncompatibility_UNKNOWN) == 0x80000000,
                "flags");
  expect_equal(code_of([] { Ort::MemoryInfo("Nowhere", OrtDeviceAllocator, 0, OrtMemTypeDefault); }),
               ORT_INVALID_ARGUMENT, "an unknown memory");

  Ort::AllocatorWithDefaultOptions allocator;
  Ort::AllocatorWithDefaultOptions same = allocator;
  expect(allocator == same, "one default allocator");
  expect_equal(allocator.GetInfo().GetAllocatorName(), std::string("Cpu"), "its name");
  void* block = allocator.Alloc(100);
  expect(block != nullptr, "a block");
  std::memset(block, 1, 100);
  allocator.Free(block);
  void* reserved = allocator.Reserve(8);
  expect(reserved != nullptr, "a reserved block");
  allocator.Free(reserved);
  Ort::MemoryAllocation owned = allocator.GetAllocation(64);
  Ort::MemoryAllocation moved = std::move(owned);
  expect(moved.get() != nullptr && moved.size() == 64, "a block with an owner");
}

struct Lines {
  std::vector<std::string> ids;
  static void ORT_API_CALL add(void* self, OrtLoggingLevel, const char*, const char* id, const char*,
                               const char*) {
    static_cast<Lines*>(self)->ids.emplace_back(id);
  }
};

}  // namespace

// A session given to a device by hand says that all of it is there.
void run_on_device(const Client& client) {
  std::vector<Ort::ConstEpDevice> chosen;
  for (const Ort::ConstEpDevice& device : client.env.GetEpDevices()) {
    if (std::string(device.EpName()) == "CPUExecutionProvider") chosen.push_back(device);
  }
  Ort::SessionOptions options;
  options.AppendExecutionProvider_V2(client.env, chosen, Ort::KeyValuePairs());
  options.AddConfigEntry("session.record_ep_graph_assignment_info", "1");
  Ort::Session session = client.session("linear", options);
  expect_equal(session.GetEpDeviceForInputs().size(), session.GetInputCount(), "devices of inputs");
  size_t nodes = 0;
  for (const Ort::ConstEpAssignedSubgraph& part : session.GetEpGraphAssignmentInfo()) {
    expect_equal(part.GetEpName(), std::string("CPUExecutionProvider"), "who runs it");
    for (const Ort::ConstEpAssignedNode& node : part.GetNodes()) {
      ++nodes;
      expect(!node.GetOperatorType().empty() && node.GetDomain().empty(), "what it runs");
    }
  }
  expect(nodes > 0, "nodes given to a device");
}

void check_devices(const Client& client) {
  const std::vector<Ort::ConstEpDevice> devices = client.env.GetEpDevices();
  bool cpu_found = false;
  for (const Ort::ConstEpDevice& device : devices) {
    if (std::string(device.EpName()) != "CPUExecutionProvider") continue;
    cpu_found = true;
    expect(device.Device().Type() == OrtHardwareDeviceType_CPU, "the CPU's provider drives a CPU");
    expect(std::strlen(device.EpVendor()) > 0, "it has a vendor");
  }
  expect(cpu_found, "the CPU's provider is there");
  const std::vector<std::string> providers = Ort::GetAvailableProviders();
  bool listed = false;
  for (const std::string& provider : providers) listed = listed || provider == "CPUExecutionProvider";
  expect(listed, "and listed");
  expect(client.env.GetNumHardwareDevices() == client.env.GetHardwareDevices().size(), "devices counted");
  run_on_device(client);
}

void check_environment(const Client& client) {
  expect(contains(Ort::GetVersionString(), "1."), "version");
  expect(contains(Ort::GetBuildInfoString(), "ORT Build Info: "), "build info");
  check_errors();
  check_pairs();
  check_memory();

  Ort::Env again(ORT_LOGGING_LEVEL_WARNING, "again");
  expect(static_cast<OrtEnv*>(again) == static_cast<OrtEnv*>(client.env), "one environment");
  client.env.DisableTelemetryEvents().UpdateEnvWithCustomLogLevel(ORT_LOGGING_LEVEL_FATAL);

  Lines lines;  // a session may have a logger of its own
  Ort::SessionOptions options;
  options.SetLogId("my session").SetLogSeverityLevel(ORT_LOGGING_LEVEL_VERBOSE);
  Ort::ThrowOnError(Ort::GetApi().SetUserLoggingFunction(options, Lines::add, &lines));
  {
    const Ort::Session session = client.session("linear", options);
  }
  bool named = !lines.ids.empty();
  for (const std::string& id : lines.ids) named = named && contains(id, "my session");
  expect(named, "lines of the session's log bear its name");
}

}  // namespace client
