#include "core/parameter.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

TEST_CASE("physical values and search variables are each other's inverse") {
  const Parameter logarithmic{"kt", "kt", "N/m^3", Scale::log10, 1e10, 1e18, true};
  const Parameter linear{"chi", "chi", "1", Scale::linear, -2, 2, false};
  CHECK(to_search(logarithmic, 1e13) == Approx(13));
  CHECK(from_search(logarithmic, 13) == Approx(1e13));
  CHECK(to_search(linear, -0.5) == -0.5);
  CHECK(from_search(linear, -0.5) == -0.5);
  for (const Parameter& p : {logarithmic, linear}) {
    const double x = 0.3, h = 1e-6;
    const double slope = (from_search(p, x + h) - from_search(p, x - h)) / (2 * h);
    CHECK(search_slope(p, from_search(p, x)) == Approx(slope).epsilon(1e-8));
  }
  CHECK(to_text(Scale::log10) == "log10");
  CHECK(to_text(Scale::linear) == "linear");
}
