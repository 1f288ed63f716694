#!/usr/bin/env python3
"""Writes the headers of the C ABI and the table behind them, from CSV files of facts.

c_abi_ortapi.csv (one row a slot of OrtApi), c_abi_other.csv (sub-tables, structs, callbacks, handles),
c_abi_enums.csv and cxx_api.csv (names of the configuration keys) give include/onnxruntime_*.h,
src/api/c/slots.h (a declaration for every slot) and src/api/c/defaults.cc (the tables, and for every slot an
answer that holds until a file of src/api/c defines it). Run it again when the facts change; the results are
committed. With --check nothing is written: the exit code says whether the files are up to date.
"""

import argparse
import csv
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
API_VERSION = 30
NOTE = "Written by tools/make_c_api.py from tables of facts; do not edit."
EP_ENUMS = "onnxruntime_ep_c_api.h"
SUB_TABLES = [  # (table, namespace of its slots)
    ("OrtModelEditorApi", "model_editor"), ("OrtCompileApi", "compile"), ("OrtInteropApi", "interop"),
    ("OrtEpApi", "ep"),
]  # fmt: skip
EP_STRUCTS = (
    "OrtEp OrtEpFactory OrtExternalMemoryHandle OrtExternalSemaphoreHandle OrtDataTransferImpl "
    "OrtSyncNotificationImpl OrtSyncStreamImpl OrtExternalResourceImporterImpl OrtEpProfilerImpl "
    "OrtNodeFusionOptions OrtNodeComputeInfo OrtKernelImpl OrtLoopKernelHelper OrtScanKernelHelper "
    "OrtResourceCount"
).split()
EP_CALLBACKS = "OrtKernelCreateFunc CreateEpApiFactoriesFn ReleaseEpApiFactoryFn".split()
KEY_HEADERS = {
    "onnxruntime_session_options_config_keys.h": "Keys of AddSessionConfigEntry.",
    "onnxruntime_run_options_config_keys.h": "Keys of AddRunConfigEntry.",
    "onnxruntime_env_config_keys.h": "Keys of OrtEnvCreationOptions.config_entries.",
    "onnxruntime_ep_device_ep_metadata_keys.h": "Keys of the metadata of devices and their providers.",
}
# Words that programs copy into declarations of their own. Empty here; MSVC's sal.h gives them a meaning.
SAL = (
    "_In_ _In_z_ _In_opt_ _In_opt_z_ _Out_ _Out_opt_ _Outptr_ _Outptr_opt_ _Outptr_opt_result_maybenull_ "
    "_Outptr_result_maybenull_ _Outptr_result_maybenull_z_ _Inout_ _Inout_opt_ _Frees_ptr_opt_ _Ret_maybenull_ "
    "_Ret_notnull_ _Check_return_ _Must_inspect_result_ _Post_maybenull_ _Pre_maybenull_"
).split()
SAL_OF_SIZE = (
    "_In_reads_ _In_reads_opt_ _In_reads_bytes_ _In_reads_bytes_opt_ _Inout_updates_ _Inout_updates_all_ _Out_writes_ _Out_writes_all_ "
    "_Out_writes_opt_ _Out_writes_bytes_ _Out_writes_bytes_all_ _Outptr_result_buffer_ "
    "_Outptr_result_buffer_maybenull_ _Outptr_result_bytebuffer_ _Success_ _Return_type_success_"
).split()
# Fields that programs set by name (from the documentation of the C API): type, name, what C++ makes it at first.
PROVIDER_OPTIONS = {
    "OrtCUDAProviderOptions": """
        int device_id = 0; OrtCudnnConvAlgoSearch cudnn_conv_algo_search = OrtCudnnConvAlgoSearchExhaustive;
        size_t gpu_mem_limit = SIZE_MAX; int arena_extend_strategy = 0; int do_copy_in_default_stream = 1;
        int has_user_compute_stream = 0; void* user_compute_stream = NULL;
        OrtArenaCfg* default_memory_arena_cfg = NULL; int tunable_op_enable = 0; int tunable_op_tuning_enable = 0;
        int tunable_op_max_tuning_duration_ms = 0""",
    "OrtROCMProviderOptions": """
        int device_id = 0; int miopen_conv_exhaustive_search = 0; size_t gpu_mem_limit = SIZE_MAX;
        int arena_extend_strategy = 0; int do_copy_in_default_stream = 1; int has_user_compute_stream = 0;
        void* user_compute_stream = NULL; OrtArenaCfg* default_memory_arena_cfg = NULL; int enable_hip_graph = 0;
        int tunable_op_enable = 0; int tunable_op_tuning_enable = 0; int tunable_op_max_tuning_duration_ms = 0""",
    "OrtTensorRTProviderOptions": """
        int device_id = 0; int has_user_compute_stream = 0; void* user_compute_stream = NULL;
        int trt_max_partition_iterations = 0; int trt_min_subgraph_size = 0; size_t trt_max_workspace_size = 0;
        int trt_fp16_enable = 0; int trt_int8_enable = 0; const char* trt_int8_calibration_table_name = NULL;
        int trt_int8_use_native_calibration_table = 0; int trt_dla_enable = 0; int trt_dla_core = 0;
        int trt_dump_subgraphs = 0; int trt_engine_cache_enable = 0; const char* trt_engine_cache_path = NULL;
        int trt_engine_decryption_enable = 0; const char* trt_engine_decryption_lib_path = NULL;
        int trt_force_sequential_engine_build = 0""",
    "OrtMIGraphXProviderOptions": """
        int device_id = 0; int migraphx_fp16_enable = 0; int migraphx_fp8_enable = 0; int migraphx_int8_enable = 0;
        int migraphx_use_native_calibration_table = 0; const char* migraphx_int8_calibration_table_name = NULL;
        int migraphx_save_compiled_model = 0; const char* migraphx_save_model_path = NULL;
        int migraphx_load_compiled_model = 0; const char* migraphx_load_model_path = NULL;
        bool migraphx_exhaustive_tune = false; size_t migraphx_mem_limit = SIZE_MAX;
        int migraphx_arena_extend_strategy = 0""",
    "OrtOpenVINOProviderOptions": """
        const char* device_type = NULL; unsigned char enable_npu_fast_compile = 0; const char* device_id = NULL;
        size_t num_of_threads = 0; const char* cache_dir = NULL; void* context = NULL;
        unsigned char enable_opencl_throttling = 0; unsigned char enable_dynamic_shapes = 0""",
}
WORDS = """
#ifndef ORT_API_CALL
#ifdef _WIN32
#define ORT_API_CALL __stdcall
#define ORT_MUST_USE_RESULT
#define ORTCHAR_T wchar_t
#ifdef ORT_DLL_IMPORT
#define ORT_EXPORT __declspec(dllimport)
#else
#define ORT_EXPORT
#endif
#else
#define ORT_API_CALL
#define ORT_MUST_USE_RESULT __attribute__((warn_unused_result))
#define ORTCHAR_T char
#define ORT_EXPORT __attribute__((visibility("default")))
#endif
#endif

#ifndef ORT_TSTR
#ifdef _WIN32
#define ORT_TSTR(text) L##text
#define ORT_TSTR_ON_MACRO(text) L"" text
#else
#define ORT_TSTR(text) text
#define ORT_TSTR_ON_MACRO(text) text
#endif
#endif
#define ORT_FILE ORT_TSTR_ON_MACRO(__FILE__)

#ifdef __cplusplus
#define NO_EXCEPTION noexcept
#else
#define NO_EXCEPTION
#endif

#if defined(__GNUC__) || defined(__clang__)
#define ORT_ALL_ARGS_NONNULL __attribute__((nonnull))
#else
#define ORT_ALL_ARGS_NONNULL
#endif

// For programs that declare functions of these shapes: functions, and fields that point to functions.
#define ORT_API(RETURNS, NAME, ...) RETURNS ORT_API_CALL NAME(__VA_ARGS__) NO_EXCEPTION
#define ORT_API_T(RETURNS, NAME, ...) RETURNS(ORT_API_CALL* NAME)(__VA_ARGS__) NO_EXCEPTION
#define ORT_API_STATUS(NAME, ...) ORT_EXPORT OrtStatusPtr ORT_API_CALL NAME(__VA_ARGS__) NO_EXCEPTION
#define ORT_API2_STATUS(NAME, ...) OrtStatusPtr(ORT_API_CALL* NAME)(__VA_ARGS__) NO_EXCEPTION
#define ORT_API_STATUS_IMPL(NAME, ...) OrtStatusPtr ORT_API_CALL NAME(__VA_ARGS__) NO_EXCEPTION
#define ORT_CLASS_RELEASE(NAME) void(ORT_API_CALL* Release##NAME)(Ort##NAME * input)
#define ORT_RUNTIME_CLASS(NAME) \\
  struct Ort##NAME;             \\
  typedef struct Ort##NAME Ort##NAME
"""


