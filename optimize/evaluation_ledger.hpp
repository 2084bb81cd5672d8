// The books of one search: which parameter sets the optimizer asked for, each evaluated
// once, in parallel, and stored as soon as it is known.
//
//   asked for   distinct keys, counted whether computed now, found in the store, or
//               computed by a run that was interrupted: the count is part of the result
//   trusted     an evaluation whose objectives are not finite is turned into a failed one
//               before it is stored: nothing that is not a number gets further
//
//   gradients   an evaluation with gradient is stored under a key of its own. Who wants the errors
//               alone gets it if this search has asked for the gradient before; whether it is in
//               the store by chance makes no difference, so that a search gets the same answers
//               whatever has been lost of its log. Asked for the other way round a parameter set
//               is computed twice, and counted so
//
// Limits: evaluate() is called by one thread at a time; it spreads its batch over up to
// `threads` (TBB). evaluate_with_gradient() may be called by several at once, but not while
// evaluate() runs. The objective and the store must outlive the ledger.
#pragma once

#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/evaluation_store.hpp"
#include "optimize/expected_time.hpp"
#include "optimize/objective.hpp"

namespace slipfront {

class EvaluationLedger {
 public:
  EvaluationLedger(const Objective& objective, EvaluationStore& store, int threads);

  /// One evaluation for each point (physical values), in their order.
  std::vector<Evaluation> evaluate(const std::vector<std::vector<double>>& points);

  /// One point with factors (optimize/error_factor.hpp), if the objective has them there; of two
  /// threads that ask for the same one computes it, the other waits.
  Evaluation evaluate_with_gradient(const std::vector<double>& point);

  /// How long an evaluation will take [s], by what those near it have taken (0: not known).
  double expected_seconds(const std::vector<double>& point) const { return times_.of(point); }

  /// A point already asked for, from the store or computed again; not counted.
  Evaluation look_up(const std::vector<double>& point) const;

  const Objective& objective() const { return *objective_; }
  /// In the order in which they were first asked for.
  const std::vector<std::string>& keys() const { return keys_; }
  long evaluations() const { return static_cast<long>(keys_.size()); }
  long failed() const { return failed_; }
  /// Distinct parameter sets evaluated with gradient.
  long gradients() const { return static_cast<long>(with_gradient_.size()); }
  /// Of them, those asked for without gradient before.
  long repeated() const { return repeated_; }
  /// In backbones: one without gradient, two with.
  long cost() const { return evaluations() + gradients() + repeated(); }
  /// Takes up the books of an earlier run.
  void restore(std::vector<std::string> keys, long failed);

 private:
  Evaluation compute(const std::string& key, const std::vector<double>& point, bool gradient) const;
  /// Whether this search has asked for it with gradient.
  bool has_gradient(const std::string& key) const;
  std::optional<Evaluation> stored(const std::string& key) const;
  void count(const std::string& key, const Evaluation& evaluation);

  const Objective* objective_;
  EvaluationStore* store_;
  int threads_;
  mutable ExpectedTime times_;
  std::vector<std::string> keys_;
  std::unordered_set<std::string> known_;
  long failed_ = 0;

  std::mutex mutex_;  // of what follows and, in evaluate_with_gradient(), of the books
  std::unordered_set<std::string> with_gradient_;
  long repeated_ = 0;
  std::unordered_map<std::string, std::shared_future<Evaluation>> under_way_;
};

}  // namespace slipfront
