// The Slurm engine on a real Slurm of one machine: what its jobs leave is what a local run
// leaves, also if tasks are killed and requeued.
#include "app/slurm_cluster.hpp"

#include <catch2/catch.hpp>
#include <iostream>

#include "app/same_run.hpp"
#include "app/small_run.hpp"

namespace {

/// "job 4  .../wave-1.sh": the ids of the jobs that a run has submitted.
std::vector<std::string> jobs_of(const std::string& printed) {
  std::vector<std::string> ids;
  for (std::size_t at = printed.find("job "); at != std::string::npos;
       at = printed.find("job ", at + 1))
    if (at == 0 || printed[at - 1] == '\n')
      ids.push_back(printed.substr(at + 4, printed.find(' ', at + 4) - at - 4));
  return ids;
}

bool restarted(const std::string& task) {
  return SlurmCluster::output("scontrol show job " + task).find("Restarts=1") != std::string::npos;
}

}  // namespace

TEST_CASE("a study on a cluster, one task near its time limit and one killed: the same files") {
  if (!SlurmCluster::installed()) {
    WARN("not run: Slurm is not installed (packages slurm-wlm and munge)");
    return;
  }
  const SmallRun small(100);
  const std::string out = small.folder.file("run folder");
  const SlurmCluster cluster;
  CAPTURE(cluster.log());
  REQUIRE(cluster.ready());
  const Printed submitted =
      slipfront_run({"run", small.study(), "--out", out, "--engine", "slurm"});
  CAPTURE(submitted.out, submitted.error);
  REQUIRE(submitted.code == 0);
  const std::vector<std::string> jobs = jobs_of(submitted.out);
  REQUIRE(jobs.size() == 2);  // the array, the ranking

  // The signal that Slurm sends a minute before a time limit; and a task taken off its node.
  const std::string first = jobs[0] + "_0", second = jobs[0] + "_1";
  CHECK(wait_for(out + "/combos/jenkins/evaluations.log", 20000));
  CHECK(SlurmCluster::output("scancel --batch --signal=USR1 " + first).empty());
  CHECK(wait_for(out + "/combos/iwan4/evaluations.log", 20000));
  CHECK(SlurmCluster::output("scontrol requeue " + second).empty());
  CHECK_THAT(slipfront_run({"status", out}).out, Catch::Contains("0 of 2 combinations finished"));

  CHECK(SlurmCluster::wait_until([] { return SlurmCluster::output("squeue -h").empty(); }, 180));
  CHECK(restarted(first));
  CHECK(restarted(second));
  CHECK_THAT(Program::text_of(out + "/slurm/" + first.substr(0, first.find('_')) + "_0.log"),
             Catch::Contains("Interrupted after a checkpoint"));
  const std::string ranked = Program::text_of(out + "/slurm/rank-" + jobs[1] + ".log");
  CAPTURE(ranked);
  CHECK_THAT(ranked, Catch::Contains("report.html") && Catch::Contains("jenkins"));

  const std::string local = small.folder.file("local");
  REQUIRE(slipfront_run({"run", small.study(), "--out", local}).code == 0);
  const Printed same = same_run(local, out);
  CAPTURE(same.out, same.error);
  CHECK(same.code == 0);

  // Nothing is left: only the ranking is submitted.
  const Printed again = slipfront_run({"run", small.study(), "--out", out, "--engine", "slurm"});
  CHECK(jobs_of(again.out).size() == 1);
}

TEST_CASE("a time limit requeues a task, and a cancelled task stays cancelled", "[long]") {
  if (!SlurmCluster::installed()) {
    WARN("not run: Slurm is not installed (packages slurm-wlm and munge)");
    return;
  }
  const SmallRun small(100000);
  const std::string out = small.folder.file("run");
  const SlurmCluster cluster;
  REQUIRE(cluster.ready());
  const Printed submitted = slipfront_run({"run", small.study(), "--out", out, "--only", "jenkins",
                                           "--engine", "slurm", "--sbatch=--time=2"});
  REQUIRE(submitted.code == 0);
  const std::string task = jobs_of(submitted.out).at(0) + "_0";
  CHECK(SlurmCluster::wait_until([&] { return restarted(task); }, 180));
  const std::string log = out + "/combos/jenkins/evaluations.log";
  const auto before = std::filesystem::file_size(log);
  CHECK(SlurmCluster::wait_until([&] { return std::filesystem::file_size(log) > before; }, 180));
  SlurmCluster::output("scancel " + task);
  CHECK(SlurmCluster::wait_until([] { return SlurmCluster::output("squeue -h").empty(); }, 60));
  CHECK_THAT(SlurmCluster::output("scontrol show job " + task),
             Catch::Contains("JobState=CANCELLED"));
}
