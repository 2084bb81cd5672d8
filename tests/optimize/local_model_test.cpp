#include "optimize/local_model.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "optimize/variation.hpp"

using namespace slipfront;

namespace {

using Formula = ObjectivePair (*)(double, double);

LocalModel model_of(Formula f, int points) {
  LocalModel model(2);
  RandomEngine random(3);
  for (int i = 0; i < points; ++i) {
    const double a = uniform(random), b = uniform(random);
    model.add({a, b}, f(a, b));
  }
  return model;
}

}  // namespace

TEST_CASE("what is straight is guessed as it is, outside of the points too") {
  const Formula plane = [](double a, double b) {
    return ObjectivePair{1 + 2 * a - b, 3 - a + 0.5 * b};
  };
  const LocalModel model = model_of(plane, 200);
  // The rule that gives several equations one solution lowers slopes by a thousandth or so.
  for (const auto& x : {std::vector<double>{0.4, 0.6}, {0.1, 0.9}, {1.1, -0.1}}) {
    const auto guess = model.guess(x);
    CHECK(guess.objectives.frequency == Approx(plane(x[0], x[1]).frequency).margin(2e-3));
    CHECK(guess.objectives.damping == Approx(plane(x[0], x[1]).damping).margin(2e-3));
  }
}

TEST_CASE("points are met, and kinks between near ones too") {
  const Formula kinked = [](double a, double b) {
    return ObjectivePair{std::abs(a - 0.5), std::abs(a + b - 1) - b};
  };
  LocalModel model = model_of(kinked, 2000);
  model.add({0.3, 0.3}, kinked(0.3, 0.3));
  const auto met = model.guess({0.3, 0.3});
  CHECK(met.distance == 0);
  CHECK(met.objectives.damping == Approx(kinked(0.3, 0.3).damping).margin(1e-3));
  // Neighbours are some 0.02 apart: a kink is off by no more than that.
  CHECK(model.guess({0.5, 0.2}).objectives.frequency == Approx(0).margin(0.02));
  CHECK(model.guess({0.6, 0.4}).objectives.damping == Approx(-0.4).margin(0.02));
}

TEST_CASE("distances are counted by the slopes of the nearest evaluation that has some") {
  LocalModel model(2);
  model.add({0, 0}, {1, 1});
  model.add({1, 0}, {2, 2});
  CHECK(model.guess({0, 0.5}).distance == Approx(0.5));  // no slopes yet
  model.add_slopes({5, 5}, {0, 0});                      // of no use
  CHECK(model.guess({0, 0.5}).distance == Approx(0.5));
  model.add_slopes({0, 0}, {2, 0});
  CHECK(model.guess({0.25, 0}).distance == Approx(0.5));
  // Without effect: 0.03 of the largest.
  CHECK(model.guess({0, 0.5}).distance == Approx(0.03 * 2 * 0.5));
  model.add_slopes({10, 0}, {1, 4});
  CHECK(model.guess({9, 0}).distance == Approx(8));
  CHECK(model.guess({1, 1}).distance == Approx(0.06));
}

TEST_CASE("one point, or the same one many times, is guessed everywhere") {
  LocalModel model(2);
  for (int k = 0; k < 3; ++k) {
    model.add({0.5, 0.5}, {-1, -2});
    const auto guess = model.guess({0.7, 0.5});
    CHECK(guess.distance == Approx(0.2));
    CHECK(guess.objectives.frequency == Approx(-1));
    CHECK(model.guess({0.5, 0.5}).objectives.damping == Approx(-2));
  }
}

TEST_CASE("promise: what the front misses, and a fifth of the distance up to a bound") {
  const std::vector<ObjectivePair> front = {{0, 1}, {1, 0}};
  CHECK(promise({{0.5, 0.4}, 0}, front, 1) == Approx(0.5));
  CHECK(promise({{0.5, 0.4}, 0.1}, front, 1) == Approx(0.52));
  CHECK(promise({{0.5, 0.4}, 7}, front, 1) == Approx(0.7));
  CHECK(promise({{1.1, 0.2}, 0}, front, 1) == Approx(-0.1));
}
