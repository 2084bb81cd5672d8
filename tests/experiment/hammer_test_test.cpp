#include "experiment/hammer_test.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

TEST_CASE("a linear mode decays as its closed form says") {
  const ModeCurve mode{{1e-6, 1e-4}, {180, 180}, {0.003, 0.003}, 2, 5e-5, 0.4};
  const HammerOptions options{
      .seconds = 0.5, .before = 0.01, .pulse = 0, .noise = 0, .resolution = 0};
  const auto a = hammer_test({mode}, options);
  REQUIRE(a.size() == 12800);
  const double w = 2 * synthetic::kPi * 180;
  CHECK(a[100] == 0);
  for (std::size_t i = 256; i < a.size(); i += 500) {
    const double t = static_cast<double>(i - 256) / 25600;
    const double expected =
        2 * w * w * 5e-5 * std::exp(-0.003 * w * t) * std::cos(w * std::sqrt(1 - 9e-6) * t + 0.4);
    CHECK(a[i] == Approx(expected).margin(1e-5));
  }
}

TEST_CASE("pulse, noise and resolution") {
  const HammerOptions options{
      .seconds = 1, .before = 0.5, .pulse = 30, .noise = 0.1, .resolution = 0.01};
  const auto a = hammer_test({}, options);
  double square = 0;
  for (std::size_t i = 0; i < 12000; ++i) square += a[i] * a[i] / 12000;
  CHECK(std::sqrt(square) == Approx(0.1).epsilon(0.05));
  CHECK(a[12800 + 6] == Approx(30).epsilon(0.05));
  CHECK(a[777] / 0.01 == Approx(std::round(a[777] / 0.01)).margin(1e-6));
  CHECK(hammer_test({}, options) == a);
}
