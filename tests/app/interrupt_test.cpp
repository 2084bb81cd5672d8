#include "app/interrupt.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <thread>

using namespace slipfront;

TEST_CASE("a signal is remembered; a second SIGINT has its usual effect, SIGTERM has none") {
  watch_for_interrupts();
  CHECK_FALSE(interrupted());
  std::raise(SIGINT);
  CHECK(interrupted());
  CHECK(std::signal(SIGINT, SIG_DFL) == SIG_DFL);  // the handler gave it back
  watch_for_interrupts();
  CHECK_FALSE(interrupted());
  std::raise(SIGTERM);
  std::raise(SIGTERM);  // from the batch system, and from the job's script
  CHECK(interrupted());
  // A terminal that closes is a request, too, unless it was to be survived.
  watch_for_interrupts();
  std::raise(SIGHUP);
  CHECK(interrupted());
  std::signal(SIGHUP, SIG_IGN);
  watch_for_interrupts();
  std::raise(SIGHUP);
  CHECK_FALSE(interrupted());
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
}

TEST_CASE("after a signal the program ends in time, whatever it is at; without one it does not") {
  const auto child = [](bool signal) {
    const pid_t id = ::fork();
    if (id == 0) {
      watch_for_interrupts();
      {
        const InterruptDeadline deadline(0.2, [] { return 3; });
        if (signal) std::raise(SIGTERM);
        std::this_thread::sleep_for(std::chrono::seconds(signal ? 30 : 1));
      }
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(id, &status, 0);
    return WEXITSTATUS(status);
  };
  CHECK(child(true) == 3);
  CHECK(child(false) == 0);
}
