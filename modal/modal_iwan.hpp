// One mode with joints as a single oscillator of unit mass: a spring, a viscous damper and a
// four-parameter Iwan joint in parallel (Deaner et al. 2015, figure 1), and its natural
// frequency and damping against the amplitude q0 of the modal displacement.
//
//   q'' + C q' + K_inf q + F_iwan(q) = modal force
//   K(q0)  = K_inf + F(q0)/q0                    F by eq 33 of Segalman, F_S beyond phi_max
//   f      = sqrt(K) / 2 pi                                                      (12-16)
//   D(q0)  = D_iwan(q0) + pi C omega q0^2                                        (9-11)
//   zeta   = D / (2 pi omega^2 q0^2) = D_iwan / (2 pi K q0^2) + C / (2 omega)
// A decaying oscillation measures something else. On a Masing branch from one turning point to
// the next the energy balance is exact, with the joint's and the spring's f, I = int f, F_1 =
// 2 I(q0)/q0, and f' the tangent:
//   pi / omega = int_0^q0 ds / sqrt(F_1 s - 2 I(s)),   zeta = D / (2 pi f'(q0) q0^2)
// the logarithmic decrement of the displacement. Against the secant forms f is lower by 7e-4
// and zeta higher by 5 % for the first mode of table 6 (3.39 N m) at 0.7 F_S; both differences
// vanish with the amplitude. `Reading` names which of the two a backbone holds.
// Misprints of the paper, corrected here: eq 4 is K_T q - R q^(chi+2)/((chi+1)(chi+2)); eq 10
// is continuous, D_iwan = 4 F_S (q0 - phi_mean) with phi_mean = int phi^2 rho / F_S; eq 14
// lacks F_S/q0.
//
// Units: mass-normalised: q in m sqrt(kg), K in 1/s^2, C in 1/s, F_S in N/sqrt(kg).
// Limits: one mode, weak nonlinearity (the secant stands for the first harmonic); chi > -1.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "modal/iwan_joint.hpp"

namespace slipfront {

/// What frequency and damping of a backbone are: of a steady cycle (secant stiffness, energy per
/// cycle), or of a free decay of the displacement.
enum class Reading { cycle, decay };

/// "cycle", "decay".
std::string to_text(Reading reading);

/// A point of the backbone.
template <class T>
struct ModalPoint {
  T frequency_hz, damping;
};

/// `c` is the joint's distribution (models/iwan_distribution.hpp); T a double or a Jet.
template <class T>
ModalPoint<T> modal_iwan_point(const IwanConstants<T>& c, const T& k_inf, const T& viscous,
                               double q0, Reading reading) {
  using std::sqrt;
  constexpr double kTwoPi = 2 * std::numbers::pi;
  const VirginPoint<T> at = iwan_virgin(c, T(q0));
  const T secant = k_inf + at.traction / q0;
  if (reading == Reading::cycle) {
    const T omega = sqrt(secant);
    return {omega / kTwoPi, at.loop_area / (kTwoPi * secant * q0 * q0) + viscous / (2.0 * omega)};
  }
  // 2 I(s)/s = s K_inf + f(s) + D(s)/(4 s), from D = 8 I - 4 s f. With s = q0 (1 - cos t)/2 the
  // integrand is smooth and periodic: the mid-point rule converges faster than any power.
  constexpr int kPoints = 16;
  const auto mean_force = [&](double s, const VirginPoint<T>& v) {
    return k_inf * s + v.traction + v.loop_area / (kMasingSecant * s);
  };
  const T peak = mean_force(q0, at);
  T half_period(0.0);
  for (int i = 0; i < kPoints; ++i) {
    const double s = 0.5 * q0 * (1 - std::cos(std::numbers::pi * (i + 0.5) / kPoints));
    const T stiffness = (peak - mean_force(s, iwan_virgin(c, T(s)))) / (q0 - s);
    half_period += std::numbers::pi / (double(kPoints) * sqrt(stiffness));
  }
  const T omega = std::numbers::pi / half_period;
  T tangent = k_inf;
  if (value_of(c.phi_max) > q0)
    tangent += c.power_stiffness * (c.beta - iwan_power_minus_one(c, T(q0)));
  const T area = at.loop_area + std::numbers::pi * viscous * omega * q0 * q0;
  return {omega / kTwoPi, area / (kTwoPi * tangent * q0 * q0)};
}

struct ModalIwan {
  IwanJoint joint;
  double k_inf = 0;    // K_inf [1/s^2]
  double viscous = 0;  // C [1/s]

  /// A Failure that names each value outside of the limits.
  static ModalIwan make(double slip_force, double stiffness, double k_inf, double chi, double beta,
                        double viscous, const std::string& where = "modal Iwan model");

  double k0() const { return joint.stiffness() + k_inf; }  // K0 = K_T + K_inf
  double frequency_hz(double q0, Reading reading = Reading::cycle) const {
    return point(q0, reading).frequency_hz;
  }
  double damping(double q0, Reading reading = Reading::cycle) const {
    return point(q0, reading).damping;
  }
  /// Energy lost per cycle, joint and damper.
  double dissipation(double q0) const;
  /// At vanishing amplitude: sqrt(K0)/2 pi, C/(2 sqrt(K0)).
  double frequency_0() const;
  double damping_0() const;
  ModalPoint<double> point(double q0, Reading reading) const {
    return modal_iwan_point<double>(joint.constants(), k_inf, viscous, q0, reading);
  }
};

}  // namespace slipfront
