#include "experiment/law_fit.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "experiment/peak_fitting.hpp"
#include "experiment/ringdown.hpp"
#include "synthetic.hpp"

using namespace slipfront;
using synthetic::Known;

namespace {

Known known(const std::function<double(double)>& frequency,
            const std::function<double(double)>& damping, double seconds) {
  return {synthetic::decay(frequency, damping, seconds), frequency, damping};
}

// Quadratic damping and a cubic spring follow from averaging: q' = -(z0 + z1 q) w q and
// w = w0 sqrt(1 + 3/4 k q^2).
double even(double) { return 178; }

std::vector<std::pair<std::string, Known>> decays() {
  const auto ratio = [](double z) { return [z](double) { return z; }; };
  return {
      {"linear", known(even, ratio(0.003), 2)},
      {"slow", known(even, ratio(0.001), 4)},
      {"fast", known(even, ratio(0.01), 1.5)},
      {"cubic", known([](double q) { return 178 * std::sqrt(1 + 0.05 * q * q); }, ratio(0.003), 2)},
      {"quadratic", known(
                        even, [](double q) { return 0.001 + 0.01 * q; }, 4)},
      {"modal Iwan", synthetic::iwan_decay(1.5)},
      {"softening joint", known([](double q) { return 178 - 11.5 * std::pow(q, 0.8); },
                                [](double q) { return 0.001 + 0.028 * std::pow(q, 0.9); }, 4)}};
}

const Band kBand{140, 225};

/// Seeds `first` to `last`; `silence`: the record begins a tenth of a second before the blow, and
/// its start is found. `share` of the points of all seeds must be inside the limits.
void check_known_decays(std::uint64_t first, std::uint64_t last, bool silence, double share = 1) {
  const double start = std::pow(2 * synthetic::kPi * 178, 2);
  for (const auto& [name, truth] : decays())
    for (const auto& [decibel, df, dz] :
         {std::tuple{60.0, 2e-4, 0.01}, std::tuple{40.0, 5e-4, 0.03},
          std::tuple{20.0, 2e-3, 0.1}}) {
      double count = 0, inside_f = 0, inside_z = 0;
      for (std::uint64_t seed = first; seed <= last; ++seed) {
        std::vector<double> x(silence ? 2560 : 0, 0.0);
        x.insert(x.end(), truth.acceleration.begin(), truth.acceleration.end());
        synthetic::add_noise(x, start, decibel, seed);
        RingdownOptions options{.band = kBand};
        if (!silence) options.start = 0;
        const Decay decay = analyse_ringdown(synthetic::record(x), options)[0];
        CAPTURE(name, decibel, seed);
        CHECK(decay.unfit.empty());
        CHECK(decay.warnings.empty());
        for (const DecayPoint& p : decay.points) {
          if (p.amplitude < 0.05 || p.amplitude > 0.95) continue;
          // In this one's first cycle, of six in an e-fold, noise of 40 dB and more leaves the
          // frequency uncertain by more.
          if (name == "softening joint" && decibel < 50 && p.amplitude > 0.85) continue;
          ++count;
          inside_f += std::abs(p.frequency_hz / truth.frequency(p.amplitude) - 1) < df;
          inside_z += std::abs(p.damping / truth.damping(p.amplitude) - 1) < dz;
        }
      }
      CAPTURE(name, decibel, silence, inside_f / count, inside_z / count);
      CHECK(count > 100 * static_cast<double>(last - first + 1));
      CHECK(inside_f >= share * count);
      CHECK(inside_z >= share * count);
    }
}

}  // namespace

TEST_CASE("known decays with noise at 60, 40 and 20 dB, every point of 5 to 95 %") {
  check_known_decays(1, 3, false);
}

TEST_CASE("known decays after silence with noise, start found") {
  // In its first cycles the softening joint's frequency at 20 dB is outside now and then.
  check_known_decays(4, 5, true, 0.98);
}

TEST_CASE("known decays, many seeds", "[long]") {
  check_known_decays(1, 20, false, 0.98);
  check_known_decays(21, 40, true, 0.98);
}

TEST_CASE("the Hilbert method beside it: worst damping at 60 and 40 dB") {
  // Twice the largest errors of 20 seeds (docs/notes/experiment.md); its 20 dB are of no use.
  const std::map<std::string, std::pair<double, double>> most = {
      {"linear", {4e-4, 0.01}},          {"slow", {6e-4, 0.004}},     {"fast", {2e-3, 0.12}},
      {"cubic", {2e-3, 0.022}},          {"quadratic", {8e-3, 0.06}}, {"modal Iwan", {0.024, 0.17}},
      {"softening joint", {0.012, 0.07}}};
  const double start = std::pow(2 * synthetic::kPi * 178, 2);
  for (const auto& [name, truth] : decays())
    for (const bool quiet : {true, false}) {
      std::vector<double> x = truth.acceleration;
      synthetic::add_noise(x, start, quiet ? 60 : 40, 2);
      const Decay decay = analyse_ringdown(
          synthetic::record(x), {.band = kBand, .start = 0.0, .method = DecayMethod::hilbert})[0];
      double worst = 0;
      int count = 0;
      for (const DecayPoint& p : decay.points) {
        if (p.amplitude < 0.05 || p.amplitude > 0.95) continue;
        ++count;
        worst = std::max(worst, std::abs(p.damping / truth.damping(p.amplitude) - 1));
        CHECK(p.damping_deviation > 0);
        CHECK(p.frequency_deviation > 0);
      }
      CAPTURE(name, quiet, count);
      CHECK(count > 50);
      CHECK(worst < (quiet ? most.at(name).first : most.at(name).second));
    }
}

