#include "experiment/fourier.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

using namespace slipfront;

namespace {
std::vector<double> cosine(double f, double rate, std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = 3 * std::cos(2 * std::numbers::pi * f * static_cast<double>(i) / rate + 0.4);
  return x;
}
}  // namespace

TEST_CASE("a cosine has its amplitude in its line") {
  const Spectrum s = amplitude_spectrum(cosine(64, 1024, 1024), 1024, 0);
  CHECK(s.step == 1);
  CHECK(s.amplitude[64] == Approx(3));
  CHECK(s.amplitude[70] == Approx(0).margin(1e-10));
  CHECK(s.line(64.3) == 64);
  CHECK(s.line(1e9) == s.amplitude.size() - 1);
  CHECK(amplitude_spectrum(cosine(64, 1024, 1000), 1024, 4).step <= 0.25);
}

TEST_CASE("smoothing keeps the energy of a line") {
  const Spectrum s = smoothed(amplitude_spectrum(cosine(64, 1024, 1024), 1024, 0), 4);
  CHECK(s.amplitude[64] == Approx(3 / std::sqrt(5.0)));
  CHECK(s.amplitude[66] == Approx(3 / std::sqrt(5.0)));
  CHECK(s.amplitude[67] == Approx(0).margin(1e-10));
}

TEST_CASE("the analytic signal of a cosine turns on a circle") {
  for (const auto& v : analytic_signal(cosine(64, 1024, 1024))) CHECK(std::abs(v) == Approx(3));
}

TEST_CASE("a sampling rate that is wrong by a million asks for no more memory") {
  const std::vector<double> x(1000, 1.0);
  for (const double rate : {1e9, 1e20, 1e300})
    CHECK(amplitude_spectrum(x, rate, 2).amplitude.size() <= 1 + 256 * 1024);
}
