// Reduction of a joint to averages of its relative interface displacements.
//
//   e = C r,   x = Psi e + Phi eta
//
// Psi: the state of least energy with C r = 1, column by column. What C does not see of
// r stays free to move, so that nothing is stiffened. Phi: the lowest elastic modes with
// C r = 0. With K^+ the pinned inverse, S the separation, W = K^+ C', G = C W and
//   [ G     C S ]^-1    [ A  B' ]
//   [ (CS)'   0 ]     = [ B  E  ]
// the answers are exact:  Psi = W A + S B,  Psi'K Psi = A,  and the inverse of K on
// {C r = 0} is  K^+ b - Psi C K^+ b - (W B' + S E) S'b.
// Source: the non-stiffening patches of Porter et al., section 3.2.
#pragma once

#include "rom/reduce/craig_bampton.hpp"

namespace slipfront {

/// C: rows are averages, columns the relative unknowns; it must see the separation.
/// Failure if its rows depend on each other.
JointReduction reduce_to_averages(const RelativeSystem& system, const Eigen::MatrixXd& averages,
                                  int modes, const Progress& progress = {});

}  // namespace slipfront
