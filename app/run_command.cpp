#include <chrono>
#include <filesystem>
#include <iostream>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/progress_printer.hpp"
#include "app/ranking_output.hpp"
#include "app/terminal.hpp"
#include "core/failure.hpp"
#include "studies/load_study.hpp"
#include "studies/run_study.hpp"
#include "studies/study_models.hpp"

namespace slipfront {

namespace {

double seconds_now() {
  using Seconds = std::chrono::duration<double>;
  return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

RunOptions options_of(const Arguments& arguments) {
  const std::string file = arguments.operand(0);
  RunOptions options;
  options.out = arguments.value("--out", "runs/" + std::filesystem::path(file).stem().string());
  if (options.out.empty())
    throw Failure(Problem{"--out", "", "an empty text", "must name a folder", ""});
  options.jobs = jobs_option(arguments);
  options.only = arguments.value("--only", "*");
  options.fresh = arguments.has("--fresh");
  return options;
}

int run(const Arguments& arguments) {
  if (arguments.value("--engine") == "slurm")
    throw Failure(Problem{"--engine", "", "'slurm'", "this version runs on one machine only",
                          "leave the option out"});
  const RunOptions options = options_of(arguments);
  const std::string file = arguments.operand(0);
  const std::vector<std::string> settings = arguments.values("--set");
  const StudyModels models = load_study_models(file, settings);
  // A plugin that cannot be loaded costs its own combinations, not those of other models.
  for (const Problem& problem : models.problems)
    std::cerr << "slipfront: " << problem.sentence() << "\n";
  const Study study =
      load_study(file, models.registry, settings,
                 models.problems.empty() ? UnknownModel::problem : UnknownModel::left_out);

  watch_for_interrupts();
  ProgressPrinter progress(std::cerr, stderr_is_terminal(), seconds_now, interrupted);
  const RunOutcome outcome = run_study(study, models.registry, options, progress);
  if (outcome.interrupted) {
    std::cerr << "\nInterrupted after a checkpoint. The same command goes on from here.\n";
    return ExitCode::interrupted;
  }
  const RunFolder folder = RunFolder::view(options.out);
  print_ranking(outcome.table, ranking_record(folder, outcome.table.ranking), "text");
  std::cout << "\nReport: " << options.out << "/report.html\n";
  for (const std::string& trouble : outcome.troubles) std::cerr << "slipfront: " << trouble << "\n";
  const bool good = outcome.troubles.empty() && models.problems.empty();
  return good ? ExitCode::done : ExitCode::failed;
}

}  // namespace

Command run_command() {
  return {
      {.command = "run",
       .about = "Fit, predict and rank the combinations of a study.",
       .operands = {{"STUDY.json", "The study file."}},
       .options = {{.name = "--out",
                    .value = "DIR",
                    .about = "The run folder; runs/<name of the study file> if left out."},
                   {.name = "--jobs",
                    .value = "N",
                    .about = "Threads; as many as there are processors allowed if left out."},
                   {.name = "--only",
                    .value = "GLOB",
                    .about = "Only combinations whose id fits the pattern, as 'iwan*'."},
                   {.name = "--fresh",
                    .value = "",
                    .about =
                        "Forget what the folder holds of these combinations; else a run goes on."},
                   {.name = "--set",
                    .value = "PATH=VALUE",
                    .about = "Replaces a key of the study.",
                    .repeated = true},
                   {.name = "--engine",
                    .value = "local|slurm",
                    .about = "Where to compute; this version runs local only.",
                    .allowed = {"local", "slurm"}}},
       .examples = "  slipfront run studies/lap-joint-quick.json --out runs/lap-joint-quick\n"
                   "  slipfront run studies/lap-joint-quick.json --only 'iwan*' --jobs 2\n"},
      run};
}

}  // namespace slipfront
