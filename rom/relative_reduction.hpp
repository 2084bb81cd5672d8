// Craig-Bampton reduction of a free jointed structure in relative coordinates.
//
// The unknowns are x = (r, o): r the relative displacements of the interface, o all
// others. With r = 0 the structure is bonded and still free: its six rigid-body modes Z
// are known and have no relative part. The reduced unknowns are (r, eta),
//
//   o = Psi r + Phi eta
//   Psi   elastic answer to unit r:  K_oo Psi = -K_or, free of rigid motion
//   Phi   elastic modes of the bonded structure, mass-normalised
//
// both made M-orthogonal to the rigid-body modes, which are thereby projected out
// exactly: kept motion and rigid motion are coupled neither in M nor in K. With all
// elastic modes kept nothing else is lost.
// Source: Craig and Bampton, AIAA Journal 6 (1968) 1313-1319.
#pragma once

#include <Eigen/Core>

namespace slipfront {

struct RelativeReduction {
  Eigen::MatrixXd basis;  // x = basis (r, eta)
  Eigen::MatrixXd stiffness, mass;
};

/// K and M symmetric, their first `relative` unknowns the relative ones; `rigid` holds
/// the rigid-body modes as columns; keeps the lowest `modes` elastic fixed modes, at
/// most (size - relative - rigid modes).
RelativeReduction reduce_relative(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass,
                                  Eigen::Index relative, const Eigen::MatrixXd& rigid,
                                  Eigen::Index modes);

}  // namespace slipfront
