#include "modal/iwan_joint.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/failure.hpp"
#include "core/lobatto.hpp"
#include "models/quadrature.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// Joints over the range of the parameters: the report's AFF leg and stepped specimen, beta
/// of 0, chi on both sides of 0.
const std::vector<IwanJoint> kJoints = {IwanJoint::from_phi_max(504, 7.29e-4, -0.58, 10),
                                        IwanJoint::from_phi_max(400, 4.92e-5, -0.6, 0.1),
                                        IwanJoint::from_phi_max(2.33, 1e-5, -0.178, 0.0),
                                        IwanJoint::from_phi_max(1, 1, 0.4, 0.7),
                                        IwanJoint::from_phi_max(30, 2e-3, -0.95, 2)};

/// Peak force and loop area of a steady cycle, slider by slider (eq 22 and 13), by adaptive
/// quadrature over y with phi = u0 y^m, m so large that the integrand is smooth at 0.
struct Cycle {
  double force, area;
};

Cycle cycle_by_sliders(const IwanJoint& joint, double u0) {
  const double R = joint.power_coefficient(), S = joint.delta_coefficient();
  const double phi_max = joint.phi_max(), chi = joint.chi(), m = 6 / (chi + 1);
  const auto over = [&](double top, auto&& weight, double scale) {
    const auto integrand = [&](double y) {
      const double phi = top * std::pow(y, m);
      return y == 0 ? 0.0 : weight(phi) * R * std::pow(phi, chi) * phi * m / y;
    };
    return adaptive_integral(integrand, 0, 1, 1e-15 * scale, 40);
  };
  const auto carried = [&](double phi) { return std::min(phi, u0); };
  const auto lost = [&](double phi) { return 4 * std::max(u0 - phi, 0.0) * phi; };
  const double low = std::min(u0, phi_max);
  Cycle cycle;
  // Cut at u0, where the weights have a kink.
  cycle.force = over(low, carried, joint.slip_force()) + S * carried(phi_max);
  if (u0 < phi_max)
    cycle.force += u0 * R / (chi + 1) * (std::pow(phi_max, chi + 1) - std::pow(u0, chi + 1));
  cycle.area = over(low, lost, joint.slip_force() * low) + S * lost(phi_max);
  return cycle;
}

}  // namespace

TEST_CASE("F_S, K_T, R, S and phi_max belong to one distribution (eq 24-29)") {
  for (const IwanJoint& joint : kJoints) {
    const double R = joint.power_coefficient(), S = joint.delta_coefficient();
    const double phi = joint.phi_max(), chi = joint.chi(), beta = joint.beta();
    CHECK(R * std::pow(phi, chi + 2) / (chi + 2) + S * phi ==
          Approx(joint.slip_force()).epsilon(1e-14));
    CHECK(R * std::pow(phi, chi + 1) / (chi + 1) + S == Approx(joint.stiffness()).epsilon(1e-14));
    CHECK(S * (chi + 1) == Approx(beta * R * std::pow(phi, chi + 1)).epsilon(1e-14).margin(1e-300));
    const IwanJoint same =
        IwanJoint::from_stiffness(joint.slip_force(), joint.stiffness(), chi, beta);
    CHECK(same.phi_max() == Approx(phi).epsilon(1e-14));
  }
}

TEST_CASE("peak force and loop area of a cycle are eq 33 and eq 31") {
  for (const IwanJoint& joint : kJoints)
    for (const double r : {1e-3, 0.05, 0.3, 0.8, 1.0, 2.5}) {
      const double u0 = r * joint.phi_max();
      const Cycle cycle = cycle_by_sliders(joint, u0);
      CAPTURE(joint.chi(), joint.beta(), r);
      CHECK(std::abs(joint.force(u0) / cycle.force - 1) < 1e-12);
      CHECK(std::abs(joint.dissipation(u0) / cycle.area - 1) < 1e-12);
      if (r > 1) continue;
      const double R = joint.power_coefficient(), chi = joint.chi();
      CHECK(joint.force(u0) ==
            Approx(joint.stiffness() * u0 - R * std::pow(u0, chi + 2) / ((chi + 1) * (chi + 2)))
                .epsilon(1e-12));
      CHECK(joint.dissipation(u0) ==
            Approx(4 * R * std::pow(u0, chi + 3) / ((chi + 3) * (chi + 2))).epsilon(1e-12));
    }
}

TEST_CASE("the amplitude of a force, up to macroslip") {
  for (const IwanJoint& joint : kJoints) {
    for (const double share : {0.0, 1e-6, 0.05, 0.5, 0.99, 1.0}) {
      const double u0 = joint.amplitude(share * joint.slip_force());
      CHECK(joint.force(u0) == Approx(share * joint.slip_force()).epsilon(1e-14));
      CHECK(u0 <= joint.phi_max());
    }
    CHECK(joint.amplitude(joint.slip_force()) == joint.phi_max());
  }
}

TEST_CASE("slope and curvature of log D against log F are eq 37 and eq 39") {
  for (const IwanJoint& joint : kJoints) {
    const auto log_d = [&](double log_r) {
      return std::log(joint.dissipation(joint.phi_max() * std::exp(log_r)));
    };
    const auto log_f = [&](double log_r) {
      return std::log(joint.force(joint.phi_max() * std::exp(log_r)));
    };
    for (const double r : {0.01, 0.3, 0.9}) {
      const double h = 1e-4, s = std::log(r), u0 = r * joint.phi_max();
      CHECK(joint.log_slope(u0) ==
            Approx((log_d(s + h) - log_d(s - h)) / (log_f(s + h) - log_f(s - h))).epsilon(1e-6));
      const double up = joint.log_slope(u0 * std::exp(h)),
                   down = joint.log_slope(u0 * std::exp(-h));
      CHECK(joint.log_curvature(u0) ==
            Approx((up - down) / (log_f(s + h) - log_f(s - h))).epsilon(1e-5));
    }
    CHECK(joint.log_slope(1e-12 * joint.phi_max()) ==
          Approx(joint.chi() + 3).epsilon(joint.chi() < -0.9 ? 0.1 : 1e-3));
    if (joint.beta() > 0)
      CHECK(joint.log_slope(joint.phi_max()) == Approx(joint.macroslip_slope()).epsilon(1e-12));
    else
      CHECK(std::isinf(joint.macroslip_slope()));
  }
}

TEST_CASE("the tangent is the slope of the force") {
  for (const IwanJoint& joint : kJoints)
    for (const double r : {0.2, 0.7}) {
      const double u = r * joint.phi_max(), h = 1e-6 * u;
      CHECK(joint.tangent(u) ==
            Approx((joint.force(u + h) - joint.force(u - h)) / (2 * h)).epsilon(1e-7));
    }
  CHECK(kJoints[0].tangent(2 * kJoints[0].phi_max()) == 0);
}

TEST_CASE("values outside of the model's limits are named") {
  CHECK_THROWS_WITH(IwanJoint::from_phi_max(504, 1e-4, -1, 1),
                    Contains("chi") && Contains("must be above -1"));
  CHECK_THROWS_WITH(IwanJoint::from_stiffness(0, -1, -2, -0.1, "joint.json"),
                    Contains("joint.json") && Contains("F_S") && Contains("K_T") &&
                        Contains("chi") && Contains("beta"));
  CHECK_THROWS_WITH(IwanJoint::from_phi_max(504, std::nan(""), 0, 1), Contains("phi_max"));
}
