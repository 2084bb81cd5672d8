#include "results/search_history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "results/model_curves.hpp"

namespace slipfront {

namespace {

constexpr int kSteps = 40;     // points of the curve, spaced evenly in ln(evaluations)
constexpr double kFirst = 20;  // evaluations at the first one: a fifth of a population
constexpr double kBase = 10;   // of the logarithm in eq 42

/// Numbers of evaluations at which the curve has its points, ending with all of them.
std::vector<std::size_t> counts(std::size_t all) {
  std::vector<std::size_t> result;
  const double ratio = std::max(1.0, static_cast<double>(all) / kFirst);
  for (int i = 0; i < kSteps; ++i) {
    const double at = kFirst * std::pow(ratio, static_cast<double>(i) / (kSteps - 1));
    const auto count = std::min(all, static_cast<std::size_t>(std::lround(at)));
    if (count > 0 && (result.empty() || count > result.back())) result.push_back(count);
  }
  if (all > 0 && result.back() != all) result.push_back(all);
  return result;
}

}  // namespace

SearchHistory search_history(const std::string& id, const std::vector<Evaluation>& evaluations,
                             const std::optional<Box>& box, AreaRule rule) {
  SearchHistory history;
  history.id = id;
  std::vector<ErrorPair> front;
  ErrorPair best = {std::numeric_limits<double>::infinity(),
                    std::numeric_limits<double>::infinity()};
  std::size_t done = 0;
  for (const std::size_t count : counts(evaluations.size())) {
    for (; done < count; ++done) {
      const Evaluation& e = evaluations[done];
      if (!e.feasible()) {
        ++history.failures[e.reason.empty() ? "no reason given" : e.reason];
        continue;
      }
      const ErrorPair pair = {std::pow(kBase, e.frequency_objective / 2),
                              std::pow(kBase, e.damping_objective / 2)};
      best.frequency = std::min(best.frequency, pair.frequency);
      best.damping = std::min(best.damping, pair.damping);
      front.push_back(pair);
    }
    front = surviving(front);
    if (front.empty()) continue;
    HistoryStep step{static_cast<long>(count), best.frequency, best.damping, {}};
    if (box) step.area = area_fraction(front, *box, rule);
    history.steps.push_back(step);
  }
  return history;
}

}  // namespace slipfront
