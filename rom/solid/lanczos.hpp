// Lowest modes of a large sparse structure by shift-invert Lanczos (Spectra).
//
//   K phi = lambda M phi,   phi' M phi = 1
//
// The caller supplies the inverse, x = (K - shift M)^-1 b or its restriction to a subspace;
// Lanczos finds its largest eigenvalues theta in the inner product of M, and
// lambda = shift + 1 / theta.
#pragma once

#include <Eigen/SparseCore>
#include <functional>

namespace slipfront {

struct SparseModes {
  Eigen::VectorXd lambda;  // ascending [rad^2/s^2]
  Eigen::MatrixXd shapes;  // columns

  Eigen::VectorXd frequencies_hz() const;
};

using Inverse = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// `inverse` must be symmetric, and positive on the modes wanted. Failure, naming `what`,
/// if Lanczos does not converge. The same input gives the same modes.
SparseModes lowest_modes(const Inverse& inverse, const Eigen::SparseMatrix<double>& mass,
                         double shift, int count, const std::string& what);

}  // namespace slipfront
