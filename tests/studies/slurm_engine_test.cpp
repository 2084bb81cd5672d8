// The scripts as bash runs them, with sbatch, scontrol and slipfront replaced by scripts that
// note what they are asked; a real Slurm is in tests/app/slurm_cluster_test.cpp.
#include "studies/slurm_engine.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// A folder of programs that stand first on the PATH while this object lives.
class Programs {
 public:
  Programs() : path_(std::getenv("PATH")) {
    setenv("PATH", (folder.path.string() + ":" + path_).c_str(), 1);
  }
  ~Programs() { setenv("PATH", path_.c_str(), 1); }
  void add(const std::string& name, const std::string& script) const {
    write_atomically(folder.file(name), "#!/bin/bash\n" + script);
    ::chmod(folder.file(name).c_str(), 0755);
  }
  std::string said(const std::string& name) const {
    return file_exists(folder.file(name)) ? read_file(folder.file(name)) : "";
  }

  TemporaryFolder folder;

 private:
  std::string path_;
};

SlurmOptions options_in(const Programs& programs) {
  SlurmOptions options;
  options.program = programs.folder.file("slip front");
  options.study = "/a/it's.json";
  options.out = programs.folder.file("out");
  options.settings = {"seed=2"};
  options.sbatch = {"--partition=long", "--comment=two words", "--constraint=\"a&b c\""};
  options.processors = 2;
  return options;
}

