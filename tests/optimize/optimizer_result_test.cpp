#include "optimize/optimizer_result.hpp"

#include <catch2/catch.hpp>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("a result knows the quality of its front, its cost and its failures") {
  OptimizerResult result;
  for (const double s : {1e3, 1e4, 1e5}) result.front.push_back(springs(std::vector{s, 7., 0.5}));
  result.evaluations = 100;
  result.gradients = 30;
  result.failed_evaluations = 25;
  assess(result, SearchSpace(valley_parameters()));
  CHECK(result.quality.points == 3);
  CHECK(result.stationarity.points == 3);
  CHECK(result.stationarity.stationary == 3);
  CHECK(result.cost() == 130);
  CHECK(result.failed_share() == 0.25);
  CHECK(OptimizerResult().failed_share() == 0);
}
