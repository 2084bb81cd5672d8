// What any optimizer tells while it runs, and what it gives when it has ended.
//
// Same bytes: a result depends on the objective and the options only, not on the number of
// threads, nor on how often the run was interrupted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/evaluation_store.hpp"
#include "optimize/quality.hpp"
#include "optimize/stationarity.hpp"

namespace slipfront {

struct OptimizerProgress {
  int generation = 0;     // generations, or batches of descents, that are done
  int generations = 0;    // the limit; 0 if there is none
  long evaluations = 0;   // distinct parameter sets so far
  long failed = 0;        // of them infeasible
  double best_frequency;  // lowest errors of eq 41 so far; infinite if none is feasible
  double best_damping;
  long cost = 0;        // backbones paid for, one with gradient being two
  long cost_limit = 0;  // of the search; 0 if there is none
};

/// Returns false to stop. Called after a checkpoint.
using ProgressCallback = std::function<bool(const OptimizerProgress&)>;

struct OptimizerResult {
  std::vector<Evaluation> front;  // feasible, none dominates another, by ascending frequency
  long evaluations = 0;           // distinct parameter sets asked for, in all runs of this search
  long failed_evaluations = 0;
  long gradients = 0;        // evaluations with gradient; each costs about two without
  long repeated = 0;         // of them, those evaluated without gradient before
  int generations = 0;       // done (see OptimizerProgress), not counting the start
  std::string stop_reason;   // which rule ended it, with the measured value and the limit
  bool interrupted = false;  // progress asked to stop before any rule did
  /// Points that the residual penalty had moved by more than 0.06 in eq 42.
  int moved_points = 0;
  FrontQuality quality;            // of the front, log scale
  StationarityShare stationarity;  // of the front's points that have gradients
  std::vector<std::string> notes;  // as a checkpoint that could not be used

  /// In backbones without gradient: one per evaluation, two per evaluation with gradient, three
  /// where the second came after the first.
  long cost() const { return evaluations + gradients + repeated; }
  /// 0 .. 1; 0 before anything was evaluated.
  double failed_share() const {
    return evaluations > 0 ? static_cast<double>(failed_evaluations) / evaluations : 0;
  }
};

/// Sets quality and stationarity from the front.
void assess(OptimizerResult& result, const SearchSpace& space,
            const std::optional<Guard>& guard = {});

}  // namespace slipfront
