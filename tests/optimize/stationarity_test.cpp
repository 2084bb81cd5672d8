#include "optimize/stationarity.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "guarded_formula.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

Stationarity inside(std::vector<double> first, std::vector<double> second) {
  const std::vector<double> x(first.size(), 0.5), lower(first.size(), 0), upper(first.size(), 1);
  return stationarity(first, second, x, lower, upper);
}

}  // namespace

TEST_CASE("the shortest convex combination of two gradients, by hand") {
  // Opposite gradients 3 and -1: a * 3 - (1 - a) = 0 at a = 1/4.
  CHECK(inside({3}, {-1}).norm == Approx(0).margin(1e-8));
  CHECK(inside({3}, {-1}).weight == Approx(0.25));
  // (1, 1) and (-1, 1): the segment's nearest point to the origin is (0, 1).
  CHECK(inside({1, 1}, {-1, 1}).norm == Approx(1));
  // (1, 0) and (2, 1): an end is nearest.
  CHECK(inside({1, 0}, {2, 1}).norm == Approx(1));
  CHECK(inside({1, 0}, {2, 1}).weight == Approx(1));
  CHECK(inside({2, 1}, {1, 0}).weight == Approx(0).margin(1e-8));
}

TEST_CASE("what a bound holds back does not count") {
  const std::vector<double> lower{0, 0}, upper{1, 1}, g{2, 3};
  // Down-hill is towards lower values: at the lower bound nothing is left to gain.
  CHECK(stationarity(g, g, std::vector<double>{0, 0.5}, lower, upper).norm == Approx(3));
  CHECK(stationarity(g, g, std::vector<double>{1, 0.5}, lower, upper).norm ==
        Approx(std::sqrt(13)));
  CHECK(stationarity(g, g, std::vector<double>{0, 0}, lower, upper).norm == 0);
}

TEST_CASE("the Pareto set of a known problem is stationary, other points are not") {
  const SearchSpace space(valley_parameters());
  for (const double s : {3., 3.7, 4., 4.9})
    CHECK(stationarity(springs(std::vector{std::pow(10, s), 7., 0.5}), space).norm < 1e-8);
  CHECK(stationarity(springs(std::vector{1e4, 7., 0.6}), space).norm > 0.01);
  CHECK(stationarity(springs(std::vector{std::pow(10, 2.5), 7., 0.5}), space).norm > 0.1);
}

TEST_CASE("the best point on a guard is stationary, another one on it is not") {
  const GuardedFormula objective;
  const SearchSpace space(objective.bounds());
  const auto on_guard = [](double beta) {
    return beyond_the_guard(std::vector{-1 - beta / (1 + beta) + 1e-7, beta});
  };
  const Evaluation best = on_guard(best_beta_on_guard());
  CHECK(stationarity(best, space, objective.guard()).norm < 1e-5);
  CHECK(stationarity(best, space).norm > kStationary);
  // Both objectives are better at beta = 0.1 (damping falls with chi, which falls with beta).
  CHECK(stationarity(on_guard(5), space, objective.guard()).norm > 0.1);
}

TEST_CASE("the share counts points with gradients only") {
  const SearchSpace space(valley_parameters());
  std::vector<Evaluation> front{springs(std::vector{1e4, 7., 0.5}),
                                springs(std::vector{1e4, 7., 0.6}),
                                springs(std::vector{1e3, 7., 0.5})};
  front.push_back(front[1]);
  front.back().frequency_factor.clear();
  const StationarityShare share = stationarity_share(front, space);
  CHECK(share.points == 3);
  CHECK(share.stationary == 2);
  CHECK(share.largest == Approx(stationarity(front[1], space).norm));
  CHECK(share.median < 1e-8);
  CHECK(stationarity_share({}, space).points == 0);
}
