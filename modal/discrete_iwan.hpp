// The four-parameter Iwan joint as a finite set of Jenkins elements in parallel
// (Segalman, SAND2002-3828, eq 47-53), for integration in time.
//
// (0, phi_max) is cut at phi_max (alpha^m - 1) / (alpha^N - 1), m = 0 .. N (47-50). The
// sliders of an interval (a, b) become one element with their stiffness and their strength,
//   k = int_a^b rho dphi,   f = int_a^b phi rho dphi,   phi = f / k,
// and the delta at phi_max is one more. phi = f/k makes the force continuous where an
// element begins to slide; with the report's mid-point (52) it jumps there. K_T = sum k and
// F_S = sum f are exact. An interval below the amplitude adds 4 int (phi - f/k)^2 rho to the
// dissipation of (31), so that the discrete joint dissipates slightly more where its
// intervals are complete; the error of the one that is cut by the amplitude has either sign.
//
// `discretise` chooses alpha and N for an accuracy; the error is measured, not estimated.
#pragma once

#include <cstddef>
#include <vector>

#include "modal/iwan_joint.hpp"

namespace slipfront {

/// Jenkins elements in parallel, by ascending limit. Element i carries k_i (u - x_i) with
/// |u - x_i| <= limit_i.
struct JenkinsElements {
  std::vector<double> stiffness;  // k_i [N/m]
  std::vector<double> limit;      // breakaway displacement phi_i [m]

  std::size_t size() const { return stiffness.size(); }
  double total_stiffness() const;  // K_T [N/m]
  double slip_force() const;       // F_S [N]
  /// Force of the first loading, and peak force of a steady cycle [N], u0 >= 0.
  double force(double u0) const;
  /// Energy dissipated in a steady cycle of amplitude u0 [J]: sum 4 f_i (u0 - phi_i).
  double dissipation(double u0) const;
};

/// The grid of the report with ratio alpha > 1 and `intervals` >= 1; one more element for
/// the delta, if beta > 0.
JenkinsElements geometric_elements(const IwanJoint& joint, double alpha, int intervals);

struct DiscretisationOptions {
  /// Largest relative error of the dissipation, |D_N(u0) - D(u0)| / D(u0), over
  ///   lowest_force <= F(u0)/F_S <= 1.
  /// The number of elements grows with 1/sqrt(accuracy).
  double accuracy = 1e-3;

  /// [1], of F_S. Below it elements become few: at the smallest limit the joint is elastic.
  /// The number of elements grows with log(1/lowest_force).
  double lowest_force = 1e-3;
};

struct DiscreteIwan {
  JenkinsElements elements;
  double alpha = 0;        // of the grid
  int intervals = 0;       // N
  double worst_error = 0;  // of the dissipation, as measured
};

/// As few elements as the accuracy needs; a Failure if an option is not within 0 and 1.
DiscreteIwan discretise(const IwanJoint& joint, const DiscretisationOptions& options = {});

/// max |D_N/D - 1| over lowest_force <= F(u0)/F_S <= 1, with D at equal displacement.
double worst_dissipation_error(const IwanJoint& joint, const JenkinsElements& elements,
                               double lowest_force);

}  // namespace slipfront
