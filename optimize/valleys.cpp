#include "optimize/valleys.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "optimize/error_factor.hpp"

namespace slipfront {
namespace {

// Eq 42 per decade, as in optimize/dead_variables.cpp.
constexpr double kDead = 1e-3;
constexpr double kLeastShare = 0.3;
constexpr std::size_t kSlices = 8;
// Cosine of two directions that are one.
constexpr double kParallel = 1 - 1e-6;

/// P = N N'; of an objective without errors nothing is known: 0.
Eigen::MatrixXd without_effect(const SearchSession& session, const Evaluation& evaluation) {
  const Eigen::MatrixXd slopes = session.relative_slopes(evaluation);
  const Eigen::Index n = slopes.cols();
  for (const auto* rows : {&evaluation.frequency_factor, &evaluation.damping_factor})
    if (!(ErrorFactor(*rows, evaluation.parameters.size()).mean_square() > 0))
      return Eigen::MatrixXd::Zero(n, n);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(slopes, Eigen::ComputeFullV);
  Eigen::Index counting = 0;  // singular values descend
  for (const double value : svd.singularValues())
    if (2 / std::numbers::ln10 * value >= kDead) ++counting;
  const auto null = svd.matrixV().rightCols(n - counting);
  return null * null.transpose();
}

/// Middles of slices and the end of a range, from `at` on upwards or downwards.
std::vector<double> targets(double lower, double upper, double at, bool up) {
  std::vector<double> found;
  const double width = (upper - lower) / kSlices;
  for (std::size_t slice = 0; slice < kSlices; ++slice) {
    const double middle = lower + (static_cast<double>(slice) + 0.5) * width;
    if (std::abs(middle - at) > 0.5 * width && (middle > at) == up) found.push_back(middle);
  }
  found.push_back(up ? upper : lower);
  return found;
}

/// What is tried along one way of a valley.
struct Way {
  std::size_t result, variable;
  std::size_t first, end;  // positions of its candidates
};

}  // namespace

std::vector<Valley> valleys(const SearchSession& session, const Evaluation& evaluation) {
  const Eigen::MatrixXd projection = without_effect(session, evaluation);
  const auto alone = session.largest_slopes(evaluation);
  std::vector<Valley> found;
  std::vector<Eigen::VectorXd> taken;
  for (Eigen::Index k = 0; k < projection.rows(); ++k) {
    const double share = projection(k, k);
    if (share < kLeastShare || alone[static_cast<std::size_t>(k)] < kDead) continue;
    const Eigen::VectorXd direction = projection.col(k) / share;
    const Eigen::VectorXd unit = direction.normalized();
    if (std::any_of(taken.begin(), taken.end(),
                    [&](const auto& other) { return std::abs(unit.dot(other)) > kParallel; }))
      continue;
    taken.push_back(unit);
    found.push_back({static_cast<std::size_t>(k), {direction.begin(), direction.end()}});
  }
  return found;
}

std::vector<double> moved_in_valley(const SearchSession& session, const std::vector<double>& x,
                                    const Valley& valley, double target) {
  const SearchChart& chart = session.chart();
  std::vector<double> z = chart.from_search(x);
  const double wanted = target - z[valley.variable];
  double share = 1;
  for (std::size_t k = 0; k < z.size(); ++k) {
    const double step = wanted * valley.direction[k];
    const double room = (step > 0 ? chart.upper()[k] : chart.lower()[k]) - z[k];
    if (std::abs(step) > std::abs(room)) share = std::min(share, room / step);
  }
  for (std::size_t k = 0; k < z.size(); ++k)
    z[k] =
        std::clamp(z[k] + share * wanted * valley.direction[k], chart.lower()[k], chart.upper()[k]);
  return chart.to_search(z);
}

std::vector<ValleyStart> starts_along(SearchSession& session, std::span<const ValleyResult> results,
                                      std::size_t most, bool& stopped) {
  stopped = false;
  const SearchChart& chart = session.chart();
  std::vector<Way> ways;
  std::vector<std::vector<double>> candidates;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto x = session.space().encode(results[i].evaluation.parameters, "result");
    const auto z = chart.from_search(x);
    for (const Valley& valley : valleys(session, results[i].evaluation))
      for (const bool up : {false, true}) {
        const std::size_t k = valley.variable, first = candidates.size();
        for (const double target : targets(chart.lower()[k], chart.upper()[k], z[k], up)) {
          auto moved = moved_in_valley(session, x, valley, target);
          const bool again = candidates.size() > first && candidates.back() == moved;  // at a bound
          if (candidates.size() < most && !again) candidates.push_back(std::move(moved));
        }
        ways.push_back({i, k, first, candidates.size()});
      }
  }
  if (candidates.empty()) return {};
  const auto evaluated = session.evaluate_with_gradient(candidates);
  stopped = !session.steps().done();
  std::vector<ValleyStart> starts;
  for (const Way& way : ways) {
    std::optional<std::size_t> best;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t c = way.first; c < way.end; ++c) {
      const Evaluation& e = evaluated[c];
      if (!e.feasible() || !e.has_gradient()) continue;
      const auto k = static_cast<Eigen::Index>(way.variable);
      if (without_effect(session, e)(k, k) >= kLeastShare) continue;
      const double reach = results[way.result].goal.reach(session.objectives(e));
      if (reach < lowest) lowest = reach, best = c;
    }
    if (best) starts.push_back({way.result, candidates[*best]});
  }
  return starts;
}

}  // namespace slipfront
