#include "app/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <utility>

namespace slipfront {

namespace {

constexpr std::chrono::milliseconds kLook{50};  // between two looks for a signal

std::atomic<bool> signal_came = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // the handler may touch nothing else

extern "C" void remember_signal(int number) {
  signal_came = true;
  if (number == SIGINT) std::signal(number, SIG_DFL);
}

}  // namespace

void watch_for_interrupts() {
  signal_came = false;
  std::signal(SIGINT, remember_signal);
  std::signal(SIGTERM, remember_signal);
  // A terminal that closes; unless somebody has asked to go on without it (nohup).
  if (std::signal(SIGHUP, remember_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

bool interrupted() { return signal_came; }

InterruptDeadline::InterruptDeadline(double seconds, std::function<int()> last_act) {
  watch_ = std::thread([this, seconds, act = std::move(last_act)] {
    std::unique_lock lock(mutex_);
    const auto ended = [this] { return ended_; };
    while (!interrupted())
      if (changed_.wait_for(lock, kLook, ended)) return;
    if (changed_.wait_for(lock, std::chrono::duration<double>(seconds), ended)) return;
    ::_exit(act());
  });
}

InterruptDeadline::~InterruptDeadline() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  watch_.join();
}

}  // namespace slipfront
