#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "app/same_run.hpp"
#include "app/small_run.hpp"

namespace {

std::vector<std::string> run_words(const SmallRun& small, const std::string& out) {
  return {"run", small.study(), "--out", small.folder.file(out)};
}

}  // namespace

TEST_CASE("a run prints its table on stdout and its progress on stderr, without colours") {
  const SmallRun small;
  const Printed first = slipfront_run(run_words(small, "run"));
  CAPTURE(first.error);
  REQUIRE(first.code == 0);
  CHECK_THAT(first.out, Catch::Contains("jenkins") && Catch::Contains("report.html"));
  CHECK(first.out.find('\033') == std::string::npos);
  CHECK(first.error.find('\r') == std::string::npos);
  CHECK_THAT(first.error, Catch::Contains("/2] jenkins"));

  const Printed second = slipfront_run(run_words(small, "run"));
  CHECK(second.code == 0);
  CHECK(second.out == first.out);
  CHECK_THAT(second.error, Catch::Contains("[2/2] iwan4  finished earlier, kept"));

  const Printed rank = slipfront_run({"rank", small.folder.file("run"), "--format", "json"});
  CHECK(nlohmann::json::parse(rank.out).at("rows").size() == 2);
}

TEST_CASE("the bytes do not depend on the number of jobs") {
  const SmallRun small;
  auto one = run_words(small, "one"), two = run_words(small, "two");
  one.insert(one.end(), {"--jobs", "1"});
  two.insert(two.end(), {"--jobs", "2"});
  REQUIRE(slipfront_run(one).code == 0);
  REQUIRE(slipfront_run(two).code == 0);
  const Printed same = same_run(small.folder.file("one"), small.folder.file("two"));
  CAPTURE(same.out, same.error);
  CHECK(same.code == 0);
}

TEST_CASE("a task that begins while the next job is being submitted can work") {
  const SmallRun small;
  // Runs each array task at once, as an idle cluster may, before sbatch has even returned.
  std::filesystem::create_directory(small.folder.file("bin"));
  const std::string sbatch = small.folder.file("bin/sbatch");
  std::ofstream(sbatch) << "#!/bin/bash\nfile=${@: -1}\ncase \"$file\" in *wave*)\n"
                           "  for i in 0 1; do\n"
                           "    SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$i bash \"$file\" "
                           ">>\"$file.log\" 2>&1 || echo \"task $i ended with $?\" >&2\n"
                           "  done;;\nesac\necho 7\n";
  std::filesystem::permissions(sbatch, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (small.folder.file("bin") + ":" + path).c_str(), 1);
  auto words = run_words(small, "run");
  words.insert(words.end(), {"--engine", "slurm"});
  const Printed printed = slipfront_run(words);
  setenv("PATH", path.c_str(), 1);
  CAPTURE(printed.error, Program::text_of(small.folder.file("run/slurm/wave-1.sh.log")));
  CHECK(printed.code == 0);
  CHECK(printed.error.empty());
  for (const char* id : {"jenkins", "iwan4"})
    CHECK(std::filesystem::exists(small.folder.file("run/combos/") + id + "/summary.json"));
}

TEST_CASE("an interrupted run ends with 3 and goes on") {
  const SmallRun small(100000);
  const std::string log = small.folder.file("run/combos/jenkins/evaluations.log");
  std::uintmax_t seen = 0;
  for (const int number : {SIGINT, SIGTERM}) {
    Program program(run_words(small, "run"));
    CHECK(wait_for(log, seen + 1000));
    program.kill(number);
    const Printed printed = program.wait();
    CHECK(printed.code == 3);
    CHECK_THAT(printed.error, Catch::Contains("Interrupted after a checkpoint"));
    CHECK(printed.out.empty());
    seen = std::filesystem::file_size(log);
  }
}

TEST_CASE("wrong runs are refused") {
  const SmallRun small;
  const std::string out = small.folder.file("run");
  CHECK_REFUSED(({"run", small.study(), "--out", out, "--jobs", "0"}), "--jobs");
  CHECK_REFUSED(({"run", small.study(), "--out", out, "--only", "prager*"}), "--only",
                "known: jenkins, iwan4");
  CHECK_REFUSED(({"run", small.study(), "--out", out, "--set", "amplitudes"}), "--set");
  CHECK_REFUSED(({"run", small.study(), "--out", out, "--dry-run", "--sbatch=--time=1"}),
                "--dry-run", "--sbatch", "Add --engine slurm");
  CHECK_REFUSED(({"run", small.study(), "--out", out, "--share", "--fresh"}), "--share");
  CHECK_REFUSED(({"run", small.study(), "--out", small.study()}), "small.json");
  CHECK_REFUSED(({"run", small.study(), "--out", "/proc/run"}), "/proc/run");
  CHECK_REFUSED(({"run", small.folder.file("none.json")}), "none.json");
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("on a cluster a dry run prints the scripts and touches nothing") {
  const SmallRun small;
  const std::string out = small.folder.file("run");
  const Printed printed =
      slipfront_run({"run", small.study(), "--out", out, "--engine", "slurm", "--dry-run", "--jobs",
                     "4", "--sbatch=--partition=long", "--set", "seed=5"});
  CAPTURE(printed.error);
  CHECK(printed.code == 0);
  for (const char* part :
       {"# sbatch --parsable '", "#SBATCH --array=0-1\n", "#SBATCH --cpus-per-task=4\n",
        "#SBATCH --partition=long\n", "ids=('jenkins' 'iwan4')", "--set 'seed=5'",
        "--dependency=afterany:JOB1 '", "report --no-pdf"})
    CHECK_THAT(printed.out, Catch::Contains(part));
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("where there is no sbatch a sentence says so") {
  const SmallRun small;
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  CHECK_REFUSED(({"run", small.study(), "--out", small.folder.file("run"), "--engine", "slurm"}),
                "sbatch, which is not on the PATH", "--dry-run");
  setenv("PATH", path.c_str(), 1);
}
