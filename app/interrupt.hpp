// SIGINT and SIGTERM as a request that the program answers at its next checkpoint.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace slipfront {

/// From now on the first signal is remembered; a second one ends the program at once.
void watch_for_interrupts();

/// Whether a signal has come. May be asked from any thread.
bool interrupted();

/// While it lives: so many seconds after a signal the program ends, whatever it is at, with
/// this exit code and a last line on stderr. For programs whose files are whole at any moment.
class InterruptDeadline {
 public:
  InterruptDeadline(double seconds, int exit_code, std::string last_line);
  ~InterruptDeadline();
  InterruptDeadline(const InterruptDeadline&) = delete;
  InterruptDeadline& operator=(const InterruptDeadline&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread watch_;
};

}  // namespace slipfront