TEST_CASE("rounds take out what the filter does; the law says how sure it is") {
  const Known truth = known(
      even, [](double q) { return 0.002 + 0.02 * q; }, 2);
  const BandPass filter(kBand, 25600);
  double squares = 0, variances = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    std::vector<double> x = truth.acceleration;
    synthetic::add_noise(x, std::pow(2 * synthetic::kPi * 178, 2), 30, seed);
    const BandIsolation isolation(x, 25600, kBand, filter);
    std::vector<HalfWave> waves = fit_half_waves(isolation.filtered(), 25600);
    const double noise = height_noise(waves, kBand.width());
    std::size_t end = 0;
    while (end < waves.size() && waves[end].height > 3 * noise) ++end;
    waves.resize(end);
    std::vector<DecayPoint> guess = fit_points(waves, noise, kBand, filter);
    std::erase_if(guess, [](const DecayPoint& p) { return !(p.damping > 0); });
    LawFit fit(isolation.filtered(), 25600, waves, noise, guess, filter, kBand);
    CHECK(fit.refine([&](const std::vector<double>& m) { return isolation.rest(m); }));
    CHECK(fit.misfit() < 1.3);
    CHECK(fit.degrees() < 15);
    CHECK(fit.law().start == Approx(0).margin(0.01));
    for (const double q : {0.06, 0.1, 0.2, 0.4}) {
      const double error = std::log(law_point(fit.law(), std::log(q)).zeta / truth.damping(q));
      squares += error * error;
      variances += std::pow(fit.damping_deviation(std::log(q)), 2);
    }
    const auto points = fit.points(0.01, 0.5, 50, 2);
    REQUIRE(points.size() == 50);
    for (const DecayPoint& p : points) {
      CHECK(p.time > 0.0099);
      CHECK(p.time < 0.5001);
      CHECK(p.worth <= 1);
    }
    CHECK(points[1].amplitude / points[0].amplitude ==
          Approx(points[49].amplitude / points[48].amplitude));
  }
  // Half to twice what it says.
  CHECK(squares > 0.25 * variances);
  CHECK(squares < 4 * variances);
}

TEST_CASE("the analytic signal of a decay has its amplitude and phase from the first sample on") {
  const Known truth = known(
      even, [](double) { return 0.01; }, 1);
  const BandPass filter(kBand, 25600);
  const BandIsolation isolation(truth.acceleration, 25600, kBand, filter);
  std::vector<HalfWave> waves = fit_half_waves(isolation.filtered(), 25600);
  waves.resize(200);
  LawFit fit(isolation.filtered(), 25600, waves, 0, fit_points(waves, 0, kBand, filter), filter,
             kBand);
  const auto rest = [&](const std::vector<double>& m) { return isolation.rest(m); };
  fit.refine(rest);
  const auto v = fit.analytic(rest, 8000);
  REQUIRE(v.size() == 8000);
  const double omega = 2 * synthetic::kPi * 178, size = omega * omega;
  for (std::size_t i = 0; i < v.size(); i += 100) {
    const double t = static_cast<double>(i) / 25600;
    CHECK(std::abs(v[i]) == Approx(size * std::exp(-0.01 * omega * t)).epsilon(2e-3));
    CHECK(v[i].real() == Approx(truth.acceleration[i]).margin(2e-3 * size));
  }
}

TEST_CASE("other modes as strong as the joint's own do not lead its start astray") {
  // Three modes of a joint after a blow, each with damping that falls steeply and a frequency
  // that rises: modes 2 and 3 have the larger accelerations.
  const auto mode = [](double top, double fall, double most) {
    return synthetic::decay([=](double q) { return top - fall * std::pow(q, 0.8); },
                            [=](double q) { return 0.001 + most * std::pow(q, 0.9); }, 2);
  };
  const std::vector<double> one = mode(180, 13, 0.032), two = mode(595, 10, 0.009),
                            three = mode(1200, 20, 0.009);
  std::vector<double> x;
  for (std::size_t i = 0; i < one.size(); ++i)
    x.push_back(6e-5 * one[i] + 2e-5 * two[i] + 1e-5 * three[i]);
  synthetic::add_noise(x, 1, 34, 1);  // 0.014 m/s^2
  const Decay decay =
      analyse_ringdown(synthetic::record(x), {.band = Band{137, 216}, .start = 0.0})[0];
  int count = 0;
  for (const DecayPoint& p : decay.points) {
    const double q = p.amplitude / 6e-5;
    if (q < 0.02 || q > 0.95) continue;
    ++count;
    CHECK(p.frequency_hz == Approx(180 - 13 * std::pow(q, 0.8)).epsilon(2e-3));
    CHECK(p.damping == Approx(0.001 + 0.032 * std::pow(q, 0.9)).epsilon(0.03));
  }
  CHECK(count > 100);
}
