#include "studies/check_study.hpp"

#include <algorithm>
#include <set>

#include "core/law_failure.hpp"
#include "optimize/search_space.hpp"
#include "studies/inputs.hpp"
#include "studies/load_study.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/reachable_frequency.hpp"

namespace slipfront {

namespace {

bool asked_for(const Combination& combination, int mode) {
  const auto is_mode = [mode](int other) { return other == mode; };
  return std::any_of(combination.fit_modes.begin(), combination.fit_modes.end(), is_mode) ||
         std::any_of(combination.predict_modes.begin(), combination.predict_modes.end(), is_mode);
}

/// Those of the table: fitted or predicted by any combination.
std::set<int> all_modes(const Study& study) {
  std::set<int> modes;
  for (const Combination& c : study.combinations)
    for (const auto* some : {&c.fit_modes, &c.predict_modes})
      modes.insert(some->begin(), some->end());
  return modes;
}

}  // namespace

StudyCheck check_study(const std::string& file, const Registry& models,
                       const std::vector<std::string>& settings) {
  StudyReading reading = read_study(file, models, settings);
  const Study& study = reading.study;
  StudyCheck check;
  check.title = study.title;
  check.problems = std::move(reading.problems);
  const bool file_is_good = check.problems.empty();
  const StudyInputs inputs = load_inputs(study, check.problems);
  if (!file_is_good) return check;  // the combinations are not what their author meant

  ReachableFrequency reachable(study);
  const std::set<int> modes = all_modes(study);
  for (std::size_t i = 0; i < study.combinations.size(); ++i) {
    const Combination& combination = study.combinations[i];
    if (!inputs.roms.count(combination.rom)) continue;  // reported already
    try {
      const PreparedCombination prepared = prepare_combination(
          study, combination, inputs, models, "/combinations/" + std::to_string(i));
      for (Problem& problem : reachable.problems_of(prepared))
        check.problems.push_back(std::move(problem));
      CheckedCombination checked;
      checked.id = combination.id;
      checked.title = combination.title;
      checked.free_parameters = static_cast<int>(SearchSpace(prepared.bounds).free_count());
      for (const std::string& note : prepared.notes)
        if (note.starts_with("mode ")) checked.notes.push_back(note);
      for (const int mode : modes)
        if (!asked_for(combination, mode))
          checked.notes.push_back("mode " + std::to_string(mode) +
                                  ", which others fit or predict, is not asked for: in the table "
                                  "it counts there with the area 1");
      check.combinations.push_back(std::move(checked));
    } catch (const LawFailure& failure) {
      check.problems.push_back({study.file, "/combinations/" + std::to_string(i), "",
                                failure.what(), "mend the plugin"});
    } catch (const Failure& failure) {
      check.problems.insert(check.problems.end(), failure.problems().begin(),
                            failure.problems().end());
    }
  }
  return check;
}

}  // namespace slipfront
