#include "studies/slurm_engine.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"

namespace slipfront {

namespace {

// Slurm looks at time limits about once a minute, so the signal comes 60 to 120 s before the
// limit; the program answers within ten.
constexpr char kNotice[] = "--signal=B:USR1@60";

/// As one word of a shell command.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// As a file name pattern of sbatch, in which % stands for numbers of the job.
std::string pattern(const std::string& path) {
  std::string text;
  for (const char c : path) text += c == '%' ? std::string("%%") : std::string(1, c);
  return text;
}

std::string job_name(const std::string& name) {
  std::string text;
  for (const char c : name)
    text +=
        std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.' ? c : '-';
  return text;
}

/// sbatch reads lines of a script as a shell does: blanks in a value need quotation marks.
std::string directive(const std::string& argument) {
  const std::size_t equal = argument.find('=');
  const bool plain = !argument.starts_with("--") || equal == argument.npos ||
                     argument.find_first_of(" \t", equal) == argument.npos ||
                     argument.find_first_of("\"'", equal) != argument.npos;
  if (plain) return argument;
  return argument.substr(0, equal + 1) + '"' + argument.substr(equal + 1) + '"';
}

/// The lines that sbatch reads.
std::string header(const std::string& name, const std::string& log, const SlurmOptions& options,
                   const std::vector<std::string>& own) {
  std::string text = "#!/bin/bash\n#SBATCH --job-name=slipfront-" + job_name(name) + "\n";
  text += "#SBATCH --output=\"" + pattern(options.out + "/slurm/") + log + "\"\n";
  for (const std::string& line : own) text += "#SBATCH " + line + "\n";
  for (const std::string& line : options.sbatch) text += "#SBATCH " + directive(line) + "\n";
  return text + "\n";
}

std::string array_script(const std::string& name, const std::vector<std::string>& ids,
                         const SlurmOptions& options) {
  std::string text = header(name, "%A_%a.log", options,
                            {"--array=0-" + std::to_string(ids.size() - 1),
                             "--cpus-per-task=" + std::to_string(options.processors),
                             "--open-mode=append", "--requeue", kNotice});
  text += "ids=(";
  for (const std::string& id : ids) text += (&id == &ids.front() ? "" : " ") + quoted(id);
  text += ")\n";
  text += R"(
# USR1: the time limit is near. TERM: cancelled, or making room for another job.
requeue=no
stopped=no
program=
stop() { stopped=yes; [ -z "$program" ] || kill -TERM "$program"; }
trap 'requeue=yes; stop' USR1
trap stop TERM

)";
  text += quoted(options.program) + " run " + quoted(options.study) + " --out " +
          quoted(options.out) + " --share \\\n  --only \"${ids[SLURM_ARRAY_TASK_ID]}\" --jobs " +
          std::to_string(options.processors);
  for (const std::string& setting : options.settings) text += " --set " + quoted(setting);
  text += R"( &
program=$!
[ "$stopped" = no ] || stop  # told before there was a number to stop
while kill -0 "$program" 2>/dev/null; do wait "$program"; done
wait "$program"; code=$?
if [ "$requeue" = yes ] && [ "$code" -eq 3 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}"
fi
exit "$code"
)";
  return text;
}

std::string rank_script(const std::string& name, const SlurmOptions& options) {
  const std::string words = quoted(options.out);
  return header(name + "-rank", "rank-%j.log", options, {}) + quoted(options.program) +
         " report --no-pdf " + words + " && \\\n" + quoted(options.program) + " rank " + words +
         "\n";
}

/// A line break would end the script's line, a quotation mark the path.
void refuse_unwritable(const SlurmOptions& options) {
  std::vector<Problem> problems;
  for (const std::string& argument : options.sbatch)
    if (argument.empty() || argument.front() != '-' || argument.find('\n') != std::string::npos)
      problems.push_back({"--sbatch", "", "'" + argument + "'",
                          "must be one argument of sbatch, as --sbatch=--partition=long", ""});
  if (options.out.find_first_of("\"\\\n") != std::string::npos)
    problems.push_back({"--out", "", "'" + options.out + "'",
                        "must have no quotation marks, backslashes or line breaks for Slurm", ""});
  throw_if_any(std::move(problems));
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (::access((rest.substr(0, colon) + "/" + program).c_str(), X_OK) == 0) return true;
    rest.erase(0, colon + 1);
  }
  return false;
}

/// What a shell command prints, and whether it ended with 0.
std::pair<std::string, bool> output_of(const std::string& command) {
  std::FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {"no shell can be started", false};
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  const int status = ::pclose(pipe);
  return {text, WIFEXITED(status) && WEXITSTATUS(status) == 0};
}

/// The line "4711" or "4711;cluster" of what sbatch printed, without the cluster.
std::string job_id(const std::string& printed) {
  for (std::size_t begin = 0; begin < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', begin), printed.size());
    const std::string line = printed.substr(begin, end - begin);
    const std::string id = line.substr(0, line.find(';'));
    const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    if (!id.empty() && std::all_of(id.begin(), id.end(), digit)) return id;
    begin = end + 1;
  }
  return "";
}

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
  return all;
}

}  // namespace

std::vector<SlurmJob> slurm_jobs(const std::string& name,
                                 const std::vector<std::vector<std::string>>& waves,
                                 const SlurmOptions& options) {
  refuse_unwritable(options);
  std::vector<SlurmJob> jobs;
  for (const std::vector<std::string>& ids : waves) {
    const std::string file = "wave-" + std::to_string(jobs.size() + 1) + ".sh";
    jobs.push_back(
        {options.out + "/slurm/" + file, array_script(name, ids, options), !jobs.empty()});
  }
  jobs.push_back({options.out + "/slurm/rank.sh", rank_script(name, options), !jobs.empty()});
  return jobs;
}

std::string submit_command(const SlurmJob& job, const std::vector<std::string>& before) {
  std::string command = "sbatch --parsable";
  // afterany: what was finished is ranked, and a combination whose seeds failed says so.
  if (job.follows && !before.empty()) command += " --dependency=afterany:" + joined(before, ":");
  return command + " " + quoted(job.file);
}

std::vector<std::string> submit(const std::vector<SlurmJob>& jobs) {
  if (!on_path("sbatch"))
    throw Failure(Problem{"--engine", "", "'slurm'", "needs sbatch, which is not on the PATH",
                          "Run this on a machine of the cluster, leave the option out to compute "
                          "here, or give --dry-run to see the scripts"});
  std::vector<std::string> ids;
  for (const SlurmJob& job : jobs) {
    make_folder(std::filesystem::path(job.file).parent_path().string());
    write_atomically(job.file, job.script);
    const auto [printed, good] = output_of(submit_command(job, ids));
    const std::string id = job_id(printed);
    if (!good || id.empty()) {
      std::string said = printed;
      while (!said.empty() && said.back() == '\n') said.pop_back();
      throw Failure(Problem{
          job.file, "", "refused by sbatch: " + said, "must be accepted",
          ids.empty() ? "Further arguments of sbatch are given by --sbatch"
                      : "Submitted already: " + joined(ids, ", ") + " (scancel ends them)"});
    }
    ids.push_back(id);
  }
  return ids;
}

}  // namespace slipfront
