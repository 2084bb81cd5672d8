// The books of one search: which parameter sets the optimizer asked for, each evaluated
// once, in parallel, and stored as soon as it is known.
//
//   asked for   distinct keys, counted whether computed now, found in the store, or
//               computed by a run that was interrupted: the count is part of the result
//   trusted     an evaluation whose objectives are not finite is turned into a failed one
//               before it is stored: nothing that is not a number gets further
//
// Limits: evaluate() is called by one thread at a time; it spreads its batch over up to
// `threads` (TBB). The objective and the store must outlive the ledger.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "core/evaluation_store.hpp"
#include "optimize/objective.hpp"

namespace slipfront {

class EvaluationLedger {
 public:
  EvaluationLedger(const Objective& objective, EvaluationStore& store, int threads);

  /// One evaluation for each point (physical values), in their order.
  std::vector<Evaluation> evaluate(const std::vector<std::vector<double>>& points);

  /// A point already asked for, from the store or computed again; not counted.
  Evaluation look_up(const std::vector<double>& point) const;

  const Objective& objective() const { return *objective_; }
  /// In the order in which they were first asked for.
  const std::vector<std::string>& keys() const { return keys_; }
  long evaluations() const { return static_cast<long>(keys_.size()); }
  long failed() const { return failed_; }
  /// Takes up the books of an earlier run.
  void restore(std::vector<std::string> keys, long failed);

 private:
  Evaluation compute(const std::string& key, const std::vector<double>& point) const;

  const Objective* objective_;
  EvaluationStore* store_;
  int threads_;
  std::vector<std::string> keys_;
  std::unordered_set<std::string> known_;
  long failed_ = 0;
};

}  // namespace slipfront
