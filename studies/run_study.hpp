// A whole study, from its file to the ranking: the method of Porter et al. in order.
//
//   load      reduced models and measured backbones
//   prepare   each combination: friction model on its reduced model, bounds, modes
//   fit       parameters to the fitted modes: a front of frequency against damping error
//   predict   the other modes at every point of the front
//   write     front, backbones, loops and summary of the combination
//   rank      all combinations by the area of their fronts
//   report    one page about the run
//
// A run goes on where an earlier one in the same folder stopped.
#pragma once

#include <string>
#include <vector>

#include "models/registry.hpp"
#include "optimize/nsga2.hpp"
#include "results/summary.hpp"
#include "studies/rank_run.hpp"
#include "studies/study.hpp"

namespace slipfront {

struct RunOptions {
  std::string out;         // the run folder
  int jobs = 1;            // threads
  std::string only = "*";  // ids to run, as a shell pattern
  bool fresh = false;      // forget what the folder holds of these combinations
  bool changed = false;    // forget what it computed from other inputs or options, only
  bool share = false;      // beside other processes in the folder, and without a ranking
};

/// Whoever watches a run: prints progress, asks it to stop. Several combinations may be under
/// way at once; calls come one at a time.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// `number` of `count` combinations, from 1.
  virtual void started(const std::string& id, int number, int count) = 0;
  virtual void progressed(const std::string& id, const OptimizerProgress& progress) = 0;
  virtual void finished(const CombinationSummary& summary) = 0;
  /// Finished by an earlier run, with the same identity.
  virtual void kept(const std::string& id, int number, int count) = 0;
  virtual void noted(const std::string& id, const std::string& note) = 0;
  /// True: end after a checkpoint.
  virtual bool stop() = 0;
};

struct RunOutcome {
  bool interrupted = false;
  std::vector<std::string> troubles;  // what finished but failed, as sentences
  RunRanking table;                   // if neither interrupted nor shared
};

/// Throws a Failure for wrong input, a folder in use, or combinations in the folder that
/// were computed from something else.
RunOutcome run_study(const Study& study, const Registry& models, const RunOptions& options,
                     RunObserver& observer);

}  // namespace slipfront
