#include "studies/check_study.hpp"

#include "core/law_failure.hpp"
#include "optimize/search_space.hpp"
#include "studies/inputs.hpp"
#include "studies/load_study.hpp"
#include "studies/prepare_combination.hpp"
#include "studies/reachable_frequency.hpp"

namespace slipfront {

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
