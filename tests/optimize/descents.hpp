// For tests of both descent engines: the same questions to each.
#pragma once

#include <catch2/catch.hpp>
#include <numbers>

#include "gradient_formulas.hpp"
#include "optimize/descent.hpp"

namespace slipfront::test {

inline DescentResult descent_of(DescentEngine engine, const GradientFormula& objective,
                                const Goal& goal, const std::vector<double>& start,
                                DescentLimits limits = {}) {
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  const SearchSpace space(objective.bounds());
  return descend(engine, ledger, space, goal, start, limits);
}

/// F* of `springs`, moved outwards.
inline ObjectivePair springs_utopian() { return {-2.1, -2.1}; }

inline void check_scalar_optima(DescentEngine engine) {
  const GradientFormula objective = springs_objective();
  for (const std::vector<double>& start :
       {std::vector<double>{2.2, 0.1}, std::vector<double>{5.9, 0.85}}) {
    const auto first = descent_of(engine, objective, Goal::lowest_frequency(), start);
    CHECK(first.end == DescentEnd::converged);
    CHECK(first.x[0] == Approx(3).margin(1e-5));
    CHECK(first.x[1] == Approx(0.5).margin(1e-5));
    CHECK(first.evaluation.frequency_objective == Approx(-2).margin(1e-9));
    const auto second = descent_of(engine, objective, Goal::lowest_damping(), start);
    CHECK(second.x[0] == Approx(5).margin(1e-5));
    CHECK(second.evaluation.damping_objective == Approx(-2).margin(1e-9));
  }
}

/// On every angle the optimum of eq 43 lies on the Pareto set, mu = 0.5, and on the ray.
inline void check_rays(DescentEngine engine) {
  const GradientFormula objective = springs_objective();
  for (const double degrees : {20., 45., 70.}) {
    const double angle = degrees / 180 * std::numbers::pi;
    const Goal goal = Goal::ray(springs_utopian(), angle, {1, 1});
    const auto result = descent_of(engine, objective, goal, {3.4, 0.2});
    CAPTURE(degrees, result.gradient);
    CHECK(result.end == DescentEnd::converged);
    CHECK(std::abs(goal.b(result.objectives())) <= 1e-8);
    CHECK(result.x[1] == Approx(0.5).margin(1e-4));
    const double t = goal.a(result.objectives());
    CHECK(t > 0);
    CHECK(result.evaluation.frequency_objective + 2.1 == Approx(t * std::cos(angle)).margin(1e-7));
    CHECK(result.evaluation.damping_objective + 2.1 == Approx(t * std::sin(angle)).margin(1e-7));
  }
  // By symmetry: 45 degrees is the middle.
  const auto middle = descent_of(
      engine, objective, Goal::ray(springs_utopian(), std::numbers::pi / 4, {1, 1}), {3.4, 0.2});
  CHECK(middle.x[0] == Approx(4).margin(1e-5));
}

/// The optimum of the box lies on its border: s <= 2.5.
inline void check_bound(DescentEngine engine) {
  auto parameters = valley_parameters();
  parameters[0].upper = std::pow(10, 2.5);
  const GradientFormula objective(parameters, springs);
  const auto result = descent_of(engine, objective, Goal::lowest_frequency(), {2.2, 0.3});
  CHECK(result.end == DescentEnd::converged);
  CHECK(result.x[0] == Approx(2.5).margin(1e-9));
  CHECK(result.x[1] == Approx(0.5).margin(1e-5));
}

/// Parameter sets that fail are turned away from; a start that fails is reported.
inline void check_failures(DescentEngine engine) {
  const GradientFormula cliff(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = springs(p);
    if (p[2] < 0.45) e.failed_amplitudes = 3;
    return e;
  });
  const auto result = descent_of(engine, cliff, Goal::lowest_frequency(), {5.5, 0.8});
  CHECK(result.evaluation.feasible());
  CHECK(result.x[0] == Approx(3).margin(1e-3));
  for (const Evaluation& e : result.seen) CHECK(e.feasible());
  const auto none = descent_of(engine, cliff, Goal::lowest_frequency(), {5.5, 0.95});
  CHECK(none.end == DescentEnd::failed);
  CHECK(none.seen.empty());
}

/// Never more evaluations than allowed.
inline void check_limit(DescentEngine engine) {
  const GradientFormula objective = springs_objective();
  DescentLimits limits;
  limits.evaluations = 3;
  const auto result =
      descent_of(engine, objective, Goal::ray({-2.1, -2.1}, 0.4, {1, 1}), {5.9, 0.1}, limits);
  CHECK(objective.with_gradient <= 3);
  CHECK(result.end == DescentEnd::limit_reached);
  CHECK(result.evaluation.feasible());
}

}  // namespace slipfront::test
