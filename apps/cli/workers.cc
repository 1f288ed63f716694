#include "workers.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "case_runner.h"
#include "clock.h"

namespace sardonyx::cli {
namespace {

Outcome play_timed(const TestCase& test, const Playing& playing) {
  const auto begin = Clock::now();
  auto why = play(test, playing);
  return {!why, why.value_or(""), seconds_since(begin)};
}

bool read_all(int fd, void* to, std::size_t bytes) {
  auto* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t got = ::read(fd, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int fd, const void* from, std::size_t bytes) {
  const auto* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t put = ::write(fd, at, bytes);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put;
    bytes -= static_cast<std::size_t>(put);
  }
  return true;
}

// What a child answers; `length` bytes of text follow.
struct Answer {
  std::uint32_t passed = 0, length = 0;
  double seconds = 0;
};

[[noreturn]] void child_main(int commands, int answers, const std::vector<TestCase>& cases,
                             const Playing& playing) {
  std::uint64_t index = 0;
  while (read_all(commands, &index, sizeof index)) {
    const Outcome outcome = play_timed(cases[index], playing);
    const Answer answer{outcome.passed ? 1U : 0U, static_cast<std::uint32_t>(outcome.why.size()),
                        outcome.seconds};
    if (!write_all(answers, &answer, sizeof answer) ||
        !write_all(answers, outcome.why.data(), outcome.why.size())) {
      break;
    }
  }
  std::fflush(nullptr);
  ::_exit(0);
}

std::string describe_death(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* abbreviation = ::sigabbrev_np(signal);
    return fmt::format("crashed with SIG{} ({})", abbreviation ? abbreviation : "?", ::strsignal(signal));
  }
  return fmt::format("ended the process with exit code {}", WEXITSTATUS(status));
}

// One child and the case that it plays.
class Worker {
 public:
  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { stop(); }

  bool busy() const { return busy_; }
  int answers() const { return answers_; }
  std::array<int, 2> descriptors() const { return {commands_, answers_}; }
  std::size_t index() const { return index_; }
  Clock::time_point begin() const { return begin_; }

  // Starts a child if there is none. `others`: descriptors that it must not keep open.
  void start(const std::vector<TestCase>& cases, const Playing& playing, const std::vector<int>& others) {
    if (pid_ > 0) return;
    int commands[2], answers[2];
    require(::pipe(commands) == 0 && ::pipe(answers) == 0, Code::internal, "no pipe for a child: {}",
            std::strerror(errno));
    std::fflush(nullptr);
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    require(pid_ >= 0, Code::internal, "cannot start a child: {}", std::strerror(errno));
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(0);
      const rlimit no_core{0, 0};
      ::setrlimit(RLIMIT_CORE, &no_core);
      for (const int fd : others) ::close(fd);
      ::close(commands[1]);
      ::close(answers[0]);
      child_main(commands[0], answers[1], cases, playing);
    }
    ::close(commands[0]);
    ::close(answers[1]);
    commands_ = commands[1];
    answers_ = answers[0];
  }

  void give(std::size_t index) {
    index_ = index;
    busy_ = true;
    begin_ = Clock::now();
    const std::uint64_t message = index;
    (void)!write_all(commands_, &message, sizeof message);  // a dead child shows as an end of its answers
  }

  // The answer is there, or the child has died.
  Outcome take() {
    busy_ = false;
    Outcome outcome;
    Answer answer;
    if (read_all(answers_, &answer, sizeof answer)) {
      outcome.why.resize(answer.length);
      if (read_all(answers_, outcome.why.data(), answer.length)) {
        outcome.passed = answer.passed != 0;
        outcome.seconds = answer.seconds;
        return outcome;
      }
    }
    return {false, describe_death(reap()), seconds_since(begin_)};
  }

  Outcome kill_late(double timeout) {
    busy_ = false;
    ::kill(pid_, SIGKILL);
    reap();
    return {false, fmt::format("did not end within {} s", timeout), seconds_since(begin_)};
  }

 private:
  void close_pipes() {
    if (commands_ >= 0) ::close(commands_);
    if (answers_ >= 0) ::close(answers_);
    commands_ = answers_ = -1;
  }

  int reap() {
    int status = 0;
    while (pid_ > 0 && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    close_pipes();
    return status;
  }

  void stop() {
    close_pipes();  // the child reads the end of its commands
    if (busy_ && pid_ > 0) ::kill(pid_, SIGKILL);
    reap();
  }

  pid_t pid_ = -1;
  int commands_ = -1, answers_ = -1;
  bool busy_ = false;
  std::size_t index_ = 0;
  Clock::time_point begin_;
};

class Crew {
 public:
  Crew(const std::vector<TestCase>& cases, const Playing& playing, std::size_t size, double timeout)
      : cases_(cases), playing_(playing), timeout_(timeout), workers_(size) {}

  void play(const std::vector<std::size_t>& which, const Done& done) {
    std::size_t given = 0, taken = 0;
    while (taken < which.size()) {
      for (Worker& worker : workers_) {
        if (worker.busy() || given == which.size()) continue;
        worker.start(cases_, playing_, pipes());
        worker.give(which[given++]);
      }
      wait();
      for (std::size_t i = 0; i < workers_.size(); ++i) {
        Worker& worker = workers_[i];
        if (!worker.busy()) continue;
        const bool late = seconds_since(worker.begin()) > timeout_;
        if (!ready_[i] && !late) continue;
        const std::size_t index = worker.index();
        done(index, ready_[i] ? worker.take() : worker.kill_late(timeout_));
        ++taken;
      }
    }
  }

 private:
  std::vector<int> pipes() const {
    std::vector<int> out;
    for (const Worker& worker : workers_) {
      for (const int fd : worker.descriptors()) {
        if (fd >= 0) out.push_back(fd);
      }
    }
    return out;
  }

  // Until a child answers or dies, or a tenth of a second has passed.
  void wait() {
    std::vector<pollfd> fds;
    for (const Worker& worker : workers_) fds.push_back({worker.busy() ? worker.answers() : -1, POLLIN, 0});
    ::poll(fds.data(), fds.size(), 100);
    ready_.assign(workers_.size(), false);
    for (std::size_t i = 0; i < fds.size(); ++i) ready_[i] = (fds[i].revents & (POLLIN | POLLHUP)) != 0;
  }

  const std::vector<TestCase>& cases_;
  const Playing& playing_;
  double timeout_;
  std::vector<Worker> workers_;
  std::vector<bool> ready_;
};

}  // namespace

void play_in_children(const std::vector<TestCase>& cases, const std::vector<std::size_t>& which,
                      const Playing& playing, int jobs, double timeout, const Done& done) {
  if (which.empty()) return;
  ::signal(SIGPIPE, SIG_IGN);  // a child may be dead when a case is given to it
  Crew crew(cases, playing, std::clamp<std::size_t>(static_cast<std::size_t>(jobs), 1, which.size()),
            timeout);
  crew.play(which, done);
}

void play_in_process(const std::vector<TestCase>& cases, const std::vector<std::size_t>& which,
                     const Playing& playing, const Done& done) {
  for (const std::size_t index : which) done(index, play_timed(cases[index], playing));
}

}  // namespace sardonyx::cli
