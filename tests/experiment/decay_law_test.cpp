#include "experiment/decay_law.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "synthetic.hpp"

using namespace slipfront;

namespace {

/// zeta = z0 q^power, omega = w0 q^softening, straight lines in ln q.
DecayLaw power_law(double z0, double power, double softening) {
  DecayLaw law{CubicSplines({-6, -4, -2, 0, 0.5}), {}, {}, 0, 0.3};
  Eigen::VectorXd greville(7);
  greville << -6, -16.0 / 3, -4, -2, -0.5, 1.0 / 3, 0.5;
  law.log_damping = std::log(z0) + power * greville.array();
  law.log_omega = std::log(2 * synthetic::kPi * 178) + softening * greville.array();
  return law;
}

}  // namespace

TEST_CASE("quadratic damping: the amplitude falls as 1/(1 + z0 w t)") {
  const DecayLaw law = power_law(0.02, 1, 0);
  const DecayPath path(law, 0.3, -6);
  const double omega = 2 * synthetic::kPi * 178;
  for (const double t : {0.0, 0.01, 0.05, 0.2}) {
    const LawPoint p = path.at(law, t);
    // Between two points of the path a parabola: (0.02)^3/6 of ln q at most is left out.
    CHECK(std::exp(p.x) == Approx(1 / (1 + 0.02 * omega * t)).epsilon(4e-6));
    CHECK(p.zeta == Approx(0.02 * std::exp(p.x)));
    // int sqrt(1 - zeta^2) omega dt, to second order in zeta.
    const double fall = 1 - 1 / (1 + 0.02 * omega * t);
    CHECK(p.phase == Approx(0.3 + omega * t - 0.5 * 0.02 * fall).epsilon(1e-6));
  }
}

TEST_CASE("samples of the acceleration are those of a decay integrated step by step") {
  const DecayLaw law = power_law(0.02, 0.8, -0.01);
  const auto frequency = [](double q) { return 178 * std::pow(q, -0.01); };
  const auto damping = [](double q) { return 0.02 * std::pow(q, 0.8); };
  const std::vector<double> wanted = synthetic::decay(frequency, damping, 0.4);
  const auto found = DecayPath(law, 0.35, -6).acceleration(wanted.size(), 25600);
  const DecayPath path(law, 0.35, -6);
  for (std::size_t i = 0; i < wanted.size() * 3 / 4; i += 7) {
    CHECK(found[i].real() == Approx(wanted[i]).margin(3e-5 * wanted[0]));
    const auto log_a = path.log_acceleration(static_cast<double>(i) / 25600);
    CHECK(std::abs(std::exp(log_a) - found[i]) < 1e-8 * std::abs(wanted[0]));
  }
}

TEST_CASE("rates of change by finite differences") {
  const DecayLaw law = power_law(0.05, 0.7, -0.02);
  const LawPoint p = law_point(law, -0.4);
  constexpr double kStep = 1e-6;
  const auto slope =
      (law_point(law, -0.4 + kStep).exponent() - law_point(law, -0.4 - kStep).exponent()) /
      (2 * kStep);
  CHECK(std::abs(p.exponent_rate() + p.rate() * slope) < 1e-6 * std::abs(p.exponent_rate()));
  CHECK(std::abs(p.log_acceleration_rate() - p.exponent() -
                 2.0 * p.exponent_rate() / p.exponent()) < 1e-9);
}
