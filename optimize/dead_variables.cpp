#include "optimize/dead_variables.hpp"

#include <limits>
#include <optional>

namespace slipfront {
namespace {

// Eq 42 per decade: what is compared between fits, parameters that matter less are not.
constexpr double kDead = 1e-3;
// A slice of beta's 23 decades is then as long as the part of them where beta matters.
constexpr std::size_t kSlices = 8;

}  // namespace

std::vector<std::size_t> dead_variables(const SearchSession& session,
                                        const Evaluation& evaluation) {
  std::vector<std::size_t> dead;
  const auto slopes = session.largest_slopes(evaluation);
  for (std::size_t k = 0; k < slopes.size(); ++k)
    if (slopes[k] < kDead) dead.push_back(k);
  return dead;
}

std::vector<std::vector<double>> starts_beside(SearchSession& session, const Goal& goal,
                                               const Evaluation& found, std::size_t most,
                                               bool& stopped) {
  const auto dead = dead_variables(session, found);
  stopped = false;
  if (dead.empty()) return {};
  const auto x = session.space().encode(found.parameters, "optimum");
  struct Slice {
    std::size_t variable, first, end;  // positions of its candidates
  };
  std::vector<Slice> slices;
  std::vector<std::vector<double>> candidates;
  for (const std::size_t k : dead) {
    const double lower = session.space().lower()[k];
    const double width = (session.space().upper()[k] - lower) / kSlices;
    for (std::size_t slice = 0; slice < kSlices; ++slice) {
      const double from = lower + static_cast<double>(slice) * width;
      if (x[k] >= from && x[k] <= from + width) continue;
      const auto seen = session.nearest_within(goal, k, from, from + width);
      if (candidates.size() + (seen ? 2 : 1) > most) continue;
      const std::size_t first = candidates.size();
      candidates.push_back(x);
      candidates.back()[k] = from + 0.5 * width;
      if (seen) candidates.push_back(session.x(*seen));
      slices.push_back({k, first, candidates.size()});
    }
  }
  if (candidates.empty()) return {};
  const auto evaluated = session.evaluate_with_gradient(candidates);
  stopped = !session.steps().done();
  std::vector<std::vector<double>> starts;
  for (const Slice& slice : slices) {
    std::optional<std::size_t> best;
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = slice.first; i < slice.end; ++i) {
      const Evaluation& e = evaluated[i];
      if (!e.feasible() || !e.has_gradient()) continue;
      if (session.largest_slopes(e)[slice.variable] < kDead) continue;
      if (const double reach = goal.reach(session.objectives(e)); reach < lowest) {
        lowest = reach;
        best = i;
      }
    }
    if (best) starts.push_back(candidates[*best]);
  }
  return starts;
}

}  // namespace slipfront
