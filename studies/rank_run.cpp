#include "studies/rank_run.hpp"

#include <algorithm>
#include <set>

#include "core/failure.hpp"
#include "studies/resolved_study.hpp"

namespace slipfront {

namespace {

/// What the table calls each set of measured curves that is not the study's: their files, with
/// their modes where the files alone do not tell two sets apart.
std::map<std::string, std::string> experiment_names(const ResolvedStudy& study) {
  const auto name_of = [](const std::map<int, std::string>& files, bool with_modes) {
    std::string name;
    for (const auto& [mode, file] : files)
      name += (name.empty() ? "" : ", ") +
              (with_modes ? "mode " + std::to_string(mode) + ": " : "") + file;
    return name;
  };
  std::map<std::string, std::string> names;
  for (const bool with_modes : {false, true}) {
    names.clear();
    std::set<std::string> used;
    bool distinct = true;
    for (const auto& [id, title] : study.combinations)  // a set is called as its first user does
      if (const auto files = study.own_experiment.find(id); files != study.own_experiment.end())
        if (const auto [place, first] =
                names.try_emplace(study.own_curves.at(id), name_of(files->second, with_modes));
            first)
          distinct = used.insert(place->second).second && distinct;
    if (distinct) break;
  }
  return names;
}

}  // namespace

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
  const std::map<std::string, std::string> names = experiment_names(study);
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
      ranked.back().experiment = names.at(study.own_curves.at(id));
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
