// How a search came to its front, told from its log of evaluations: after so many of them the
// least errors found, and the area of the front found so far in the ranking's box.
//
// Evaluations stand in the order in which they were logged: within a generation that in which they
// ended, so that two runs alike may differ between its steps. Errors are those of eq 41 over
// all fitted modes together. The area is given where one mode is fitted (its box, the
// table's rule).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/evaluation_store.hpp"
#include "results/area.hpp"

namespace slipfront {

struct HistoryStep {
  long evaluations = 0;
  double best_frequency = 0, best_damping = 0;
  std::optional<double> area;
  bool operator==(const HistoryStep&) const = default;
};

struct SearchHistory {
  std::string id;
  std::vector<HistoryStep> steps;        // ascending; none before the first feasible one
  std::map<std::string, long> failures;  // reason -> evaluations that failed with it
  bool operator==(const SearchHistory&) const = default;
};

SearchHistory search_history(const std::string& id, const std::vector<Evaluation>& evaluations,
                             const std::optional<Box>& box, AreaRule rule);

}  // namespace slipfront
