// Least squares of which all but a few rows are a triangle already, solved again and again with
// other few rows:
//
//   min |R x - r|^2 + |B x - b|^2   ->   min |R1 x - r1|^2 + |b1|^2,   R1'R1 = R'R + B'B
//
// by reflections that touch one row of R each: half the work of a factorisation of [R; B] and less,
// and as accurate.
#pragma once

#include <Eigen/Core>

namespace slipfront {

/// R, r become R1, r1 and b becomes b1; B is used up. Rows of B from `later` on must be 0 before
/// column `from`: what is known to be 0 costs nothing.
void add_rows(Eigen::MatrixXd& root, Eigen::VectorXd& right, Eigen::MatrixXd& rows,
              Eigen::VectorXd& value, Eigen::Index later, Eigen::Index from);

}  // namespace slipfront