def rows(folder, name):
    with open(os.path.join(folder, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def spaced(kind, name):
    return kind + name if kind.endswith("*") else f"{kind} {name}"


def pointer(returns, name, params, suffix=""):
    return f"{spaced(returns, f'(ORT_API_CALL* {name})')}({params or 'void'}){suffix};"


def enums(facts, ep):
    out, of = [], {}
    for row in facts:
        if not row["enum"].startswith("(") and (row["header"] == EP_ENUMS) == ep:
            of.setdefault((row["header"], row["enum"]), []).append(f"  {row['constant']} = {row['value']},")
    for (header, name), lines in of.items():
        if header in ("onnxruntime_c_api.h", EP_ENUMS):
            out += [f"typedef enum {name} {{", *lines, f"}} {name};", ""]
    return out


def struct(name, fields):
    out = [f"struct {name} {{"]
    for row in fields:
        kind = row["type_or_returns"]
        if row["what"] == "function":
            out.append("  " + pointer(kind, row["field"], row["params"]))
        elif kind.startswith("union{"):
            out.append("  union { " + kind[6:-1] + "; } " + row["field"] + ";")
        else:
            out.append(f"  {spaced(kind, row['field'])};")
    return out + ["};", ""]


def structs(other, wanted):
    fields = {}
    for row in other:
        if row["kind"] in ("callback-struct", "config-struct", "plugin-ep-struct") and wanted(row["struct"]):
            fields.setdefault(row["struct"], []).append(row)
    out = []
    for name, of in fields.items():
        out += struct(name, of)
    return out


def table(name, slots):
    out = [f"struct {name} {{"]
    out += ["  " + pointer(returns, field, params, " NO_EXCEPTION") for returns, field, params in slots]
    return out + ["};", ""]


def slots_of(other, name):
    return [(r["type_or_returns"], r["field"], r["params"]) for r in other if r["struct"] == name]


def callbacks(other, wanted):
    out = []
    for row in other:
        if row["kind"] == "callback-typedef" and wanted(row["struct"]):
            out.append("typedef " + pointer(row["type_or_returns"], row["field"], row["params"]))
    return out + [""]


def names(other, kinds):
    return list(dict.fromkeys(row["struct"] for row in other if row["kind"] in kinds))


def guarded(comment, body):
    return [f"// {comment}", f"// {NOTE}", "#pragma once", "", *body]


def provider_options(name, size):
    """A struct with its fields; in C++ it begins with their defaults."""
    fields = [re.fullmatch(r"(.+?)\s*\b(\w+) = (\w+)", f.strip()).groups() for f in PROVIDER_OPTIONS[name].split(";")]
    defaults = ", ".join(f"{field}({value})" for _, field, value in fields)
    out = [f"typedef struct {name} {{", "#ifdef __cplusplus", f"{name}() : {defaults} {{}}", "#endif"]
    out += [f"{spaced(kind, field)};" for kind, field, _ in fields] + [f"}} {name};"]
    return out + ["#ifdef __cplusplus", f'static_assert(sizeof(void*) != 8 || sizeof({name}) == {size}, "as the library reads it");', "#endif"]


def exported(other, keep):
    out = []
    for row in other:
        if row["kind"] == "exported-symbol" and keep(row["field"]):
            head = f"ORT_EXPORT {spaced(row['type_or_returns'], 'ORT_API_CALL ' + row['field'])}"
            out.append(f"{head}({row['params'] or 'void'}) NO_EXCEPTION;")
    return out


def c_api(api, other, enum_rows):
    handles = names(other, ["opaque-handle"])
    declared = names(other, ["callback-struct", "config-struct", "plugin-ep-struct", "entry-table", "sub-table"])
    out = ["#include <stdbool.h>", "#include <stddef.h>", "#include <stdint.h>", "#include <stdlib.h>"]
    out += ["#include <string.h>", "", '#include "onnxruntime_error_code.h"', ""]
    out += ["// The newest version that OrtApiBase::GetApi answers.", f"#define ORT_API_VERSION {API_VERSION}", ""]
    out += ["// Notes on parameters that programs write into declarations of their own.", "#ifdef _MSC_VER"]
    out += ["#include <sal.h>", "#else"]
    for word in SAL:
        out += [f"#ifndef {word}", f"#define {word}", "#endif"]
    for word in SAL_OF_SIZE:
        out += [f"#ifndef {word}", f"#define {word}(size)", "#endif"]
    out += ["#endif", WORDS, "#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    out += enums(enum_rows, ep=False)
    out += ["// Handles: made and released by the library, seen through pointers only."]
    out += [f"typedef struct {name} {name};" for name in handles] + [""]
    out += ["// Tables and structs, below."]
    out += [f"typedef struct {name} {name};" for name in [*declared, "OrtApi"]] + [""]
    out += ["// Options of providers that this library does not have."]
    for row in other:
        if row["kind"] == "provider-options-by-name":
            out += provider_options(row["struct"], row["sizeof"])
    out += ["", "typedef OrtStatus* OrtStatusPtr;  // NULL is success; else release it with ReleaseStatus", ""]
    out += ["struct OrtCustomHandleType { char placeholder; };"]
    out += ["typedef const struct OrtCustomHandleType* OrtCustomThreadHandle;", ""]
    out += callbacks(other, lambda name: name not in EP_CALLBACKS)
    out += structs(other, lambda name: name not in EP_STRUCTS)
    out += ["// The table. Slots never move; a newer version adds at the end."]
    out += table("OrtApi", [(r["returns"], r["name"], r["params"]) for r in api])
    for name, _ in SUB_TABLES[:3]:
        out += table(name, slots_of(other, name))
    out += ["// Where everything begins."] + table("OrtApiBase", slots_of(other, "OrtApiBase"))
    out += exported(other, lambda name: name.split("_")[-1] in
                    ("OrtGetApiBase", "CUDA", "Tensorrt", "ROCM", "MIGraphX", "Dnnl"))
    out += ["", "#ifdef __cplusplus", "}", "#endif", "", f'#include "{EP_ENUMS}"']
    return guarded("The C ABI of ONNX Runtime.", out)


def ep_api(other, enum_rows):
    out = ['#include "onnxruntime_c_api.h"', "", "#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    out += enums(enum_rows, ep=True) + callbacks(other, lambda name: name in EP_CALLBACKS)
    out += structs(other, lambda name: name in EP_STRUCTS)
    out += table("OrtEpApi", slots_of(other, "OrtEpApi"))
    return guarded("What execution providers in libraries of their own see and give.", out + ["#ifdef __cplusplus", "}", "#endif"])


def training_api(other):
    out = ['#include "onnxruntime_c_api.h"', "", "#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    out += ["typedef struct OrtTrainingSession OrtTrainingSession;"]
    out += ["typedef struct OrtCheckpointState OrtCheckpointState;", "", "typedef enum OrtPropertyType {"]
    out += ["  OrtIntProperty = 0,", "  OrtFloatProperty = 1,", "  OrtStringProperty = 2,", "} OrtPropertyType;", ""]
    out += table("OrtTrainingApi", slots_of(other, "OrtTrainingApi"))
    comment = "Training: OrtApi::GetTrainingApi gives this table where a library trains, and NULL where it does not."
    return guarded(comment, out + ["#ifdef __cplusplus", "}", "#endif"])


def error_codes(enum_rows):
    lines = [f"  {r['constant']} = {r['value']}," for r in enum_rows if r["enum"] == "OrtErrorCode"]
    return guarded("What OrtStatus can say.", ["typedef enum OrtErrorCode {", *lines, "} OrtErrorCode;"])


def key_header(cxx, name):
    lines = [r["signature"] + ";" for r in cxx if r["header"] == name and r["kind"] == "constant"]
    return guarded(KEY_HEADERS[name], lines)


def cpu_factory(other):
    out = ['#include "onnxruntime_c_api.h"', "", "#ifdef __cplusplus", 'extern "C" {', "#endif"]
    out += exported(other, lambda name: name.endswith("_CPU"))
    return guarded("The CPU, as a provider to append: it is always there.", out + ["#ifdef __cplusplus", "}", "#endif"])


def spaces(api, other):
    """(namespace, table, slots) of every table."""
    yield "slots", "OrtApi", [(r["returns"], r["name"], r["params"]) for r in api]
    for name, space in SUB_TABLES:
        yield "slots::" + space, name, slots_of(other, name)


def slots_header(api, other):
    out = ['#include "onnxruntime_c_api.h"', ""]
    for space, name, slots in spaces(api, other):
        out += [f"namespace sardonyx::{space} {{"]
        out += [f"{spaced(returns, field)}({params}) noexcept;" for returns, field, params in slots]
        out += [f"extern const {name} table;", f"}}  // namespace sardonyx::{space}", ""]
    return guarded("A function for every slot: the files of this folder define them, by qualified name.", out)


def default_body(space, returns, field):
    if returns == "OrtStatus*":
        return f'return unavailable("{field}");'
    if returns == "void":
        return ""
    return f"return static_cast<{returns}>(0);" if re.fullmatch(r"Ort\w+(?<!Ptr)|u?int\d+_t", returns) else "return {};"


def defaults(api, other):
    out = ['#include "api/c/slots.h"', '#include "api/c/status.h"', ""]
    out += ['#pragma GCC diagnostic ignored "-Wunused-parameter"', ""]
    for space, name, slots in spaces(api, other):
        out += [f"namespace sardonyx::{space} {{", ""]
        for returns, field, params in slots:
            body = default_body(space, returns, field)
            out.append(f"[[gnu::weak]] {spaced(returns, field)}({params}) noexcept {{ {body} }}")
        out += ["", f"const {name} table = {{"] + [f"    {field}," for _, field, _ in slots] + ["};", ""]
        out += [f"}}  // namespace sardonyx::{space}", ""]
    comment = "The tables, and what a slot answers until a file of this folder defines it (these are weak)."
    return guarded(comment, out)


def formatted(path, lines):
    text = "\n".join(lines) + "\n"
    if path.endswith(".cc"):
        text = text.replace("#pragma once\n\n", "\n", 1)
    command = ["clang-format-19", f"--assume-filename={os.path.join(ROOT, path)}"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--facts", default=os.path.join(ROOT, "..", "shared", "reference"))
    parser.add_argument("--check", action="store_true", help="write nothing; say what differs")
    options = parser.parse_args()
    api = rows(options.facts, "c_abi_ortapi.csv")
    other, enum_rows = rows(options.facts, "c_abi_other.csv"), rows(options.facts, "c_abi_enums.csv")
    cxx = rows(options.facts, "cxx_api.csv")
    files = {
        "include/onnxruntime_c_api.h": c_api(api, other, enum_rows),
        f"include/{EP_ENUMS}": ep_api(other, enum_rows),
        "include/onnxruntime_error_code.h": error_codes(enum_rows),
        "include/cpu_provider_factory.h": cpu_factory(other),
        "include/onnxruntime_training_c_api.h": training_api(other),
        "src/api/c/slots.h": slots_header(api, other),
        "src/api/c/defaults.cc": defaults(api, other),
    }
    files |= {f"include/{name}": key_header(cxx, name) for name in KEY_HEADERS}
    stale = 0
    for path, lines in files.items():
        text, full = formatted(path, lines), os.path.join(ROOT, path)
        if os.path.exists(full) and open(full, encoding="utf-8").read() == text:
            continue
        stale += 1
        print(("differs: " if options.check else "written: ") + path)
        if not options.check:
            with open(full, "w", encoding="utf-8") as file:
                file.write(text)
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
