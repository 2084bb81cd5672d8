#include "optimize/descent.hpp"

#include <numbers>

#include "descents.hpp"
#include "guarded_formula.hpp"
#include "optimize/descent_course.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("a ray's coordinates: along, across, and how far both objectives reach") {
  const Goal goal = Goal::ray({-3, -2}, std::numbers::pi / 6, {2, 0.5});
  // The point F* + t scale (cos, sin) with t = 0.7.
  const ObjectivePair on{-3 + 0.7 * 2 * std::cos(std::numbers::pi / 6), -2 + 0.7 * 0.5 * 0.5};
  CHECK(goal.a(on) == Approx(0.7));
  CHECK(goal.b(on) == Approx(0).margin(1e-14));
  CHECK(goal.reach(on) == Approx(0.7));
  // Worse in damping only: the ray has to go on until it passes.
  CHECK(goal.reach({on.frequency - 1, on.damping}) == Approx(0.7));
  CHECK(goal.reach({on.frequency, on.damping + 0.25}) == Approx(1.7));
  CHECK_FALSE(Goal::lowest_damping().constrained());
  CHECK(Goal::lowest_damping().reach({5, -1}) == -1);
}

TEST_CASE("the two engines reach the same optimum of eq 43") {
  const GradientFormula objective = springs_objective();
  for (int k = 1; k < 9; ++k) {
    const Goal goal = Goal::ray(springs_utopian(), k * std::numbers::pi / 18, {1, 1});
    const auto ceres = descent_of(DescentEngine::ceres, objective, goal, {3.5, 0.3});
    const auto slsqp = descent_of(DescentEngine::slsqp, objective, goal, {3.5, 0.3});
    CHECK(goal.a(ceres.objectives()) == Approx(goal.a(slsqp.objectives())).margin(1e-6));
  }
}

TEST_CASE("a descent is kept away from where the model has no meaning") {
  class Guarded : public GradientFormula {
   public:
    Guarded() : GradientFormula(valley_parameters(), springs) {}
    double domain_margin(std::span<const double> p) const override { return p[2] - 0.45; }
  };
  const Guarded objective;
  for (const auto engine : {DescentEngine::ceres, DescentEngine::slsqp}) {
    const auto result = descent_of(engine, objective, Goal::lowest_frequency(), {5.5, 0.8});
    for (const Evaluation& e : result.seen) CHECK(e.parameters[2] > 0.45);
    CHECK(result.x[0] == Approx(3).margin(1e-3));
  }
}

TEST_CASE("an optimum beyond a guard between two parameters is met on the guard") {
  const GuardedFormula objective;
  const double beta = best_beta_on_guard();
  for (const auto engine : {DescentEngine::ceres, DescentEngine::slsqp}) {
    const auto result = descent_of(engine, objective, Goal::lowest_frequency(), {0.5, -2});
    for (const Evaluation& e : result.seen) CHECK(objective.domain_margin(e.parameters) > 0);
    CAPTURE(static_cast<int>(engine));
    CHECK(result.end == DescentEnd::converged);
    CHECK(result.evaluation.parameters[1] == Approx(beta).epsilon(1e-3));
    CHECK(result.evaluation.parameters[0] == Approx(-1 - beta / (1 + beta)).margin(1e-3));
  }
}

TEST_CASE("the best multiplier makes the Lagrangian's gradient vanish at an optimum") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  const SearchSpace space(objective.bounds());
  DescentLimits limits;
  limits.evaluations = 10;
  DescentCourse course(ledger, space, Goal::lowest_frequency(), limits);
  const DescentPoint& point = course.at({3.6, 0.5});
  REQUIRE(point.good);
  const Goal goal = Goal::ray(point.objectives, 0.3, {1, 1});
  const Lagrangian lagrangian{goal, best_multiplier(goal, point, course.chart()), 5};
  CHECK(projected_norm(lagrangian.gradient(point), point.x, course.chart()) < 1e-12);
  CHECK(lagrangian.value(point.objectives) == Approx(0).margin(1e-12));
}

TEST_CASE("a descent in vain ends when its patience does") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  EvaluationLedger ledger(objective, store, 1);
  const SearchSpace space(objective.bounds());
  DescentLimits limits;
  limits.patience = 3;
  limits.least_gain = 0.5;
  DescentCourse course(ledger, space, Goal::lowest_frequency(), limits);
  // Errors of 2 and 1 decades: log10 0.01 + 4 and + 1 are more than 0.5 apart, what follows less.
  for (const double s : {5., 4., 3.99, 3.98}) {
    CHECK_FALSE(course.used_up());
    CHECK(course.at({s, 0.5}).good);
  }
  CHECK_FALSE(course.used_up());
  course.at({3.97, 0.5});
  CHECK(course.used_up());
  CHECK_FALSE(course.at({3, 0.5}).good);
  CHECK(course.at({4, 0.5}).good);  // known
}
