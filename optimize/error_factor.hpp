// The errors behind one objective of eq 42 and their slopes, in the smallest form that a
// least-squares step needs.
//
//   e_i      relative errors of eq 41 over sqrt(N), so that |e|^2 is the mean square s
//   J        d e / d x by every parameter on its search scale (decades or units)
//   [J | e] = Q R,  R upper triangular with at most parameters + 1 rows
//
// R keeps everything that counts: |e|^2, J'e and J'J are those of its own columns. It is kept
// row by row, with columns for the parameters and a last one for e, instead of [J | e].
//
//   objective f = log10 max(s, 1e-16)            df/dx = 2 J'e / (s ln 10); 0 at the floor
//
// An objective that is a formula, without errors behind it, is one row: e = sqrt(10^f).
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/evaluation_store.hpp"
#include "optimize/errors.hpp"

namespace slipfront {

class ErrorFactor {
 public:
  /// From the rows as they are stored; `parameters` columns and one for the errors.
  ErrorFactor(std::span<const double> rows, std::size_t parameters);

  Eigen::Index rows() const { return rows_.rows(); }
  auto slopes() const { return rows_.leftCols(rows_.cols() - 1); }
  auto errors() const { return rows_.col(rows_.cols() - 1); }

  double mean_square() const { return errors().squaredNorm(); }
  /// df/dx of eq 42.
  Eigen::VectorXd gradient() const;

 private:
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;
};

/// R of [J | e], row by row.
std::vector<double> error_factor(const Eigen::MatrixXd& slopes, const Eigen::VectorXd& errors);

/// One row from an objective of eq 42 and its gradient on the search scale.
std::vector<double> formula_factor(double objective, std::span<const double> gradient);

/// Factors of both objectives from computed backbones; `search_slope` is d physical / d search
/// of every parameter. `slopes` has one entry per mode.
struct ErrorFactors {
  std::vector<double> frequency;
  std::vector<double> damping;
};
ErrorFactors error_factors(std::span<const ComparedMode> modes,
                           std::span<const BackboneSlopes> slopes,
                           std::span<const double> search_slope);

/// Gradients of both objectives of an evaluation that has them, on the search scale.
ObjectiveGradient search_gradient(const Evaluation& evaluation);

}  // namespace slipfront
