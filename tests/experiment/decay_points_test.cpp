#include "experiment/decay_points.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "synthetic.hpp"

using namespace slipfront;

namespace {

constexpr double kRate = 12800;
const Band kBand{140, 225};

struct Cut {
  BandPass filter;
  BandIsolation isolation;
  std::vector<HalfWave> waves;
  Decay decay;

  explicit Cut(const std::vector<double>& x)
      : filter(kBand, kRate), isolation(x, kRate, kBand, filter) {
    decay.source = "test";
    decay.channel = "acc";
    decay.band = kBand;
    decay.start = 2;
    decay.sampling_hz = kRate;
    decay.signal = isolation.filtered();
    waves = fit_half_waves(decay.signal, kRate);
    decay.noise = height_noise(waves, kBand.width());
    while (!waves.empty() && waves.back().height < 3 * decay.noise) waves.pop_back();
  }
  std::optional<double> fit(double phi = 1) {
    return DecayPoints(waves, isolation, filter, phi).fit(decay, {}, 20);
  }
};

std::vector<double> ring() {
  auto x = synthetic::decay([](double) { return 178.0; }, [](double) { return 0.004; }, 1, kRate);
  synthetic::add_noise(x, std::pow(2 * synthetic::kPi * 178, 2), 50, 3);
  return x;
}

}  // namespace

TEST_CASE("points of one law, with what its noise leaves open, or of the Hilbert method") {
  for (const DecayMethod method : {DecayMethod::peaks, DecayMethod::hilbert}) {
    Cut cut(ring());
    cut.decay.method = method;
    CHECK_FALSE(cut.fit(2));
    CHECK(cut.decay.unfit.empty());
    REQUIRE(cut.decay.points.size() > 100);
    for (const DecayPoint& p : cut.decay.points) {
      CHECK(p.time >= 2);  // of the record
      if (p.amplitude < 0.05) continue;
      CHECK(p.damping == Approx(0.004).epsilon(0.03));
      CHECK(p.amplitude < 0.51);  // over the mode shape
      CHECK(p.damping_deviation > 0);
      CHECK(p.damping_deviation < 0.05);
      CHECK(p.frequency_deviation > 0);
    }
  }
}

TEST_CASE("a small blow shows in what the law leaves over; what no law explains is unfit") {
  std::vector<double> x = ring();
  const std::vector<double> blow = ring();
  for (std::size_t i = 6400; i < x.size(); ++i) x[i] += 0.03 * blow[i - 6400];
  const auto at = Cut(x).fit();
  REQUIRE(at);
  CHECK(*at == Approx(0.5).margin(0.03));
  Cut two(ring());
  std::vector<double> beat = ring();
  const auto other =
      synthetic::decay([](double) { return 183.0; }, [](double) { return 0.004; }, 1, kRate);
  for (std::size_t i = 0; i < beat.size(); ++i) beat[i] += 0.3 * other[i];
  Cut cut(beat);
  cut.fit();
  CHECK_FALSE(cut.decay.unfit.empty());
}
