// Area fractions against the paper's values, closed forms, invariants and counting.
#include "results/area.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

const Box kUnit = {{0, 0}, {1, 1}};

std::vector<ErrorPair> random_points(std::mt19937& random, int count, double low, double high) {
  std::uniform_real_distribution<double> error(low, high);
  std::vector<ErrorPair> points;
  for (int i = 0; i < count; ++i) points.push_back({error(random), error(random)});
  return points;
}

/// Second method: the share of a fine grid of cell centres that no point dominates.
double counted(const std::vector<ErrorPair>& points, const Box& box, int cells) {
  long outside = 0;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      const double x =
          box.lower.frequency + (box.upper.frequency - box.lower.frequency) * (i + 0.5) / cells;
      const double y =
          box.lower.damping + (box.upper.damping - box.lower.damping) * (j + 0.5) / cells;
      bool dominated = false;
      for (const ErrorPair& point : points)
        dominated = dominated || (point.frequency <= x && point.damping <= y);
      outside += dominated ? 0 : 1;
    }
  return static_cast<double>(outside) / (static_cast<double>(cells) * cells);
}

}  // namespace

TEST_CASE("the experimental variability in the paper's boxes", "[area]") {
  // Table 2 (upper bounds) in Table 4; the tables' rounding gives 0.2404, 0.0657, 0.
  const auto area = [](ErrorPair point, Box box) {
    const double trapezoid = area_fraction(std::vector{point}, box, AreaRule::trapezoid);
    CHECK(trapezoid == area_fraction(std::vector{point}, box, AreaRule::staircase));
    return trapezoid;
  };
  CHECK(area({3.55e-3, 1.29e-1}, {{7.12e-4, 1.98e-2}, {0.17, 0.5}}) == Approx(0.2404).margin(5e-4));
  CHECK(area({6.62e-4, 5.34e-2}, {{6.62e-4, 2.20e-2}, {0.17, 0.5}}) == Approx(0.0657).margin(5e-4));
  CHECK(area({3.36e-4, 1.89e-2}, {{3.36e-4, 1.89e-2}, {0.17, 0.5}}) == 0);
}

TEST_CASE("fronts whose area can be written down", "[area]") {
  // Two points: the staircase dominates 0.4 x 0.2 + 0.4 x 0.7; the trapezoid adds the
  // triangle between the steps, 0.4 x 0.5 / 2, so that
  //   x from 0.2 to 0.6: y falls from 0.8 to 0.3, mean height 1 - 0.55 = 0.45 -> 0.18
  //   x from 0.6 to 1:   height 0.7                                        -> 0.28
  const std::vector<ErrorPair> two = {{0.2, 0.8}, {0.6, 0.3}};
  CHECK(area_fraction(two, kUnit, AreaRule::staircase) == Approx(1 - (0.4 * 0.2 + 0.4 * 0.7)));
  CHECK(area_fraction(two, kUnit, AreaRule::trapezoid) == Approx(1 - (0.18 + 0.28)));

  SECTION("order, copies, dominated and infinite points do not matter") {
    const double inf = std::numeric_limits<double>::infinity();
    const std::vector<ErrorPair> more = {{0.6, 0.3},  {0.7, 0.7},  {0.2, 0.8},          {0.2, 0.8},
                                         {0.6, 0.31}, {0.01, inf}, {std::nan(""), 0.01}};
    for (const AreaRule rule : {AreaRule::trapezoid, AreaRule::staircase})
      CHECK(area_fraction(more, kUnit, rule) == area_fraction(two, kUnit, rule));
  }
  SECTION("the box scales") {
    const Box box = {{1, 10}, {3, 60}};
    const std::vector<ErrorPair> scaled = {{1.4, 50}, {2.2, 25}};
    for (const AreaRule rule : {AreaRule::trapezoid, AreaRule::staircase})
      CHECK(area_fraction(scaled, box, rule) == Approx(area_fraction(two, kUnit, rule)));
  }
  SECTION("an empty front and one at the ideal corner") {
    for (const AreaRule rule : {AreaRule::trapezoid, AreaRule::staircase}) {
      CHECK(area_fraction({}, kUnit, rule) == 1);
      CHECK(area_fraction(std::vector<ErrorPair>{{0, 0}}, kUnit, rule) == 0);
    }
  }
}

