// The tables of the C ABI against the lists of facts beside the repository: order, count, place. Without the lists
// only the counts and a few places are checked.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "onnxruntime_c_api.h"

namespace {

constexpr std::size_t kSlot = sizeof(void*);
static_assert(sizeof(OrtApi) == 426 * kSlot);
static_assert(sizeof(OrtModelEditorApi) == 20 * kSlot);
static_assert(sizeof(OrtCompileApi) == 16 * kSlot);
static_assert(sizeof(OrtInteropApi) == 13 * kSlot);
static_assert(sizeof(OrtEpApi) == 74 * kSlot);
static_assert(sizeof(OrtApiBase) == 16);
static_assert(offsetof(OrtApi, Run) == 9 * kSlot);
static_assert(offsetof(OrtApi, ReleaseSessionOptions) == 100 * kSlot);
static_assert(offsetof(OrtApi, GetTensorSizeInBytes) == 318 * kSlot);
static_assert(offsetof(OrtApi, KernelContext_GetPreallocatedOutput) == 425 * kSlot);
static_assert(sizeof(OrtAllocator) == 64 && offsetof(OrtAllocator, Shrink) == 56);
static_assert(sizeof(OrtCustomOp) == 208 && offsetof(OrtCustomOp, InferOutputShapeFn) == 152);
static_assert(sizeof(OrtEnvCreationOptions) == 48 && sizeof(OrtThreadPoolCallbacksConfig) == 48);
static_assert(sizeof(OrtEp) == 208 && sizeof(OrtEpFactory) == 168 && sizeof(OrtResourceCount) == 56);
static_assert(sizeof(OrtExternalMemoryHandle) == 56 && sizeof(OrtExternalSemaphoreHandle) == 40);
static_assert(sizeof(ONNXTensorElementDataType) == 4 && sizeof(OrtErrorCode) == 4);

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

// Names of the function pointers of a table, in the header's order.
std::vector<std::string> slots_of(const std::string& header, const std::string& table) {
  std::vector<std::string> names;
  std::size_t at = header.find("\nstruct " + table + " {"), end = header.find("\n};", at);
  const std::string mark = "(ORT_API_CALL* ";
  while (at != std::string::npos && (at = header.find(mark, at)) < end) {
    at += mark.size();
    names.push_back(header.substr(at, header.find(')', at) - at));
  }
  return names;
}

// Fields of a line of CSV; the ones asked for here hold no quotes.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream s(line);
  for (std::string field; std::getline(s, field, ',');) out.push_back(field);
  return out;
}

std::filesystem::path facts() {
  const char* given = std::getenv("SARDONYX_SHARED");
  std::filesystem::path root = std::filesystem::path(SARDONYX_TEST_DATA) / "../..";
  return (given != nullptr ? std::filesystem::path(given) : root / "../shared") / "reference";
}

const std::filesystem::path kInclude = std::filesystem::path(SARDONYX_TEST_DATA) / "../../include";

}  // namespace

TEST_CASE("C ABI: slots of OrtApi stand in the order of the facts") {
  std::vector<std::string> slots = slots_of(text_of(kInclude / "onnxruntime_c_api.h"), "OrtApi");
  REQUIRE(slots.size() == 426);
  std::ifstream list(facts() / "c_abi_ortapi.csv");
  if (!list) {
    MESSAGE("not run: the list of slots is not there");
    return;
  }
  std::string line;
  std::getline(list, line);  // the head
  std::size_t count = 0;
  while (std::getline(list, line)) {
    std::vector<std::string> row = fields(line);
    REQUIRE(row.size() > 2);
    CHECK(row[0] == std::to_string(count));
    CHECK(row[1] == slots[count]);
    ++count;
  }
  CHECK(count == slots.size());
}

TEST_CASE("C ABI: slots of the other tables stand in the order of the facts") {
  std::string header =
      text_of(kInclude / "onnxruntime_c_api.h") + text_of(kInclude / "onnxruntime_ep_c_api.h");
  std::ifstream list(facts() / "c_abi_other.csv");
  if (!list) {
    MESSAGE("not run: the list of slots is not there");
    return;
  }
  std::string line;
  std::size_t seen = 0;
  while (std::getline(list, line)) {
    std::vector<std::string> row = fields(line);
    if (row.size() < 6 || (row[0] != "sub-table" && row[0] != "entry-table") || row[3].empty()) continue;
    std::vector<std::string> slots = slots_of(header, row[1]);
    std::size_t index = std::stoul(row[3]);
    INFO(row[1] << '.' << row[5]);
    if (slots.empty()) continue;  // tables of training, which only their names are known of
    REQUIRE(index < slots.size());
    CHECK(slots[index] == row[5]);
    ++seen;
  }
  CHECK(seen == 20 + 16 + 13 + 74 + 2);
}
