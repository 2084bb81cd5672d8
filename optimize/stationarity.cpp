#include "optimize/stationarity.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "optimize/error_factor.hpp"
#include "optimize/search_chart.hpp"

namespace slipfront {
namespace {

// Golden sections until the bracket is 1e-9 wide: sections shrink it by 0.618 each.
constexpr int kSections = 44;
// A variable this close to its bound, as a share of the range, sits on it.
constexpr double kOnBound = 1e-9;

}  // namespace

Stationarity stationarity(std::span<const double> frequency_gradient,
                          std::span<const double> damping_gradient, std::span<const double> x,
                          std::span<const double> lower, std::span<const double> upper) {
  const auto norm = [&](double a) {
    double squares = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double slope = a * frequency_gradient[i] + (1 - a) * damping_gradient[i];
      const double margin = kOnBound * (upper[i] - lower[i]);
      // Down-hill is against the slope.
      if (x[i] <= lower[i] + margin && slope > 0) continue;
      if (x[i] >= upper[i] - margin && slope < 0) continue;
      squares += slope * slope;
    }
    return std::sqrt(squares);
  };
  double low = 0, high = 1;
  for (int k = 0; k < kSections; ++k) {
    const double step = (high - low) * (std::numbers::phi - 1);
    if (norm(high - step) <= norm(low + step))
      high = low + step;
    else
      low = high - step;
  }
  Stationarity best{norm(0.5 * (low + high)), 0.5 * (low + high)};
  for (const double end : {0., 1.})
    if (const double value = norm(end); value < best.norm) best = {value, end};
  return best;
}

Stationarity stationarity(const Evaluation& evaluation, const SearchSpace& space,
                          const std::optional<Guard>& guard) {
  const SearchChart chart(space, guard);
  const auto z = chart.from_search(space.encode(evaluation.parameters, "front"));
  const ObjectiveGradient gradient = search_gradient(evaluation);
  const auto in_chart = [&](const Eigen::VectorXd& all) {
    const auto kept = space.free_values({all.data(), static_cast<std::size_t>(all.size())});
    const Eigen::VectorXd own = chart.pulled_back(
        z, Eigen::Map<const Eigen::VectorXd>(kept.data(), static_cast<Eigen::Index>(kept.size())));
    return std::vector<double>(own.begin(), own.end());
  };
  return stationarity(in_chart(gradient.frequency), in_chart(gradient.damping), z, chart.lower(),
                      chart.upper());
}

StationarityShare stationarity_share(std::span<const Evaluation> front, const SearchSpace& space,
                                     const std::optional<Guard>& guard) {
  std::vector<double> norms;
  for (const Evaluation& evaluation : front)
    if (evaluation.has_gradient()) norms.push_back(stationarity(evaluation, space, guard).norm);
  StationarityShare share;
  if (norms.empty()) return share;
  std::sort(norms.begin(), norms.end());
  share.points = static_cast<int>(norms.size());
  share.stationary = static_cast<int>(
      std::count_if(norms.begin(), norms.end(), [](double norm) { return norm < kStationary; }));
  share.median = norms[norms.size() / 2];
  share.largest = norms.back();
  return share;
}

}  // namespace slipfront
