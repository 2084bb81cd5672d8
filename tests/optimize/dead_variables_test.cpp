#include "optimize/dead_variables.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"
#include "optimize/boundary_intersection.hpp"
#include "optimize/hybrid.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

constexpr std::size_t kAny = 1000;  // evaluations

std::vector<Parameter> plateau_parameters() {
  return {parameter("k", Scale::log10, 1e2, 1e6), parameter("beta", Scale::log10, 1e-14, 1e2)};
}

/// Errors (s - 3, w - 1/2, 0.1) in frequency and (s - 5, w - 1/2, 0.1) in damping, s = log10 k,
/// w = beta / (1 + beta): best at beta = 1, without effect of beta where it is small.
Evaluation plateau(std::span<const double> p) {
  Evaluation e;
  e.parameters.assign(p.begin(), p.end());
  const double s = std::log10(p[0]), w = p[1] / (1 + p[1]);
  const Eigen::Vector3d frequency(s - 3, w - 0.5, kRest), damping(s - 5, w - 0.5, kRest);
  e.frequency_objective = std::log10(frequency.squaredNorm());
  e.damping_objective = std::log10(damping.squaredNorm());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(3, 2);
  slopes(0, 0) = 1;
  slopes(1, 1) = std::log(10.) * p[1] / ((1 + p[1]) * (1 + p[1]));
  e.frequency_factor = error_factor(slopes, frequency);
  e.damping_factor = error_factor(slopes, damping);
  return e;
}

struct Made {
  GradientFormula objective{plateau_parameters(), plateau};
  MemoryStore store;
  SearchSession session{objective, "test", {}, store, 1, {}};
};

}  // namespace

TEST_CASE("a variable is dead where no error depends on it") {
  Made made;
  // Where the frequency fit is best its own slope by k is 0, but not that of its errors.
  const auto at = made.session.evaluate_with_gradient({{3, -9}, {3, -1}, {3, 0}});
  CHECK(dead_variables(made.session, at[0]) == std::vector<std::size_t>{1});
  CHECK(dead_variables(made.session, at[1]).empty());
  CHECK(dead_variables(made.session, at[2]).empty());
  // 2/ln 10 |de/dx| / |e|, by hand: |e| = 0.1 at the optimum, w' = ln 10 / 4.
  const auto slopes = made.session.largest_slopes(at[2]);
  CHECK(slopes[0] == Approx(2 / std::log(10.) / 0.1));
  CHECK(slopes[1] == Approx(2 * 0.25 / 0.1));
}

TEST_CASE("starts beside an optimum lie where the variable matters") {
  Made made;
  const Goal goal = Goal::lowest_frequency();
  // A point seen is a better start in its slice, -0 .. 2, than the optimum moved to its middle.
  made.session.evaluate({{3.1, 0.05}});
  const auto optimum = made.session.evaluate_with_gradient({{3, -9}});
  bool stopped = true;
  const auto starts = starts_beside(made.session, goal, optimum[0], kAny, stopped);
  CHECK_FALSE(stopped);
  // Eight slices of two decades: beta matters in the last three, -4 .. 2.
  REQUIRE(starts.size() == 3);
  CHECK(starts[0] == std::vector<double>{3, -3});
  CHECK(starts[1] == std::vector<double>{3, -1});
  CHECK(starts[2][0] == Approx(3.1));
  CHECK(starts[2][1] == Approx(0.05));
  // A descent from there ends at beta = 1, one from the optimum with a dead variable stays.
  const std::vector<std::pair<std::vector<double>, double>> descents = {{starts[2], 0},
                                                                        {{3, -9}, -9}};
  for (const auto& [start, beta] : descents) {
    std::vector<DescentResult> found;
    made.session.descend(DescentEngine::ceres, {{goal, start, {}, 0, {}}}, found);
    CHECK(found[0].x[1] == Approx(beta).margin(1e-4));
  }
}

TEST_CASE("no more is spent beside an optimum than allowed") {
  for (const std::size_t most : {0, 1, 4}) {
    Made made;
    const auto optimum = made.session.evaluate_with_gradient({{3, -9}});
    bool stopped = false;
    starts_beside(made.session, Goal::lowest_frequency(), optimum[0], most, stopped);
    CHECK(made.objective.with_gradient == 1 + static_cast<int>(most));
  }
}

TEST_CASE("where no variable is dead nothing is evaluated") {
  Made made;
  const auto optimum = made.session.evaluate_with_gradient({{3, 0}});
  bool stopped = true;
  CHECK(starts_beside(made.session, Goal::lowest_frequency(), optimum[0], kAny, stopped).empty());
  CHECK_FALSE(stopped);
  CHECK(made.objective.with_gradient == 1);
  CHECK(made.session.steps().count() == 0);
}

TEST_CASE("a hybrid with a dead variable leaves its plateau, on any number of threads") {
  const HybridOptions options = small_hybrid(0.05, 400);
  const auto run = [&](const Objective& objective, EvaluationStore& store, int threads,
                       const ProgressCallback& progress) {
    return run_hybrid(objective, options, {}, DescentEngine::ceres, {}, store, threads, progress);
  };
  const auto make = [] { return GradientFormula(plateau_parameters(), plateau); };
  check_same_bytes(make, run);
  const auto objective = make();
  MemoryStore store;
  const auto result = run(objective, store, 1, {});
  REQUIRE(!result.front.empty());
  // Both ends are the optima, log10 of 0.1^2; on the plateau they would be log10 0.26.
  CHECK(result.front.front().frequency_objective == Approx(-2).margin(0.01));
  CHECK(result.front.back().damping_objective == Approx(-2).margin(0.01));
}

TEST_CASE(
    "boundary intersection whose starts lie on a plateau leaves it, on any number of threads") {
  // Seven of eight decades of beta without effect, and a survey of one point: on it.
  const auto run = [](const Objective& objective, EvaluationStore& store, int threads,
                      const ProgressCallback& progress) {
    BoundaryOptions options;
    options.angles = 5;
    options.survey = 1;
    options.starts = 1;
    options.start_generations = 1;
    options.start_population = 4;
    return run_boundary_intersection(objective, options, {{1e4, 1e-12}}, store, threads, progress)
        .result;
  };
  const auto make = [] {
    auto parameters = plateau_parameters();
    parameters[1].lower = 1e-60;
    return GradientFormula(parameters, plateau);
  };
  check_same_bytes(make, run);
  const auto objective = make();
  MemoryStore store;
  const auto result = run(objective, store, 1, {});
  REQUIRE(!result.front.empty());
  CHECK(result.front.front().frequency_objective == Approx(-2).margin(0.01));
  CHECK(result.front.back().damping_objective == Approx(-2).margin(0.01));
}
