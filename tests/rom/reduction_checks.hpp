// A dense second method for the tests of the reductions: what the sparse ones must equal.
#pragma once

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>

#include "rom/reduce/relative_system.hpp"

namespace slipfront {

/// Eigenvalues of K + k C'C ... of the whole system with springs on r, rigid motion left out.
inline Eigen::VectorXd dense_lambda(const Eigen::MatrixXd& stiffness, const Eigen::MatrixXd& mass) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(stiffness, mass,
                                                                   Eigen::EigenvaluesOnly)
      .eigenvalues();
}

/// Springs of `k` on each of the relative unknowns.
inline Eigen::MatrixXd relative_springs(Eigen::Index size, Eigen::Index relative, double k) {
  Eigen::MatrixXd springs = Eigen::MatrixXd::Zero(size, size);
  springs.topLeftCorner(relative, relative).diagonal().setConstant(k);
  return springs;
}

}  // namespace slipfront
