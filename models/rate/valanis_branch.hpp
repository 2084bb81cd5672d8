// One monotonic branch of the Valanis law, exactly.
//
// With z = t - Et u, s the direction of travel, x = |u - u0| [m] and z in the direction s,
//
//   dz/dx = g / (c + m g),    g = a - b z
//   a = E0 - Et, b = lambda (1 - kappa Et/E0)
//   c = (1 - kappa) E0 / (E0 - kappa Et)  in [0, 1],   m = kappa / (E0 - kappa Et) = (1 - c)/a
//
// (Porter et al. eq 16). From g0 at x = 0, with psi = ln(g0/g) >= 0 and Q = m g0,
//
//   c psi + Q (1 - e^-psi) = b x                                                    (*)
//   z = z0 + (g0/b) (1 - e^-psi)
//   int z dx = z0 x + (g0/b^2) [c (psi - 1 + e^-psi) + Q (1 - e^-psi)^2 / 2]
//
// and from the origin (z0 = 0, g0 = a, Q = 1 - c)
//
//   8 int f du - 4 u f = (4 a c / b^2) [psi (1 + e^-psi) - 2 (1 - e^-psi)].
//
// (*) is solved for psi by Halley's iteration within a bracket, from the Wright omega
// function (Lambert's W of an exponential) where the curve has a knee. Nothing here over-
// or underflows. c = 1 is kappa = 0, Bouc-Wen with n = 1; c = 0 is kappa = 1, a Jenkins
// element with a slip limit at b x = Q, beyond which psi is infinite.
// Units: E0, Et, a [N/m^3], lambda, b [1/m], z, g/b [N/m^2], m [m^3/N].
#pragma once

#include <array>

namespace slipfront {

inline constexpr int kValanisParameters = 4;  // E0, Et, lambda, kappa

struct ValanisConstants {
  double e0, et, lambda, kappa;
  double a, b, c, m;
  std::array<double, kValanisParameters> d_a, d_b, d_c, d_m;  // by E0, Et, lambda, kappa

  ValanisConstants(double initial_stiffness, double slip_stiffness, double lambda, double kappa);
};

/// Solves c psi + Q (1 - e^-psi) = y for psi >= 0; infinite if c = 0 and y >= Q.
/// c, Q, y >= 0, c + Q > 0.
double valanis_psi(double c, double q, double y);

/// The functions of psi that the law is made of, each without cancellation.
struct PsiFunctions {
  double psi, e, rise;  // psi, e^-psi, 1 - e^-psi
  explicit PsiFunctions(double psi);
  double lag() const;   // psi - 1 + e^-psi
  double bend() const;  // 1 - (1 + psi) e^-psi
  double loss() const;  // psi (1 + e^-psi) - 2 (1 - e^-psi)
};

/// From the origin to x, without Et u.
struct ValanisVirgin {
  double z, tangent, loop_area, d_loop_area_dx;
  std::array<double, kValanisParameters> d_z, d_loop_area;
};
void valanis_values(const ValanisConstants& k, double x, double& z, double& tangent);
ValanisVirgin valanis_virgin(const ValanisConstants& k, double x);

/// From z0 by x, without Et u; `work` is int z dx.
struct ValanisBranch {
  double z, tangent, work;
  double z_start, work_start;  // derivatives by z0
  std::array<double, kValanisParameters> d_z, d_work;
};
void valanis_values(const ValanisConstants& k, double z0, double x, double& z, double& tangent);
ValanisBranch valanis_branch(const ValanisConstants& k, double z0, double x);

}  // namespace slipfront
