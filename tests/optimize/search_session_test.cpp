#include "optimize/search_session.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"
#include "optimize/variation.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("a session remembers what is feasible, and finds starts in it") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  SearchSession session(objective, "test", {{1e3, 7, 0.5}}, store, 1, {});
  CHECK(session.seeds() == std::vector<std::vector<double>>{{3, 0.5}});
  CHECK_FALSE(session.nearest(Goal::lowest_frequency()));
  session.evaluate({{3.1, 0.5}, {4, 0.5}, {3.2, 0.95}, {3.12, 0.5}, {4.8, 0.5}});
  CHECK(session.seen().size() == 4);  // 0.95 fails
  CHECK(session.x(*session.nearest(Goal::lowest_frequency()))[0] == Approx(3.1));
  CHECK(session.x(*session.nearest(Goal::lowest_damping()))[0] == Approx(4.8));
  // 3.12 is too near to 3.1 to be another start.
  const auto best = session.best(Goal::lowest_frequency(), 2, 0.1);
  REQUIRE(best.size() == 2);
  CHECK(session.x(best[1])[0] == Approx(4));
}

TEST_CASE("the front of what was seen is that of sorting it anew, ties among it") {
  // Objectives on a grid of 12 x 12, so that many are equal in one or both.
  const GradientFormula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e;
    e.parameters.assign(p.begin(), p.end());
    const double s = std::log10(p[0]);
    e.frequency_objective = std::floor(3 * (s - 2)) - 12;
    e.damping_objective = std::floor(12 * p[2]) - std::floor(s - 2);
    return e;
  });
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 1, {});
  RandomEngine random(3);
  std::vector<ErrorPair> pairs;
  for (int i = 0; i < 300; ++i) {
    const double s = 2 + 4 * uniform(random), mu = std::pow(uniform(random), 0.3);
    session.evaluate({{s, mu}});
    const ObjectivePair p = session.objectives(session.seen().back());
    pairs.push_back({p.frequency, p.damping});
    CHECK(session.front_seen() == non_dominated(pairs));
  }
  CHECK(session.front_seen().size() > 2);
}

TEST_CASE("the nearest point within a part of one variable's range, and slopes in a batch") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 2, {});
  session.evaluate({{4, 0.4}, {3.1, 0.3}, {4.8, 0.5}});
  const auto nearest = session.nearest_within(Goal::lowest_frequency(), 0, 3.5, 4.5);
  REQUIRE(nearest);
  CHECK(session.x(*nearest)[0] == Approx(4));
  CHECK_FALSE(session.nearest_within(Goal::lowest_frequency(), 1, 0.6, 1));
  const auto evaluations = session.evaluate_with_gradient({{4, 0.4}, {3, 0.5}});
  CHECK(objective.with_gradient == 2);
  CHECK(session.seen().size() == 5);
  // Errors (0, 0, 0.1) and (-2, 0, 0.1): the slopes are 2/ln 10 / |e|, the first is the larger.
  CHECK(session.largest_slopes(evaluations[1])[0] == Approx(2 / std::log(10.) / 0.1));
}

TEST_CASE("a rival start is taken if it reaches further") {
  const GradientFormula objective = springs_objective();
  for (const double rival : {3.1, 5.9}) {
    MemoryStore store;
    SearchSession session(objective, "test", {}, store, 1, {});
    session.evaluate({{4, 0.4}});
    DescentTask task{Goal::lowest_frequency(), {4, 0.4}, {rival, 0.5}, 0, {}};
    task.start_reach = task.goal.reach(session.objectives(session.seen()[0]));
    task.limits.evaluations = 1;  // the start itself
    std::vector<DescentResult> results;
    CHECK(session.descend(DescentEngine::ceres, {task}, results));
    REQUIRE(results.size() == 1);
    CHECK(results[0].x[0] == Approx(rival < 4 ? rival : 4));
    CHECK(session.seen().size() == 3);
  }
}

TEST_CASE("wrong threads and seeds are refused, and an empty front says so") {
  const GradientFormula objective = springs_objective();
  MemoryStore store;
  CHECK_THROWS_WITH(SearchSession(objective, "test", {}, store, 0, {}), Catch::Contains("threads"));
  CHECK_THROWS_WITH(SearchSession(objective, "test", {{1e9, 7, 0.5}}, store, 1, {}),
                    Catch::Contains("seed 1, k"));
  SearchSession session(objective, "test", {}, store, 1, {});
  CHECK(session.finish({}, "done").stop_reason.find("no parameter set converged") == 0);
}

TEST_CASE("the other variables follow one that is moved so that the errors stay") {
  // Both errors depend on s - 2 mu alone, s = log10 k: mu has to follow by half of the move.
  const GradientFormula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e;
    e.parameters.assign(p.begin(), p.end());
    const double off = std::log10(p[0]) - 2 * p[2] - 3;
    const Eigen::Vector2d errors(off, kRest);
    e.frequency_objective = e.damping_objective = std::log10(errors.squaredNorm());
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(2, 3);
    slopes(0, 0) = 1;
    slopes(0, 2) = -2;
    e.frequency_factor = e.damping_factor = error_factor(slopes, errors);
    return e;
  });
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 1, {});
  const auto at = session.evaluate_with_gradient({{4, 0.5}})[0];
  const auto up = session.moved_along(at, 0, 0.2), down = session.moved_along(at, 1, -0.1);
  CHECK(up[0] == Approx(4.2));
  CHECK(up[1] == Approx(0.6).margin(1e-4));
  CHECK(down[0] == Approx(3.8).margin(1e-3));
  CHECK(down[1] == Approx(0.4));
  // Not beyond the bounds: log10 k <= 6.
  const auto end = session.evaluate_with_gradient({{5.95, 0.5}})[0];
  CHECK(session.moved_along(end, 0, 0.2)[0] == 6);
}
