#include <catch2/catch.hpp>
#include <numbers>

#include "gradient_formulas.hpp"
#include "optimize/descent.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

/// A kink across the box, k = |mu - 1/2 - 0.15 (s - 4)|, s = log10 k: errors (s - 3, 0.2 + 5 k)
/// and (s - 5, 0.2 + 5 k). Both objectives fall towards the kink from both sides, so that the
/// Pareto set is 3 <= s <= 5 on it: mu = 1/2 + 0.15 (s - 4).
Evaluation kinked(std::span<const double> p) {
  Evaluation e;
  e.parameters.assign(p.begin(), p.end());
  const double s = std::log10(p[0]), off = p[2] - 0.5 - 0.15 * (s - 4), side = off < 0 ? -1 : 1;
  const double rest = 0.2 + 5 * std::abs(off);
  const Eigen::Vector2d frequency(s - 3, rest), damping(s - 5, rest);
  e.frequency_objective = std::log10(frequency.squaredNorm());
  e.damping_objective = std::log10(damping.squaredNorm());
  Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(2, 3);
  slopes(0, 0) = 1;
  slopes(1, 0) = -0.75 * side;
  slopes(1, 2) = 5 * side;
  e.frequency_factor = error_factor(slopes, frequency);
  e.damping_factor = error_factor(slopes, damping);
  return e;
}

DescentResult over_kinks(const GradientFormula& objective, const Goal& goal,
                         const std::vector<double>& start, DescentLimits limits = {},
                         std::vector<Evaluation> known = {}) {
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  const SearchSpace space(objective.bounds());
  limits.kinks = true;
  return descend(DescentEngine::ceres, ledger, space, goal, start, limits, known);
}

}  // namespace

TEST_CASE("over kinks: a scalar optimum at the end of a kink is reached along it") {
  const GradientFormula objective(valley_parameters(), kinked);
  for (const double s : {4.8, 3.6, 2.3}) {
    const auto result =
        over_kinks(objective, Goal::lowest_frequency(), {s, 0.5 + 0.15 * (s - 4) + 1e-3});
    CAPTURE(s, result.x[0], result.x[1]);
    CHECK(result.x[0] == Approx(3).margin(0.03));
    CHECK(result.evaluation.frequency_objective == Approx(std::log10(0.04)).margin(0.02));
  }
}

TEST_CASE("over kinks: rays end on the Pareto set") {
  const GradientFormula objective(valley_parameters(), kinked);
  for (const double s : {3.5, 4., 4.5}) {
    // The ray through the Pareto point at s, from outside.
    const Evaluation best = kinked(std::vector{std::pow(10, s), 7., 0.5 + 0.15 * (s - 4)});
    const Goal goal = Goal::ray({best.frequency_objective - 0.5, best.damping_objective - 0.5},
                                std::numbers::pi / 4, {1, 1});
    const double least = 0.5 * std::numbers::sqrt2;
    const auto result = over_kinks(objective, goal, {s + 0.3, 0.5 + 0.15 * (s - 4) - 0.1});
    CAPTURE(s, result.x[0], result.x[1]);
    CHECK(goal.reach(result.objectives()) >= least - 1e-12);
    CHECK(goal.reach(result.objectives()) < least + 0.01);
  }
}

TEST_CASE("over kinks: known evaluations cost nothing and give their slopes") {
  const GradientFormula objective(valley_parameters(), kinked);
  const std::vector<double> start = {4.2, 0.5301};
  const auto other_side = kinked(std::vector{std::pow(10, 4.2), 7., 0.5299});
  DescentLimits limits;
  limits.evaluations = 6;
  const auto with = over_kinks(objective, Goal::lowest_frequency(), start, limits, {other_side});
  CHECK(objective.with_gradient <= 6);
  CHECK(with.seen.size() <= 6);
  const auto without = over_kinks(objective, Goal::lowest_frequency(), start, limits);
  CHECK(with.evaluation.frequency_objective <= without.evaluation.frequency_objective);
}

TEST_CASE("over kinks: bounds, failures and smooth objectives are met as by the engines") {
  const GradientFormula smooth = springs_objective();
  const auto end = over_kinks(smooth, Goal::lowest_damping(), {3.4, 0.7});
  CHECK(end.x[0] == Approx(5).margin(0.02));
  auto parameters = valley_parameters();
  parameters[0].upper = std::pow(10, 2.5);
  const GradientFormula bounded(parameters, springs);
  CHECK(over_kinks(bounded, Goal::lowest_frequency(), {2.2, 0.3}).x[0] == Approx(2.5));
  const GradientFormula cliff(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = kinked(p);
    if (p[2] < 0.4) e.failed_amplitudes = 3;
    return e;
  });
  const auto kept = over_kinks(cliff, Goal::lowest_frequency(), {4.5, 0.6});
  CHECK(kept.evaluation.feasible());
  CHECK(kept.evaluation.parameters[2] >= 0.4);
  for (const Evaluation& e : kept.seen) CHECK(e.feasible());
}
