#include "optimize/variation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

const std::vector<double> kLower = {-2, 10, 0}, kUpper = {2, 30, 1e-3};

bool inside(const std::vector<double>& x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(x[i] >= kLower[i] && x[i] <= kUpper[i])) return false;
  return true;
}

}  // namespace

TEST_CASE("uniform numbers lie in [0, 1) and fill it evenly") {
  RandomEngine random(3);
  double sum = 0, squares = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double u = uniform(random);
    REQUIRE((u >= 0 && u < 1));
    sum += u;
    squares += u * u;
  }
  CHECK(sum / n == Approx(0.5).margin(5 / std::sqrt(12. * n)));
  CHECK(squares / n == Approx(1. / 3).margin(0.01));
  std::vector<int> counts(7);
  for (int i = 0; i < n; ++i) ++counts[uniform_index(random, 7)];
  for (const int count : counts) CHECK(count == Approx(n / 7.).epsilon(0.1));
}

TEST_CASE("uniform points cover the box, and the same seed gives the same points") {
  RandomEngine random(5), again(5);
  std::vector<double> low = kUpper, high = kLower;
  for (int i = 0; i < 500; ++i) {
    const auto x = uniform_point(random, kLower, kUpper);
    REQUIRE(inside(x));
    CHECK(x == uniform_point(again, kLower, kUpper));
    for (std::size_t k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], x[k]);
      high[k] = std::max(high[k], x[k]);
    }
  }
  for (std::size_t k = 0; k < 3; ++k) CHECK(high[k] - low[k] > 0.97 * (kUpper[k] - kLower[k]));
}

TEST_CASE("a binary tournament prefers rank, then room") {
  std::vector<Individual> p(4);
  for (int i = 0; i < 4; ++i) p[static_cast<std::size_t>(i)].rank = i / 2;
  p[1].crowding = 2;  // the best
  p[2].crowding = 1;
  RandomEngine random(1);
  std::vector<int> wins(4);
  const int n = 16000;
  for (int i = 0; i < n; ++i) ++wins[tournament(random, p)];
  // Of 16 ordered pairs the best wins the 7 it is in, then 5, 3 and 1.
  CHECK(wins[1] == Approx(n * 7 / 16.).epsilon(0.1));
  CHECK(wins[0] == Approx(n * 5 / 16.).epsilon(0.1));
  CHECK(wins[2] == Approx(n * 3 / 16.).epsilon(0.1));
  CHECK(wins[3] == Approx(n * 1 / 16.).epsilon(0.15));
}

TEST_CASE("intermediate children lie between their parents, variable by variable") {
  RandomEngine random(2);
  const std::vector<double> a = {-1, 12, 1e-4}, b = {1, 20, 5e-4};
  double mean = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto child = intermediate_crossover(random, a, b, 1, kLower, kUpper);
    for (std::size_t k = 0; k < 3; ++k) REQUIRE((child[k] >= a[k] && child[k] <= b[k]));
    mean += child[0] / 2000;
  }
  CHECK(mean == Approx(0).margin(0.06));
  CHECK(intermediate_crossover(random, a, a, 1, kLower, kUpper) == a);
  bool beyond = false;
  for (int i = 0; i < 200; ++i) {
    const auto child = intermediate_crossover(random, a, b, 3, kLower, kUpper);
    REQUIRE(inside(child));
    beyond = beyond || child[0] > b[0];
  }
  CHECK(beyond);
}

TEST_CASE("mutants stay in the box and move by exactly the step in one variable") {
  RandomEngine random(4);
  const std::vector<double> centre = {0, 20, 5e-4};
  std::vector<int> moved_count(4);
  for (int i = 0; i < 3000; ++i) {
    const auto mutant = adaptive_mutation(random, centre, 0.1, kLower, kUpper);
    REQUIRE(inside(mutant));
    double largest = 0;
    int moved = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double by = std::abs(mutant[k] - centre[k]) / (kUpper[k] - kLower[k]);
      largest = std::max(largest, by);
      if (by > 0) ++moved;
    }
    CHECK(largest == Approx(0.1));
    ++moved_count[static_cast<std::size_t>(moved)];
  }
  CHECK(moved_count[0] == 0);
  for (const std::size_t k : {1, 2, 3}) CHECK(moved_count[k] == Approx(1000).epsilon(0.15));
}

TEST_CASE("mutants of corners and with the longest step stay in the box") {
  RandomEngine random(6);
  for (const auto& corner : {kLower, kUpper})
    for (const double step : {1e-3, 0.5, 1.}) {
      int moved = 0;
      for (int i = 0; i < 200; ++i) {
        const auto mutant = adaptive_mutation(random, corner, step, kLower, kUpper);
        REQUIRE(inside(mutant));
        if (mutant != corner) ++moved;
      }
      CHECK(moved > 100);
    }
}

TEST_CASE("the step doubles after success and halves after failure, within its limits") {
  CHECK(adapted_step(0.25, 5, 20) == 0.5);
  CHECK(adapted_step(0.25, 4, 20) == 0.125);  // a fifth is no success
  CHECK(adapted_step(0.8, 20, 20) == 1);
  CHECK(adapted_step(1e-3, 0, 20) == 1e-3);
}
