#include "studies/run_study.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>

#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "results/report.hpp"
#include "results/run_folder.hpp"
#include "studies/identity.hpp"
#include "studies/inputs.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/resolved_study.hpp"
#include "studies/run_combination.hpp"

namespace slipfront {

namespace {

struct UnitOfWork {
  PreparedCombination prepared;
  Identity identity;
  bool finished = false;  // by an earlier run

  const std::string& id() const { return prepared.combination.id; }
};

StudyInputs load(const Study& study) {
  std::vector<Problem> problems;
  StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(std::move(problems));
  return inputs;
}

using Choice = std::function<bool(const std::string& id)>;

/// The chosen combinations. Those whose plugin fails are left out, each with a sentence in
/// `troubles`.
std::vector<UnitOfWork> prepare(const Study& study, const StudyInputs& inputs,
                                const Registry& models, const Choice& chosen,
                                std::vector<std::string>& troubles) {
  std::vector<UnitOfWork> units;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < study.combinations.size(); ++i) {
    const Combination& combination = study.combinations[i];
    if (!chosen(combination.id)) continue;
    const auto leave_out = [&](const std::string& why) {
      troubles.push_back("combination '" + combination.id + "' was left out: " + why);
    };
    if (!combination.left_out.empty()) {
      leave_out(combination.left_out);
      continue;
    }
    try {
      PreparedCombination prepared = prepare_combination(study, combination, inputs, models,
                                                         "/combinations/" + std::to_string(i));
      Identity identity = identity_of(study, prepared, inputs);
      units.push_back({std::move(prepared), std::move(identity)});
    } catch (const LawFailure& failure) {
      leave_out(failure.what());
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  return units;
}

/// A run of nothing is no run: either the pattern fits nothing, or every plugin fails.
void refuse_nothing(const Study& study, const std::string& only,
                    const std::vector<std::string>& troubles) {
  std::vector<Problem> problems;
  for (const std::string& trouble : troubles)
    problems.push_back({study.file, "", "", trouble, "mend the plugin"});
  throw_if_any(std::move(problems));
  std::string known;
  for (const Combination& combination : study.combinations)
    known += (known.empty() ? "" : ", ") + combination.id;
  throw Failure(Problem{"--only", "", "'" + only + "'", "matches no combination of the study",
                        "known: " + known});
}

std::string identity_file(const RunFolder& folder, const std::string& id) {
  return folder.combination_folder(id) + "/identity.json";
}

/// Marks what an earlier run finished; refuses what it computed from something else.
void compare_with_folder(const RunFolder& folder, std::vector<UnitOfWork>& units) {
  constexpr auto kRemedy = "give --fresh to compute it anew, or another --out";
  const std::vector<std::string> finished = folder.finished_combinations();
  std::vector<Problem> problems;
  for (UnitOfWork& unit : units) {
    const std::optional<Identity> stored = read_identity(identity_file(folder, unit.id()));
    unit.finished = std::find(finished.begin(), finished.end(), unit.id()) != finished.end();
    if (stored && *stored != unit.identity) {
      std::string changes;
      for (const std::string& change : differences(*stored, unit.identity))
        changes += (changes.empty() ? "" : ", ") + change;
      problems.push_back({folder.path(), "combination '" + unit.id() + "'",
                          "results that were computed with other inputs",
                          "a run goes on only with what it began with. Changed: " + changes,
                          kRemedy});
    } else if (unit.finished && !stored) {
      problems.push_back({folder.path(), "combination '" + unit.id() + "'",
                          "results without identity.json", "it is not known what they belong to",
                          kRemedy});
    }
  }
  throw_if_any(std::move(problems));
}

/// The wall time of a run's parts, kept over interruptions.
class Timing {
 public:
  explicit Timing(const RunFolder& folder) : folder_(folder), seconds_(folder.read_timing()) {}

  void forget(const std::string& id) { seconds_.erase(id); }
  void start() { start_ = std::chrono::steady_clock::now(); }
  void stop(const std::string& id) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    seconds_[id] += spent.count();
    folder_.write_timing(seconds_);
  }

 private:
  const RunFolder& folder_;
  std::map<std::string, double> seconds_;
  std::chrono::steady_clock::time_point start_;
};

/// Removes what the folder holds of these combinations.
void forget(const RunFolder& folder, const std::vector<UnitOfWork>& units, Timing& timing) {
  for (const UnitOfWork& unit : units) {
    folder.clear_combination(unit.id());
    std::filesystem::remove(identity_file(folder, unit.id()));
    timing.forget(unit.id());
  }
}

/// Fits and predicts every unit that is not finished; false if the observer stopped it.
bool compute(const RunFolder& folder, const std::vector<UnitOfWork>& units, int jobs,
             RunObserver& observer, Timing& timing) {
  const int count = static_cast<int>(units.size());
  for (int i = 0; i < count; ++i) {
    const UnitOfWork& unit = units[i];
    if (unit.finished) {
      observer.kept(unit.id(), i + 1, count);
      continue;
    }
    observer.started(unit.id(), i + 1, count);
    timing.start();
    const std::string own_folder = folder.make_combination_folder(unit.id());
    write_identity(identity_file(folder, unit.id()), unit.identity);
    const CombinationRun run = run_combination(
        unit.prepared, unit.identity, own_folder, jobs,
        [&](const OptimizerProgress& progress) {
          observer.progressed(progress);
          return !observer.stop();
        },
        [&] { return observer.stop(); });
    timing.stop(unit.id());
    for (const std::string& note : run.notes) observer.noted(unit.id(), note);
    if (!run.finished) return false;
    observer.finished(run.summary);
  }
  return true;
}

}  // namespace

RunOutcome run_study(const Study& study, const Registry& models, const RunOptions& options,
                     RunObserver& observer) {
  RunOutcome outcome;

  // Load the reduced models and the measured backbones.
  const StudyInputs inputs = load(study);

  // Prepare the combinations that this run is asked for, and those that the folder holds of
  // an earlier one: they will stand in the same table.
  const Choice asked_for = [&](const std::string& id) {
    return fnmatch(options.only.c_str(), id.c_str(), 0) == 0;
  };
  const Choice held = [&](const std::string& id) {
    return !asked_for(id) && std::filesystem::exists(options.out + "/combos/" + id);
  };
  std::vector<std::string> unrelated_troubles;
  std::vector<UnitOfWork> units = prepare(study, inputs, models, asked_for, outcome.troubles);
  std::vector<UnitOfWork> others = prepare(study, inputs, models, held, unrelated_troubles);
  if (units.empty()) refuse_nothing(study, options.only, outcome.troubles);

  // Open the folder, which must hold nothing that was computed from something else.
  const RunFolder folder = RunFolder::open(options.out);
  Timing timing(folder);
  compare_with_folder(folder, others);
  if (options.fresh) forget(folder, units, timing);
  compare_with_folder(folder, units);
  folder.write_resolved_study(resolved_study_json(study, inputs));
  Provenance provenance = gather_provenance(options.jobs, study.seed);
  provenance.inputs = inputs.file_bytes;
  folder.record_provenance(provenance);

  // Fit each combination and let its front predict the other modes.
  outcome.interrupted = !compute(folder, units, options.jobs, observer, timing);
  provenance.ended = utc_now();
  folder.record_provenance(provenance);
  if (outcome.interrupted) return outcome;

  // Rank all combinations, and report.
  outcome.table = rank_run(folder);
  folder.write_ranking(outcome.table.ranking);
  write_report(folder, outcome.table.ranking, outcome.table.title);
  for (const RankingRow& row : outcome.table.ranking.rows)
    if (row.combination.front_points == 0)
      outcome.troubles.push_back("combination '" + row.combination.id +
                                 "' found no parameter set that could be solved at every fitted "
                                 "amplitude: its front is empty, its area 1");
  return outcome;
}

}  // namespace slipfront
