#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/command.hpp"
#include "app/processors.hpp"
#include "app/progress_printer.hpp"
#include "app/table.hpp"
#include "core/number.hpp"
#include "studies/load_study.hpp"
#include "studies/plan_study.hpp"
#include "studies/study_models.hpp"

namespace slipfront {

namespace {

constexpr double kMilli = 1e3, kHour = 3600;
constexpr int kDigits = 3;

void print_json(const std::vector<CombinationPlan>& plans, double total) {
  nlohmann::ordered_json out;
  out["core_hours"] = total / kHour;
  out["combinations"] = nlohmann::ordered_json::array();
  for (const CombinationPlan& p : plans)
    out["combinations"].push_back({{"id", p.id},
                                   {"engine", p.engine},
                                   {"evaluations", p.evaluations},
                                   {"seconds_per_evaluation", p.seconds_fit},
                                   {"seconds_per_prediction", p.seconds_all},
                                   {"core_seconds", p.core_seconds},
                                   {"trouble", p.trouble}});
  std::cout << out.dump(2) << "\n";
}

void print_text(const std::string& title, const std::vector<CombinationPlan>& plans, double total) {
  std::vector<std::vector<std::string>> rows = {
      {"combination", "engine", "evaluations", "ms each", "core time"}};
  for (const CombinationPlan& p : plans)
    rows.push_back({p.id, p.engine, std::to_string(p.evaluations),
                    to_text(kMilli * p.seconds_fit, kDigits), duration_text(p.core_seconds)});
  for (const CombinationPlan& p : plans)
    if (!p.trouble.empty())
      std::cerr << "slipfront: " << p.id << ": its times tell nothing: " << p.trouble << "\n";
  const int cores = allowed_processors();
  std::cout << title << "\n\n"
            << aligned_table(rows) << "\nUp to about " << to_text(total / kHour, kDigits)
            << " core-hours: " << duration_text(total / cores) << " on the " << cores
            << " processors allowed here. Processor times, medians of a few parameter sets "
               "measured now.\n";
}

int run(const Arguments& arguments) {
  const std::string file = arguments.operand(0);
  const std::vector<std::string> settings = arguments.values("--set");
  StudyModels models = load_study_models(file, settings);
  throw_if_any(std::move(models.problems));
  const Study study = load_study(file, models.registry, settings);
  std::vector<Problem> problems;
  const auto progress = [](const std::string& what) { std::cerr << what << "\n"; };
  const StudyInputs inputs = load_inputs(study, problems, progress);
  throw_if_any(std::move(problems));
  const auto plans = plan_study(study, inputs, models.registry, {}, progress);
  double total = 0;
  for (const CombinationPlan& plan : plans) total += plan.core_seconds;
  if (wants_json(arguments))
    print_json(plans, total);
  else
    print_text(study.title, plans, total);
  return ExitCode::done;
}

}  // namespace

Command plan_command() {
  return {{.command = "plan",
           .about = "Measure what a study will cost, before it runs.",
           .operands = {{"STUDY.json", "The study file."}},
           .options = {format_option(),
                       {.name = "--set",
                        .value = "PATH=VALUE",
                        .about = "Replaces a key of the study.",
                        .repeated = true}},
           .examples = "  slipfront plan studies/lap-joint-quick.json\n"},
          run};
}

}  // namespace slipfront
