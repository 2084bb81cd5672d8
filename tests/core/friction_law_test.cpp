#include "core/friction_law.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("frameworks have the names that study files use") {
  CHECK(to_text(Framework::masing) == "masing");
  CHECK(to_text(Framework::non_masing) == "non_masing");
}
