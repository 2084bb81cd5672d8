#include "optimize/optimizer.hpp"

#include <catch2/catch.hpp>

#include "gradient_formulas.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

OptimizerOptions small(OptimizerEngine engine) {
  OptimizerOptions options;
  options.engine = engine;
  options.seed = 5;
  options.nsga2.population = options.pagmo.population = 20;
  options.nsga2.generations = options.pagmo.generations = 5;
  options.boundary.angles = 5;
  options.boundary.survey = 6;
  options.boundary.starts = 2;
  options.hybrid.population = 12;
  options.hybrid.generations = 3;
  options.hybrid.gradients = 100;
  return options;
}

}  // namespace

TEST_CASE("every engine has a name, and none has another's") {
  for (const OptimizerEngine engine : optimizer_engines())
    CHECK(optimizer_engine(to_text(engine)) == engine);
  CHECK(optimizer_engines().size() == 6);
  CHECK_FALSE(optimizer_engine("ga"));
  CHECK(OptimizerOptions().engine == OptimizerEngine::hybrid);
}

TEST_CASE("every engine runs behind the one call, and its seed is that of the options") {
  for (const OptimizerEngine engine : optimizer_engines()) {
    CAPTURE(to_text(engine));
    const GradientFormula objective = springs_objective();
    MemoryStore store, same, other;
    const auto first = run_optimizer(objective, small(engine), store, 1);
    REQUIRE(!first.front.empty());
    CHECK(first.quality.points == static_cast<int>(first.front.size()));
    CHECK(bytes_of(run_optimizer(objective, small(engine), same, 2)) == bytes_of(first));
    OptimizerOptions options = small(engine);
    options.seed = 6;
    CHECK(bytes_of(run_optimizer(objective, options, other, 1)) != bytes_of(first));
  }
}

TEST_CASE("without gradients the hybrid is NSGA-II, and says so") {
  const Formula objective(valley_parameters(), valley);
  MemoryStore store, same;
  const auto hybrid = run_optimizer(objective, small(OptimizerEngine::hybrid), store, 1);
  const auto nsga2 = run_optimizer(objective, small(OptimizerEngine::nsga2), same, 1);
  CHECK(bytes_of(hybrid) == bytes_of(nsga2));
  REQUIRE(hybrid.notes.size() == 1);
  CHECK(hybrid.notes[0].find("no gradients") != std::string::npos);
  CHECK_THROWS_AS(run_optimizer(objective, small(OptimizerEngine::boundary_intersection), store, 1),
                  Failure);
}

TEST_CASE("a store of one engine serves another: its evaluations are found, not its checkpoint") {
  const GradientFormula objective = springs_objective();
  MemoryStore store, fresh;
  run_optimizer(objective, small(OptimizerEngine::boundary_intersection), store, 1);
  const auto after = run_optimizer(objective, small(OptimizerEngine::nsga2), store, 1);
  const auto alone = run_optimizer(objective, small(OptimizerEngine::nsga2), fresh, 1);
  CHECK(after.notes.size() == 1);
  CHECK(after.front.size() == alone.front.size());
}
