#include "optimize/descent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "optimize/descent_course.hpp"
#include "optimize/error_factor.hpp"

namespace slipfront {
namespace {

// A variable this close to its bound, as a share of the range, sits on it.
constexpr double kOnBound = 1e-9;

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

Eigen::MatrixXd free_columns(const SearchSpace& space, const ErrorFactor& factor) {
  Eigen::MatrixXd columns(factor.rows(), static_cast<Eigen::Index>(space.free_count()));
  for (Eigen::Index row = 0; row < factor.rows(); ++row) {
    const Eigen::VectorXd all = factor.slopes().row(row).transpose();
    const auto kept = space.free_values({all.data(), static_cast<std::size_t>(all.size())});
    columns.row(row) = Eigen::Map<const Eigen::RowVectorXd>(kept.data(), columns.cols());
  }
  return columns;
}

const DescentPoint& DescentCourse::at(const std::vector<double>& x) {
  for (auto point = points_.rbegin(); point != points_.rend(); ++point)
    if (point->x == x) return *point;
  return compute(x, chart_.to_search(x));
}

const DescentPoint& DescentCourse::start(const std::vector<double>& search) {
  return compute(chart_.from_search(search), search);
}

const DescentPoint& DescentCourse::compute(const std::vector<double>& x,
                                           const std::vector<double>& search) {
  const std::vector<double> physical = space_->decode(search);
  if (used_up() || !(ledger_->objective().domain_margin(physical) > 0)) return nothing_;
  --left_;
  points_.push_back(read(x, search, ledger_->evaluate_with_gradient(physical)));
  const DescentPoint& last = points_.back();
  const double reach = last.good ? goal_.reach(last.objectives) : lowest_;
  in_vain_ = reach < lowest_ - limits_.least_gain ? 0 : in_vain_ + 1;
  lowest_ = std::min(lowest_, reach);
  return last;
}

void DescentCourse::know(const Evaluation& evaluation) {
  const auto search = space_->encode(evaluation.parameters, "evaluation");
  known_.push_back(read(chart_.from_search(search), search, evaluation));
}

DescentPoint DescentCourse::read(const std::vector<double>& x, const std::vector<double>& search,
                                 Evaluation evaluation) const {
  DescentPoint point;
  point.x = x;
  point.search = search;
  point.evaluation = std::move(evaluation);
  const Evaluation& e = point.evaluation;
  point.good = e.feasible() && e.has_gradient();
  if (!point.good) return point;
  const double penalty = ledger_->objective().penalty(e);
  point.objectives = {e.frequency_objective + penalty, e.damping_objective + penalty};
  const ErrorFactor frequency(e.frequency_factor, e.parameters.size());
  const ErrorFactor damping(e.damping_factor, e.parameters.size());
  point.d_frequency = chart_.pulled_back(x, free_entries(*space_, frequency.gradient()));
  point.d_damping = chart_.pulled_back(x, free_entries(*space_, damping.gradient()));
  point.frequency_errors = frequency.errors();
  point.damping_errors = damping.errors();
  point.frequency_slopes = free_columns(*space_, frequency);
  point.damping_slopes = free_columns(*space_, damping);
  chart_.pull_back(x, point.frequency_slopes);
  chart_.pull_back(x, point.damping_slopes);
  return point;
}

Eigen::VectorXd Lagrangian::gradient(const DescentPoint& point) const {
  const double factor = multiplier + penalty * goal.b(point.objectives);
  return (goal.along[0] + factor * goal.across[0]) * point.d_frequency +
         (goal.along[1] + factor * goal.across[1]) * point.d_damping;
}

double projected_norm(const Eigen::VectorXd& gradient, const std::vector<double>& x,
                      const SearchChart& chart) {
  double norm = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    norm = std::max(norm, std::abs(inside(gradient[static_cast<Eigen::Index>(i)], x[i],
                                          chart.lower()[i], chart.upper()[i])));
  return norm;
}

double best_multiplier(const Goal& goal, const DescentPoint& point, const SearchChart& chart) {
  if (!goal.constrained()) return 0;
  // Least squares over the variables that no bound holds.
  const Eigen::VectorXd a = goal.along[0] * point.d_frequency + goal.along[1] * point.d_damping;
  const Eigen::VectorXd b = goal.across[0] * point.d_frequency + goal.across[1] * point.d_damping;
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < point.x.size(); ++i) {
    const double margin = kOnBound * (chart.upper()[i] - chart.lower()[i]);
    if (point.x[i] <= chart.lower()[i] + margin || point.x[i] >= chart.upper()[i] - margin)
      continue;
    const auto k = static_cast<Eigen::Index>(i);
    products += a[k] * b[k];
    squares += b[k] * b[k];
  }
  return squares > 0 ? -products / squares : 0;
}

DescentResult descend(DescentEngine engine, EvaluationLedger& ledger, const SearchSpace& space,
                      const Goal& goal, const std::vector<double>& start,
                      const DescentLimits& limits, std::span<const Evaluation> known) {
  DescentCourse course(ledger, space, goal, limits);
  DescentResult result;
  result.x = start;
  const DescentPoint& first = course.start(start);
  if (first.good) {
    for (const Evaluation& evaluation : known) course.know(evaluation);
    if (limits.kinks)
      descend_over_kinks(course, goal, first, limits, result);
    else if (engine == DescentEngine::ceres)
      descend_with_ceres(course, goal, first, limits, result);
    else
      descend_with_slsqp(course, goal, first, limits, result);
  }
  for (const DescentPoint& point : course.points())
    if (point.evaluation.feasible()) result.seen.push_back(point.evaluation);
  return result;
}

}  // namespace slipfront
