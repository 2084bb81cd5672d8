#include "studies/run_units.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "studies/plan_study.hpp"
#include "studies/run_combination.hpp"

namespace slipfront {

namespace {

/// A title or the name of a reduced model determines no result: what is finished takes on those
/// that the study has now.
void rename_finished(const RunFolder& folder, const PreparedCombination& prepared) {
  const std::string path = folder.combination_folder(prepared.combination.id) + "/summary.json";
  CombinationSummary summary = read_summary(path);
  const CombinationSummary written = summary;
  summary.title = prepared.combination.title;
  summary.rom = prepared.solver->structure().name;
  if (summary != written) write_summary(path, summary);
}

/// Hands out units, longest first, and gathers what becomes of them.
class Dispatcher {
 public:
  Dispatcher(const RunFolder& folder, const std::vector<UnitOfWork>& units, int jobs, bool shared,
             RunObserver& observer)
      : folder_(folder), units_(units), jobs_(jobs), shared_(shared), observer_(observer) {
    order_.resize(units.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const auto cost = [&](std::size_t i) {
      const PreparedCombination& p = units_[i].prepared;
      return p.probe_seconds * static_cast<double>(most_evaluations(p.combination.optimizer));
    };
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return cost(a) > cost(b); });
  }

  UnitsOutcome run() {
    for (std::size_t i = 0; i < units_.size(); ++i) {
      if (!units_[i].finished) continue;
      rename_finished(folder_, units_[i].prepared);
      observer_.kept(units_[i].id(), ++started_, static_cast<int>(units_.size()));
      std::erase(order_, i);
    }
    const auto count = std::min<std::size_t>(static_cast<std::size_t>(jobs_), order_.size());
    std::vector<std::thread> threads;
    for (std::size_t k = 1; k < count; ++k) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    outcome_.stopped = stopped_;
    return outcome_;
  }

 private:
  /// True if the unit whose front this one starts from is still to be computed in this run.
  bool waits(const UnitOfWork& unit) const {
    const std::string& other = unit.prepared.combination.seeds_from;
    const auto is_other = [&](std::size_t i) { return units_[i].id() == other; };
    return !other.empty() && (std::any_of(order_.begin(), order_.end(), is_other) ||
                              std::any_of(running_.begin(), running_.end(), is_other));
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (!order_.empty() && !ended()) {
      const auto next = std::find_if(order_.begin(), order_.end(),
                                     [&](std::size_t i) { return !waits(units_[i]); });
      if (next == order_.end()) {
        changed_.wait(lock);
        continue;
      }
      const std::size_t i = *next;
      order_.erase(next);
      running_.push_back(i);
      lock.unlock();
      compute(units_[i]);
      lock.lock();
      std::erase(running_, i);
      changed_.notify_all();
    }
    changed_.notify_all();
  }

  /// The lock of a unit's folder. Nothing if this run shares the folder with others and one of
  /// them computes the unit, what it starts from, or has computed it.
  std::optional<FolderLock> lock_of(const UnitOfWork& unit) {
    const std::string& other = unit.prepared.combination.seeds_from;
    if (shared_ && !other.empty() && !folder_.is_finished(other)) {
      const std::lock_guard lock(mutex_);
      outcome_.taken.push_back("combination '" + unit.id() + "' starts from the front of '" +
                               other + "', which is not finished");
      return {};
    }
    const std::string own_folder = folder_.make_combination_folder(unit.id());
    std::optional<FolderLock> own;
    try {
      own.emplace(own_folder);
    } catch (const Failure&) {
      const auto holder = FolderLock::holder(own_folder);
      if (!shared_ || !holder) throw;
      const std::lock_guard lock(mutex_);
      outcome_.taken.push_back("combination '" + unit.id() + "' is left to " + *holder);
      return {};
    }
    if (shared_ && folder_.is_finished(unit.id())) own.reset();
    if (own) remove_temporary_files(own_folder);
    return own;
  }

  void compute(const UnitOfWork& unit) {
    const auto start = std::chrono::steady_clock::now();
    try {
      const std::optional<FolderLock> own = lock_of(unit);
      if (!own) return;
      {
        const std::lock_guard lock(mutex_);
        observer_.started(unit.id(), ++started_, static_cast<int>(units_.size()));
      }
      const std::string own_folder = folder_.combination_folder(unit.id());
      write_identity(identity_file(folder_, unit.id()), unit.identity);
      const CombinationRun run = run_combination(
          unit.prepared, unit.identity, own_folder, jobs_,
          [&](const OptimizerProgress& progress) {
            const std::lock_guard lock(mutex_);
            observer_.progressed(unit.id(), progress);
            return !ended();
          },
          [&] {
            const std::lock_guard lock(mutex_);
            return ended();
          });
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
      const std::lock_guard lock(mutex_);
      folder_.add_timing(unit.id(), spent.count());
      for (const std::string& note : run.notes) observer_.noted(unit.id(), note);
      if (run.finished)
        observer_.finished(run.summary);
      else
        stopped_ = true;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  /// Under the lock: nothing more is begun, and what runs ends after its next checkpoint.
  bool ended() { return failure_ || stopped_ || (stopped_ = observer_.stop()); }

  const RunFolder& folder_;
  const std::vector<UnitOfWork>& units_;
  int jobs_;
  bool shared_;
  RunObserver& observer_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::size_t> order_, running_;  // not yet begun; under way
  int started_ = 0;
  bool stopped_ = false;
  UnitsOutcome outcome_;
  std::exception_ptr failure_;
};

}  // namespace

std::string identity_file(const RunFolder& folder, const std::string& id) {
  return folder.combination_folder(id) + "/identity.json";
}

UnitsOutcome run_units(const RunFolder& folder, const std::vector<UnitOfWork>& units, int jobs,
                       bool shared, RunObserver& observer) {
  return Dispatcher(folder, units, jobs, shared, observer).run();
}

}  // namespace slipfront
