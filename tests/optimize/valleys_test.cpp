#include "optimize/valleys.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gradient_formulas.hpp"
#include "optimize/hybrid.hpp"

using namespace slipfront;
using namespace slipfront::test;

namespace {

constexpr std::size_t kAny = 1000;  // evaluations

struct Made {
  explicit Made(double follow = kSlidersFollow, double scale = 1)
      : objective(sliders_parameters(),
                  [=](std::span<const double> p) { return sliders(p, follow, scale); }) {}

  GradientFormula objective;
  MemoryStore store;
  SearchSession session{objective, "test", {}, store, 1, {}};

  ValleyResult result(const std::vector<double>& x) {
    const Evaluation e = session.evaluate_with_gradient({x})[0];
    return {e, Goal::ray(session.objectives(e), 0.7854, {1, 1})};
  }
};

}  // namespace

TEST_CASE("a valley is where variables count together only") {
  Made made;
  const auto at = made.session.evaluate_with_gradient({{4, 4.9, 0.3}, {4, 4.9, 0.9}});
  const auto found = valleys(made.session, at[0]);
  // Null vector (0, -0.4, 1) / sqrt(1.16): theta has 1 / 1.16 of it, force 0.16 / 1.16.
  REQUIRE(found.size() == 1);
  CHECK(found[0].variable == 2);
  CHECK(found[0].direction[0] == Approx(0).margin(1e-12));
  CHECK(found[0].direction[1] == Approx(-kSlidersFollow));
  CHECK(found[0].direction[2] == Approx(1));
  CHECK(valleys(made.session, at[1]).empty());
}

TEST_CASE("errors stay as they are along a valley, and moves end at the bounds") {
  Made made;
  const std::vector<double> x = {4, 4.9, 0.3};
  const auto at = made.session.evaluate_with_gradient({x});
  const Valley valley = valleys(made.session, at[0]).at(0);
  const auto moved = moved_in_valley(made.session, x, valley, 0.7);
  CHECK(moved[1] == Approx(4.9 - kSlidersFollow * 0.4));
  CHECK(moved[2] == Approx(0.7));
  const Evaluation there = made.session.evaluate({moved})[0];
  CHECK(there.frequency_objective == Approx(at[0].frequency_objective).epsilon(1e-12));
  CHECK(there.damping_objective == Approx(at[0].damping_objective).epsilon(1e-12));
  // The force has 0.1 to its bound, which lasts for 0.25 in theta.
  const auto ended = moved_in_valley(made.session, {4, 3.1, 0.1}, valley, 1);
  CHECK(ended[1] == Approx(3));
  CHECK(ended[2] == Approx(0.35));
}

TEST_CASE("a variable that leads almost alone makes a valley, and one line makes one") {
  // At 0.05 theta has 0.9975 of the direction, but counts alone; at 20 the force has it.
  for (const double follow : {0.05, 1., 20.}) {
    Made made(follow);
    const auto at = made.session.evaluate_with_gradient({{4, 4.6, 0.3}});
    const auto found = valleys(made.session, at[0]);
    REQUIRE(found.size() == 1);
    const double led = found[0].direction[2] / found[0].direction[1];
    CHECK(led == Approx(-1 / follow));
  }
}

TEST_CASE("a valley is seen where errors are small, and none where there are none at all") {
  // The frequency errors at {3, 4.88, 0.3} are scale times 0.1 and nothing else.
  for (const double scale : {1e-3, 1e-6}) {
    Made made(kSlidersFollow, scale);
    const auto at = made.session.evaluate_with_gradient({{3, 4.88, 0.3}});
    REQUIRE(at[0].frequency_objective == Approx(2 * std::log10(scale * kRest)));
    REQUIRE(valleys(made.session, at[0]).size() == 1);
  }
  Made made(kSlidersFollow, 0);
  const auto at = made.session.evaluate_with_gradient({{3, 5, 0}});
  CHECK(valleys(made.session, at[0]).empty());
}

TEST_CASE("a variable that is dead alone makes no valley") {
  GradientFormula springs = springs_objective();  // its second variable counts nowhere
  MemoryStore store;
  SearchSession session(springs, "test", {}, store, 1, {});
  const auto at = session.evaluate_with_gradient({{3.5, 0.2}});
  CHECK(valleys(session, at[0]).empty());
}

TEST_CASE("starts along a valley lie behind its kink") {
  Made made;
  const std::vector<ValleyResult> results = {made.result({4, 4.88, 0.3})};
  bool stopped = true;
  const auto starts = starts_along(made.session, results, kAny, stopped);
  CHECK_FALSE(stopped);
  // Upwards the middles 7/16 to 15/16 and 1, downwards 3/16, 1/16 and 0; theta counts above 0.75.
  CHECK(made.objective.with_gradient == 1 + 6 + 3);
  REQUIRE(starts.size() == 1);
  CHECK(starts[0].result == 0);
  CHECK(starts[0].x[0] == Approx(4));
  CHECK(starts[0].x[1] == Approx(4.88 - kSlidersFollow * 0.7));
  CHECK(starts[0].x[2] == Approx(1));
}

TEST_CASE("no more is spent along valleys than allowed, and nothing where there are none") {
  for (const std::size_t most : {0, 1, 4}) {
    Made made;
    const std::vector<ValleyResult> results = {made.result({4, 4.88, 0.3})};
    bool stopped = false;
    starts_along(made.session, results, most, stopped);
    CHECK(made.objective.with_gradient == 1 + static_cast<int>(most));
  }
  Made made;
  const std::vector<ValleyResult> results = {made.result({4, 4.6, 1})};
  bool stopped = true;
  CHECK(starts_along(made.session, results, kAny, stopped).empty());
  CHECK_FALSE(stopped);
  CHECK(made.objective.with_gradient == 1);
  CHECK(made.session.steps().count() == 0);
}

TEST_CASE("a hybrid on a valley's floor comes to what is better behind its kink") {
  const HybridOptions options = small_hybrid(0.05, 300);
  // theta's bound is so low that a draw seldom lies behind 0.75.
  const auto run = [&](const Objective& objective, EvaluationStore& store, int threads,
                       const ProgressCallback& progress) {
    return run_hybrid(objective, options, {}, DescentEngine::ceres, {}, store, threads, progress);
  };
  const auto make = [] {
    auto parameters = sliders_parameters();
    parameters[2].lower = -60;
    parameters[1].upper = 1e30;
    return GradientFormula(parameters, [](std::span<const double> p) { return sliders(p); });
  };
  check_same_bytes(make, run);
  const auto objective = make();
  MemoryStore store;
  const auto result = run(objective, store, 1, {});
  REQUIRE(!result.front.empty());
  // Both ends at theta = 1: log10 of 0.01^2. On the floor they would be -2.
  CHECK(result.front.front().frequency_objective == Approx(-4).margin(0.02));
  CHECK(result.front.back().damping_objective == Approx(-4).margin(0.02));
}
