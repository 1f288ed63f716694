#include "command.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

namespace sardonyx::cli {

Option Option::required() const { return Option(option_->required()); }
Option Option::between(int least, int most) const { return Option(option_->check(CLI::Range(least, most))); }
Option Option::positive() const { return Option(option_->check(CLI::PositiveNumber)); }
Option Option::among(std::vector<std::string> choices) const {
  return Option(option_->check(CLI::IsMember(std::move(choices))));
}
Option Option::tells_default() const { return Option(option_->capture_default_str()); }
Option Option::one_each_time() const { return Option(option_->allow_extra_args(false)); }
Option Option::delimiter(char character) const { return Option(option_->delimiter(character)); }
Option Option::group(const std::string& heading) const { return Option(option_->group(heading)); }
Option Option::needs(const Option& other) const { return Option(option_->needs(other.option_)); }

template <class T>
Option Command::option(const std::string& name, T& value, const std::string& about) {
  return Option(app_.add_option(name, value, about));
}

template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, std::filesystem::path&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::option(const std::string&, std::optional<int>&, const std::string&);
template Option Command::option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::vector<double>&, const std::string&);

Option Command::flag(const std::string& name, bool& value, const std::string& about) {
  return Option(app_.add_flag(name, value, about));
}

}  // namespace sardonyx::cli
