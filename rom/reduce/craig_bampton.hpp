// What the two reductions of a joint have in common: constraint modes and modes of the
// closed interface, projected.
//
//   x = Psi e + Phi eta,   Phi'M Phi = 1,   Psi'K Phi = 0
//   K_red = (Psi'K Psi, omega^2),  M_red = X'M X,  Fv_red = X'Fv,  R_red = R X,  X = (Psi, Phi)
//
// Both parts are made M-orthogonal to the six rigid motions of the whole, which are
// thereby projected out exactly; the separation mode of the interface stays.
// Source: Craig and Bampton, AIAA Journal 6 (1968) 1313-1319.
#pragma once

#include "rom/reduce/relative_system.hpp"
#include "rom/solid/lanczos.hpp"

namespace slipfront {

struct JointReduction {
  Eigen::MatrixXd stiffness, mass;  // over (e, eta)
  Eigen::VectorXd bolt_load;
  Eigen::MatrixXd response;
  Eigen::VectorXd fixed_frequencies_hz;  // of the modes Phi
};

/// `shapes`: Psi, not yet free of rigid motion; `energy`: Psi'K Psi, symmetric.
JointReduction project(const RelativeSystem& system, Eigen::MatrixXd shapes,
                       const Eigen::MatrixXd& energy, const SparseModes& fixed,
                       const Progress& progress);

/// A progress that may be empty.
void tell(const Progress& progress, const std::string& what);

}  // namespace slipfront
