// The evaluations of one descent, in order: what Ceres and SLSQP ask for at x is answered
// here, once per x, with gradients by x: the free variables in the chart of
// optimize/search_chart.hpp.
#pragma once

#include <Eigen/Core>
#include <deque>
#include <limits>
#include <vector>

#include "optimize/descent.hpp"
#include "optimize/error_factor.hpp"
#include "optimize/search_chart.hpp"

namespace slipfront {

/// One answer; the factors have columns for the free variables only, in the chart.
struct DescentPoint {
  std::vector<double> x;       // in the chart (optimize/search_chart.hpp)
  std::vector<double> search;  // the same in search variables
  bool good = false;           // feasible, with gradients
  ObjectivePair objectives;
  Eigen::VectorXd d_frequency, d_damping;  // of eq 42
  // Errors and their slopes, |errors|^2 the mean square of eq 41 (optimize/error_factor.hpp).
  Eigen::VectorXd frequency_errors, damping_errors;
  Eigen::MatrixXd frequency_slopes, damping_slopes;
  Evaluation evaluation;
};

class DescentCourse {
 public:
  DescentCourse(EvaluationLedger& ledger, const SearchSpace& space, const Goal& goal,
                const DescentLimits& limits)
      : ledger_(&ledger),
        space_(&space),
        chart_(space, ledger.objective().guard()),
        goal_(goal),
        left_(limits.evaluations),
        limits_(limits) {}

  /// The first point, from search variables as they are.
  const DescentPoint& start(const std::vector<double>& search);

  /// Nothing good is given once the evaluations are used up, and where the model has no
  /// meaning (Objective::domain_margin). The reference stays valid.
  const DescentPoint& at(const std::vector<double>& x);

  /// An evaluation with gradient that costs nothing more; not one of points().
  void know(const Evaluation& evaluation);
  const std::deque<DescentPoint>& known() const { return known_; }

  /// Of evaluations or patience there is nothing left.
  bool used_up() const {
    return left_ <= 0 || (limits_.patience > 0 && in_vain_ >= limits_.patience);
  }
  const std::deque<DescentPoint>& points() const { return points_; }
  const SearchChart& chart() const { return chart_; }

 private:
  const DescentPoint& compute(const std::vector<double>& x, const std::vector<double>& search);
  DescentPoint read(const std::vector<double>& x, const std::vector<double>& search,
                    Evaluation evaluation) const;

  EvaluationLedger* ledger_;
  const SearchSpace* space_;
  SearchChart chart_;
  Goal goal_;
  int left_;
  DescentLimits limits_;
  int in_vain_ = 0;  // evaluations in a row
  double lowest_ = std::numeric_limits<double>::infinity();
  std::deque<DescentPoint> points_, known_;
  DescentPoint nothing_;
};

/// The slopes of a factor by the free variables of the search space.
Eigen::MatrixXd free_columns(const SearchSpace& space, const ErrorFactor& factor);

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
                      const SearchChart& chart);

/// lambda with the smallest projected gradient of a + lambda b.
double best_multiplier(const Goal& goal, const DescentPoint& point, const SearchChart& chart);

/// The two engines, and the way over kinks.
void descend_with_ceres(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result);
void descend_over_kinks(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result);
void descend_with_slsqp(DescentCourse& course, const Goal& goal, const DescentPoint& start,
                        const DescentLimits& limits, DescentResult& result);

}  // namespace slipfront
