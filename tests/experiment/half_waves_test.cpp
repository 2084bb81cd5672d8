#include "experiment/half_waves.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "experiment/butterworth.hpp"
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

TEST_CASE("noise alone, where the decay is over, counts as much as on it") {
  constexpr double kRate = 25600, kSize = 0.1;
  const BandPass filter({140, 225}, kRate);
  double size = 0, alone = 0, scatter = 0;  // squares, over all seeds
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    std::vector<double> noise(2 * 25600, 0.0);
    synthetic::add_noise(noise, kSize * std::sqrt(2.0), 0, seed);
    filter.zero_phase(noise);
    for (const double value : noise) size += value * value / static_cast<double>(noise.size());
    std::vector<HalfWave> heights;  // of its envelope
    for (std::size_t k = 0; k + 72 < noise.size(); k += 72)
      // A quarter of a cycle later the sine is the cosine.
      heights.push_back({static_cast<double>(k) / kRate, std::hypot(noise[k], noise[k + 36])});
    alone += std::pow(height_noise(heights, 85), 2);
    // The same scatter about a large height is what it is.
    for (HalfWave& wave : heights) wave.height += 1;
    scatter += std::pow(height_noise(heights, 85), 2);
  }
  CHECK(std::sqrt(alone / size) == Approx(1).epsilon(0.1));
  CHECK(std::sqrt(scatter / size) == Approx(0.66).epsilon(0.1));
}
