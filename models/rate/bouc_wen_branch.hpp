// One monotonic branch of the Bouc-Wen law in units, with its parameter derivatives.
//
//   df/du = A - rate f^n,  f(0) = 0,  u >= 0
//
// A [N/m^3], rate [N^(1-n) m^(2n-3)]: eta = alpha - beta in loading, -(alpha + beta) in
// unloading (run backwards from zero). A response is taken at a displacement, or at a
// traction f of the branch. Derivatives are at fixed u; those at fixed f follow from
// du/dtheta = -(df/dtheta)/(df/du).
//
//   D = 8 int_0^u f du - 4 u f;   int_0^u f du = (D + 4 u f) / 8
#pragma once

#include "models/rate/bouc_wen_shape.hpp"

namespace slipfront {

/// Derivatives with respect to A, the rate, and n.
struct BranchDerivatives {
  double stiffness = 0, rate = 0, exponent = 0;
};

struct BranchResponse {
  double u = 0, f = 0, tangent = 0;
  double bend = 0;       // f - u df/du, without cancellation; dD/du = 4 bend
  double loop_area = 0;  // D
  BranchDerivatives d_f, d_loop_area;

  double work() const;               // int_0^u f du
  BranchDerivatives d_work() const;  // at fixed u
};

class BoucWenBranch {
 public:
  /// `shape` is kept by reference.
  BoucWenBranch(const BoucWenShape& shape, double stiffness, double rate);

  double stiffness() const { return stiffness_; }

  /// Loading (rate >= 0): traction and tangent alone, the fast way.
  void values(double u, double& f, double& tangent) const;
  /// Loading (rate >= 0).
  BranchResponse loading(double u) const;
  /// Unloading (rate <= 0) from (u0, f0) down to part * u0: traction and tangent alone.
  void unloading_values(double f0, double u0, double part, double& f, double& tangent) const;
  /// u alone at traction f, which counts as in at_traction.
  double displacement(double f) const;
  /// At traction f. A loading branch ends at its limit (A/rate)^(1/n): a traction that
  /// rounding, or a history that this law cannot have, puts there or above counts as the
  /// limit, less one rounding error of p.
  BranchResponse at_traction(double f) const;
  /// Unloading (rate <= 0), where `from` on this branch has come down to part * from.u.
  BranchResponse unloading(const BranchResponse& from, double part) const;

 private:
  double log_t(double u) const;
  double p_of(double f) const;
  double p_within(double& f) const;
  BranchResponse response(double u, double f, const BranchPoint& point) const;

  const BoucWenShape& shape_;
  double stiffness_, rate_;
  double log_stiffness_, log_rate_ratio_;  // ln A, ln (|rate| / A)
};

}  // namespace slipfront
