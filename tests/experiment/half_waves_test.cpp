#include "experiment/half_waves.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

TEST_CASE("half waves of a decay have its phase and envelope") {
  const double rate = 4000, f = 180, alpha = 10, w = 2 * synthetic::kPi * f;
  std::vector<double> x;
  for (int i = 0; i < 2000; ++i)
    x.push_back(std::exp(-alpha * i / rate) * std::cos(w * i / rate + 0.2));
  const std::vector<HalfWave> waves = fit_half_waves(x, rate);
  REQUIRE(waves.size() > 150);
  for (std::size_t k = 5; k + 5 < waves.size(); ++k) {
    const double phase = w * waves[k].time + 0.2, turns = phase / synthetic::kPi;
    CHECK(turns == Approx(std::round(turns)).margin(1e-6));
    CHECK(waves[k].height == Approx(std::exp(-alpha * waves[k].time)).epsilon(3e-5));
  }
  CHECK(height_noise(waves, 80) < 1e-4);
}

TEST_CASE("noise of the heights is estimated, and ends the list when it takes over") {
  std::vector<double> x =
      synthetic::decay([](double) { return 180.0; }, [](double) { return 0.001; }, 1, 4000);
  for (double& value : x) value /= std::pow(2 * synthetic::kPi * 180, 2);
  std::vector<double> noisy = x;
  synthetic::add_noise(noisy, 1, 40, 3);
  // White noise on every sample: the fit over half a cycle of 11 samples evens it out.
  CHECK(height_noise(fit_half_waves(noisy, 4000), 100) ==
        Approx(0.00707 * std::sqrt(2 / 11.0)).epsilon(0.5));
  std::vector<double> few;  // fewer than three samples per cycle
  for (std::size_t i = 0; i < x.size(); i += 8) few.push_back(x[i]);
  CHECK(fit_half_waves(few, 500).size() < 10);
  CHECK(fit_half_waves({}, 4000).empty());
  CHECK(height_noise({}, 80) == 0);
}