TEST_CASE("points outside the box", "[area]") {
  for (const AreaRule rule : {AreaRule::trapezoid, AreaRule::staircase}) {
    // Beyond an upper bound or on it: nothing is dominated.
    CHECK(area_fraction(std::vector<ErrorPair>{{1.5, 0.1}}, kUnit, rule) == 1);
    CHECK(area_fraction(std::vector<ErrorPair>{{0.1, 1.5}}, kUnit, rule) == 1);
    CHECK(area_fraction(std::vector<ErrorPair>{{1, 0.1}, {0.1, 1}}, kUnit, AreaRule::staircase) ==
          1);
    // Below the lower corner: as if on it.
    CHECK(area_fraction(std::vector<ErrorPair>{{-3, 0.25}}, kUnit, rule) == Approx(0.25));
    CHECK(area_fraction(std::vector<ErrorPair>{{0.25, -3}}, kUnit, rule) == Approx(0.25));
    CHECK(area_fraction(std::vector<ErrorPair>{{-3, -3}}, kUnit, rule) == 0);
  }
  // A line that leaves through the right side: from (0.5, 0.5) to (1.5, 0) it falls to
  // 0.25 at x = 1; above it lie 0.5 x (0.5 + 0.75) / 2.
  CHECK(area_fraction(std::vector<ErrorPair>{{0.5, 0.5}, {1.5, 0}}, kUnit) ==
        Approx(1 - 0.5 * 0.625));
  // One that comes in through the top: from (0, 1.5) to (1, 0.5) it is below 1 from
  // x = 0.5 on: a triangle of 0.5 x 0.5 / 2.
  CHECK(area_fraction(std::vector<ErrorPair>{{0, 1.5}, {1, 0.5}}, kUnit) == Approx(1 - 0.125));
  // One that leaves through the bottom: from (0, 0.5) to (1, -0.5), cut at x = 0.5:
  // 0.5 x 0.75 + 0.5 x 1.
  CHECK(area_fraction(std::vector<ErrorPair>{{0, 0.5}, {1, -0.5}}, kUnit) == Approx(1 - 0.875));
}

TEST_CASE("the trapezoid's area changes continuously when a point leaves the box", "[area]") {
  for (const double edge : {1.0, 0.0}) {
    const auto area = [&](double shift) {
      return edge == 1.0
                 ? area_fraction(std::vector<ErrorPair>{{0.2, 0.6}, {edge + shift, 0.3}}, kUnit)
                 : area_fraction(std::vector<ErrorPair>{{0.2, 0.6}, {0.5, edge + shift}}, kUnit);
    };
    CHECK(area(1e-9) == Approx(area(-1e-9)).margin(1e-8));
  }
}

TEST_CASE("the staircase is the counted share and grows with every point", "[area]") {
  std::mt19937 random(7);
  const Box box = {{0.1, 0.2}, {0.9, 0.7}};
  for (int trial = 0; trial < 30; ++trial) {
    const std::vector<ErrorPair> points = random_points(random, 12, 0, 1.1);
    double before = 1;
    std::vector<ErrorPair> some;
    for (const ErrorPair& point : points) {
      some.push_back(point);
      const double area = area_fraction(some, box, AreaRule::staircase);
      CHECK(area >= 0);
      CHECK(area <= before + 1e-15);
      before = area;
    }
    // A grid of n cells per side misses at most the cells that the falling curve
    // crosses: 2 n of n^2.
    CHECK(before == Approx(counted(points, box, 200)).margin(2.0 / 200));
  }
}

TEST_CASE("the trapezoid never dominates less than the staircase", "[area]") {
  // The lines lie below the steps, so the area above them is larger; it is in [0, 1].
  std::mt19937 random(11);
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<ErrorPair> points = random_points(random, 1 + trial % 9, -0.2, 1.3);
    const double trapezoid = area_fraction(points, kUnit, AreaRule::trapezoid);
    CHECK(trapezoid >= 0);
    CHECK(trapezoid <= area_fraction(points, kUnit, AreaRule::staircase) + 1e-15);
  }
}

TEST_CASE("the trapezoid converges to the area above a curve", "[area]") {
  // y = 1/(16 x) from x = 1/16 to 1: above it lie 15/16 - ln(16)/16, error O(1/n^2).
  const double exact = 1 - (15.0 / 16 - std::log(16.0) / 16);
  const auto error = [&](int n) {
    std::vector<ErrorPair> points;
    for (int i = 0; i <= n; ++i) {
      const double x = std::pow(16.0, -1 + static_cast<double>(i) / n);
      points.push_back({x, 1 / (16 * x)});
    }
    return std::abs(area_fraction(points, kUnit) - exact);
  };
  CHECK(error(200) < 1e-4);
  CHECK(error(100) / error(200) == Approx(4).epsilon(0.02));
}

TEST_CASE("a box without an inside is a failure", "[area]") {
  const double inf = std::numeric_limits<double>::infinity();
  for (const Box& box : {Box{{1, 0}, {1, 1}}, Box{{0, 2}, {1, 1}}, Box{{0, 0}, {inf, 1}},
                         Box{{std::nan(""), 0}, {1, 1}}})
    CHECK_THROWS_AS(area_fraction({}, box), Failure);
}

TEST_CASE("the fraction does not depend on the size of the box", "[area]") {
  // The same picture from the smallest numbers to the largest; powers of two lose no digit.
  const std::vector<ErrorPair> points = {{0.1, 0.9}, {0.3, 0.4}, {0.8, 0.2}};
  const double expected = area_fraction(points, kUnit);
  for (const int exponent : {-1000, -500, 500, 1020}) {
    std::vector<ErrorPair> scaled;
    for (const ErrorPair& p : points)
      scaled.push_back({std::scalbn(p.frequency, exponent), std::scalbn(p.damping, exponent)});
    const double side = std::scalbn(1.0, exponent);
    CHECK(area_fraction(scaled, {{0, 0}, {side, side}}) == expected);
  }
  CHECK(area_fraction(points, {{0, 0}, {1e160, 1e160}}) == Approx(0).margin(1e-12));
  CHECK(area_fraction(points, {{-1, -1}, {0, 0}}) == 1);  // an upper corner of zeros
}
