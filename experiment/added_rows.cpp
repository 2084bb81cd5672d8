#include "experiment/added_rows.hpp"

#include <cmath>

namespace slipfront {

void add_rows(Eigen::MatrixXd& root, Eigen::VectorXd& right, Eigen::MatrixXd& rows,
              Eigen::VectorXd& value, Eigen::Index later, Eigen::Index from) {
  const Eigen::Index n = root.cols();
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::Index active = k < from ? later : rows.rows(), rest = n - k - 1;
    auto column = rows.col(k).head(active);
    const double square = column.squaredNorm();
    if (square == 0) continue;
    const double alpha = root(k, k),
                 beta = -std::copysign(std::sqrt(alpha * alpha + square), alpha);
    const double tau = (beta - alpha) / beta;
    column /= alpha - beta;
    root(k, k) = beta;
    Eigen::RowVectorXd along = root.row(k).tail(rest);
    along.noalias() += column.transpose() * rows.block(0, k + 1, active, rest);
    root.row(k).tail(rest) -= tau * along;
    rows.block(0, k + 1, active, rest).noalias() -= tau * column * along;
    const double of_value = right(k) + column.dot(value.head(active));
    right(k) -= tau * of_value;
    value.head(active) -= tau * of_value * column;
  }
}

}  // namespace slipfront
