#include "experiment/hilbert.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "experiment/band_signal.hpp"
#include "synthetic.hpp"

using namespace slipfront;

TEST_CASE("a decay by the Hilbert transform: frequency, damping and amplitude") {
  const Band band{140, 225};
  const BandPass filter(band, 25600);
  const auto zeta = [](double q) { return 0.002 + 0.004 * q; };
  const auto clean = synthetic::decay([](double) { return 178.0; }, zeta, 1);
  for (const double decibel : {60.0, 40.0}) {
    std::vector<double> x = clean;
    synthetic::add_noise(x, std::pow(2 * synthetic::kPi * 178, 2), decibel, 3);
    const auto points = hilbert_points(isolate_band(x, 25600, band, filter), 25600, band, filter,
                                       {.mode_shape = 1, .degree = 5});
    REQUIRE(points.size() > 200);
    for (std::size_t i = 20; i + 20 < points.size(); i += 5) {
      if (points[i].amplitude < 0.1) continue;
      CAPTURE(decibel, points[i].time);
      CHECK(points[i].frequency_hz == Approx(178).epsilon(decibel > 50 ? 2e-4 : 5e-4));
      CHECK(points[i].damping ==
            Approx(zeta(points[i].amplitude)).epsilon(decibel > 50 ? 0.02 : 0.06));
    }
  }
}

TEST_CASE("a signal shorter than the polynomial gives nothing") {
  const BandPass filter({140, 225}, 25600);
  CHECK(hilbert_points(std::vector<double>(8, 1.0), 25600, {140, 225}, filter).empty());
}
