// Legendre-Gauss-Lobatto rule on [-1, 1]: n points with both ends, exact for polynomials
// of degree 2n - 3, and the derivative of the interpolating polynomial at its points.
//
//   points      x_1 = -1, x_n = 1, the others the zeros of P'_(n-1)
//   weights     2 / (n (n-1) P_(n-1)(x_k)^2)
//   derivative  D_jk = P(x_j) / (P(x_k) (x_j - x_k)), D_11 = -n(n-1)/4 = -D_nn
//
// An even number of points has none at the middle of a hysteresis segment, where the modal
// amplitude is zero and eq 33 of Porter et al. is singular.
#pragma once

#include <Eigen/Core>

namespace slipfront {

struct LobattoRule {
  Eigen::VectorXd points;      // ascending
  Eigen::VectorXd weights;     // of sum 2
  Eigen::MatrixXd derivative;  // rows: at a point; columns: values at the points

  /// `count` of at least 2.
  explicit LobattoRule(int count);
};

}  // namespace slipfront
