// What the terminal can show, and what is drawn on it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sardonyx::cli {

bool stdout_is_terminal();
bool stderr_is_terminal();
int terminal_width();  // of stdout, 80 when it is not known

// A progress bar on stderr; draws nothing when that is no terminal.
class Progress {
 public:
  Progress(std::string label, std::size_t total);
  ~Progress();  // wipes the bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void advance(std::string_view note = {});
  // Wipes the bar so that a line may be printed; the next advance draws it again.
  void hide();

 private:
  void draw(std::string_view note);
  std::string label_;
  std::size_t total_, done_ = 0;
  bool enabled_, drawn_ = false;
  long long last_ms_ = 0;
};

// `share` of [0,1] as a bar of `width` cells, in eighths: "████▌   ".
std::string bar(double share, int width);
// Columns that UTF-8 text takes (every code point counted as one).
std::size_t columns(std::string_view text);
// At most `width` columns, "…" at the end where it was cut.
std::string fit(std::string_view text, std::size_t width);

}  // namespace sardonyx::cli
