#include "optimize/front_moves.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

const std::vector<double> kLower = {0, -20}, kUpper = {10, 3};
const Box kBox{kLower, kUpper};

bool inside(const std::vector<double>& x) {
  return x[0] >= 0 && x[0] <= 10 && x[1] >= -20 && x[1] <= 3;
}

}  // namespace

TEST_CASE("children of neighbours lie around the line through both, in the box") {
  RandomEngine random(1);
  const std::vector<std::vector<double>> front = {{2, -10}, {4, -10}};
  const auto children = children_of_neighbours(random, front, kBox, 400);
  REQUIRE(children.size() == 400);
  double lowest = 10, highest = 0;
  int near = 0;
  for (const auto& child : children) {
    CHECK(inside(child));
    // Half beyond either end, and off by at most a tenth of the box.
    CHECK(child[0] >= 1 - 1);
    CHECK(child[0] <= 5 + 1);
    CHECK(std::abs(child[1] + 10) <= 2.3);
    if (std::abs(child[1] + 10) < 0.023) ++near;
    lowest = std::min(lowest, child[0]);
    highest = std::max(highest, child[0]);
  }
  // Steps of any size: one in three is below a thousandth of the box; beyond both ends, too.
  CHECK(near > 100);
  CHECK(lowest < 1.6);
  CHECK(highest > 4.4);
}

TEST_CASE("children of neighbours are not made from points far apart on the front") {
  RandomEngine random(2);
  std::vector<std::vector<double>> front;
  for (int k = 0; k < 40; ++k) front.push_back({k < 20 ? 0. : 10., -10. + 0.01 * k});
  int between = 0;
  for (const auto& child : children_of_neighbours(random, front, kBox, 500))
    if (child[0] > 2 && child[0] < 8) ++between;
  CHECK(between > 0);   // from points at most four places away
  CHECK(between < 75);  // one pair in eighteen straddles the middle
}

TEST_CASE("a leap moves one variable by a part of a decade, either way") {
  RandomEngine random(3);
  int moved[2] = {0, 0}, down = 0;
  for (int k = 0; k < 400; ++k) {
    const auto to = leap(random, {5, -5}, {}, kBox);
    const double d[2] = {to[0] - 5, to[1] + 5};
    REQUIRE((d[0] == 0) != (d[1] == 0));
    const int which = d[0] == 0 ? 1 : 0;
    ++moved[which];
    if (d[which] < 0) ++down;
    CHECK(std::abs(d[which]) >= 0.03 - 1e-12);
    CHECK(std::abs(d[which]) <= 0.15 + 1e-12);
  }
  for (const int count : {moved[0], moved[1], down}) CHECK(std::abs(count - 200) < 60);
}

TEST_CASE("leaps that were of use are repeated, and end in the box") {
  RandomEngine random(4);
  int repeated = 0;
  for (int k = 0; k < 400; ++k) {
    const auto to = leap(random, {9.9, -5}, {{1, -0.5}}, kBox);
    CHECK(inside(to));
    if (to == std::vector<double>{10, -5.5}) ++repeated;
  }
  CHECK(repeated > 160);
  CHECK(repeated < 320);
}

TEST_CASE("where the other variables can follow a leap they mostly do") {
  RandomEngine random(4);
  int followed = 0;
  for (int k = 0; k < 400; ++k) {
    const auto to = leap(random, {5, -5}, {}, kBox, [](std::size_t variable, double length) {
      std::vector<double> x = {5, -5};
      x[variable] += length;
      x[1 - variable] -= 2 * length;
      return x;
    });
    const double d[2] = {to[0] - 5, to[1] + 5};
    if (d[0] != 0 && d[1] != 0) ++followed;
  }
  CHECK(followed > 240);
  CHECK(followed < 320);
}
