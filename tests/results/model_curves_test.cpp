#include "results/model_curves.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "synthetic_run.hpp"

using namespace slipfront;

TEST_CASE("errors of many backbones at once are those of eq 41", "[model_curves]") {
  const MeasuredBackbone m = synthetic::measured(2, 20);
  ModelCurves set(m.size());
  std::vector<ErrorPair> expected;
  for (int k = 0; k < 700; ++k) {  // more than one block
    const ErrorPair e = {1e-4 * (k + 1), 0.3 / (k + 1)};
    const Backbone b = synthetic::backbone(m, e);
    REQUIRE(set.add(b.frequency_hz, b.damping));
    expected.push_back(e);
  }
  const DrawnCurve curve = {m.frequency_hz, m.damping};
  const std::vector<ErrorPair> found = set.errors(curve);
  REQUIRE(found.size() == expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    CHECK(found[k].frequency == Approx(expected[k].frequency).epsilon(1e-9));
    CHECK(found[k].damping == Approx(expected[k].damping).epsilon(1e-9));
  }
}

TEST_CASE("damping that is not above zero counts as one", "[model_curves]") {
  ModelCurves set(2);
  REQUIRE(set.add(std::vector<double>{100, 100}, std::vector<double>{-0.1, 0.01}));
  const std::vector<ErrorPair> e = set.errors({{100, 100}, {0.01, 0.01}});
  CHECK(e[0].frequency == Approx(0).margin(1e-12));
  CHECK(e[0].damping == Approx(std::sqrt(0.5)));
}

TEST_CASE("backbones with holes are passed over", "[model_curves]") {
  ModelCurves set(2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(set.add(std::vector<double>{100, nan}, std::vector<double>{0.1, 0.1}));
  CHECK_FALSE(set.add(std::vector<double>{100}, std::vector<double>{0.1}));
  CHECK(set.size() == 0);
}

TEST_CASE("what survives is what the plain rule keeps", "[model_curves]") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> any(0, 1);
  for (const std::size_t count : {0u, 1u, 40u, 3000u}) {
    std::vector<ErrorPair> pairs;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = any(random);
      pairs.push_back({x, 0.1 / (x + 0.1) + 0.3 * any(random)});
      if (i % 7 == 0) pairs.push_back(pairs.back());  // ties
    }
    std::vector<ErrorPair> expected;
    for (const std::size_t i : non_dominated(pairs)) expected.push_back(pairs[i]);
    CHECK(surviving(pairs) == expected);
  }
  // All on one abscissa: the bins have no width.
  CHECK(surviving(std::vector<ErrorPair>(600, {0.2, 0.3})) == std::vector<ErrorPair>{{0.2, 0.3}});
}
