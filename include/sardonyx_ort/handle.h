// Handles: one pointer each, that owns what it points to or does not.
#pragma once

#include "core.h"

struct OrtCheckpointState;
struct OrtTrainingSession;

namespace Ort {
namespace detail {

inline void OrtRelease(OrtAllocator* ptr) { GetApi().ReleaseAllocator(ptr); }
inline void OrtRelease(OrtArenaCfg* ptr) { GetApi().ReleaseArenaCfg(ptr); }
inline void OrtRelease(OrtCustomOpDomain* ptr) { GetApi().ReleaseCustomOpDomain(ptr); }
inline void OrtRelease(OrtDeviceEpIncompatibilityDetails* ptr) {
  GetApi().ReleaseDeviceEpIncompatibilityDetails(ptr);
}
inline void OrtRelease(OrtEnv* ptr) { GetApi().ReleaseEnv(ptr); }
inline void OrtRelease(OrtExternalInitializerInfo* ptr) { GetApi().ReleaseExternalInitializerInfo(ptr); }
inline void OrtRelease(OrtGraph* ptr) { GetApi().ReleaseGraph(ptr); }
inline void OrtRelease(OrtIoBinding* ptr) { GetApi().ReleaseIoBinding(ptr); }
inline void OrtRelease(OrtKernelInfo* ptr) { GetApi().ReleaseKernelInfo(ptr); }
inline void OrtRelease(OrtKeyValuePairs* ptr) { GetApi().ReleaseKeyValuePairs(ptr); }
inline void OrtRelease(OrtLoraAdapter* ptr) { GetApi().ReleaseLoraAdapter(ptr); }
inline void OrtRelease(OrtMapTypeInfo* ptr) { GetApi().ReleaseMapTypeInfo(ptr); }
inline void OrtRelease(OrtMemoryInfo* ptr) { GetApi().ReleaseMemoryInfo(ptr); }
inline void OrtRelease(OrtModel* ptr) { GetApi().ReleaseModel(ptr); }
inline void OrtRelease(OrtModelMetadata* ptr) { GetApi().ReleaseModelMetadata(ptr); }
inline void OrtRelease(OrtNode* ptr) { GetApi().ReleaseNode(ptr); }
inline void OrtRelease(OrtOp* ptr) { GetApi().ReleaseOp(ptr); }
inline void OrtRelease(OrtOpAttr* ptr) { GetApi().ReleaseOpAttr(ptr); }
inline void OrtRelease(OrtPrepackedWeightsContainer* ptr) { GetApi().ReleasePrepackedWeightsContainer(ptr); }
inline void OrtRelease(OrtRunOptions* ptr) { GetApi().ReleaseRunOptions(ptr); }
inline void OrtRelease(OrtSequenceTypeInfo* ptr) { GetApi().ReleaseSequenceTypeInfo(ptr); }
inline void OrtRelease(OrtSession* ptr) { GetApi().ReleaseSession(ptr); }
inline void OrtRelease(OrtSessionOptions* ptr) { GetApi().ReleaseSessionOptions(ptr); }
inline void OrtRelease(OrtStatus* ptr) { GetApi().ReleaseStatus(ptr); }
inline void OrtRelease(OrtSyncStream* ptr) { GetApi().ReleaseSyncStream(ptr); }
inline void OrtRelease(OrtTensorTypeAndShapeInfo* ptr) { GetApi().ReleaseTensorTypeAndShapeInfo(ptr); }
inline void OrtRelease(OrtThreadingOptions* ptr) { GetApi().ReleaseThreadingOptions(ptr); }
inline void OrtRelease(OrtTypeInfo* ptr) { GetApi().ReleaseTypeInfo(ptr); }
inline void OrtRelease(OrtValue* ptr) { GetApi().ReleaseValue(ptr); }
inline void OrtRelease(OrtValueInfo* ptr) { GetApi().ReleaseValueInfo(ptr); }
inline void OrtRelease(OrtTensorRTProviderOptionsV2* ptr) { GetApi().ReleaseTensorRTProviderOptions(ptr); }
inline void OrtRelease(OrtCUDAProviderOptionsV2* ptr) { GetApi().ReleaseCUDAProviderOptions(ptr); }
inline void OrtRelease(OrtModelCompilationOptions* ptr) {
  GetCompileApi().ReleaseModelCompilationOptions(ptr);
}
inline void OrtRelease(OrtEpDevice* ptr) { GetEpApi().ReleaseEpDevice(ptr); }
inline void OrtRelease(OrtKernelDef* ptr) { GetEpApi().ReleaseKernelDef(ptr); }
inline void OrtRelease(OrtKernelDefBuilder* ptr) { GetEpApi().ReleaseKernelDefBuilder(ptr); }
inline void OrtRelease(OrtKernelRegistry* ptr) { GetEpApi().ReleaseKernelRegistry(ptr); }
inline void OrtRelease(OrtOpSchema* ptr) { GetEpApi().ReleaseOpSchema(ptr); }
inline void OrtRelease(OrtProfilingEvent* ptr) { GetEpApi().ReleaseProfilingEvent(ptr); }

// Of training: their header defines them.
inline void OrtRelease(OrtCheckpointState* ptr);
inline void OrtRelease(OrtTrainingSession* ptr);

// Marks the argument of a Base that does not own.
template <typename T>
struct Unowned {
  using Type = T;
};

// A handle that owns.
template <typename T>
struct Base {
  using contained_type = T;

