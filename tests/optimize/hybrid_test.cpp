#include "optimize/hybrid.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

HybridOptions small() { return small_hybrid(0.05, 600); }

OptimizerResult run(const Objective& objective, EvaluationStore& store, int threads,
                    const ProgressCallback& progress) {
  return run_hybrid(objective, small(), {}, DescentEngine::ceres, {}, store, threads, progress);
}

double gap(const Evaluation& left, const Evaluation& right) {
  const double a = right.frequency_objective - left.frequency_objective;
  const double b = left.damping_objective - right.damping_objective;
  return a * b / (a + b);
}

}  // namespace

TEST_CASE("the hybrid finds the known front without gaps") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  const auto result = run(objective, store, 1, {});
  REQUIRE(result.front.size() > 10);
  for (std::size_t k = 0; k < result.front.size(); ++k) {
    const Evaluation& e = result.front[k];
    // On the Pareto set |s - 3| + |s - 5| = 2; no point can be below it.
    const double sum = std::sqrt(std::pow(10, e.frequency_objective) - kRest * kRest) +
                       std::sqrt(std::pow(10, e.damping_objective) - kRest * kRest);
    CHECK(sum >= 2 - 1e-9);
    CHECK(sum < 2.06);
    if (k > 0) CHECK(gap(result.front[k - 1], e) < 0.06);
  }
  CHECK(std::log10(result.front.front().parameters[0]) == Approx(3).margin(1e-2));
  CHECK(std::log10(result.front.back().parameters[0]) == Approx(5).margin(1e-2));
  CHECK(result.gradients == objective.with_gradient);
  CHECK(result.stop_reason.find("no gap above 0.05") == 0);
}

TEST_CASE("the hybrid: threads, stops and kills leave the bytes as they are") {
  check_same_bytes(springs_objective, run);
}

TEST_CASE("the hybrid keeps its limit of cost, however small") {
  for (const int gradients : {1, 2, 5, 20, 50, 100}) {
    HybridOptions options = small();
    options.gap = 1e-4;  // always something left to do
    options.gradients = gradients;
    const GradientFormula objective = springs_objective();
    MemoryStore store;
    const auto result = run_hybrid(objective, options, {}, DescentEngine::ceres, {}, store, 1);
    const int limit = options.population * (options.generations + 1) + 2 * gradients;
    CAPTURE(gradients, result.stop_reason);
    CHECK(result.cost() <= limit);
    CHECK(result.cost() >= limit - 1);  // of which no gradient can be had
    CHECK(objective.computed + 2 * objective.with_gradient == result.cost());
    CHECK(result.stop_reason.find("limit of cost: " + std::to_string(result.cost()) + " of " +
                                  std::to_string(limit)) == 0);
  }
}

TEST_CASE("where there are no gradients after all, NSGA-II's points are the front") {
  const GradientFormula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = springs(p);
    e.frequency_factor.clear();
    return e;
  });
  MemoryStore store;
  const auto result = run(objective, store, 1, {});
  CHECK(result.front.size() > 3);
  CHECK(result.stationarity.points == 0);
}

TEST_CASE("the hybrid refuses wrong options and objectives without gradients") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  HybridOptions options;
  options.population = 3;
  options.gap = 0;
  CHECK_THROWS_WITH(run_hybrid(objective, options, {}, DescentEngine::ceres, {}, store, 1),
                    Catch::Contains("hybrid.population") && Catch::Contains("hybrid.gap"));
  const Formula plain(valley_parameters(), valley);
  CHECK_THROWS_WITH(run_hybrid(plain, {}, {}, DescentEngine::ceres, {}, store, 1),
                    Catch::Contains("needs an objective with gradients"));
}
