#include "studies/run_status.hpp"

#include <algorithm>

#include "io/atomic_file.hpp"
#include "results/disk_store.hpp"
#include "studies/resolved_study.hpp"

namespace slipfront {

std::string to_text(CombinationState state) {
  switch (state) {
    case CombinationState::waiting:
      return "waiting";
    case CombinationState::begun:
      return "begun";
    case CombinationState::finished:
      return "finished";
  }
  return "";
}

RunStatus run_status(const RunFolder& folder) {
  const ResolvedStudy study = read_resolved_study(folder);
  const std::vector<std::string> finished = folder.finished_combinations();
  RunStatus status;
  status.title = study.title;
  status.holder = FolderLock::holder(folder.path());
  for (const auto& [id, title] : study.combinations) {
    CombinationStatus one;
    one.id = id;
    const std::string log = folder.combination_folder(id) + "/evaluations.log";
    if (std::binary_search(finished.begin(), finished.end(), id)) {
      const CombinationSummary summary = folder.read_combination(id).summary;
      one.state = CombinationState::finished;
      one.evaluations = summary.evaluations;
      one.failed = summary.failed_evaluations;
      one.front_points = summary.front_points;
    } else if (file_exists(log)) {
      one.state = CombinationState::begun;
      const std::vector<Evaluation> logged = read_evaluations(folder.combination_folder(id));
      one.evaluations = static_cast<long>(logged.size());
      one.failed = std::count_if(logged.begin(), logged.end(),
                                 [](const Evaluation& e) { return !e.feasible(); });
    }
    if (one.state != CombinationState::finished)
      one.holder = FolderLock::holder(folder.combination_folder(id));
    status.combinations.push_back(std::move(one));
  }
  return status;
}

}  // namespace slipfront
