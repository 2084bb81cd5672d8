#include "experiment/mode_beat.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "experiment/gaussian_process.hpp"
#include "synthetic.hpp"

using namespace slipfront;
using Catch::Matchers::Contains;

namespace {

using Complex = std::complex<double>;

/// exp(-alpha t) (1 + share exp((d + i 2 pi hz) t)) with noise, every 15 ms for two seconds.
ComplexAmplitude beat(double alpha, double share, double hz, double d, double noise) {
  ComplexAmplitude a;
  std::uint64_t state = 5;
  const Eigen::VectorXd z = normal_numbers(400, state);
  for (int i = 0; i < 133; ++i) {
    const double t = 0.015 * i;
    const Complex turn = std::exp(Complex(d, 2 * synthetic::kPi * hz) * t);
    a.time.push_back(t);
    a.value.push_back(std::exp(-alpha * t) * (1.0 + share * turn) +
                      noise * Complex(z(i), z(i + 200)));
    a.weight.push_back(1 / std::hypot(noise, 0.003 * std::abs(a.value.back())));
  }
  return a;
}

}  // namespace

TEST_CASE("two modes are told by frequency and share, above or below, large or small") {
  for (const double share : {1.0, 0.7, 0.5, 0.3, 0.2})
    for (const double hz : {-1.0, 0.7, 1.0, 2.0, -3.0, 8.0})
      for (const double noise : {1e-3, 1e-2}) {
        CAPTURE(share, hz, noise);
        const auto found = find_mode_beat(beat(1, share, hz, -0.1, noise), 178);
        REQUIRE(found);
        CHECK(std::abs(found->other_hz - found->frequency_hz) ==
              Approx(std::abs(hz)).epsilon(0.03));
        CHECK(std::min(found->frequency_hz, found->other_hz) ==
              Approx(178 + std::min(hz, 0.0)).margin(0.05));
        CHECK(found->share == Approx(share * std::exp(-0.1)).epsilon(0.15));
        CHECK(found->periods > 1);
        CHECK_THAT(found->text(), Contains(" and ") && Contains("Hz, the lesser with"));
      }
}

TEST_CASE("less than a period, a small share, and one mode alone are no beat") {
  CHECK_FALSE(find_mode_beat(beat(1, 0.5, 0.3, 0, 1e-3), 178));
  CHECK_FALSE(find_mode_beat(beat(1, 0.03, 3, 0, 1e-3), 178));
  CHECK_FALSE(find_mode_beat(beat(1, 0.5, 3, -12, 1e-3), 178));  // gone after a period
  CHECK_FALSE(find_mode_beat(beat(1, 0, 3, 0, 1e-3), 178));
  CHECK_FALSE(find_mode_beat({}, 178));
}
