#include "experiment/peak_fitting.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "experiment/band_signal.hpp"
#include "synthetic.hpp"

using namespace slipfront;

namespace {

struct Known {
  const char* name;
  std::function<double(double)> frequency, damping;
  double seconds;
};

// Quadratic damping and a cubic spring follow from averaging: q' = -(z0 + z1 q) w q and
// w = w0 sqrt(1 + 3/4 k q^2).
const Known kKnown[] = {
    {"linear", [](double) { return 178.0; }, [](double) { return 0.003; }, 2},
    {"slow", [](double) { return 178.0; }, [](double) { return 0.001; }, 4},
    {"fast", [](double) { return 178.0; }, [](double) { return 0.01; }, 1.5},
    {"cubic", [](double q) { return 178 * std::sqrt(1 + 0.05 * q * q); },
     [](double) { return 0.003; }, 2},
    {"quadratic", [](double) { return 178.0; }, [](double q) { return 0.001 + 0.01 * q; }, 4}};

std::vector<DecayPoint> fitted(std::vector<double> x, double phi = 1) {
  const Band band{140, 225};
  const BandPass filter(band, 25600);
  const std::vector<double> signal = isolate_band(std::move(x), 25600, band, filter);
  std::vector<HalfWave> waves = fit_half_waves(signal, 25600);
  const double noise = height_noise(waves, band.width());
  std::size_t end = 0;
  while (end < waves.size() && waves[end].height > 3 * noise) ++end;
  waves.resize(end);
  return fit_points(waves, noise, band, filter, {.mode_shape = phi});
}

}  // namespace

TEST_CASE("known decays with noise at 60, 40 and 20 dB") {
  const double start = std::pow(2 * synthetic::kPi * 178, 2);
  for (const Known& known : kKnown) {
    const std::vector<double> clean =
        synthetic::decay(known.frequency, known.damping, known.seconds);
    for (const auto& [decibel, df, dz] :
         {std::tuple{60.0, 2e-4, 0.01}, std::tuple{40.0, 5e-4, 0.03},
          std::tuple{20.0, 2e-3, 0.1}}) {
      int count = 0, within_f = 0, within_z = 0;
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        std::vector<double> x = clean;
        synthetic::add_noise(x, start, decibel, seed);
        for (const DecayPoint& p : fitted(x)) {
          if (p.amplitude < 0.05 || p.amplitude > 0.95) continue;
          ++count;
          within_f += std::abs(p.frequency_hz / known.frequency(p.amplitude) - 1) < df;
          within_z += std::abs(p.damping / known.damping(p.amplitude) - 1) < dz;
        }
      }
      CAPTURE(known.name, decibel, count, within_f, within_z);
      REQUIRE(count > 100);
      // A linear decay is held at every point; a curved one may leave its ends.
      const bool straight = known.name == std::string("linear") ||
                            known.name == std::string("slow") || known.name == std::string("fast");
      CHECK(within_f >= (straight ? count : 0.99 * count));
      CHECK(within_z >= (straight ? count : 0.9 * count));
    }
  }
}

TEST_CASE("the amplitude is the acceleration over omega squared and the mode's response") {
  const auto x = synthetic::decay([](double) { return 178.0; }, [](double) { return 0.003; }, 2);
  const auto one = fitted(x), two = fitted(x, 2);
  REQUIRE(one.size() > 50);
  for (std::size_t i = 0; i < one.size(); i += 10) {
    if (one[i].amplitude < 0.02) continue;
    // q = exp(-zeta omega t) of unit start.
    CHECK(one[i].amplitude ==
          Approx(std::exp(-0.003 * 2 * synthetic::kPi * 178 * one[i].time)).epsilon(1e-3));
    CHECK(two[i].amplitude == Approx(0.5 * one[i].amplitude));
    CHECK(one[i].worth > 0);
    CHECK(one[i].worth <= 1);
  }
}

TEST_CASE("too few half waves give no points") {
  CHECK(fitted(std::vector<double>(300, 1.0)).empty());
}
