#include "modal/least_squares.hpp"

#include <ceres/ceres.h>

#include <algorithm>
#include <cmath>

namespace slipfront {

namespace {

constexpr double kOnBound = 1e-6;  // of the distance between both bounds

/// The free parameters of a problem as one Ceres block.
class FreePart : public ceres::CostFunction {
 public:
  FreePart(const LeastSquares& problem, const std::vector<double>& x, const std::vector<int>& free)
      : problem_(problem), x_(x), free_(free) {
    set_num_residuals(problem.residuals);
    mutable_parameter_block_sizes()->push_back(static_cast<int>(free.size()));
  }
  bool Evaluate(double const* const* blocks, double* residuals, double** jacobians) const override {
    std::vector<double> x = x_;
    for (std::size_t j = 0; j < free_.size(); ++j) x[free_[j]] = blocks[0][j];
    const auto rows = static_cast<std::size_t>(problem_.residuals), columns = x.size();
    double* wanted = jacobians ? jacobians[0] : nullptr;
    std::vector<double> whole(wanted ? rows * columns : 0);
    if (!problem_.evaluate(x.data(), residuals, wanted ? whole.data() : nullptr)) return false;
    for (std::size_t i = 0; wanted && i < rows; ++i)
      for (std::size_t j = 0; j < free_.size(); ++j)
        wanted[i * free_.size() + j] = whole[i * columns + static_cast<std::size_t>(free_[j])];
    return true;
  }

 private:
  const LeastSquares& problem_;
  const std::vector<double>& x_;
  const std::vector<int>& free_;
};

double sum_of_squares(const LeastSquares& problem, const std::vector<double>& x) {
  std::vector<double> r(static_cast<std::size_t>(problem.residuals));
  if (!problem.evaluate(x.data(), r.data(), nullptr)) return HUGE_VAL;
  double sum = 0;
  for (const double value : r) sum += value * value;
  return std::isnan(sum) ? HUGE_VAL : sum;
}

}  // namespace

LeastSquaresResult solve_least_squares(const LeastSquares& problem, std::vector<double> start,
                                       const std::vector<bool>& held) {
  constexpr int kMostIterations = 400;
  // Flat directions need a tight end: what stops early there looks like a minimum.
  constexpr double kFunctionTolerance = 1e-15, kSmallStep = 1e-13;

  LeastSquaresResult result;
  result.x = std::move(start);
  std::vector<int> free;
  for (int j = 0; j < problem.parameters(); ++j) {
    result.x[j] = std::clamp(result.x[j], problem.lower[j], problem.upper[j]);
    if (held.empty() || !held[j]) free.push_back(j);
  }
  result.sum_of_squares = sum_of_squares(problem, result.x);
  if (!std::isfinite(result.sum_of_squares)) return result;
  if (free.empty()) {
    result.converged = true;
    return result;
  }
  std::vector<double> block;
  for (const int j : free) block.push_back(result.x[j]);
  ceres::Problem ceres_problem;
  const std::vector<double> around = result.x;
  ceres_problem.AddResidualBlock(new FreePart(problem, around, free), nullptr, block.data());
  for (std::size_t j = 0; j < free.size(); ++j) {
    ceres_problem.SetParameterLowerBound(block.data(), static_cast<int>(j), problem.lower[free[j]]);
    ceres_problem.SetParameterUpperBound(block.data(), static_cast<int>(j), problem.upper[free[j]]);
  }
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_QR;
  options.max_num_iterations = kMostIterations;
  options.function_tolerance = kFunctionTolerance;
  options.gradient_tolerance = 0;
  options.parameter_tolerance = kSmallStep;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &ceres_problem, &summary);
  for (std::size_t j = 0; j < free.size(); ++j) result.x[free[j]] = block[j];
  result.iterations = static_cast<int>(summary.iterations.size());
  result.converged = summary.termination_type == ceres::CONVERGENCE;
  result.sum_of_squares = sum_of_squares(problem, result.x);
  return result;
}

LeastSquaresResult solve_least_squares(const LeastSquares& problem,
                                       const std::vector<std::vector<double>>& starts,
                                       const std::vector<bool>& held) {
  LeastSquaresResult best;
  best.sum_of_squares = HUGE_VAL;
  for (const std::vector<double>& start : starts) {
    LeastSquaresResult result = solve_least_squares(problem, start, held);
    if (best.x.empty() || result.sum_of_squares < best.sum_of_squares) best = std::move(result);
  }
  return best;
}

bool at_lower_bound(const LeastSquares& problem, const std::vector<double>& x, int j) {
  return x[j] - problem.lower[j] <= kOnBound * (problem.upper[j] - problem.lower[j]);
}

bool at_upper_bound(const LeastSquares& problem, const std::vector<double>& x, int j) {
  return problem.upper[j] - x[j] <= kOnBound * (problem.upper[j] - problem.lower[j]);
}

}  // namespace slipfront
