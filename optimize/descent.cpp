#include "optimize/descent.hpp"

#include <algorithm>
#include <cmath>

#include "optimize/descent_course.hpp"
#include "optimize/error_factor.hpp"

namespace slipfront {
namespace {

// A variable this close to its bound, as a share of the range, sits on it.
constexpr double kOnBound = 1e-9;

Eigen::MatrixXd free_columns(const SearchSpace& space, const ErrorFactor& factor) {
  Eigen::MatrixXd columns(factor.rows(), static_cast<Eigen::Index>(space.free_count()));
  for (Eigen::Index row = 0; row < factor.rows(); ++row) {
    const Eigen::VectorXd all = factor.slopes().row(row).transpose();
    const auto kept = space.free_values({all.data(), static_cast<std::size_t>(all.size())});
    columns.row(row) = Eigen::Map<const Eigen::RowVectorXd>(kept.data(), columns.cols());
  }
  return columns;
}

Eigen::VectorXd free_entries(const SearchSpace& space, const Eigen::VectorXd& all) {
  const auto kept = space.free_values({all.data(), static_cast<std::size_t>(all.size())});
  return Eigen::Map<const Eigen::VectorXd>(kept.data(), static_cast<Eigen::Index>(kept.size()));
}

/// Entry i of a gradient, or 0 where going down-hill would leave the box.
double inside(double slope, double x, double lower, double upper) {
  const double margin = kOnBound * (upper - lower);
  if (x <= lower + margin && slope > 0) return 0;
  if (x >= upper - margin && slope < 0) return 0;
  return slope;
}

}  // namespace

const DescentPoint& DescentCourse::at(const std::vector<double>& x) {
  for (auto point = points_.rbegin(); point != points_.rend(); ++point)
    if (point->x == x) return *point;
  const std::vector<double> physical = space_->decode(x);
  if (used_up() || !(ledger_->objective().domain_margin(physical) > 0)) return nothing_;
  --left_;
  DescentPoint& point = points_.emplace_back();
  point.x = x;
  point.evaluation = ledger_->evaluate_with_gradient(physical);
  const Evaluation& e = point.evaluation;
  point.good = e.feasible() && e.has_gradient();
  if (!point.good) return point;
  const double penalty = ledger_->objective().penalty(e);
  point.objectives = {e.frequency_objective + penalty, e.damping_objective + penalty};
  const ErrorFactor frequency(e.frequency_factor, physical.size());
  const ErrorFactor damping(e.damping_factor, physical.size());
  point.d_frequency = free_entries(*space_, frequency.gradient());
  point.d_damping = free_entries(*space_, damping.gradient());
  point.frequency_errors = frequency.errors();
  point.damping_errors = damping.errors();
  point.frequency_slopes = free_columns(*space_, frequency);
  point.damping_slopes = free_columns(*space_, damping);
  return point;
}

Eigen::VectorXd Lagrangian::gradient(const DescentPoint& point) const {
  const double factor = multiplier + penalty * goal.b(point.objectives);
  return (goal.along[0] + factor * goal.across[0]) * point.d_frequency +
         (goal.along[1] + factor * goal.across[1]) * point.d_damping;
}

double projected_norm(const Eigen::VectorXd& gradient, const std::vector<double>& x,
                      const SearchSpace& space) {
  double norm = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    norm = std::max(norm, std::abs(inside(gradient[static_cast<Eigen::Index>(i)], x[i],
                                          space.lower()[i], space.upper()[i])));
  return norm;
}

double best_multiplier(const Goal& goal, const DescentPoint& point, const SearchSpace& space) {
  if (!goal.constrained()) return 0;
  // Least squares over the variables that no bound holds.
  const Eigen::VectorXd a = goal.along[0] * point.d_frequency + goal.along[1] * point.d_damping;
  const Eigen::VectorXd b = goal.across[0] * point.d_frequency + goal.across[1] * point.d_damping;
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < point.x.size(); ++i) {
    const double margin = kOnBound * (space.upper()[i] - space.lower()[i]);
    if (point.x[i] <= space.lower()[i] + margin || point.x[i] >= space.upper()[i] - margin)
      continue;
    const auto k = static_cast<Eigen::Index>(i);
    products += a[k] * b[k];
    squares += b[k] * b[k];
  }
  return squares > 0 ? -products / squares : 0;
}

DescentResult descend(DescentEngine engine, EvaluationLedger& ledger, const SearchSpace& space,
                      const Goal& goal, const std::vector<double>& start,
                      const DescentLimits& limits) {
  DescentCourse course(ledger, space, limits.evaluations);
  DescentResult result;
  result.x = start;
  const DescentPoint& first = course.at(start);
  if (first.good) {
    if (engine == DescentEngine::ceres)
      descend_with_ceres(course, goal, first, limits, result);
    else
      descend_with_slsqp(course, goal, first, limits, result);
  }
  for (const DescentPoint& point : course.points())
    if (point.evaluation.feasible()) result.seen.push_back(point.evaluation);
  return result;
}

}  // namespace slipfront
