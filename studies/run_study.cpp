#include "studies/run_study.hpp"

#include <algorithm>
#include <filesystem>

#include "core/failure.hpp"
#include "results/report.hpp"
#include "results/run_folder.hpp"
#include "studies/open_run.hpp"
#include "studies/run_units.hpp"

namespace slipfront {

namespace {

std::string maker(const Provenance& run) {
  constexpr std::size_t kDigits = 8;  // of the program's fingerprint
  return "slipfront " + run.slipfront + " (" + run.build + ", " + run.compiler + ", program " +
         run.program.substr(0, kDigits) + ") on " + run.cpu;
}

/// What the folder holds may come from another build or another type of processor: it is kept.
void name_other_makers(const RunFolder& folder, const Provenance& now, RunObserver& observer) {
  if (folder.finished_combinations().empty()) return;
  std::vector<std::string> named = {maker(now)};
  for (const Provenance& run : folder.read_provenance()) {
    if (std::find(named.begin(), named.end(), maker(run)) != named.end()) continue;
    named.push_back(maker(run));
    observer.noted("this run",
                   "the folder holds results of " + maker(run) +
                       ", which are kept; what follows is computed by " + maker(now) +
                       ". Last digits may differ between the two, and a search that is decided by "
                       "them may take another course");
  }
}

}  // namespace

RunOutcome run_study(const Study& study, const Registry& models, const RunOptions& options,
                     RunObserver& observer) {
  RunOutcome outcome;

  // Load the reduced models and the measured backbones, prepare the combinations, and open
  // the folder.
  OpenedRun run = open_run(study, models, options);
  const RunFolder& folder = *run.folder;
  outcome.troubles = std::move(run.troubles);
  Provenance provenance = gather_provenance(options.jobs, study.seed);
  provenance.study = std::filesystem::absolute(study.file).string();
  provenance.inputs = run.inputs.file_bytes;
  name_other_makers(folder, provenance, observer);
  folder.record_provenance(provenance);

  // Fit each combination and let its front predict the other modes.
  UnitsOutcome units = run_units(folder, run.units, options.jobs, options.share, observer);
  provenance.ended = utc_now();
  folder.record_provenance(provenance);
  outcome.interrupted = units.stopped;
  outcome.troubles.insert(outcome.troubles.end(), units.taken.begin(), units.taken.end());
  if (outcome.interrupted || options.share) return outcome;

  // Rank all combinations, and report.
  outcome.table = rank_run(folder);
  folder.write_ranking(outcome.table.ranking);
  write_report(folder, outcome.table.ranking, outcome.table.title);
  for (const RankingRow& row : outcome.table.ranking.rows)
    if (row.combination.front_points == 0)
      outcome.troubles.push_back("combination '" + row.combination.id +
                                 "' found no parameter set that could be solved at every fitted "
                                 "amplitude: its front is empty, its area 1");
    else
      for (const int mode : outcome.table.ranking.modes)
        if (row.combination.asked_for(mode) && row.combination.errors.at(mode).empty())
          outcome.troubles.push_back("combination '" + row.combination.id +
                                     "': no point of its front could be solved in mode " +
                                     std::to_string(mode) + ", its area there is 1");
  return outcome;
}

}  // namespace slipfront
