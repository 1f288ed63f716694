// The base of custom operators.
#pragma once

#include "kernel.h"
#include "session_options.h"
#include "shape_infer.h"

#ifndef MAX_CUSTOM_OP_END_VER
#define MAX_CUSTOM_OP_END_VER ((1UL << 31) - 1)
#endif

namespace Ort {

// TOp derives from it and has GetName, GetInputType(Count), GetOutputType(Count) and CreateKernel, whose result is a
// TKernel, which has Compute. WithStatus: CreateKernelV2 and ComputeV2, which return a status. What is below is what
// TOp may have too.
template <typename TOp, typename TKernel, bool WithStatus = false>
struct CustomOpBase : OrtCustomOp {
  CustomOpBase() : OrtCustomOp{} {
    OrtCustomOp::version = ORT_API_VERSION;
    SetNames();
    SetSignature();
    SetVariadic();
    SetKernel();
    SetShapeInferFn<TOp>(0);
  }

  const char* GetExecutionProviderType() const { return nullptr; }  // the CPU
  OrtCustomOpInputOutputCharacteristic GetInputCharacteristic(size_t) const { return INPUT_OUTPUT_REQUIRED; }
  OrtCustomOpInputOutputCharacteristic GetOutputCharacteristic(size_t) const { return INPUT_OUTPUT_REQUIRED; }
  OrtMemType GetInputMemoryType(size_t) const { return OrtMemTypeDefault; }
  int GetVariadicInputMinArity() const { return 1; }
  bool GetVariadicInputHomogeneity() const { return true; }  // one element type for all of them
  int GetVariadicOutputMinArity() const { return 1; }
  bool GetVariadicOutputHomogeneity() const { return true; }
  // Of the settings that GetSessionConfigs reads.
  std::vector<std::string> GetSessionConfigKeys() const { return {}; }

  // Where TOp has a static InferOutputShape, that infers.
  template <typename C>
  decltype(&C::InferOutputShape) SetShapeInferFn(decltype(&C::InferOutputShape)) {
    OrtCustomOp::InferOutputShapeFn = [](const OrtCustomOp*, OrtShapeInferContext* context) -> OrtStatusPtr {
      return detail::InferShapes(context, C::InferOutputShape);
    };
    return {};
  }
  template <typename C>
  void SetShapeInferFn(...) {
    OrtCustomOp::InferOutputShapeFn = {};
  }

 protected:
  // The operator's settings among a session's options, "" for those that are not set.
  void GetSessionConfigs(std::unordered_map<std::string, std::string>& out,
                         ConstSessionOptions options) const {
    const TOp* op = static_cast<const TOp*>(this);
    for (const std::string& key : op->GetSessionConfigKeys()) {
      const std::string full = detail::MakeCustomOpConfigEntryKey(op->GetName(), key.c_str());
      out[key] = options.GetConfigEntryOrDefault(full.c_str(), std::string());
    }
  }

  int start_ver_ = 1;
  int end_ver_ = MAX_CUSTOM_OP_END_VER;

 private:
  static const TOp& Self(const OrtCustomOp* op) { return *static_cast<const TOp*>(op); }
  static const CustomOpBase& Common(const OrtCustomOp* op) { return *static_cast<const CustomOpBase*>(op); }

  void SetNames() {
    OrtCustomOp::GetName = [](const OrtCustomOp* op) { return Self(op).GetName(); };
    OrtCustomOp::GetExecutionProviderType = [](const OrtCustomOp* op) {
      return Self(op).GetExecutionProviderType();
    };
    OrtCustomOp::GetStartVersion = [](const OrtCustomOp* op) { return Common(op).start_ver_; };
    OrtCustomOp::GetEndVersion = [](const OrtCustomOp* op) { return Common(op).end_ver_; };
  }

  void SetSignature() {
    OrtCustomOp::GetInputTypeCount = [](const OrtCustomOp* op) { return Self(op).GetInputTypeCount(); };
    OrtCustomOp::GetInputType = [](const OrtCustomOp* op, size_t i) { return Self(op).GetInputType(i); };
    OrtCustomOp::GetInputMemoryType = [](const OrtCustomOp* op, size_t i) {
      return Self(op).GetInputMemoryType(i);
    };
    OrtCustomOp::GetInputCharacteristic = [](const OrtCustomOp* op, size_t i) {
      return Self(op).GetInputCharacteristic(i);
    };
    OrtCustomOp::GetOutputTypeCount = [](const OrtCustomOp* op) { return Self(op).GetOutputTypeCount(); };
    OrtCustomOp::GetOutputType = [](const OrtCustomOp* op, size_t i) { return Self(op).GetOutputType(i); };
    OrtCustomOp::GetOutputCharacteristic = [](const OrtCustomOp* op, size_t i) {
      return Self(op).GetOutputCharacteristic(i);
    };
  }

  void SetVariadic() {
    OrtCustomOp::GetVariadicInputMinArity = [](const OrtCustomOp* op) {
      return Self(op).GetVariadicInputMinArity();
    };
    OrtCustomOp::GetVariadicInputHomogeneity = [](const OrtCustomOp* op) -> int {
      return Self(op).GetVariadicInputHomogeneity();
    };
    OrtCustomOp::GetVariadicOutputMinArity = [](const OrtCustomOp* op) {
      return Self(op).GetVariadicOutputMinArity();
    };
    OrtCustomOp::GetVariadicOutputHomogeneity = [](const OrtCustomOp* op) -> int {
      return Self(op).GetVariadicOutputHomogeneity();
    };
  }

  void SetKernel() {
    OrtCustomOp::KernelDestroy = [](void* kernel) { delete static_cast<TKernel*>(kernel); };
    if constexpr (WithStatus) {
      OrtCustomOp::CreateKernelV2 = [](const OrtCustomOp* op, const OrtApi* api, const OrtKernelInfo* info,
                                       void** kernel) -> OrtStatusPtr {
        return Self(op).CreateKernelV2(*api, info, kernel);
      };
      OrtCustomOp::KernelComputeV2 = [](void* kernel, OrtKernelContext* context) -> OrtStatusPtr {
        return static_cast<TKernel*>(kernel)->ComputeV2(context);
      };
    } else {
      OrtCustomOp::CreateKernel = [](const OrtCustomOp* op, const OrtApi* api, const OrtKernelInfo* info) {
        return Self(op).CreateKernel(*api, info);
      };
      OrtCustomOp::KernelCompute = [](void* kernel, OrtKernelContext* context) {
        static_cast<TKernel*>(kernel)->Compute(context);
      };
    }
  }
};

}  // namespace Ort
