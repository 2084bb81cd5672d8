// The evaluations of one descent, in order: what Ceres and SLSQP ask for at x is answered
// here, once per x, with gradients by the free variables.
#pragma once

#include <Eigen/Core>
#include <deque>
#include <vector>

#include "optimize/descent.hpp"

namespace slipfront {

/// One answer; the factors have columns for the free variables only.
struct DescentPoint {
  std::vector<double> x;
  bool good = false;  // feasible, with gradients
  ObjectivePair objectives;
  Eigen::VectorXd d_frequency, d_damping;  // of eq 42
  // Errors and their slopes, |errors|^2 the mean square of eq 41 (optimize/error_factor.hpp).
  Eigen::VectorXd frequency_errors, damping_errors;
  Eigen::MatrixXd frequency_slopes, damping_slopes;
  Evaluation evaluation;
};

class DescentCourse {
 public:
  DescentCourse(EvaluationLedger& ledger, const SearchSpace& space, int evaluations)
      : ledger_(&ledger), space_(&space), left_(evaluations) {}

  /// Nothing good is given once the evaluations are used up, and where the model has no
  /// meaning (Objective::domain_margin). The reference stays valid.
  const DescentPoint& at(const std::vector<double>& x);

  bool used_up() const { return left_ <= 0; }
  const std::deque<DescentPoint>& points() const { return points_; }
  const SearchSpace& space() const { return *space_; }

 private:
  EvaluationLedger* ledger_;
  const SearchSpace* space_;
  int left_;
  std::deque<DescentPoint> points_;
  DescentPoint nothing_;
};

/// L = a + lambda b + mu/2 b^2 and its gradient.
struct Lagrangian {
  Goal goal;
  double multiplier = 0;
  double penalty = 0;

  double value(const ObjectivePair& f) const {
    const double b = goal.b(f);
    return goal.a(f) + multiplier * b + 0.5 * penalty * b * b;
  }
  Eigen::VectorXd gradient(const DescentPoint& point) const;
};

/// Infinity norm of what is left of a gradient where bounds hold variables back.
double projected_norm(const Eigen::VectorXd& gradient, const std::vector<double>& x,
                      const SearchSpace& space);

/// lambda with the smallest projected gradient of a + lambda b.
double best_multiplier(const Goal& goal, const DescentPoint& point, const SearchSpace& space);

/// The two engines.
void descend_with_ceres(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result);
void descend_with_slsqp(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result);

}  // namespace slipfront
