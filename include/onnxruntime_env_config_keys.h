// Keys of OrtEnvCreationOptions.config_entries.
// Written by tools/make_c_api.py from tables of facts; do not edit.
#pragma once

static const char* const kOrtEnvAllowVirtualDevices = "allow_virtual_devices";
