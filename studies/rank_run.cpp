#include "studies/rank_run.hpp"

#include <algorithm>

#include "core/failure.hpp"
#include "studies/resolved_study.hpp"

namespace slipfront {

RunRanking rank_run(const RunFolder& folder, std::optional<std::map<int, Box>> boxes) {
  const ResolvedStudy study = read_resolved_study(folder);
  const std::vector<std::string> finished = folder.finished_combinations();
  RunRanking result;
  result.title = study.title;
  RankingOptions options;
  options.fitted_modes = study.fitted_modes;
  options.predicted_modes = study.predicted_modes;
  options.upper = study.box_upper;
  options.rule = study.area_rule;
  options.fixed_boxes = std::move(boxes);
  std::vector<RankedCombination> ranked;
  for (const auto& [id, title] : study.combinations) {
    if (!std::binary_search(finished.begin(), finished.end(), id)) {
      result.unfinished.push_back(id);
      continue;
    }
    const CombinationResult combination = folder.read_combination(id);
    ranked.push_back(combination.ranked());
    ranked.back().title = title;
    const auto own = study.own_experiment.find(id);
    if (own != study.own_experiment.end())
      for (const auto& [mode, file] : own->second)
        ranked.back().experiment += (ranked.back().experiment.empty() ? "" : ", ") + file;
    for (const auto& [mode, spread] : combination.summary.variability) {
      const bool of_its_own = own != study.own_experiment.end() && own->second.count(mode);
      (of_its_own ? ranked.back().variability : options.variability).insert({mode, spread});
    }
  }
  if (ranked.empty())
    throw Failure(Problem{folder.path(), "", "no finished combination",
                          "a ranking needs at least one", "run the study to the end"});
  result.ranking = make_ranking(std::move(ranked), options);
  return result;
}

}  // namespace slipfront
