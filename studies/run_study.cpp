#include "studies/run_study.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "core/failure.hpp"
#include "results/report.hpp"
#include "results/run_folder.hpp"
#include "studies/identity.hpp"
#include "studies/inputs.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/resolved_study.hpp"
#include "studies/run_combination.hpp"

namespace slipfront {

namespace {

/// A combination that this run is asked for.
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

std::vector<UnitOfWork> prepare(const Study& study, const StudyInputs& inputs,
                                const Registry& models, const std::string& only) {
  std::vector<UnitOfWork> units;
  std::vector<Problem> problems;
  std::string known;
  for (std::size_t i = 0; i < study.combinations.size(); ++i) {
    const Combination& combination = study.combinations[i];
    known += (known.empty() ? "" : ", ") + combination.id;
    if (fnmatch(only.c_str(), combination.id.c_str(), 0) != 0) continue;
    try {
      PreparedCombination prepared = prepare_combination(study, combination, inputs, models,
                                                         "/combinations/" + std::to_string(i));
      Identity identity = identity_of(study, prepared, inputs);
      units.push_back({std::move(prepared), std::move(identity)});
    } catch (const Failure& failure) {
      problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
    }
  }
  throw_if_any(std::move(problems));
  if (units.empty())
    throw Failure(Problem{"--only", "", "'" + only + "'", "matches no combination of the study",
                          "known: " + known});
  return units;
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

}  // namespace

RunOutcome run_study(const Study& study, const Registry& models, const RunOptions& options,
                     RunObserver& observer) {
  const StudyInputs inputs = load(study);
  std::vector<UnitOfWork> units = prepare(study, inputs, models, options.only);

  const RunFolder folder = RunFolder::open(options.out);
  Timing timing(folder);
  if (options.fresh) {
    for (const UnitOfWork& unit : units) {
      folder.clear_combination(unit.id());
      std::filesystem::remove(identity_file(folder, unit.id()));
      timing.forget(unit.id());
    }
  }
  compare_with_folder(folder, units);
  folder.write_resolved_study(resolved_study_json(study, inputs));
  Provenance provenance = gather_provenance(options.jobs, study.seed);
  provenance.inputs = inputs.file_bytes;
  folder.record_provenance(provenance);

  RunOutcome outcome;
  const int count = static_cast<int>(units.size());
  for (int i = 0; i < count && !outcome.interrupted; ++i) {
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
        unit.prepared, unit.identity, own_folder, options.jobs,
        [&](const OptimizerProgress& progress) {
          observer.progressed(progress);
          return !observer.stop();
        },
        [&] { return observer.stop(); });
    timing.stop(unit.id());
    for (const std::string& note : run.notes) observer.noted(unit.id(), note);
    if (run.finished) observer.finished(run.summary);
    outcome.interrupted = !run.finished;
  }
  provenance.ended = utc_now();
  folder.record_provenance(provenance);
  if (outcome.interrupted) return outcome;

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
