// A straight Timoshenko beam element along x with two nodes of six degrees of freedom
// (ux uy uz rx ry rz), exact for loads at its ends.
//
//   axial E A / l, torsion G J / l with linear shapes; bending in both planes with
//   Phi = 12 E I / (G A_s l^2) and shapes of third degree in xi = x / l:
//     w_1  = [2 xi^3 - 3 xi^2 - Phi xi + 1 + Phi] / (1 + Phi)          for a deflection
//     w_2  = l [xi^3 - (2 + Phi/2) xi^2 + (1 + Phi/2) xi] / (1 + Phi)  for a slope
//   and their mirror images; the section's rotation is of second degree.
// The mass is consistent: int rho A w'w + rho I theta'theta dx, rho I_p of the section
// in torsion. z deflects with slope -ry, y with slope +rz.
// Source: Friedman and Kosmatka, Computers & Structures 47 (1993) 473-481.
// Limits: uniform sections with x the neutral axis, small displacement, no warping.
#pragma once

#include <Eigen/Core>

namespace slipfront {

using ElementMatrix = Eigen::Matrix<double, 12, 12>;

struct BeamSection {
  double young = 0;               // E [N/m^2]
  double shear = 0;               // G [N/m^2]
  double density = 0;             // rho [kg/m^3]
  double area = 0;                // A [m^2]
  double iy = 0;                  // second moment about y (deflection along z) [m^4]
  double iz = 0;                  // about z (deflection along y) [m^4]
  double torsion = 0;             // J, Saint-Venant [m^4]
  double shear_factor = 5.0 / 6;  // A_s / A, of a rectangle

  /// Width along y, height along z.
  static BeamSection rectangle(double young, double poisson, double density, double width,
                               double height);
  /// Of diameter d; axis along the beam.
  static BeamSection circle(double young, double poisson, double density, double diameter);
};

/// Shear flexibility 12 E I / (G A_s l^2) of an element of length l, bending about I.
double shear_flexibility(const BeamSection& section, double inertia, double length);

/// Deflection and rotation of the section at xi = x / l for unit end deflections and slopes
/// (w1, slope1, w2, slope2), with Phi the element's shear flexibility.
Eigen::RowVector4d beam_deflection(double xi, double length, double phi);
Eigen::RowVector4d beam_rotation(double xi, double length, double phi);

ElementMatrix beam_stiffness(const BeamSection& section, double length);
ElementMatrix beam_mass(const BeamSection& section, double length);

/// A' E A for an element whose axis lies `offset` above its nodes in z, rigidly held:
/// u(axis) = u(node) + r x (0, 0, offset).
ElementMatrix with_offset(const ElementMatrix& element, double offset);

}  // namespace slipfront
