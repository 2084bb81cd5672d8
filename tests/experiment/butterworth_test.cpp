#include "experiment/butterworth.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/failure.hpp"

using namespace slipfront;

namespace {
constexpr double kPi = std::numbers::pi;
}

TEST_CASE("the response is the analytic one") {
  for (const auto& [band, rate] :
       {std::pair{Band{140, 225}, 25600.0}, std::pair{Band{900, 1500}, 25600.0},
        std::pair{Band{20, 3000}, 8192.0}, std::pair{Band{5, 6}, 2048.0}})
    for (const int order : {1, 2, 3, 4}) {
      const BandPass filter(band, rate, order);
      const auto warp = [r = rate](double f) { return 2 * r * std::tan(kPi * f / r); };
      const double w1 = warp(band.low), w2 = warp(band.high);
      for (double f = 0.3 * band.low; f < std::min(0.49 * rate, 3 * band.high); f *= 1.03) {
        const double w = warp(f), x = (w * w - w1 * w2) / (w * (w2 - w1));
        const double expected = 1 / (1 + std::pow(x, 2 * order));
        CAPTURE(band.low, order, f);
        CHECK(std::abs(filter.zero_phase_gain(f) - expected) < 1e-10);
      }
    }
}

TEST_CASE("both ways the phase is zero and the gain is |H|^2") {
  const double rate = 8192;
  const BandPass filter({140, 225}, rate);
  for (const double f : {120.0, 150.0, 180.0, 240.0}) {
    std::vector<double> x(8 * 8192);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = std::cos(2 * kPi * f * static_cast<double>(i) / rate);
    const std::vector<double> before = x;
    filter.zero_phase(x);
    for (std::size_t i = x.size() / 2; i < x.size() / 2 + 100; ++i)
      CHECK(x[i] == Approx(filter.zero_phase_gain(f) * before[i]).margin(1e-9));
  }
}

TEST_CASE("an impulse goes out even, and one pass is causal") {
  const BandPass filter({140, 225}, 8192);
  std::vector<double> x(4001, 0.0);
  x[2000] = 1;
  std::vector<double> once = x;
  filter.zero_phase(x);
  for (std::size_t k = 1; k < 500; ++k) CHECK(x[2000 + k] == Approx(x[2000 - k]).margin(1e-12));
  filter.filter(once);
  CHECK(once[1999] == 0);
  CHECK(filter.settling_time() > 0);
}

TEST_CASE("bands that do not fit the rate are refused") {
  CHECK_THROWS_AS(BandPass({140, 5000}, 8192), Failure);
  CHECK_THROWS_AS(BandPass({0, 100}, 8192), Failure);
  CHECK_THROWS_AS(BandPass({200, 100}, 8192), Failure);
}
