#include "terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace sardonyx::cli {
namespace {

long long now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

bool stdout_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

int terminal_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* variable = std::getenv("COLUMNS");
  const int columns = variable != nullptr ? std::atoi(variable) : 0;
  return columns > 0 ? columns : 80;
}

Progress::Progress(std::string label, std::size_t total)
    : label_(std::move(label)), total_(total), enabled_(stderr_is_terminal() && total > 1) {}

Progress::~Progress() { hide(); }

void Progress::advance(std::string_view note) {
  ++done_;
  if (!enabled_) return;
  const long long now = now_ms();
  if (now - last_ms_ < 50 && done_ != total_) return;
  last_ms_ = now;
  draw(note);
}

void Progress::hide() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void Progress::draw(std::string_view note) {
  const double share = total_ == 0 ? 1.0 : static_cast<double>(done_) / static_cast<double>(total_);
  const std::string line = fmt::format("{} {} {}/{} {}", label_, bar(share, 24), done_, total_, note);
  fmt::print(stderr, "\r\033[K{}", fit(line, static_cast<std::size_t>(terminal_width()) - 1));
  std::fflush(stderr);
  drawn_ = true;
}

std::string bar(double share, int width) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!(share > 0)) share = 0;
  const int eighths = static_cast<int>(std::lround(std::min(share, 1.0) * width * 8));
  std::string out;
  for (int i = 0; i < eighths / 8; ++i) out += "█";
  out += kEighths[eighths % 8];
  out.append(static_cast<std::size_t>(width - eighths / 8 - (eighths % 8 != 0 ? 1 : 0)), ' ');
  return out;
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string fit(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  std::string out;
  std::size_t used = 0;
  for (const char c : text) {
    if (!continues(c) && ++used >= width) break;
    out += c;
  }
  return out + "…";
}

}  // namespace sardonyx::cli
