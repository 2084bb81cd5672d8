#include "studies/run_study.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "results/experiment_record.hpp"
#include "results/report.hpp"
#include "results/run_folder.hpp"
#include "studies/identity.hpp"
#include "studies/inputs.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/resolved_study.hpp"
#include "studies/run_units.hpp"

namespace slipfront {

namespace {

StudyInputs load(const Study& study) {
  std::vector<Problem> problems;
  StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(std::move(problems));
  return inputs;
}

/// What the points that a search starts from are determined by.
std::string seeds_identity(const Study& study, const Combination& from, const StudyInputs& inputs,
                           const Registry& models) {
  const auto other = std::find_if(study.combinations.begin(), study.combinations.end(),
                                  [&](const Combination& c) { return c.id == from.seeds_from; });
  const auto place = std::to_string(other - study.combinations.begin());
  const PreparedCombination prepared =
      prepare_combination(study, *other, inputs, models, "/combinations/" + place);
  return std::to_string(from.seeds_points) + " points of " + other->id + " " +
         identity_of(study, prepared, inputs).fingerprint();
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
      if (!combination.seeds_from.empty())
        identity.parts["optimizer.seeds_from"] = seeds_identity(study, combination, inputs, models);
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

/// Removes what the folder holds of these combinations.
void forget(const RunFolder& folder, const std::vector<UnitOfWork>& units, Timing& timing) {
  for (const UnitOfWork& unit : units) {
    folder.clear_combination(unit.id());
    std::filesystem::remove(identity_file(folder, unit.id()));
    timing.forget(unit.id());
  }
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
  MeasuredModes measured;
  for (const auto& [mode, experiment] : inputs.experiment) measured[mode] = experiment.measured;
  write_experiment(folder.file("experiment.json"), measured);
  Provenance provenance = gather_provenance(options.jobs, study.seed);
  provenance.study = std::filesystem::absolute(study.file).string();
  provenance.inputs = inputs.file_bytes;
  folder.record_provenance(provenance);

  // Fit each combination and let its front predict the other modes.
  outcome.interrupted = !run_units(folder, units, options.jobs, observer, timing);
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
