#include "modal/zeroed_spectra.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

/// A decay at 100 Hz (rate 2/s), sampled at 1000 Hz.
Signal decay() {
  Signal s{"decay", 0, 1e-3, {}};
  for (int i = 0; i < 4000; ++i)
    s.values.push_back(std::exp(-2 * i * 1e-3) * std::cos(2 * M_PI * 100 * i * 1e-3));
  return s;
}

}  // namespace

TEST_CASE("the peak of a linear decay keeps its frequency and falls by e^(-rate t)") {
  const std::vector<ZeroedSpectrum> list = zeroed_spectra(decay(), {0, 0.5, 1});
  REQUIRE(list.size() == 3);
  const SpectralPeak first = peak_between(list[0].spectrum, 80, 120);
  for (std::size_t k = 0; k < 3; ++k) {
    const SpectralPeak peak = peak_between(list[k].spectrum, 80, 120);
    CHECK(peak.frequency_hz == Approx(100).margin(0.3));
    CHECK(peak.amplitude / first.amplitude == Approx(std::exp(-2 * list[k].zeroed)).epsilon(0.02));
    CHECK(list[k].zeroed >= list[k].time);
    CHECK(list[k].zeroed < list[k].time + 0.0051);  // half a period
  }
}

TEST_CASE("times outside of the record are refused") {
  CHECK_THROWS_WITH(zeroed_spectra(decay(), {-0.1, 5}),
                    Catch::Contains("-0.1 s") && Catch::Contains("5 s"));
}
