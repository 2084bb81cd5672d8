#include "optimize/boundary_intersection.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

BoundaryOptions small() {
  BoundaryOptions options;
  options.angles = 9;
  options.survey = 8;
  options.starts = 2;
  return options;
}

OptimizerResult run(const Objective& objective, EvaluationStore& store, int threads,
                    const ProgressCallback& progress) {
  return run_boundary_intersection(objective, small(), {}, store, threads, progress).result;
}

}  // namespace

TEST_CASE("boundary intersection finds the known front, evenly and stationary") {
  const GradientFormula objective = springs_objective();
  for (const auto engine : {DescentEngine::ceres, DescentEngine::slsqp}) {
    BoundaryOptions options = small();
    options.engine = engine;
    MemoryStore store;
    const auto found = run_boundary_intersection(objective, options, {}, store, 1);
    const auto& front = found.result.front;
    REQUIRE(front.size() == 9);
    for (const Evaluation& e : front) {
      CHECK(e.parameters[2] == Approx(0.5).margin(1e-3));
      CHECK(e.has_gradient());
    }
    CHECK(std::log10(front.front().parameters[0]) == Approx(3).margin(1e-3));
    CHECK(std::log10(front.back().parameters[0]) == Approx(5).margin(1e-3));
    CHECK(found.result.stationarity.stationary == 9);
    for (const AngleOptimum& optimum : found.angles) {
      CHECK(optimum.distance >= 0);  // F* lies outside
      CHECK(std::abs(optimum.off_ray) < 1e-6);
    }
    // Mirror symmetry of the problem: angles psi and pi/2 - psi have the same t.
    for (std::size_t k = 0; k < found.angles.size(); ++k)
      CHECK(found.angles[k].distance ==
            Approx(found.angles[found.angles.size() - 1 - k].distance).margin(1e-5));
  }
}

TEST_CASE("boundary intersection: threads, stops and kills leave the bytes as they are") {
  check_same_bytes(springs_objective, run);
}

TEST_CASE("where scalar descents do not confirm each other a short NSGA-II run gives more starts") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  BoundaryOptions options = small();
  options.starts = 1;  // nothing confirms it
  const auto found = run_boundary_intersection(objective, options, {}, store, 1);
  CHECK(objective.computed > options.start_population * 5);
  CHECK(std::log10(found.result.front.front().parameters[0]) == Approx(3).margin(1e-3));
}

TEST_CASE("one parameter set that is best in both needs no sweep") {
  const GradientFormula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = springs(p);
    e.damping_objective = e.frequency_objective;
    e.damping_factor = e.frequency_factor;
    return e;
  });
  MemoryStore store;
  const auto found = run_boundary_intersection(objective, small(), {}, store, 1);
  CHECK(found.angles.empty());
  REQUIRE(found.result.front.size() >= 1);
  CHECK(found.result.front.front().frequency_objective == Approx(-2).margin(1e-8));
}

TEST_CASE("boundary intersection of a model that fails everywhere says so") {
  const GradientFormula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e;
    e.parameters.assign(p.begin(), p.end());
    e.failed_amplitudes = 20;
    return e;
  });
  MemoryStore store;
  const auto result = run(objective, store, 1, {});
  CHECK(result.front.empty());
  CHECK(result.stop_reason.find("no parameter set converged") == 0);
  CHECK(result.failed_share() == 1);
}

TEST_CASE("wrong options, and objectives without gradients, are refused") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  BoundaryOptions options;
  options.angles = 2;
  options.gradient_tolerance = 0;
  CHECK_THROWS_WITH(
      run_boundary_intersection(objective, options, {}, store, 1),
      Catch::Contains("boundary.angles") && Catch::Contains("boundary.gradient_tolerance"));
  const Formula plain(valley_parameters(), valley);
  CHECK_THROWS_WITH(run_boundary_intersection(plain, {}, {}, store, 1),
                    Catch::Contains("needs an objective with gradients"));
  CHECK(objective.computed + objective.with_gradient == 0);
}
