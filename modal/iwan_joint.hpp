// Segalman's four-parameter joint: F_S, phi_max (or K_T), chi, beta, and the exact relations
// between force, displacement and dissipation (SAND2002-3828, eq 24-39).
//
//   rho(phi) = R phi^chi on (0, phi_max), and S delta(phi - phi_max)             (21)
//   R = F_S (chi+1) / (phi_max^(chi+2) (beta + (chi+1)/(chi+2)))                 (27)
//   S = F_S beta / (phi_max (beta + (chi+1)/(chi+2)))                            (28)
//   K_T = F_S (1+beta) / (phi_max (beta + (chi+1)/(chi+2)))                      (29)
//   D(u0) = 4 R u0^(chi+3) / ((chi+3)(chi+2))                                    (31)
//   F(u0) = K_T u0 - R u0^(chi+2) / ((chi+1)(chi+2))                             (33)
//   d log D / d log F = (chi+3)(beta+1 - r^(chi+1)/(chi+2)) / (beta+1 - r^(chi+1))    (37)
// with r = u0/phi_max, for u0 <= phi_max. Beyond phi_max every slider slides:
//   F = F_S,  D = D(phi_max) + 4 F_S (u0 - phi_max).
// Eq 30 of the report has a misprint (it needs phi in place of x in the bracket).
//
// Units: SI in, SI out; any consistent set works, because no constant has a dimension.
// Limits: F_S > 0, phi_max > 0, chi > -1 (below, R has the other sign), beta >= 0. The
// displacement is the joint's own, without the elastic parts around it.
#pragma once

#include <string>

#include "models/iwan_distribution.hpp"

namespace slipfront {

class IwanJoint {
 public:
  /// A Failure that names each value outside of the limits; `where` begins its sentences.
  static IwanJoint from_phi_max(double slip_force, double phi_max, double chi, double beta,
                                const std::string& where = "Iwan joint");
  static IwanJoint from_stiffness(double slip_force, double stiffness, double chi, double beta,
                                  const std::string& where = "Iwan joint");

  double slip_force() const { return slip_force_; }  // F_S [N]
  double stiffness() const { return c_.kt; }         // K_T [N/m]
  double phi_max() const { return c_.phi_max; }      // [m]
  double chi() const { return chi_; }                // [1]
  double beta() const { return c_.beta; }            // [1]
  double power_coefficient() const;                  // R [N/m^(chi+2)]
  double delta_coefficient() const;                  // S [N/m]
  const IwanConstants<double>& constants() const { return c_; }

  /// Peak force [N] of a steady cycle of displacement amplitude u0 >= 0 (33); also the
  /// force of the first loading.
  double force(double u0) const;
  /// dF/du of the first loading [N/m].
  double tangent(double u0) const;
  /// Energy dissipated in a steady cycle [J] (31).
  double dissipation(double u0) const;
  /// u0 [m] at which the peak force is F0 (the inverse of 33); 0 <= F0 <= F_S.
  double amplitude(double force) const;
  /// d log D / d log F0 (37), 0 < u0 < phi_max.
  double log_slope(double u0) const;
  /// d^2 log D / d (log F0)^2 (39), 0 < u0 < phi_max.
  double log_curvature(double u0) const;
  /// The slope at macroslip, (chi+3)(beta + (chi+1)/(chi+2))/beta; infinite for beta = 0.
  double macroslip_slope() const;

 private:
  IwanJoint(double slip_force, double stiffness, double chi, double beta);

  double slip_force_, chi_;
  IwanConstants<double> c_;
};

}  // namespace slipfront
