// Reduction of a joint whose relative interface displacements take given shapes.
//
//   r = G e,   x = Psi e + Phi eta
//
// Psi: the static answer of the rest to r = G e. Phi: the lowest elastic modes of the
// bonded structure, r = 0. With G = 1 this is the method of Craig and Bampton; with the
// shapes of a coarser mesh it is its restriction to them, computed for these columns only.
// Source: Porter et al., section 3.2 (Galerkin projection to a remeshed interface).
#pragma once

#include "rom/reduce/craig_bampton.hpp"

namespace slipfront {

/// G: columns are shapes over the relative unknowns.
JointReduction reduce_to_shapes(const RelativeSystem& system, const Eigen::MatrixXd& shapes,
                                int modes, const Progress& progress = {});

}  // namespace slipfront
