// The distribution of sliders behind the Iwan laws and its virgin curve (Segalman 2002,
// eq 21-31; Porter et al., eq 6-9).
//
// A slider with breakaway displacement phi [m] has the stiffness rho(phi) dphi,
//   rho = R phi^chi on [0, phi_max], and S delta(phi - phi_max),
// and after breakaway carries theta times its breakaway force. In physical parameters
//   phi_max = fs (1 + beta) / (kt (beta + (chi+1)/(chi+2)))                     (eq 8)
//   R phi_max^(chi+1) / (chi+1) = kt / (1+beta),   S = kt beta / (1+beta)
// and with x = u / phi_max, r = x^(chi+1), e = r - 1:
//   f(u)  = kt u [(chi+2)(beta - e) + theta (chi+1) r] / ((1+beta)(chi+2))      (eq 9)
//   f'(u) = kt [beta - e - (1-theta)(chi+1) r] / (1+beta)
//   D(u)  = 4 kt u^2 r (chi+1)(chi+2 - theta(chi+1)) / ((1+beta)(chi+2)(chi+3)), u < phi_max
//   D(u)  = D(phi_max-) + 4 phi_max drop + 4 theta fs (u - phi_max),             u >= phi_max
// with drop = kt phi_max beta (1-theta) / (1+beta), the fall of force at phi_max.
// e is computed as expm1, so that nothing cancels near chi = -1, where the sliders of
// the power law gather at phi = 0 and carry nothing.
//
// Limits: beta + (chi+1)/(chi+2) > 0, chi > -2. For chi < -1 the power law has negative
// stiffness: f' falls without bound towards u = 0 and D is negative below phi_max; at
// u = 0 itself the tangent is kt.
#pragma once

#include <cmath>
#include <cstddef>

#include "models/kernel_law.hpp"

namespace slipfront {

template <class T>
struct IwanConstants {
  T kt;                // [N/m^3]
  T beta;              // [1]
  T theta;             // [1]
  T chi1, chi2, chi3;  // chi + 1, chi + 2, chi + 3
  T phi_max;           // [m]
  T power_stiffness;   // kt / (1 + beta) [N/m^3], of the power law
  T slide;             // theta fs [N/m^2], traction of macroslip
};

/// The constants from slip traction fs, kt, chi, beta, theta.
template <class T>
IwanConstants<T> iwan_constants(const T& fs, const T& kt, const T& chi, const T& beta,
                                const T& theta) {
  constexpr double kCube = 3;  // D grows with u^(chi + 3)
  IwanConstants<T> c;
  c.kt = kt;
  c.beta = beta;
  c.theta = theta;
  c.chi1 = chi + 1.0;
  c.chi2 = chi + 2.0;
  c.chi3 = chi + kCube;
  c.phi_max = fs / kt * ((1.0 + beta) / (beta + c.chi1 / c.chi2));
  c.power_stiffness = kt / (1.0 + beta);
  c.slide = theta * fs;
  return c;
}

/// True for displacements so small that 1/u would overflow: they count as rest.
template <class T>
bool iwan_at_rest(const IwanConstants<T>& c, const T& u) {
  constexpr double kRest = 1e-200;  // of phi_max, far below any rounding of a displacement
  return !(value_of(u) > kRest * value_of(c.phi_max));
}

/// Bound of (chi+1) log x, only met with chi < -1 at displacements below any physical one; e^300
/// leaves room for the stiffness that the power is multiplied with.
inline constexpr double kIwanLargestExponent = 300;

/// (u / phi_max)^(chi+1) - 1 for u that are not at rest.
template <class T>
T iwan_power_minus_one(const IwanConstants<T>& c, const T& u) {
  using std::expm1;
  using std::log;
  const T exponent = c.chi1 * log(u / c.phi_max);
  return value_of(exponent) < kIwanLargestExponent ? T(expm1(exponent))
                                                   : T(std::expm1(kIwanLargestExponent));
}

/// The same of many x = u / phi_max in one pass (batch_pow.hpp); `out` may be `x`. At rest it
/// means nothing.
void iwan_powers_minus_one(const IwanConstants<double>& c, std::size_t count, const double* x,
                           double* out);

template <class T>
VirginPoint<T> iwan_virgin(const IwanConstants<T>& c, const T& u) {
  VirginPoint<T> at;
  if (iwan_at_rest(c, u)) {
    // At chi = -1 the power law does not take part at all.
    at.traction = (value_of(c.chi1) == 0 ? T(c.beta * c.power_stiffness) : c.kt) * u;
    at.loop_area = T(0.0);
    return at;
  }
  const T stored = kMasingSecant * c.power_stiffness * c.chi1 * (c.chi2 - c.theta * c.chi1) /
                   (c.chi2 * c.chi3);  // D / (u^2 r)
  if (value_of(u) < value_of(c.phi_max)) {
    const T e = iwan_power_minus_one(c, u);
    const T r = 1.0 + e;
    at.traction = c.power_stiffness * u * (c.beta - e + c.theta * c.chi1 / c.chi2 * r);
    at.loop_area = stored * u * u * r;
  } else {
    const T drop = c.power_stiffness * c.phi_max * c.beta * (1.0 - c.theta);
    at.traction = c.slide;
    at.loop_area = stored * c.phi_max * c.phi_max +
                   kMasingSecant * (c.phi_max * drop + c.slide * (u - c.phi_max));
  }
  return at;
}

/// f(u) and f'(u) for many u >= 0 at once.
void iwan_virgin_tangents(const IwanConstants<double>& c, std::size_t count, const double* u,
                          double* traction, double* tangent);

inline TractionTangent iwan_virgin_tangent(const IwanConstants<double>& c, double u) {
  TractionTangent at;
  iwan_virgin_tangents(c, 1, &u, &at.traction, &at.tangent);
  return at;
}

/// The rule that slip traction, kt, chi, beta, theta break, or nothing.
inline const char* iwan_violation(double fs, double kt, double chi, double beta, double theta) {
  if (fs <= 0) return "slip_traction must be above 0";
  if (kt <= 0) return "tangential_stiffness must be above 0";
  if (beta < 0) return "beta must not be negative";
  if (theta < 0 || theta > 1) return "theta must be within 0 and 1";
  if (chi <= -2) return "chi must be above -2";
  if (!(beta + (chi + 1) / (chi + 2) > 0)) return "beta + (chi+1)/(chi+2) must be above 0";
  return "";
}

}  // namespace slipfront
