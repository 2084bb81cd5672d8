#include "modal/simulate_decay.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace slipfront;

namespace {

/// A0 e^(-rate t) cos(omega t + phase), sampled.
TimeResponse decaying(double rate, double omega, double step, std::size_t count) {
  TimeResponse r;
  r.step = step;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = r.time(i), a = 2e-3 * std::exp(-rate * t), phi = omega * t + 0.4;
    const double c = a * std::cos(phi), s = a * std::sin(phi);
    r.displacement.push_back(c);
    r.velocity.push_back(-rate * c - omega * s);
    r.acceleration.push_back((rate * rate - omega * omega) * c + 2 * rate * omega * s);
  }
  return r;
}

}  // namespace

TEST_CASE("frequency and damping of an exponential decay") {
  for (const double zeta : {1e-5, 1e-3, 0.05}) {
    const double omega_n = 600, omega = omega_n * std::sqrt(1 - zeta * zeta);
    const auto points =
        decay_points(decaying(zeta * omega_n, omega, 6.2831853 / 600 / 100, 20000), 0.1);
    REQUIRE(points.size() > 20);
    for (const DecayPoint& p : points) {
      CHECK(p.time > 0.1);
      CHECK(p.damping == Approx(zeta).epsilon(1e-3));
      CHECK(p.frequency_hz == Approx(omega_n / (2 * 3.14159265358979)).epsilon(1e-6));
      // Turning points of a damped oscillation lie under its envelope by sqrt(1 - zeta^2).
      const double envelope = 2e-3 * std::exp(-zeta * omega_n * p.time);
      CHECK(p.amplitude == Approx(envelope).epsilon(2e-3 + zeta * zeta * 4));
    }
  }
}

TEST_CASE("points lie evenly in the logarithm of amplitude") {
  const auto points = decay_points(decaying(6, 600, 1e-4, 10000), 0, 50);
  CHECK(points.size() > 40);
  CHECK(points.size() <= 50);
  for (std::size_t i = 2; i < points.size(); ++i)
    CHECK(std::log(points[i - 1].amplitude / points[i].amplitude) ==
          Approx(std::log(points[0].amplitude / points[1].amplitude)).epsilon(0.3));
}

TEST_CASE("without cycles there are no points") {
  CHECK(decay_points(decaying(6, 600, 1e-4, 300), 0).empty());
  CHECK(decay_points(TimeResponse{}, 0).empty());
}
