#include "experiment/log_bins.hpp"

#include <catch2/catch.hpp>

using namespace slipfront;

TEST_CASE("bins hold mean, variance and worth of their points") {
  const auto bins = bin_observations({{0, 1, 1}, {0.1, 3, 1}, {5, 7, 0.5}, {10, 2, 1}}, 10);
  REQUIRE(bins.size() == 3);
  CHECK(bins[0].x == Approx(0.05));
  CHECK(bins[0].y == Approx(2));
  CHECK(bins[0].variance == Approx(2));
  CHECK(bins[0].count == 2);
  CHECK(bins[1].count == 0.5);
  CHECK(bins[1].variance == 0);
  CHECK(bins[2].x == 10);
  CHECK(bin_observations({}, 10).empty());
  CHECK(bin_observations({{1, 1, 1}, {1, 2, 1}}, 10).size() == 1);
}
