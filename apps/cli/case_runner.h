// Playing one test case in this process.
#pragma once

#include <optional>
#include <string>

#include "case_list.h"
#include "sardonyx/session.hpp"

namespace sardonyx::cli {

// nullopt when every data set gave what it expects; else the first reason why not. Does not throw.
std::optional<std::string> play(const TestCase& test, const SessionOptions& options) noexcept;

}  // namespace sardonyx::cli
