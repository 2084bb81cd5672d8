// How far do data sets of one joint, and the models made from them, differ? (SAND2002-3828,
// eq 41-44.) For set I with dissipations D_k^I at the same forces:
//
//   V_E = mean_k [ln(D_k^I / mean_J D_k^J)]^2     between the set and the mean of all  (41, 42)
//   V_M = mean_k [ln(D_k^I / D_k(p))]^2           and the model of the mean parameters    (43)
//   V_C = mean_k [ln(D_k^I / D_k(p_I))]^2         and the model of the other sets         (44)
// p is the mean of the parameters chi, beta, phi_max that were identified from each set, p_I
// the mean without set I: leave-one-out, a prediction of data that had no part in it.
//
// The logarithm is the natural one (0.0025 is 5 %, as the report says of its figure 16).
// Limit: all sets at the same forces, at least two sets.
#pragma once

#include <string>
#include <vector>

#include "modal/force_dissipation.hpp"
#include "modal/iwan_joint.hpp"

namespace slipfront {

struct SetVariability {
  std::string source;
  double experiment = 0;     // V_E
  double model = 0;          // V_M
  double leave_one_out = 0;  // V_C
};

struct JointVariability {
  std::vector<SetVariability> sets;
  double experiment = 0, model = 0, leave_one_out = 0;  // means over the sets
  IwanJoint mean_joint;
};

/// `joints[i]` was identified from `data[i]`, all with one slip force. A Failure if the sets
/// are fewer than two or their forces differ.
JointVariability variability_of_sets(const std::vector<ForceDissipation>& data,
                                     const std::vector<IwanJoint>& joints);

}  // namespace slipfront
