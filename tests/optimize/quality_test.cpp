#include "optimize/quality.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

using namespace slipfront;

TEST_CASE("the hypervolume of a staircase by hand") {
  const std::vector<ObjectivePair> front = {{-4, -1}, {-3, -2}, {-1, -3}};
  const FrontQuality quality = front_quality(front);
  CHECK(quality.points == 3);
  // Columns from left: 1 wide 1 high, 2 wide 2 high, 1 wide 3 high.
  CHECK(quality.hypervolume == Approx(1 * 1 + 2 * 2 + 1 * 3));
  CHECK(quality.extent == ObjectivePair{3, 2});
  const double a = std::sqrt(2.), b = std::sqrt(5.), mean = (a + b) / 2;
  CHECK(quality.spacing == Approx((b - a) / 2 / mean));
}

TEST_CASE("dominated, equal and non-finite points add nothing") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<ObjectivePair> front = {{-4, -1}, {-3, -2}, {-1, -3}};
  std::vector<ObjectivePair> more = {{-2, -1}, {nan, -9}, {-4, -1}, {-9, -INFINITY}};
  more.insert(more.end(), front.begin(), front.end());
  CHECK(front_quality(more).hypervolume == Approx(front_quality(front).hypervolume));
  CHECK(front_quality(more).points == 3);
}

TEST_CASE("points that do not reach the reference dominate no area") {
  CHECK(front_quality(std::vector<ObjectivePair>{{-1, 0}, {-3, 2}}).hypervolume == 0);
  CHECK(front_quality(std::vector<ObjectivePair>{{-1, -1}, {-3, 2}}).hypervolume == Approx(1));
  CHECK(front_quality(std::vector<ObjectivePair>{{-1, 0}}, {1, 1}).hypervolume == Approx(2));
}

TEST_CASE("fronts of no, one, two and evenly spaced points") {
  const FrontQuality none = front_quality({});
  CHECK(none.points == 0);
  CHECK(none.hypervolume == 0);
  CHECK(front_quality(std::vector<ObjectivePair>{{-2, -2}}).hypervolume == Approx(4));
  CHECK(front_quality(std::vector<ObjectivePair>{{-2, -1}, {-1, -2}}).spacing == 0);
  std::vector<ObjectivePair> even;
  for (int i = 0; i < 6; ++i) even.push_back({-6. + i, -1. - i});
  CHECK(front_quality(even).spacing == Approx(0).margin(1e-12));
}
