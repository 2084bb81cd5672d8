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

namespace {

/// Parallel elastic-slip elements of a power-law distribution, unit mass: a modal Iwan joint.
struct Iwan {
  static constexpr int kElements = 300;
  static constexpr double kStuck = 178 * 2 * synthetic::kPi, kShare = 0.12, kChi = -0.3, kMost = 3;
  double stiffness[kElements], slip[kElements];

  Iwan() {
    double sum = 0;
    for (int i = 0; i < kElements; ++i) {
      slip[i] = kMost * (i + 0.5) / kElements;
      stiffness[i] = std::pow(slip[i], kChi);
      sum += stiffness[i];
    }
    for (double& k : stiffness) k *= kShare * kStuck * kStuck / sum;
  }
  double elastic() const { return (1 - kShare) * kStuck * kStuck; }
};

}  // namespace

TEST_CASE("a modal Iwan joint, integrated in time on its own") {
  const Iwan iwan;
  constexpr double kZeta = 0.001, kRate = 25600;
  constexpr int kSteps = 8;
  const double dt = 1 / kRate / kSteps, c = 2 * kZeta * Iwan::kStuck;
  std::vector<double> x, force(Iwan::kElements);
  for (int i = 0; i < Iwan::kElements; ++i)
    force[i] = iwan.stiffness[i] * std::min(1.0, iwan.slip[i]);
  double q = 1, v = 0;
  const auto acceleration = [&] {
    double a = -iwan.elastic() * q - c * v;
    for (const double f : force) a -= f;
    return a;
  };
  // Tips of the displacement, where the velocity changes its sign: the truth.
  std::vector<double> tip_time = {0}, tip = {1};
  double a = acceleration();
  for (int n = 0; n < static_cast<int>(1.5 * kRate); ++n) {
    x.push_back(a);
    for (int s = 0; s < kSteps; ++s) {  // velocity Verlet; damping by the half-step velocity
      const double before = v;
      v += 0.5 * dt * a;
      q += dt * v;
      for (int i = 0; i < Iwan::kElements; ++i) {
        const double limit = iwan.stiffness[i] * iwan.slip[i];
        force[i] = std::clamp(force[i] + iwan.stiffness[i] * dt * v, -limit, limit);
      }
      a = acceleration();
      v += 0.5 * dt * a;
      if (before * v < 0) {
        const double back = v / (v - before) * dt;  // since the tip
        tip_time.push_back((n * kSteps + s + 1) * dt - back);
        tip.push_back(std::abs(q - v * back + 0.5 * a * back * back));
      }
    }
  }
  // Decay and frequency of the tips over six cycles, against their amplitude.
  std::vector<double> amplitude, omega, zeta;
  constexpr std::size_t kAside = 6;
  for (std::size_t k = kAside; k + kAside < tip.size(); ++k) {
    const double span = tip_time[k + kAside] - tip_time[k - kAside];
    amplitude.push_back(tip[k]);
    omega.push_back(2 * kAside * synthetic::kPi / span);
    zeta.push_back(std::log(tip[k - kAside] / tip[k + kAside]) / span / omega.back());
  }
  const auto at = [&](const std::vector<double>& values, double place) {
    std::size_t k = 1;
    while (k + 1 < amplitude.size() && amplitude[k] > place) ++k;
    const double share = (amplitude[k - 1] - place) / (amplitude[k - 1] - amplitude[k]);
    return (1 - share) * values[k - 1] + share * values[k];
  };
  for (const auto& [decibel, df, dz] :
       {std::tuple{60.0, 2e-4, 0.01}, std::tuple{40.0, 5e-4, 0.03}, std::tuple{20.0, 2e-3, 0.1}}) {
    std::vector<double> noisy = x;
    synthetic::add_noise(noisy, std::pow(Iwan::kStuck, 2), decibel, 5);
    int count = 0, within_f = 0, within_z = 0;
    double worst_f = 0, worst_z = 0;
    for (const DecayPoint& p : fitted(noisy)) {
      if (p.amplitude < 0.05 || p.amplitude > std::min(0.95, amplitude.front())) continue;
      const double ef = std::abs(2 * synthetic::kPi * p.frequency_hz / at(omega, p.amplitude) - 1);
      const double ez = std::abs(p.damping / at(zeta, p.amplitude) - 1);
      worst_f = std::max(worst_f, ef);
      worst_z = std::max(worst_z, ez);
      ++count;
      within_f += ef < df;
      within_z += ez < dz;
    }
    CAPTURE(decibel, count, within_f, within_z, worst_f, worst_z);
    REQUIRE(count > 30);
    CHECK(within_f >= 0.97 * count);
    CHECK(within_z >= (decibel > 30 ? 0.95 : 0.9) * count);
  }
}