  constexpr Base() = default;
  constexpr explicit Base(contained_type* p) noexcept : p_{p} {}
  ~Base() {
    if (p_ != nullptr) OrtRelease(p_);
  }

  Base(const Base&) = delete;
  Base& operator=(const Base&) = delete;
  Base(Base&& v) noexcept : p_{v.release()} {}
  Base& operator=(Base&& v) noexcept {
    if (this != &v) {
      if (p_ != nullptr) OrtRelease(p_);
      p_ = v.release();
    }
    return *this;
  }

  constexpr operator contained_type*() const noexcept { return p_; }
  constexpr contained_type& operator*() const noexcept { return *p_; }

  // The pointer becomes the caller's to release.
  contained_type* release() {
    contained_type* p = p_;
    p_ = nullptr;
    return p;
  }

 protected:
  contained_type* p_{};
};

template <typename T>
struct Base<const T>;  // nothing const can be owned

// A view: copied freely, good as long as its owner.
template <typename T>
struct Base<Unowned<T>> {
  using contained_type = typename Unowned<T>::Type;

  constexpr Base() = default;
  constexpr explicit Base(contained_type* p) noexcept : p_{p} {}
  ~Base() = default;

  Base(const Base&) = default;
  Base& operator=(const Base&) = default;
  Base(Base&& v) noexcept : p_{v.p_} { v.p_ = nullptr; }
  Base& operator=(Base&& v) noexcept {
    p_ = nullptr;
    std::swap(p_, v.p_);
    return *this;
  }

  constexpr operator contained_type*() const noexcept { return p_; }
  constexpr contained_type& operator*() const noexcept { return *p_; }

 protected:
  contained_type* p_{};
};

// Frees what an allocator gave.
struct AllocatedFree {
  OrtAllocator* allocator_;
  explicit AllocatedFree(OrtAllocator* allocator) : allocator_(allocator) {}
  void operator()(void* ptr) const {
    if (ptr != nullptr) allocator_->Free(allocator_, ptr);
  }
};

}  // namespace detail

// Text from an allocator, which must outlive it.
using AllocatedStringPtr = std::unique_ptr<char, detail::AllocatedFree>;

namespace detail {

// A slot that gives text from an allocator.
template <auto slot, typename... Args>
AllocatedStringPtr AskAllocated(OrtAllocator* allocator, const Args&... args) {
  return AllocatedStringPtr(Ask<slot>(args...), AllocatedFree(allocator));
}

inline OrtAllocator* DefaultAllocator() { return Ask<&OrtApi::GetAllocatorWithDefaultOptions>(); }

// Moves text from the default allocator into a string.
inline std::string TakeText(char* text) {
  AllocatedStringPtr owner(text, AllocatedFree(DefaultAllocator()));
  return text == nullptr ? std::string() : std::string(text);
}

}  // namespace detail

// Success, which is an empty handle, or what went wrong.
struct Status : detail::Base<OrtStatus> {
  Status() = default;
  explicit Status(std::nullptr_t) noexcept {}
  explicit Status(OrtStatus* status) noexcept : Base{status} {}
  explicit Status(const Exception& e) : Status(e.what(), e.GetOrtErrorCode()) {}
  explicit Status(const std::exception& e) : Status(e.what(), ORT_FAIL) {}
  Status(const char* message, OrtErrorCode code) : Base{GetApi().CreateStatus(code, message)} {}

  // Of a failure only.
  std::string GetErrorMessage() const { return GetApi().GetErrorMessage(p_); }
  OrtErrorCode GetErrorCode() const { return GetApi().GetErrorCode(p_); }

  bool IsOK() const noexcept { return p_ == nullptr; }
};

namespace detail {

inline void ThrowStatus(const Status& st) { ORT_CXX_API_THROW(st.GetErrorMessage(), st.GetErrorCode()); }

}  // namespace detail

// The one place where failures of the C API become exceptions.
inline void ThrowOnError(OrtStatus* ort_status) {
  if (ort_status != nullptr) detail::ThrowStatus(Status(ort_status));
}
inline void ThrowOnError(const Status& st) {
  if (!st.IsOK()) detail::ThrowStatus(st);
}

namespace detail {

// The same as Do, for functions that return the failure.
template <auto slot, typename... Args>
Status Try(Args&&... args) {
  return Status(Call<slot>(std::forward<Args>(args)...));
}

}  // namespace detail

// Names of the providers that this build has.
inline std::vector<std::string> GetAvailableProviders() {
  char** names = nullptr;
  int count = 0;
  detail::Do<&OrtApi::GetAvailableProviders>(&names, &count);
  const auto give_back = [count](char** list) {
    Status ignored(GetApi().ReleaseAvailableProviders(list, count));
  };
  const std::unique_ptr<char*, decltype(give_back)> owner(names, give_back);
  return std::vector<std::string>(names, names + count);
}

}  // namespace Ort

// Leaves a function that returns Ort::Status when the expression, an OrtStatus* or an Ort::Status, is a failure.
#define ORT_CXX_RETURN_ON_API_FAIL(expression)                                                     \
  do {                                                                                             \
    if (::Ort::Status ort_cxx_status{(expression)}; !ort_cxx_status.IsOK()) return ort_cxx_status; \
  } while (false)
#define ORT_CXX_IF_CONSTEXPR if constexpr
