#include <chrono>
#include <filesystem>
#include <iostream>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/progress_printer.hpp"
#include "app/ranking_output.hpp"
#include "app/terminal.hpp"
#include "core/failure.hpp"
#include "io/plain_path.hpp"
#include "results/folder_lock.hpp"
#include "studies/load_study.hpp"
#include "studies/open_run.hpp"
#include "studies/run_study.hpp"
#include "studies/slurm_engine.hpp"
#include "studies/study_models.hpp"

namespace slipfront {

namespace {

double seconds_now() {
  using Seconds = std::chrono::duration<double>;
  return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// An evaluation on many elements may take longer than this; a signal is answered within ten
// seconds all the same.
constexpr double kSecondsToStop = 8;

/// What to do after an interrupt: --fresh, given again, would forget what was computed.
std::string interrupted_text(const RunOptions& options) {
  return std::string("\nInterrupted after a checkpoint. The same command ") +
         (options.fresh ? "without --fresh " : "") + "goes on from here.\n";
}

bool on_slurm(const Arguments& arguments) { return arguments.value("--engine") == "slurm"; }

/// Options that say nothing without, or against, another one.
void refuse_contradictions(const Arguments& arguments) {
  std::vector<Problem> problems;
  for (const char* option : {"--sbatch", "--dry-run"})
    if (arguments.has(option) && !on_slurm(arguments))
      problems.push_back({option, "", "no --engine slurm", "belongs to that engine",
                          "Add --engine slurm, or leave it out"});
  for (const bool other :
       {arguments.has("--fresh"), arguments.has("--changed"), on_slurm(arguments)})
    if (arguments.has("--share") && other)
      problems.push_back({"--share", "", "together with --fresh, --changed or --engine slurm",
                          "is for processes that compute beside each other", "Leave one out"});
  throw_if_any(std::move(problems));
}

RunOptions options_of(const Arguments& arguments) {
  refuse_contradictions(arguments);
  const std::string file = arguments.operand(0);
  RunOptions options;
  options.out = arguments.value("--out", "runs/" + std::filesystem::path(file).stem().string());
  if (options.out.empty())
    throw Failure(Problem{"--out", "", "an empty text", "must name a folder", ""});
  // On a cluster a combination has one processor unless more are asked for.
  options.jobs = on_slurm(arguments) && !arguments.has("--jobs") ? 1 : jobs_option(arguments);
  options.only = arguments.value("--only", "*");
  options.fresh = arguments.has("--fresh");
  options.changed = arguments.has("--changed");
  options.share = arguments.has("--share");
  return options;
}

int run_on_slurm(const Study& study, const StudyModels& models, const RunOptions& options,
                 const Arguments& arguments) {
  SlurmOptions slurm;
  slurm.program = std::filesystem::read_symlink("/proc/self/exe").string();
  slurm.study = absolute_path(study.file).string();
  slurm.out = absolute_path(options.out).string();
  slurm.settings = arguments.values("--set");
  slurm.sbatch = arguments.values("--sbatch");
  slurm.processors = options.jobs;
  if (arguments.has("--dry-run")) {
    const OpenedRun run = look_at_run(study, models.registry, options);
    std::vector<std::string> before;
    for (const SlurmJob& job : slurm_jobs(study.name, waves_of(run.units), slurm)) {
      std::cout << "# " << submit_command(job, before) << "\n" << job.script << "\n";
      before.push_back("JOB" + std::to_string(before.size() + 1));
    }
    return ExitCode::done;
  }
  OpenedRun run = open_run(study, models.registry, options);
  run.folder.reset();  // its lock: the first tasks may begin before the last job is submitted
  const std::vector<SlurmJob> jobs = slurm_jobs(study.name, waves_of(run.units), slurm);
  const std::vector<std::string> ids = submit(jobs);
  for (std::size_t i = 0; i < ids.size(); ++i)
    std::cout << "job " << ids[i] << "  " << jobs[i].file << "\n";
  std::cout << "How far they are: slipfront status " << options.out << "\n";
  for (const std::string& trouble : run.troubles) std::cerr << "slipfront: " << trouble << "\n";
  return run.troubles.empty() && models.problems.empty() ? ExitCode::done : ExitCode::failed;
}

int run(const Arguments& arguments) {
  const RunOptions options = options_of(arguments);
  if (!on_slurm(arguments)) watch_for_interrupts();
  const InterruptDeadline deadline(kSecondsToStop, [&options] {
    FolderLock::leave_all();
    std::cerr << interrupted_text(options) << std::flush;
    return ExitCode::interrupted;
  });
  const std::string file = arguments.operand(0);
  const std::vector<std::string> settings = arguments.values("--set");
  const StudyModels models = load_study_models(file, settings);
  // A plugin that cannot be loaded costs its own combinations, not those of other models.
  for (const Problem& problem : models.problems)
    std::cerr << "slipfront: " << problem.sentence() << "\n";
  const Study study =
      load_study(file, models.registry, settings,
                 models.problems.empty() ? UnknownModel::problem : UnknownModel::left_out);
  if (on_slurm(arguments)) return run_on_slurm(study, models, options, arguments);

  ProgressPrinter progress(std::cerr, stderr_is_terminal(), seconds_now, interrupted);
  const RunOutcome outcome = [&] {
    try {
      return run_study(study, models.registry, options, progress);
    } catch (const Failure& failure) {
      if (!std::filesystem::is_directory(options.out)) throw;
      throw with_remedies(failure, RunFolder::view(options.out));
    }
  }();
  if (outcome.interrupted) {
    std::cerr << interrupted_text(options);
    return ExitCode::interrupted;
  }
  if (options.share) {
    std::cout << "No ranking beside other processes: slipfront report " << options.out
              << " makes it.\n";
  } else {
    const RunFolder folder = RunFolder::view(options.out);
    print_ranking(outcome.table, ranking_record(folder, outcome.table.ranking), "text");
    std::cout << "\nReport: " << options.out << "/report.html\n";
  }
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
                   {.name = "--changed",
                    .value = "",
                    .about = "Compute anew what another option, model or measurement than that of "
                             "the folder changes, and keep the rest."},
                   {.name = "--set",
                    .value = "PATH=VALUE",
                    .about = "Replaces a key of the study.",
                    .repeated = true},
                   {.name = "--share",
                    .value = "",
                    .about = "Beside other processes in the same folder, on any machine that sees "
                             "it: each computes what no other does. No ranking."},
                   {.name = "--engine",
                    .value = "local|slurm",
                    .about = "Where to compute: here, or as jobs of a Slurm cluster, one task per "
                             "combination with --jobs processors (1 if left out).",
                    .allowed = {"local", "slurm"}},
                   {.name = "--sbatch",
                    .value = "ARGUMENT",
                    .about = "Of every Slurm job, as --sbatch=--time=4:00:00.",
                    .repeated = true},
                   {.name = "--dry-run",
                    .value = "",
                    .about = "Print the Slurm scripts and submit nothing."}},
       .examples = "  slipfront run studies/lap-joint-quick.json --out runs/lap-joint-quick\n"
                   "  slipfront run studies/lap-joint-quick.json --only 'iwan*' --jobs 2\n"
                   "  slipfront run studies/lap-joint-quick.json --engine slurm --dry-run \\\n"
                   "    --sbatch=--partition=long --sbatch=--time=4:00:00\n"},
      run};
}

}  // namespace slipfront
