// One combination as a unit of work, in its own folder: fit, front, predictions, loops,
// records. It can be stopped between any two evaluations and goes on to the same bytes;
// summary.json is written last, so that a folder with a summary is finished.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "results/summary.hpp"
#include "studies/identity.hpp"
#include "studies/prepare_combination.hpp"

namespace slipfront {

struct CombinationRun {
  bool finished = false;           // false: stopped, after a checkpoint
  CombinationSummary summary;      // of a finished one
  std::vector<std::string> notes;  // what an earlier, interrupted run left damaged
};

/// `progress` is called after each generation; when it returns false, or `stop`, asked before
/// each evaluation, returns true, the combination stops. Files go to `folder`, which exists: its
/// own in a run folder, beside that of the combination it starts from.
CombinationRun run_combination(const PreparedCombination& prepared, const Identity& identity,
                               const std::string& folder, int threads,
                               const std::function<bool(const OptimizerProgress&)>& progress = {},
                               const std::function<bool()>& stop = {});

}  // namespace slipfront
