#include "app/terminal.hpp"

#include <sched.h>

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace slipfront;

TEST_CASE("the number of processors follows the affinity of the process") {
  cpu_set_t before, one;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(allowed_processors() == CPU_COUNT(&before));
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(allowed_processors() == 1);
  sched_setaffinity(0, sizeof before, &before);
}

TEST_CASE("NO_COLOR forbids colour everywhere") {
  setenv("NO_COLOR", "1", 1);
  CHECK_FALSE(stdout_takes_colour());
  unsetenv("NO_COLOR");
}