/// Runs the array's script as task 1 and, when the program has begun, sends it a signal.
int run_task(const Programs& programs, const SlurmJob& job, int signal) {
  write_atomically(programs.folder.file("script"), job.script);
  const pid_t child = ::fork();
  if (child == 0) {
    setenv("SLURM_ARRAY_JOB_ID", "7", 1);
    setenv("SLURM_ARRAY_TASK_ID", "1", 1);
    ::execl("/bin/bash", "bash", programs.folder.file("script").c_str(), nullptr);
    ::_exit(127);
  }
  if (signal != 0) {
    while (programs.said("words").empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(child, signal);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

std::string refusal(const std::vector<SlurmJob>& jobs) {
  try {
    submit(jobs);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a study is one array per wave and a ranking behind them") {
  const Programs programs;
  const auto jobs = slurm_jobs("my study", {{"a", "b", "c"}, {"d"}}, options_in(programs));
  REQUIRE(jobs.size() == 3);
  for (const SlurmJob& job : jobs) {
    CHECK_THAT(job.script, Catch::StartsWith("#!/bin/bash\n#SBATCH --job-name=slipfront-my-study"));
    CHECK_THAT(job.script, Contains("#SBATCH --partition=long\n"));
  }
  CHECK_THAT(jobs[0].script,
             Contains("#SBATCH --array=0-2\n") && Contains("#SBATCH --cpus-per-task=2\n") &&
                 Contains("#SBATCH --requeue\n") && Contains("#SBATCH --signal=B:USR1@60\n") &&
                 Contains("ids=('a' 'b' 'c')\n"));
  CHECK_THAT(jobs[1].script, Contains("#SBATCH --array=0-0\n") && Contains("ids=('d')\n"));
  CHECK_THAT(jobs[2].script, Contains("' report --no-pdf '") && Contains("' rank '"));
  CHECK_THAT(submit_command(jobs[0], {}), Catch::StartsWith("sbatch --parsable '"));
  CHECK_THAT(submit_command(jobs[2], {"11", "12"}), Contains("--dependency=afterany:11:12 "));
  // Nothing left to compute: the ranking alone.
  const auto rank = slurm_jobs("s", {}, options_in(programs));
  REQUIRE(rank.size() == 1);
  CHECK(submit_command(rank[0], {}).find("dependency") == std::string::npos);
}

TEST_CASE("a task computes its combination and passes on how that ended") {
  const Programs programs;
  programs.add("slip front",
               "printf '[%s]' \"$@\" >'" + programs.folder.file("words") + "'\nexit 1\n");
  programs.add("scontrol", "echo \"$@\" >'" + programs.folder.file("scontrol.said") + "'\n");
  const auto jobs = slurm_jobs("s", {{"a", "b"}}, options_in(programs));
  CHECK(run_task(programs, jobs[0], 0) == 1);
  CHECK(programs.said("words") == "[run][/a/it's.json][--out][" + programs.folder.file("out") +
                                      "][--share][--only][b][--jobs][2][--set][seed=2]");
  CHECK(programs.said("scontrol.said").empty());
}

TEST_CASE("near its time limit a task ends its program and goes back into the queue") {
  const Programs programs;
  const std::string words = programs.folder.file("words");
  programs.add("scontrol", "echo \"$@\" >'" + programs.folder.file("scontrol.said") + "'\n");
  const auto jobs = slurm_jobs("s", {{"a", "b"}}, options_in(programs));
  const auto program = [&](int code) {
    programs.add("slip front", "trap 'sleep 0.2; exit " + std::to_string(code) +
                                   "' TERM\necho begun >'" + words +
                                   "'\nwhile true; do sleep 0.05; done\n");
  };
  SECTION("told by Slurm, and the program stopped after a checkpoint") {
    program(3);
    CHECK(run_task(programs, jobs[0], SIGUSR1) == 3);
    CHECK(programs.said("scontrol.said") == "requeue 7_1\n");
  }
  SECTION("told by Slurm, but the program was just done") {
    program(0);
    CHECK(run_task(programs, jobs[0], SIGUSR1) == 0);
    CHECK(programs.said("scontrol.said").empty());
  }
  SECTION("cancelled") {
    program(3);
    CHECK(run_task(programs, jobs[0], SIGTERM) == 3);
    CHECK(programs.said("scontrol.said").empty());
  }
}

TEST_CASE("jobs are submitted in order, each behind those before it") {
  const Programs programs;
  const std::string said = programs.folder.file("sbatch.said");
  programs.add("sbatch", "echo \"$@\" >>'" + said +
                             "'\necho 'sbatch: a warning' >&2\n"
                             "echo \"$((100 + $(wc -l <'" +
                             said + "')));cluster\"\n");
  const SlurmOptions options = options_in(programs);
  const auto jobs = slurm_jobs("s", {{"a"}, {"b"}}, options);
  CHECK(submit(jobs) == std::vector<std::string>{"101", "102", "103"});
  const std::string folder = options.out + "/slurm/";
  CHECK(programs.said("sbatch.said") ==
        "--parsable " + folder + "wave-1.sh\n" + "--parsable --dependency=afterany:101 " + folder +
            "wave-2.sh\n" + "--parsable --dependency=afterany:101:102 " + folder + "rank.sh\n");
  for (const SlurmJob& job : jobs) CHECK(read_file(job.file) == job.script);
}

TEST_CASE("a value with blanks is one word to sbatch") {
  const Programs programs;
  const std::string script = slurm_jobs("small", {{"a"}}, options_in(programs)).at(0).script;
  CHECK_THAT(script, Catch::Contains("\n#SBATCH --partition=long\n") &&
                         Catch::Contains("\n#SBATCH --comment=\"two words\"\n") &&
                         Catch::Contains("\n#SBATCH --constraint=\"a&b c\"\n"));
}

TEST_CASE("what sbatch refuses is told in its words, and what it took") {
  const Programs programs;
  programs.add("sbatch",
               "case \"$*\" in *rank.sh*) echo 'sbatch: error: invalid partition' >&2; "
               "exit 1;; esac\necho 41\n");
  CHECK_THAT(refusal(slurm_jobs("s", {{"a"}}, options_in(programs))),
             Contains("invalid partition") && Contains("Submitted already: 41"));
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const std::string none = refusal(slurm_jobs("s", {{"a"}}, options_in(programs)));
  setenv("PATH", path.c_str(), 1);
  CHECK_THAT(none, Contains("sbatch, which is not on the PATH") && Contains("--dry-run"));
}

TEST_CASE("arguments that a script cannot hold are refused") {
  const Programs programs;
  SlurmOptions options = options_in(programs);
  options.sbatch = {"--time=1\nrm x", "long"};
  CHECK_THROWS_WITH(slurm_jobs("s", {{"a"}}, options), Contains("'long'") && Contains("--sbatch"));
  options.sbatch.clear();
  options.out = "runs/a\"b";
  CHECK_THROWS_WITH(slurm_jobs("s", {{"a"}}, options), Contains("--out"));
}
