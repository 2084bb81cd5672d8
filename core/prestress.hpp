// The prestressed state: displacements under the bolt load alone (Porter et al., 3.3).
//
//   K us + D' p(D us) = N Fv          N [N per bolt]
//
// solved on the condensed structure: z + G r(z) = Psi (1/Omega) Phi'Fv N, with the
// contact loaded from the origin. Conservative prestress leaves the hysteretic part of the
// law out: p holds the normal contact and linear springs only. Tangential curves and
// springs are monotone, so the state is unique.
//
// In the Masing framework with spring contact the prestress cancels exactly from eq 33
// (K us + p(us) - N Fv = 0 is subtracted): the backbone does not depend on it.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>

#include "core/condensed.hpp"
#include "core/contact_rows.hpp"

namespace slipfront {

struct Prestress {
  bool converged = false;
  Eigen::VectorXd z;    // row displacements [m]
  double residual = 0;  // ||S (K us + D'p - N Fv)|| / ||S N Fv||
  int iterations = 0;
  int touching = 0;  // points with un > 0; 0 under penalty contact: the load opens the joint
};

class PrestressSolver {
 public:
  PrestressSolver(const CondensedStructure& structure, const ContactRows& contact,
                  PrestressKind kind);

  /// `scaling` is the diagonal S of core/modal_solver.hpp.
  Prestress solve(double preload, const Eigen::VectorXd& scaling);

  /// d z / d parameter at a solved state.
  Eigen::MatrixXd slope(const Prestress& state);

 private:
  void evaluate(const Eigen::VectorXd& z);
  void factorise();

  const CondensedStructure& structure_;
  const ContactRows& contact_;
  PrestressKind kind_;
  ContactHistory history_;
  ContactRows::Workspace work_;
  Eigen::VectorXd force_, scale_;
  ContactRows::Blocks tangent_, ds_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace slipfront
