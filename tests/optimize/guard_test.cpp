#include "optimize/guard.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "formula_objectives.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("the Iwan models' rule: beta + (chi + 1) / (chi + 2)") {
  const std::vector<Parameter> iwan = {parameter("slip_traction", Scale::log10, 1e3, 1e6),
                                       parameter("chi", Scale::linear, -2, 2),
                                       parameter("beta", Scale::log10, 1e-20, 1e3)};
  const auto guard = guard_of(iwan);
  REQUIRE(guard);
  CHECK(guard->bounded == 1);
  CHECK(guard->other == 2);
  // 0.2 + 0.5 / 1.5 and 0.2 - 0.5 / 0.5.
  CHECK(guard->margin(std::vector<double>{1e5, -0.5, 0.2}) == Approx(0.2 + 1. / 3));
  CHECK(guard->margin(std::vector<double>{1e5, -1.5, 0.2}) == Approx(-0.8));
  CHECK(guard->margin(std::vector<double>{1e5, -2, 0.2}) < 0);
  for (const double chi : {-1.9, -1., -0.3, 2.}) {
    const double part = guard->part(chi), h = 1e-6;
    CHECK(guard->inverse(part) == Approx(chi));
    CHECK(guard->inverse_slope(part) ==
          Approx((guard->inverse(part + h) - guard->inverse(part - h)) / (2 * h)));
  }
}

TEST_CASE("models without both parameters have no such rule") {
  CHECK_FALSE(guard_of({}));
  CHECK_FALSE(guard_of(std::vector<Parameter>{parameter("chi", Scale::linear, -2, 2)}));
  CHECK_FALSE(guard_of(valley_parameters()));
}
