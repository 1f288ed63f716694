// SessionHooks: what a program around the library gives a session, beyond plain options.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/thread_pool.h"
#include "import/custom_ops.h"
#include "model/model_file.h"
#include "plan/prepared_store.h"
#include "sardonyx/block.hpp"

namespace sardonyx {

struct SessionOptions;

struct SessionHooks {
  std::shared_ptr<const ModelFile> model;  // built in memory, in the place of bytes; its tensors are shared
  std::shared_ptr<const CustomOps> custom_ops;
  // Asked once, before import: puts operators of other providers into the model, in the place of nodes that they take.
  // Gives what makes those, `custom_ops` included; null: the model is as before.
  std::function<std::shared_ptr<const CustomOps>(ModelFile&, const SessionOptions&)> share_out;
  std::shared_ptr<ThreadPool> pool;  // instead of one made by SessionOptions::threads
  Allocator* memory = nullptr;       // of frames and of values made in runs; lives as long as those values
  std::shared_ptr<PreparedStore> prepared;  // packed weights shared with other sessions; null: none are
  std::shared_ptr<const void> keeps;        // what has to live as long as the session
  std::map<std::string, BlockPtr, std::less<>> external_files;  // content of external data, by location
};

}  // namespace sardonyx
