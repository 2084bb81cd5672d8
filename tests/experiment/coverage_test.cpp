// Whether the bounds that `ringdown --smooth` gives hold the truth, from raw records on: one hit
// and seven, three kinds of decay, noise at 40 and 20 dB.
//
// Of one hit they must hold it at about 95 % of the amplitudes, of seven (whose bounds are those of
// a single test) at least there. Errors go along a curve together: each backbone counts as
// kIndependent values, and the share may fall short of 95 % by three binomial deviations. One
// kind is known to fall shorter (docs/notes/experiment.md), and is asserted to, so that a mend
// shows.
#include <catch2/catch.hpp>
#include <cmath>

#include "experiment/ringdown.hpp"
#include "experiment/smooth_backbone.hpp"
#include "synthetic.hpp"

using namespace slipfront;

namespace {

// A law of these decays is worth five to ten independent values.
constexpr double kIndependent = 5, kShare = 0.95;
// The usual rate, and half of it for the sake of time: noise of so many decibels is then twice as
// much in the band.
constexpr double kUsual = 25600, kRate = 12800;

struct Kind {
  const char* name;
  std::function<double(double)> frequency, damping;
  double seconds;
};

const Kind kKinds[] = {
    {"linear", [](double) { return 178.0; }, [](double) { return 0.003; }, 2},
    {"quadratic", [](double) { return 178.0; }, [](double q) { return 0.001 + 0.01 * q; }, 3},
    {"softening", [](double q) { return 178 - 11.5 * std::pow(q, 0.8); },
     [](double q) { return 0.001 + 0.028 * std::pow(q, 0.9); }, 3}};

/// Shares of the amplitudes (5 to 95 % of the largest) at which the truth is held.
struct Held {
  double frequency = 0, damping = 0, count = 0;
};

void add(const Kind& kind, const MeasuredBackbone& b, Held& held) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double q = b.amplitude[i], f = kind.frequency(q), z = kind.damping(q);
    if (q < 0.05 || q > 0.95) continue;
    ++held.count;
    held.frequency += b.frequency_lower[i] <= f && f <= b.frequency_upper[i];
    held.damping += b.damping_lower[i] <= z && z <= b.damping_upper[i];
  }
}

/// True if the damping of the kind that is known for it falls short at 20 dB; all else is checked.
bool check_coverage(int hits, std::uint64_t seeds, double rate,
                    const std::string& known_short = "") {
  bool falls_short = false;
  const double start = std::pow(2 * synthetic::kPi * 178, 2);
  for (const double decibel : {40.0, 20.0}) {
    Held all;
    double sets = 0;
    for (const Kind& kind : kKinds) {
      const auto clean = synthetic::decay(kind.frequency, kind.damping, kind.seconds, rate);
      Held held;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        std::vector<Decay> decays;
        for (int hit = 0; hit < hits; ++hit) {
          std::vector<double> x = clean;
          synthetic::add_noise(x, start, decibel, 1000 * seed + static_cast<std::uint64_t>(hit));
          decays.push_back(
              analyse_ringdown(synthetic::record(x, rate),
                               {.band = Band{140, 225}, .start = 0.0, .mode_shape = 1})[0]);
        }
        const SmoothBackbone smooth(decays);
        CHECK(smooth.warnings().size() == (hits == 1 ? 1 : 0));
        add(kind, smooth.backbone(), held);
      }
      const double deviation =
          std::sqrt(kShare * (1 - kShare) / (kIndependent * static_cast<double>(seeds)));
      CAPTURE(kind.name, decibel, hits, held.frequency / held.count, held.damping / held.count);
      CHECK(held.count > 15 * static_cast<double>(seeds));
      CHECK(held.frequency / held.count > kShare - 3 * deviation);
      const bool short_of_it = held.damping / held.count <= kShare - 3 * deviation;
      if (known_short == kind.name && decibel <= 20)
        falls_short = short_of_it;
      else
        CHECK_FALSE(short_of_it);
      all.frequency += held.frequency / held.count;
      all.damping += held.damping / held.count;
      ++sets;
    }
    // Over all kinds together: no systematic shortfall.
    const double deviation =
        std::sqrt(kShare * (1 - kShare) / (kIndependent * static_cast<double>(seeds) * sets));
    CAPTURE(decibel, hits, all.frequency / sets, all.damping / sets);
    CHECK(all.frequency / sets > kShare - 3 * deviation);
    CHECK(all.damping / sets > kShare - 3 * deviation);
  }
  return falls_short;
}

}  // namespace

TEST_CASE("bounds of one raw record hold the truth") { check_coverage(1, 5, kRate); }

TEST_CASE("bounds of seven raw records hold the truth") { check_coverage(7, 1, kRate); }

TEST_CASE("bounds of one raw record hold the truth, many seeds", "[long]") {
  // Once this is mended the share belongs to the checks like all others.
  CHECK(check_coverage(1, 60, kUsual, "softening"));
}

TEST_CASE("bounds of seven raw records hold the truth, many seeds", "[long]") {
  check_coverage(7, 10, kUsual);
}

TEST_CASE("bounds of the Hilbert method are none of zero width, and hold the truth mostly") {
  const Kind& kind = kKinds[0];
  const auto clean = synthetic::decay(kind.frequency, kind.damping, kind.seconds, kRate);
  Held held;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    std::vector<double> x = clean;
    synthetic::add_noise(x, std::pow(2 * synthetic::kPi * 178, 2), 40, seed);
    const auto decays = analyse_ringdown(
        synthetic::record(x, kRate),
        {.band = Band{140, 225}, .start = 0.0, .method = DecayMethod::hilbert, .mode_shape = 1});
    const SmoothBackbone smooth(decays);
    const MeasuredBackbone& b = smooth.backbone();
    add(kind, b, held);
    for (std::size_t i = 0; i < b.size(); ++i) {
      CHECK(b.damping_upper[i] / b.damping[i] - 1 > 1e-5);
      CHECK(b.frequency_upper[i] / b.frequency_hz[i] - 1 > 1e-7);
    }
  }
  // A degree chosen too low is a bias that no noise tells.
  CAPTURE(held.frequency / held.count, held.damping / held.count);
  CHECK(held.frequency > 0.75 * held.count);
  CHECK(held.damping > 0.75 * held.count);
}
