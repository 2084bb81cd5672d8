// SIGINT, SIGTERM and SIGHUP as a request that the program answers at its next checkpoint.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace slipfront {

/// From now on the first signal is remembered. A second SIGINT, typed by somebody who does not
/// want to wait, ends the program at once; further SIGTERMs say nothing new (batch systems send
/// theirs to every process of a job, and a job's script passes it on).
void watch_for_interrupts();

/// Whether a signal has come. May be asked from any thread.
bool interrupted();

/// While it lives: so many seconds after a signal the program ends, whatever it is at. `last_act`
/// runs before, beside the threads that work on, and gives the exit code. For programs whose
/// files are whole at any moment.
class InterruptDeadline {
 public:
  InterruptDeadline(double seconds, std::function<int()> last_act);
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
