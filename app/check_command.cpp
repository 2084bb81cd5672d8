#include <iostream>

#include "app/command.hpp"
#include "app/table.hpp"
#include "core/failure.hpp"
#include "studies/check_study.hpp"
#include "studies/study_keys.hpp"
#include "studies/study_models.hpp"
#include "studies/study_schema.hpp"

namespace slipfront {

namespace {

int run(const Arguments& arguments) {
  if (arguments.has("--keys")) {
    std::cout << study_keys_page();
    return ExitCode::done;
  }
  if (arguments.has("--schema")) {
    std::cout << study_schema();
    return ExitCode::done;
  }
  const std::string file = arguments.operand(0);
  if (file.empty())
    throw Failure(Problem{"check", "STUDY.json", "nothing", "a study file is needed",
                          "or --keys, which prints all keys of a study"});
  StudyModels models = load_study_models(file, arguments.values("--set"));
  StudyCheck check = check_study(file, models.registry, arguments.values("--set"));
  models.problems.insert(models.problems.end(), check.problems.begin(), check.problems.end());
  throw_if_any(std::move(models.problems));
  std::vector<std::vector<std::string>> rows = {{"combination", "free parameters", "title"}};
  for (const CheckedCombination& combination : check.combinations)
    rows.push_back(
        {combination.id, std::to_string(combination.free_parameters), combination.title});
  std::cout << check.title << "\n\n"
            << aligned_table(rows) << "\nEverything loads, and every combination was tried at the "
            << "middle of its bounds.\n";
  for (const CheckedCombination& combination : check.combinations)
    for (const std::string& note : combination.notes)
      std::cout << "note on " << combination.id << ": " << note << "\n";
  return ExitCode::done;
}

}  // namespace

Command check_command() {
  return {{.command = "check",
           .about = "Find everything that is wrong with a study before it runs.",
           .operands = {{"STUDY.json", "The study file.", false}},
           .options = {{.name = "--set",
                        .value = "PATH=VALUE",
                        .about = "Replaces a key of the study.",
                        .repeated = true},
                       {.name = "--keys", .value = "", .about = "Print all keys of a study."},
                       {.name = "--schema",
                        .value = "",
                        .about = "Print them as a JSON schema, for editors."}},
           .examples = "  slipfront check studies/lap-joint-quick.json\n"
                       "  slipfront check --keys\n"
                       "  slipfront check --schema > study.schema.json\n"},
          run};
}

}  // namespace slipfront
