#include "app/interrupt.hpp"

#include <catch2/catch.hpp>
#include <csignal>

using namespace slipfront;

TEST_CASE("a signal is remembered, and the next one has its usual effect") {
  watch_for_interrupts();
  CHECK_FALSE(interrupted());
  std::raise(SIGINT);
  CHECK(interrupted());
  CHECK(std::signal(SIGINT, SIG_DFL) == SIG_DFL);  // the handler gave it back
  watch_for_interrupts();
  CHECK_FALSE(interrupted());
  std::raise(SIGTERM);
  CHECK(interrupted());
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}
