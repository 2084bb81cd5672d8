#include "app/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace slipfront {

namespace {

std::atomic<bool> signal_came = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // the handler may touch nothing else

extern "C" void remember_signal(int number) {
  signal_came = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

void watch_for_interrupts() {
  signal_came = false;
  std::signal(SIGINT, remember_signal);
  std::signal(SIGTERM, remember_signal);
}

bool interrupted() { return signal_came; }

}  // namespace slipfront
