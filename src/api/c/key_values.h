// OrtKeyValuePairs: texts by key, and the pointer arrays that show them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "onnxruntime_c_api.h"

struct OrtKeyValuePairs {
  void add(std::string key, std::string value) {
    entries.insert_or_assign(std::move(key), std::move(value));
    refresh();
  }
  // The arrays that GetKeyValuePairs lends.
  void refresh() {
    keys.clear();
    values.clear();
    for (const auto& [key, value] : entries) {
      keys.push_back(key.c_str());
      values.push_back(value.c_str());
    }
  }
  std::map<std::string, std::string, std::less<>> entries;
  std::vector<const char*> keys, values;
};
