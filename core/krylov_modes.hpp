// Lowest modes of a symmetric positive matrix that is known by its inverse: block Krylov
// iteration with full reorthogonalisation, started from given vectors.
//
//   A phi = lambda phi,   subspace spanned by X, A^-1 X, A^-2 X, ...
//
// Converged when || A^-1 phi - phi / lambda || is 1e-12 / lambda of every wanted mode, or
// rounding of A^-1; where the subspace does not get there, all modes are taken at once.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace slipfront {

struct KrylovModes {
  Eigen::VectorXd lambda;  // ascending
  Eigen::MatrixXd shapes;  // columns of unit length
};

KrylovModes krylov_modes(const std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)>& inverse,
                         const Eigen::MatrixXd& start, Eigen::Index count);

}  // namespace slipfront
