// Least squares within bounds, for problems of a few parameters: local solution by Ceres
// (trust region, dense QR), from one start or the best of several.
//
// A problem gives residuals and their derivatives; its parameters should be of one order of
// magnitude, logarithms as a rule. A parameter may be held.
#pragma once

#include <functional>
#include <vector>

namespace slipfront {

struct LeastSquares {
  int residuals = 0;
  std::vector<double> lower, upper;  // bounds, one pair per parameter

  /// Residuals at `x`, and d r_i / d x_j in jacobian[i * parameters + j] unless it is null.
  /// False where the model is not defined: the step is then shortened.
  std::function<bool(const double* x, double* residuals, double* jacobian)> evaluate;

  int parameters() const { return static_cast<int>(lower.size()); }
};

struct LeastSquaresResult {
  std::vector<double> x;
  double sum_of_squares = 0;  // infinite if the model is not defined at the start
  int iterations = 0;
  bool converged = false;
};

/// From `start`, moved inside of the bounds; parameters with held[j] stay where they are.
LeastSquaresResult solve_least_squares(const LeastSquares& problem, std::vector<double> start,
                                       const std::vector<bool>& held = {});

/// The best of several starts.
LeastSquaresResult solve_least_squares(const LeastSquares& problem,
                                       const std::vector<std::vector<double>>& starts,
                                       const std::vector<bool>& held = {});

/// True if x_j stands on its bound (within a share of 1e-6 of the distance between both).
bool at_lower_bound(const LeastSquares& problem, const std::vector<double>& x, int j);
bool at_upper_bound(const LeastSquares& problem, const std::vector<double>& x, int j);

}  // namespace slipfront
