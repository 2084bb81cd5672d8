// Computes the combinations of a run, several at once, on one set of threads.
//
// As many combinations are under way as there are jobs, those that will take longest first;
// their evaluations share the threads, so that no core waits for the last individual of a
// generation. Results depend neither on the order nor on how many are under way.
// A combination that starts from another's front waits until that one is finished.
#pragma once

#include <string>
#include <vector>

#include "results/run_folder.hpp"
#include "studies/identity.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/run_study.hpp"

namespace slipfront {

struct UnitOfWork {
  PreparedCombination prepared;
  Identity identity;
  bool finished = false;  // by an earlier run

  const std::string& id() const { return prepared.combination.id; }
};

std::string identity_file(const RunFolder& folder, const std::string& id);

struct UnitsOutcome {
  bool stopped = false;            // by the observer, after a checkpoint
  std::vector<std::string> taken;  // sentences: what another process computes
};

/// Fits and predicts every unit that is not finished, each under the lock of its own folder.
/// Beside other processes (`shared`) one that somebody else computes is left to them, else it
/// is a Failure. The observer is called by one thread at a time.
UnitsOutcome run_units(const RunFolder& folder, const std::vector<UnitOfWork>& units, int jobs,
                       bool shared, RunObserver& observer);

}  // namespace slipfront
