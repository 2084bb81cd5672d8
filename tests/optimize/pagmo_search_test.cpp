#include "optimize/pagmo_search.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"
#include "optimize/nsga2.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

constexpr PagmoAlgorithm kAll[] = {PagmoAlgorithm::nsga2, PagmoAlgorithm::moead,
                                   PagmoAlgorithm::nspso};

PagmoOptions small() {
  PagmoOptions options;
  options.population = 24;
  options.generations = 12;
  options.chunk = 5;
  options.seed = 3;
  return options;
}

/// ZDT1 in five variables, moved to negative values: f2 = g (1 - sqrt(f1 / g)).
Formula zdt1() {
  std::vector<Parameter> parameters;
  for (int k = 0; k < 5; ++k)
    parameters.push_back(parameter("x" + std::to_string(k), Scale::linear, 0, 1));
  return Formula(parameters, [](std::span<const double> x) {
    Evaluation e;
    e.parameters.assign(x.begin(), x.end());
    double g = 1;
    for (std::size_t k = 1; k < x.size(); ++k) g += 9 * x[k] / (x.size() - 1);
    e.frequency_objective = x[0] - 2;
    e.damping_objective = g * (1 - std::sqrt(x[0] / g)) - 2;
    return e;
  });
}

}  // namespace

TEST_CASE("pagmo's algorithms and the study's reach the front of ZDT1") {
  // Below f1 = x, f2 = 1 - sqrt(x) up to (2, 2): 4 - int (1 - sqrt x) dx = 4 - 1/3.
  const double whole = 4 - 1. / 3;
  PagmoOptions options;
  options.population = 100;
  options.generations = 80;
  for (const PagmoAlgorithm algorithm : kAll) {
    const Formula objective = zdt1();
    MemoryStore store;
    const auto result = run_pagmo(objective, algorithm, options, {}, store, 1);
    CAPTURE(static_cast<int>(algorithm));
    CHECK(result.quality.hypervolume < whole);
    CHECK(result.quality.hypervolume > 0.98 * whole);
  }
  Nsga2Options own;
  own.population = 100;
  own.generations = 80;
  const Formula objective = zdt1();
  MemoryStore store;
  const auto result = run_nsga2(objective, own, store, 1);
  CHECK(result.quality.hypervolume < whole);
  CHECK(result.quality.hypervolume > 0.98 * whole);
}

TEST_CASE("pagmo's algorithms: threads, stops and kills leave the bytes as they are") {
  for (const PagmoAlgorithm algorithm : kAll)
    check_same_bytes(
        springs_objective, [algorithm](const Objective& objective, EvaluationStore& store,
                                       int threads, const ProgressCallback& progress) {
          return run_pagmo(objective, algorithm, small(), {}, store, threads, progress);
        });
}

TEST_CASE("seeds start pagmo's population; failing points reach no front") {
  const GradientFormula objective = springs_objective();
  for (const PagmoAlgorithm algorithm : kAll) {
    MemoryStore store;
    const auto result =
        run_pagmo(objective, algorithm, small(), {{1e3, 7, 0.5}, {1e4, 7, 0.95}}, store, 1);
    // The end of the true front cannot be beaten.
    CHECK(result.front.front().parameters[0] == Approx(1e3));
    CHECK(result.failed_evaluations > 0);
    for (const Evaluation& e : result.front) CHECK(e.feasible());
  }
}

TEST_CASE("pagmo's own limits are said before anything is computed") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  PagmoOptions options = small();
  options.population = 75;
  CHECK_THROWS_WITH(run_pagmo(objective, PagmoAlgorithm::nsga2, options, {}, store, 1),
                    Catch::Contains("multiple of 4"));
  options.population = 3;
  options.chunk = 0;
  CHECK_THROWS_WITH(run_pagmo(objective, PagmoAlgorithm::moead, options, {}, store, 1),
                    Catch::Contains("population") && Catch::Contains("pagmo.chunk"));
  CHECK(objective.computed == 0);
}

TEST_CASE("nothing that was evaluated lies before the front of pagmo's algorithms") {
  for (const PagmoAlgorithm algorithm : kAll) {
    CAPTURE(static_cast<int>(algorithm));
    const Formula formula = zdt1();
    std::vector<ErrorPair> all;
    const auto kept = [&](std::span<const double> x) {
      const Evaluation e = formula.evaluate(x);
      all.push_back({e.frequency_objective, e.damping_objective});
      return e;
    };
    const Formula objective(formula.bounds(), kept);
    MemoryStore store;
    const auto result = run_pagmo(objective, algorithm, small(), {}, store, 1);
    std::vector<ErrorPair> front;
    for (const Evaluation& e : result.front)
      front.push_back({e.frequency_objective, e.damping_objective});
    std::vector<ErrorPair> best;
    for (const std::size_t i : non_dominated(all)) best.push_back(all[i]);
    REQUIRE(all.size() > 100);
    CHECK(front == best);
  }
}
