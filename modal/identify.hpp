// Identification of a four-parameter joint by logarithms, without penalties: from dissipation
// per cycle against force, a slip force, and perhaps a stiffness.
//
//   min over log(chi+1), log beta, log phi_max of  sum_i [ln(D(F_i) / D_i)]^2
//   with D(F) by eq 31 and 34, within bounds on chi and beta;
//   a known K_T is met exactly: eq 29 then gives phi_max, and two parameters are left.
// The gradient is exact (implicit differentiation of eq 34); the solution is the best of
// several starts. What the data say about each parameter is a profile (profile.hpp), not a
// guess; a value on its bound is said to be there.
//
// beta says how log D bends against log F. Where the data do not end it upwards (a pure power
// law explains them too), it is quoted at its upper bound, as the report does, and the others
// with it: without that rule scatter alone drives chi and beta into the corner chi = -1,
// beta = 0, where only (chi+1)/beta matters. The intervals of all are those with beta free.
// With no more forces than parameters beta is held there from the start.
//
// Limits: F_S is given and exact; scatter of D is of one relative size at all forces.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "modal/force_dissipation.hpp"
#include "modal/iwan_joint.hpp"
#include "modal/profile.hpp"

namespace slipfront {

struct IdentifyOptions {
  /// The report's bounds of beta: below, macroslip comes with a corner that no test shows;
  /// above, beta and phi_max change the dissipation in the same way.
  double lowest_beta = 0.001, highest_beta = 10;

  /// Of chi: the report's lower bound; slopes of log D against log F up to 4.
  double lowest_chi = -0.999, highest_chi = 1;
};

/// One parameter of the identified joint.
struct IdentifiedParameter {
  std::string name;  // chi, beta, phi_max, K_T
  double value = 0;
  bool at_lower_bound = false, at_upper_bound = false, held = false;
  ProfileCurve profile;  // of the parameter's own value; the bounds are the problem's
};

struct Identification {
  double slip_force = 0;
  std::optional<double> stiffness;  // if it was given
  double phi_max = 0, chi = 0, beta = 0;
  bool beta_quoted_at_bound = false;
  double scatter = 0;               // relative standard deviation of D about the model
  double sum_of_squares = 0;        // of ln D
  double least_sum_of_squares = 0;  // with beta free
  int data = 0, free_parameters = 0;
  int starts = 0, starts_agreeing = 0;
  std::vector<IdentifiedParameter> parameters;  // chi, beta; phi_max, K_T if no stiffness is given
  Sensitivity sensitivity;                      // by log(chi+1), log beta (, log phi_max)

  IwanJoint joint() const { return IwanJoint::from_phi_max(slip_force, phi_max, chi, beta); }
};

/// A Failure for a slip force or stiffness that is not above 0, bad data, or data that the best
/// joint misses by far.
Identification identify(const ForceDissipation& data, double slip_force,
                        std::optional<double> stiffness = {}, const IdentifyOptions& options = {});

}  // namespace slipfront
