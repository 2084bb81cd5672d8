// The prestressed state: displacements under the bolt load alone (Porter et al., 3.3).
//
//   K us + D' p(D us) = N Fv          N [N per bolt]
//
// solved on the condensed structure: z + G r(z) = Psi (1/Omega) Phi'Fv N, with the
// contact loaded from the origin. Conservative prestress leaves the hysteretic part of the
// law out: p holds the normal contact and linear springs only. Tangential curves and
// springs are monotone, so the state is unique.
//
// Newton's method with a projection onto the law's curves; where that goes to and fro between
// stick and slip, Newton's method in displacements with the energy's line search, which descends
// (as core/element_newton.hpp). A state counts as solved if the forces balance to 1e-6 of the load.
//
// In the Masing framework with spring contact the prestress cancels exactly from eq 33
// (K us + p(us) - N Fv = 0 is subtracted): the backbone does not depend on it.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>

#include "core/condensed.hpp"
#include "core/contact_rows.hpp"

namespace slipfront {

/// Largest residual of a solved state: the backbones are measured from there, and theirs do not
/// see it. Rounding alone leaves 1e-7 and less up to 1e21 N/m^3 on patches.
inline constexpr double kUnbalanced = 1e-6;

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
  // To z + G (force - k z) = free.
  bool project(const Eigen::VectorXd& free, Prestress& state);
  void descend(const Eigen::VectorXd& free, Prestress& state);
  void stick(const Eigen::VectorXd& free, Prestress& state);
  double search(const Eigen::VectorXd& z, const Eigen::VectorXd& dz, const Eigen::VectorXd& error);

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
