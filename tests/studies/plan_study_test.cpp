#include "studies/plan_study.hpp"

#include <catch2/catch.hpp>

#include "studies/small_study.hpp"

using namespace slipfront;

TEST_CASE("evaluations of a search, at most") {
  OptimizerOptions options;
  options.engine = OptimizerEngine::nsga2;
  options.nsga2.population = 100;
  options.nsga2.generations = 300;
  CHECK(most_evaluations(options) == 30100);  // with the start
  // 16 descents to the optima and 3 to each of 31 angles, 200 gradients each, beside 40 x 26.
  options.engine = OptimizerEngine::boundary_intersection;
  CHECK(most_evaluations(options) == (16 + 93) * 400 + 1040);
}

TEST_CASE("a plan measures every combination and multiplies") {
  const SmallStudy small;
  const Study study = small.load({"defaults.optimizer.engine=nsga2"});
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  REQUIRE(problems.empty());
  const auto plans = plan_study(study, inputs, Registry::built_in());
  REQUIRE(plans.size() == 2);
  for (const CombinationPlan& plan : plans) {
    CHECK(plan.evaluations == 12 * 7);
    CHECK(plan.seconds_fit > 0);
    CHECK(plan.core_seconds == Approx(96 * plan.seconds_fit + 12 * plan.seconds_all));
  }
}
