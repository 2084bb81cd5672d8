#include "app/terminal.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace slipfront;

TEST_CASE("NO_COLOR forbids colour everywhere") {
  setenv("NO_COLOR", "1", 1);
  CHECK_FALSE(stdout_takes_colour());
  unsetenv("NO_COLOR");
}
