// A study on a Slurm cluster: one job array whose tasks compute one combination each, beside
// each other in a run folder on a shared disk, and a job behind it that ranks what they
// finished. No server of ours: the tasks meet in the folder, each under the lock of its
// combination (results/folder_lock.hpp).
//
//   OUT/slurm/wave-1.sh   the array; wave-2.sh those that start from fronts of the first, ...
//   OUT/slurm/rank.sh     ranking.csv and report.html, once all tasks have ended
//   OUT/slurm/<job>_<task>.log
//
// A task that nears its time limit is told so by Slurm (--signal) a minute before, asks the
// program to end (SIGTERM: checkpoint, exit code 3), and goes back into the queue. So a time
// limit may be far shorter than a combination takes. A task that is cancelled stays so.
// Limit: a combination is not spread over several tasks; it uses the processors of its own.
#pragma once

#include <string>
#include <vector>

namespace slipfront {

struct SlurmOptions {
  std::string program;                // slipfront; this and the next two as absolute paths
  std::string study;                  // the file
  std::string out;                    // the run folder
  std::vector<std::string> settings;  // --set of the run
  std::vector<std::string> sbatch;    // further arguments of sbatch, for every job
  int processors = 1;                 // of a task
};

struct SlurmJob {
  std::string file;  // of its script
  std::string script;
  bool follows = false;  // begins when all jobs before it have ended
};

/// `name` of the study, for the names of the jobs. Throws a Failure for arguments that a
/// script cannot hold.
std::vector<SlurmJob> slurm_jobs(const std::string& name,
                                 const std::vector<std::vector<std::string>>& waves,
                                 const SlurmOptions& options);

/// The command that submits a job, `before` being the ids of those that it follows.
std::string submit_command(const SlurmJob& job, const std::vector<std::string>& before);

/// Writes the scripts and submits them: their job ids. Throws a Failure if there is no
/// sbatch, or with its own words if it refuses.
std::vector<std::string> submit(const std::vector<SlurmJob>& jobs);

}  // namespace slipfront
