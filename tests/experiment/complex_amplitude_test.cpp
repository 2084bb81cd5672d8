#include "experiment/complex_amplitude.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

namespace {

constexpr double kRate = 25600;

/// A beat of 178 Hz with a neighbour of the same size.
std::vector<double> beat(double seconds, double other_hz) {
  std::vector<double> x;
  for (int i = 0; i < static_cast<int>(seconds * kRate); ++i) {
    const double t = i / kRate, w = 2 * synthetic::kPi;
    x.push_back(std::exp(-2 * t) * (std::cos(w * 178 * t) + std::cos(w * other_hz * t)));
  }
  return x;
}

}  // namespace

TEST_CASE("the complex amplitude is known where it goes through zero, too") {
  const ComplexAmplitude a = complex_amplitude(
      beat(2, 180), {.sampling_hz = kRate, .from = 0.1, .to = 2, .noise = 1e-6, .centre_hz = 178});
  REQUIRE(a.time.size() > 100);
  CHECK(a.time.front() == 0);
  // The first piece's middle: 1.25 cycles behind the start.
  const double first = 0.1 + 0.5 * (std::ceil(2.5 / 178 * kRate) - 1) / kRate;
  for (std::size_t i = 0; i < a.time.size(); ++i) {
    const double t = first + a.time[i], w = 2 * synthetic::kPi;
    const std::complex<double> turned =
        a.value[i] * std::polar(1.0, -w * 178 * first);  // to the phase of the record
    const auto wanted = std::exp(-2 * t) * (1.0 + std::polar(1.0, w * 2 * t));
    CHECK(std::abs(turned - wanted) < 2e-3);
    CHECK(a.weight[i] > 0);
  }
}

TEST_CASE("the decay ends where noise is all, by a few pieces in a row") {
  std::vector<double> x = beat(4, 178);
  synthetic::add_noise(x, 1, 20, 3);
  const double noise = 0.1;  // more than what a piece leaves of it
  const ComplexAmplitude a = complex_amplitude(
      x, {.sampling_hz = kRate, .from = 0, .to = 4, .noise = noise, .centre_hz = 178});
  // 2 exp(-2 t) is three times the noise at 0.95 s.
  CHECK(a.time.back() == Approx(0.95).margin(0.05));
  CHECK(complex_amplitude({}, {.sampling_hz = kRate, .to = 1, .noise = 1, .centre_hz = 178})
            .time.empty());
}

TEST_CASE("long pieces need no more memory than their samples") {
  // 2.5 cycles of 50 Hz at 1 MHz are 50,000 samples: a matrix of samples by samples would be 20 GB.
  std::vector<double> x;
  for (int i = 0; i < 1000000; ++i)
    x.push_back(std::exp(-2e-6 * i) * std::cos(2 * synthetic::kPi * 50e-6 * i + 0.4));
  const ComplexAmplitude a = complex_amplitude(
      x, {.sampling_hz = 1e6, .from = 0, .to = 1, .noise = 1e-9, .centre_hz = 50});
  REQUIRE(a.time.size() > 10);
  for (std::size_t i = 0; i < a.time.size(); ++i)
    CHECK(std::abs(a.value[i]) == Approx(std::exp(-2 * (0.025 + a.time[i]))).epsilon(1e-4));
}
