#include "studies/open_run.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <utility>

#include "core/failure.hpp"
#include "core/law_failure.hpp"
#include "io/atomic_file.hpp"
#include "results/experiment_record.hpp"
#include "studies/identity.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/resolved_study.hpp"

namespace slipfront {

namespace {

constexpr char kAnew[] =
    "give --changed to compute only this anew, --fresh to compute everything anew, or another "
    "--out";

StudyInputs load(const Study& study) {
  std::vector<Problem> problems;
  StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(std::move(problems));
  return inputs;
}

/// The combination at this place of the study, with all that determines its result. Where it
/// starts from points of another's front, that is all that determines the other's, too.
UnitOfWork unit_at(const Study& study, std::size_t place, const StudyInputs& inputs,
                   const Registry& models) {
  const Combination& combination = study.combinations[place];
  if (!combination.left_out.empty()) throw LawFailure(combination.left_out);
  PreparedCombination prepared = prepare_combination(study, combination, inputs, models,
                                                     "/combinations/" + std::to_string(place));
  Identity identity = identity_of(study, prepared, inputs);
  if (!combination.seeds_from.empty()) {
    const auto& all = study.combinations;
    const auto other = std::find_if(all.begin(), all.end(), [&](const Combination& c) {
      return c.id == combination.seeds_from;
    });
    try {
      const UnitOfWork source =
          unit_at(study, static_cast<std::size_t>(other - all.begin()), inputs, models);
      add_seeds(identity, combination, source.identity.fingerprint());
    } catch (const LawFailure& failure) {
      throw LawFailure("it starts from the front of '" + other->id + "': " + failure.what());
    }
  }
  return {std::move(prepared), std::move(identity)};
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
    const std::string& id = study.combinations[i].id;
    if (!chosen(id)) continue;
    try {
      units.push_back(unit_at(study, i, inputs, models));
    } catch (const LawFailure& failure) {
      troubles.push_back("combination '" + id + "' was left out: " + failure.what());
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

/// Why what the folder holds of a combination does not belong to it as it is now: the problem's
/// found and rule. Nothing if it does, or if there is nothing.
std::optional<std::pair<std::string, std::string>> mismatch(const RunFolder& folder,
                                                            const UnitOfWork& unit) {
  const std::optional<Identity> stored = read_identity(identity_file(folder, unit.id()));
  if (unit.finished && !stored)
    return {{"results without identity.json", "it is not known what they belong to"}};
  if (!stored) return {};
  if (*stored != unit.identity) {
    std::string changes;
    for (const std::string& change : differences(*stored, unit.identity))
      changes += (changes.empty() ? "" : ", ") + change;
    return {{"results that were computed with other inputs",
             "a run goes on only with what it began with. Changed: " + changes}};
  }
  if (!unit.finished) return {};
  const std::string summary = folder.combination_folder(unit.id()) + "/summary.json";
  if (read_summary(summary).identity == stored->fingerprint()) return {};
  return {{"a summary.json of other results",
           "must have the fingerprint of identity.json beside it: files of two runs are mixed"}};
}

/// Marks what an earlier run finished; refuses what it computed from something else.
void compare_with_folder(const RunFolder& folder, std::vector<UnitOfWork>& units,
                         const std::string& remedy) {
  const std::vector<std::string> finished = folder.finished_combinations();
  std::vector<Problem> problems;
  for (UnitOfWork& unit : units) {
    unit.finished = std::find(finished.begin(), finished.end(), unit.id()) != finished.end();
    if (const auto found = mismatch(folder, unit))
      problems.push_back(
          {folder.path(), "combination '" + unit.id() + "'", found->first, found->second, remedy});
  }
  throw_if_any(std::move(problems));
}

/// Marks what an earlier run finished of what is asked for now; the rest will be computed.
void mark_finished(const RunFolder& folder, std::vector<UnitOfWork>& units) {
  for (UnitOfWork& unit : units) {
    unit.finished = folder.is_finished(unit.id());
    if (mismatch(folder, unit)) unit.finished = false;
  }
}

/// Removes what the folder holds of a combination; not its evaluations if they are those that
/// `still_good` tells of.
void forget(const RunFolder& folder, const UnitOfWork& unit, const Identity* still_good) {
  if (still_good)
    folder.clear_result(unit.id(), still_good->evaluation_fingerprint(),
                        unit.identity.evaluation_fingerprint());
  else
    folder.clear_combination(unit.id());
  std::filesystem::remove(identity_file(folder, unit.id()));
  folder.clear_timing(unit.id());
}

/// Forgets what was computed from something else. Evaluations that do not depend on the
/// difference (another search, other predictions) stay, and are not computed again.
void forget_changed(const RunFolder& folder, const std::vector<UnitOfWork>& units) {
  const std::vector<std::string> finished = folder.finished_combinations();
  for (UnitOfWork unit : units) {
    unit.finished = std::find(finished.begin(), finished.end(), unit.id()) != finished.end();
    if (!mismatch(folder, unit)) continue;
    const std::optional<Identity> stored = read_identity(identity_file(folder, unit.id()));
    const bool still_good = stored && stored->same_evaluations(unit.identity);
    forget(folder, unit, still_good ? &*stored : nullptr);
  }
}

/// Beside other processes the folder's study is that of all of them.
void refuse_another_study(const RunFolder& folder, const std::string& resolved) {
  if (!file_exists(folder.file("study.resolved.json")) || folder.read_resolved_study() == resolved)
    return;
  throw Failure(Problem{folder.path(), "study.resolved.json", "another study, or other inputs",
                        "processes that share a folder compute one study",
                        "Run without --share to compare it with what the folder holds, or "
                        "choose another --out"});
}

void write_measured(const RunFolder& folder, const Study& study, const StudyInputs& inputs) {
  MeasuredModes measured;
  for (const auto& [mode, experiment] : inputs.experiment) measured[mode] = experiment.measured;
  OwnExperiments own;
  for (const Combination& combination : study.combinations)
    for (const auto& [mode, file] : combination.experiment)
      if (!file.empty()) own[combination.id][mode] = inputs.own_experiment.at(file).measured;
  write_experiment(folder.file("experiment.json"), measured, own);
}

bool fits(const std::string& id, const std::string& pattern) {
  return fnmatch(pattern.c_str(), id.c_str(), 0) == 0;
}

}  // namespace

OpenedRun open_run(const Study& study, const Registry& models, const RunOptions& options) {
  OpenedRun run;
  run.inputs = load(study);

  // The combinations that this run is asked for, and those that the folder holds of an earlier
  // one, which will stand in the same table.
  const Choice asked_for = [&](const std::string& id) { return fits(id, options.only); };
  const Choice held = [&](const std::string& id) {
    return !options.share && !asked_for(id) &&
           std::filesystem::exists(options.out + "/combos/" + id);
  };
  std::vector<std::string> unrelated_troubles;
  run.units = prepare(study, run.inputs, models, asked_for, run.troubles);
  std::vector<UnitOfWork> others = prepare(study, run.inputs, models, held, unrelated_troubles);
  if (run.units.empty()) refuse_nothing(study, options.only, run.troubles);

  // The folder, which must hold nothing that was computed from something else.
  const std::string resolved = resolved_study_json(study, run.inputs);
  run.folder = options.share ? RunFolder::join(options.out) : RunFolder::open(options.out);
  if (options.share) refuse_another_study(*run.folder, resolved);
  compare_with_folder(*run.folder, others,
                      options.changed || options.fresh
                          ? "leave out --only, so that this combination is computed anew, too"
                          : kAnew);
  if (options.fresh)
    for (const UnitOfWork& unit : run.units) forget(*run.folder, unit, nullptr);
  if (options.changed) forget_changed(*run.folder, run.units);
  compare_with_folder(*run.folder, run.units, kAnew);
  run.folder->write_resolved_study(resolved);
  write_measured(*run.folder, study, run.inputs);
  return run;
}

OpenedRun look_at_run(const Study& study, const Registry& models, const RunOptions& options) {
  OpenedRun run;
  run.inputs = load(study);
  const Choice asked_for = [&](const std::string& id) { return fits(id, options.only); };
  run.units = prepare(study, run.inputs, models, asked_for, run.troubles);
  if (run.units.empty()) refuse_nothing(study, options.only, run.troubles);
  if (options.fresh || !std::filesystem::is_directory(options.out)) return run;
  const RunFolder folder = RunFolder::view(options.out);
  if (options.changed)
    mark_finished(folder, run.units);
  else
    compare_with_folder(folder, run.units, kAnew);
  return run;
}

std::vector<std::vector<std::string>> waves_of(const std::vector<UnitOfWork>& units) {
  std::vector<const UnitOfWork*> left;
  for (const UnitOfWork& unit : units)
    if (!unit.finished) left.push_back(&unit);
  std::vector<std::vector<std::string>> waves;
  while (!left.empty()) {
    std::set<std::string> still;
    for (const UnitOfWork* unit : left) still.insert(unit->id());
    auto& wave = waves.emplace_back();
    std::erase_if(left, [&](const UnitOfWork* unit) {
      if (still.count(unit->prepared.combination.seeds_from) > 0) return false;
      wave.push_back(unit->id());
      return true;
    });
  }
  return waves;
}

}  // namespace slipfront
