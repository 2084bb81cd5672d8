// The prestressed state: displacements and forces under the bolt load alone
// (Porter et al., section 3.3).
//
//   K us + D' p(D us) = N Fv          N [N per bolt]
//
// solved on the condensed structure: z + G r(z) = Psi (1/Omega) Phi'Fv N, with the
// contact loaded from the origin. The tangential curves and the normal springs are
// monotone, so the state is unique.
//
// In the Masing framework with spring contact the prestress cancels exactly from eq 33
// (K us + p(us) - N Fv = 0 is subtracted): the backbone does not depend on it.
#pragma once

#include <Eigen/Core>

#include "core/condensed.hpp"
#include "core/masing_rows.hpp"

namespace slipfront {

struct Prestress {
  bool converged = false;
  Eigen::VectorXd z;      // row displacements [m]
  Eigen::VectorXd force;  // row forces [N]
  Eigen::VectorXd u;      // unknowns of the structure
  double residual = 0;    // ||S (K us + D'p - N Fv)|| / ||S N Fv||
  int iterations = 0;
};

/// `scaling` is the diagonal S of core/modal_solver.hpp.
Prestress solve_prestress(const CondensedStructure& structure, const MasingRows& rows,
                          double preload, const Eigen::VectorXd& scaling);

}  // namespace slipfront
