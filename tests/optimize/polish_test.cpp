#include "optimize/polish.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"
#include "optimize/variation.hpp"

using namespace slipfront;
using namespace slipfront::test;

TEST_CASE("where descents stop at kinks the search around the front has its share of the cost") {
  // springs over saw teeth: a kink every 0.01 of each variable.
  const auto tooth = [](double x) { return std::abs(x - 0.02 * std::round(x / 0.02)); };
  const auto side = [](double x) { return x > 0.02 * std::round(x / 0.02) ? 1. : -1.; };
  const GradientFormula objective(valley_parameters(), [&](std::span<const double> p) {
    Evaluation e = springs(p);
    const double s = std::log10(p[0]), d = p[2] - 0.5;
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(3, 3);
    slopes(0, 0) = 1 + 3 * side(s);
    slopes(1, 2) = 1 + 3 * side(d);
    const double teeth = 3 * tooth(s), more = d + 3 * tooth(d);
    const Eigen::Vector3d frequency(s - 3 + teeth, more, kRest),
        damping(s - 5 + teeth, more, kRest);
    e.frequency_objective = std::log10(frequency.squaredNorm());
    e.damping_objective = std::log10(damping.squaredNorm());
    e.frequency_factor = error_factor(slopes, frequency);
    e.damping_factor = error_factor(slopes, damping);
    return e;
  });
  const HybridOptions options = small_hybrid(0.01, 2000);
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 1, {});
  RandomEngine random(1);
  std::vector<std::vector<double>> first;
  for (int k = 0; k < 60; ++k)
    first.push_back(uniform_point(random, session.space().lower(), session.space().upper()));
  session.evaluate(first);
  const Polished found = polish(session, options, DescentEngine::ceres, 1);
  const long cost = session.ledger()->cost(), gradients = session.ledger()->gradients();
  const long children = cost - 2 * gradients - 60;
  CAPTURE(cost, gradients, found.why_ended, found.descents);
  CHECK(cost <= 60 + 2 * options.gradients);
  CHECK(found.front.size() > 10);
  // Without turns they come when no descent is left to try: here never.
  CHECK(static_cast<double>(children) > 0.1 * static_cast<double>(cost - 60));
}

TEST_CASE("a box with no other parameter sets to try ends the search") {
  // Nine roundings wide, a front of nine points. Slopes tell of better ones below, as beside kinks.
  constexpr double kStep = 0x1p-52;
  const GradientFormula objective(
      {parameter("x", Scale::linear, 1, 1 + 8 * kStep)}, [](std::span<const double> p) {
        Evaluation e;
        e.parameters.assign(p.begin(), p.end());
        const double s = 0.1 * (p[0] - 1) / kStep;
        const Eigen::Vector2d frequency(1 + s, 1), damping(2 - s, 1);
        e.frequency_objective = std::log10(frequency.squaredNorm());
        e.damping_objective = std::log10(damping.squaredNorm());
        e.frequency_factor = error_factor(Eigen::MatrixXd::Constant(2, 1, 3), frequency);
        e.damping_factor = error_factor(Eigen::MatrixXd::Constant(2, 1, 3), damping);
        return e;
      });
  MemoryStore store;
  SearchSession session(objective, "test", {}, store, 1, {});
  session.evaluate({{1}, {1 + 4 * kStep}, {1 + 8 * kStep}});
  const Polished found = polish(session, small_hybrid(0.01, 2000), DescentEngine::ceres, 1);
  CAPTURE(session.ledger()->cost());
  CHECK(found.why_ended == "no parameter set is left to try");
  CHECK(found.front.size() == 9);
}
