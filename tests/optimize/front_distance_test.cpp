#include "optimize/front_distance.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace slipfront;

TEST_CASE("at a tie a dominated point has no deficit") {
  const std::vector<ObjectivePair> front = {{-2, -2}};
  CHECK(deficit({-2, -1}, front) == 0);
  CHECK(deficit({-1.5, -1}, front) == Approx(0.5));
  CHECK(gap_width({-3, -1}, {-1, -2}) == Approx(2. / 3));
  CHECK(gap_width({-3, -1}, {-3, -2}) == 0);
}

TEST_CASE("a point beyond a front is missed, one behind it has a deficit") {
  const std::vector<ObjectivePair> front = {{-3, -1}, {-2, -2}, {-1, -3}};
  CHECK(missed_by({-2.5, -2.3}, front) == Approx(0.5));
  CHECK(deficit({-2.5, -2.3}, front) == 0);
  CHECK(missed_by({-1.9, -1.5}, front) == Approx(-0.1));
  CHECK(deficit({-1.9, -1.5}, front) == Approx(0.1));
  CHECK(missed_by({-2, -2}, front) == 0);
  CHECK(deficit({-2, -2}, front) == 0);
  // Past the end: only what is gained there counts.
  CHECK(missed_by({0, -3.01}, front) == Approx(0.01));
}

TEST_CASE("the deficit is the most that any point of the front is better by in both") {
  std::vector<ObjectivePair> front;
  for (int i = 0; i < 40; ++i) front.push_back({-3 + 0.07 * i, -1 - 0.002 * i * i});
  for (int i = 0; i < 30; ++i)
    for (int k = 0; k < 30; ++k) {
      const ObjectivePair p{-3.2 + 0.11 * i, -4.5 + 0.13 * k};
      double most = 0;
      for (const ObjectivePair& q : front)
        most = std::max(most, std::min(p.frequency - q.frequency, p.damping - q.damping));
      CHECK(deficit(p, front) == most);
    }
}

TEST_CASE("what a step of a front may hide is as large as its box") {
  CHECK(gap_side({-3, -1}, {-1, -1.5}) == Approx(1));
  CHECK(gap_side({-3, -1}, {-3, -2}) == 0);
  CHECK(gap_side({-1, -1}, {-3, -2}) == 0);
}

TEST_CASE("new points count once, for what the front and the later ones missed") {
  const std::vector<ObjectivePair> front = {{-2, -2}};
  // Beyond by 0.5, of which the last one alone leaves 0.1; behind the front; at most one each.
  CHECK(gain(std::vector<ObjectivePair>{{-2.5, -2.5}}, front, 1) == Approx(0.5));
  CHECK(gain(std::vector<ObjectivePair>{{-2.5, -2.5}, {-2.4, -2.4}}, front, 1) == Approx(0.5));
  CHECK(gain(std::vector<ObjectivePair>{{-2.4, -2.4}, {-2.5, -2.5}}, front, 1) == Approx(0.5));
  CHECK(gain(std::vector<ObjectivePair>{{-1, -1}, {-2, -2}}, front, 1) == 0);
  CHECK(gain(std::vector<ObjectivePair>{{-4, -1}, {-1, -4}}, front, 0.5) == Approx(2));
  CHECK(gain(std::vector<ObjectivePair>{{-1, -1}}, {}, 1) == Approx(1));
}

TEST_CASE("an empty front misses everything and dominates nothing") {
  CHECK(std::isinf(missed_by({-1, -1}, {})));
  CHECK(deficit({-1, -1}, {}) == 0);
}
