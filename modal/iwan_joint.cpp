#include "modal/iwan_joint.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "core/failure.hpp"
#include "core/number.hpp"

namespace slipfront {

namespace {

void check(double slip_force, const char* scale_name, double scale, double chi, double beta,
           const std::string& where) {
  std::vector<Problem> problems;
  const auto rule = [&](bool good, const char* key, double value, const char* text,
                        const char* remedy) {
    if (!good) problems.push_back({where, key, to_text(value), text, remedy});
  };
  const auto finite_above_zero = [](double value) { return std::isfinite(value) && value > 0; };
  rule(finite_above_zero(slip_force), "F_S", slip_force, "must be a force above 0",
       "give the force at which the whole joint slides");
  rule(finite_above_zero(scale), scale_name, scale, "must be above 0", "");
  rule(std::isfinite(chi) && chi > -1, "chi", chi, "must be above -1",
       "at -1 and below the weakest sliders would have no finite stiffness; measured joints lie "
       "between -1 and 0");
  rule(std::isfinite(beta) && beta >= 0, "beta", beta, "must be 0 or above",
       "it is the ratio of two stiffnesses");
  throw_if_any(std::move(problems));
}

}  // namespace

IwanJoint::IwanJoint(double slip_force, double stiffness, double chi, double beta)
    : slip_force_(slip_force),
      chi_(chi),
      c_(iwan_constants<double>(slip_force, stiffness, chi, beta, 1.0)) {}

IwanJoint IwanJoint::from_phi_max(double slip_force, double phi_max, double chi, double beta,
                                  const std::string& where) {
  check(slip_force, "phi_max", phi_max, chi, beta, where);
  const double stiffness = slip_force * (1 + beta) / (phi_max * (beta + (chi + 1) / (chi + 2)));
  return IwanJoint(slip_force, stiffness, chi, beta);
}

IwanJoint IwanJoint::from_stiffness(double slip_force, double stiffness, double chi, double beta,
                                    const std::string& where) {
  check(slip_force, "K_T", stiffness, chi, beta, where);
  return IwanJoint(slip_force, stiffness, chi, beta);
}

double IwanJoint::power_coefficient() const {
  return c_.power_stiffness * c_.chi1 * std::pow(c_.phi_max, -c_.chi1);
}

double IwanJoint::delta_coefficient() const { return c_.power_stiffness * c_.beta; }

double IwanJoint::force(double u0) const { return iwan_virgin(c_, u0).traction; }

double IwanJoint::tangent(double u0) const {
  if (u0 >= c_.phi_max) return 0;
  if (iwan_at_rest(c_, u0)) return c_.kt;
  return c_.power_stiffness * (c_.beta - iwan_power_minus_one(c_, u0));
}

double IwanJoint::dissipation(double u0) const { return iwan_virgin(c_, u0).loop_area; }

double IwanJoint::amplitude(double force) const {
  if (!(force < slip_force_)) return c_.phi_max;
  // Newton on a concave curve: from the left of the root it never passes it. At macroslip
  // with beta = 0 the root is double and each step halves the distance.
  constexpr int kMostSteps = 120;
  constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
  double u = force / c_.kt;
  for (int step = 0; step < kMostSteps; ++step) {
    const double missing = force - this->force(u), slope = tangent(u);
    if (!(missing > kRounding * force) || !(slope > 0)) break;
    u = std::fmin(u + missing / slope, c_.phi_max);
  }
  return u;
}

double IwanJoint::log_slope(double u0) const {
  const double power = std::pow(u0 / c_.phi_max, c_.chi1), whole = c_.beta + 1;
  return c_.chi3 * (whole - power / c_.chi2) / (whole - power);
}

double IwanJoint::log_curvature(double u0) const {
  const double power = std::pow(u0 / c_.phi_max, c_.chi1), whole = c_.beta + 1;
  const double left = whole - power;
  return power * whole * c_.chi1 * c_.chi1 * c_.chi3 * (whole * c_.chi2 - power) /
         (left * left * left * c_.chi2 * c_.chi2);
}

double IwanJoint::macroslip_slope() const {
  if (c_.beta == 0) return std::numeric_limits<double>::infinity();
  return c_.chi3 * (c_.beta + c_.chi1 / c_.chi2) / c_.beta;
}

}  // namespace slipfront
