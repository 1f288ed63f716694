// Keys of the metadata of devices and their providers.
// Written by tools/make_c_api.py from tables of facts; do not edit.
#pragma once

static const char* const kOrtEpDevice_EpMetadataKey_Version = "version";
static const char* const kOrtEpDevice_EpMetadataKey_OSDriverVersion = "os_driver_version";
static const char* const kOrtModelMetadata_EpCompatibilityInfoPrefix = "ep_compatibility_info.";
static const char* const kOrtEpDevice_EpMetadataKey_LibraryPath = "library_path";
static const char* const kOrtHardwareDevice_MetadataKey_IsVirtual = "is_virtual";
static const char* const kOrtEpDevice_EpMetadataKey_WeightlessSupport = "weightless_support";
