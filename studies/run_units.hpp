// Computes the combinations of a run, several at once, on one set of threads.
//
// As many combinations are under way as there are jobs, those that will take longest first;
// their evaluations share the threads, so that no core waits for the last individual of a
// generation. Results depend neither on the order nor on how many are under way.
// A combination that starts from another's front waits until that one is finished.
#pragma once

#include <functional>
#include <map>
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

/// The wall time of a run's combinations, kept over interruptions. Thread-safe.
class Timing {
 public:
  explicit Timing(const RunFolder& folder) : folder_(folder), seconds_(folder.read_timing()) {}
  void forget(const std::string& id) { seconds_.erase(id); }
  void add(const std::string& id, double seconds);

 private:
  const RunFolder& folder_;
  std::map<std::string, double> seconds_;
};

std::string identity_file(const RunFolder& folder, const std::string& id);

/// Fits and predicts every unit that is not finished; false if the observer stopped it. The
/// observer is called by one thread at a time.
bool run_units(const RunFolder& folder, const std::vector<UnitOfWork>& units, int jobs,
               RunObserver& observer, Timing& timing);

}  // namespace slipfront
