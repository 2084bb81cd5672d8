#include "core/energy_search.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("a step ends where the energy's slope does, or is taken in full") {
  // Slope of a quadratic with its minimum at s0.
  const auto line = [](double s0) { return [s0](double s) { return s / s0 - 1; }; };
  CHECK(energy_search(-1, line(1)) == 1);
  CHECK(energy_search(-1, line(1.0 / 1.2)) == 1);  // slope 0.2 at a full step: enough
  CHECK(energy_search(-1, line(0.25)) == Approx(0.25));
  CHECK(energy_search(1, line(0.25)) == 1);  // does not descend
  // A slope that jumps has no root: the search closes in on the jump.
  const double at_jump = energy_search(-1, [](double s) { return s < 0.3 ? -1.0 : 2.0; });
  CHECK(at_jump == Approx(0.3).margin(0.02));
}

TEST_CASE("in full or not at all") {
  int asked = 0;
  const auto slope = [&](double s) {
    ++asked;
    return 4 * s - 1;
  };
  CHECK(energy_search(-1, slope, true) == 0);
  CHECK(asked == 1);
  CHECK(energy_search(
            -1, [](double s) { return s - 1; }, true) == 1);
}
