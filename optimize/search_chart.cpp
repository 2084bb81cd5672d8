#include "optimize/search_chart.hpp"

#include <algorithm>
#include <cmath>

namespace slipfront {
namespace {

// Decades between the guard's edge and the bounded parameter's upper bound.
constexpr double kDecades = 10;
constexpr double kEdge = 1e-10;

}  // namespace

SearchChart::SearchChart(const SearchSpace& space, const std::optional<Guard>& guard)
    : space_(&space), lower_(space.lower()), upper_(space.upper()) {
  if (!guard) return;
  const auto bounded = space.free_place(guard->bounded);
  if (!bounded) return;
  guard_ = guard;
  bounded_ = *bounded;
  other_ = space.free_place(guard->other);
  lower_[bounded_] = -kDecades;
  upper_[bounded_] = 0;
}

double SearchChart::other_value(const std::vector<double>& x) const {
  const Parameter& parameter = space_->parameters()[guard_->other];
  return other_ ? slipfront::from_search(parameter, x[*other_]) : parameter.lower;
}

SearchChart::Margins SearchChart::margins(double other) const {
  const Parameter& parameter = space_->parameters()[guard_->bounded];
  const double high = other + guard_->part(parameter.upper);
  const double low = other + guard_->part(parameter.lower);
  return low > kEdge * high ? Margins{low, high, 1} : Margins{kEdge * high, high, kEdge};
}

std::vector<double> SearchChart::from_search(const std::vector<double>& x) const {
  if (!guard_) return x;
  const Parameter& parameter = space_->parameters()[guard_->bounded];
  const double other = other_value(x);
  const Margins m = margins(other);
  const double margin = std::clamp(
      other + guard_->part(slipfront::from_search(parameter, x[bounded_])), m.low, m.high);
  std::vector<double> z = x;
  z[bounded_] = kDecades * std::log(margin / m.high) / std::log(m.high / m.low);
  return z;
}

std::vector<double> SearchChart::to_search(const std::vector<double>& z) const {
  if (!guard_) return z;
  const Parameter& parameter = space_->parameters()[guard_->bounded];
  const double other = other_value(z);
  const Margins m = margins(other);
  const double margin = m.high * std::pow(m.high / m.low, z[bounded_] / kDecades);
  const double value =
      std::clamp(guard_->inverse(margin - other), parameter.lower, parameter.upper);
  std::vector<double> x = z;
  x[bounded_] = std::clamp(slipfront::to_search(parameter, value), space_->lower()[bounded_],
                           space_->upper()[bounded_]);
  return x;
}

SearchChart::Slopes SearchChart::slopes_at(const std::vector<double>& z) const {
  const Parameter& parameter = space_->parameters()[guard_->bounded];
  const double other = other_value(z);
  const Margins m = margins(other);
  // margin = high^(1 - s) low^s,  s = -z / kDecades.
  const double s = -z[bounded_] / kDecades, ratio = std::log(m.high / m.low);
  const double margin = m.high * std::exp(-s * ratio);
  const double margin_by_other = margin * ((1 - s) / m.high + s * m.low_slope / m.low);
  const double part = margin - other, slope = guard_->inverse_slope(part);
  const double scale = search_slope(parameter, guard_->inverse(part));
  const Parameter& second = space_->parameters()[guard_->other];
  return {slope * margin * ratio / kDecades / scale,
          slope * (margin_by_other - 1) * search_slope(second, other) / scale};
}

void SearchChart::pull_back(const std::vector<double>& z, Eigen::MatrixXd& slopes) const {
  if (!guard_) return;
  const Slopes own = slopes_at(z);
  const auto bounded = static_cast<Eigen::Index>(bounded_);
  if (other_) slopes.col(static_cast<Eigen::Index>(*other_)) += own.by_other * slopes.col(bounded);
  slopes.col(bounded) *= own.by_own;
}

Eigen::VectorXd SearchChart::pulled_back(const std::vector<double>& z,
                                         const Eigen::VectorXd& gradient) const {
  Eigen::MatrixXd row = gradient.transpose();
  pull_back(z, row);
  return row.transpose();
}

}  // namespace slipfront
