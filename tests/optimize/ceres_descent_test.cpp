#include "descents.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("Ceres: scalar optima") { check_scalar_optima(DescentEngine::ceres); }
TEST_CASE("Ceres: eq 43 on rays") { check_rays(DescentEngine::ceres); }
TEST_CASE("Ceres: an optimum on a bound") { check_bound(DescentEngine::ceres); }
TEST_CASE("Ceres: failing parameter sets") { check_failures(DescentEngine::ceres); }
TEST_CASE("Ceres: limit of evaluations") { check_limit(DescentEngine::ceres); }

TEST_CASE("a perfect fit is reached to the floor of eq 42") {
  // Errors without rest: both are zero at s = 4, mu = 0.5.
  const GradientFormula objective(valley_parameters(), [](std::span<const double> p) {
    Evaluation e = springs(p);
    const double s = std::log10(p[0]), d = p[2] - 0.5;
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(2, 3);
    slopes(0, 0) = 1 + 2 * (s - 4);
    slopes(1, 2) = 1;
    const Eigen::Vector2d errors((s - 4) + (s - 4) * (s - 4), d);
    e.frequency_factor = e.damping_factor = error_factor(slopes, errors);
    e.frequency_objective = e.damping_objective = std::log10(std::max(errors.squaredNorm(), 1e-16));
    return e;
  });
  const auto result =
      descent_of(DescentEngine::ceres, objective, Goal::lowest_frequency(), {4.4, 0.3});
  CHECK(result.evaluation.frequency_objective == Approx(-16));
  CHECK(result.seen.size() < 30);
}
