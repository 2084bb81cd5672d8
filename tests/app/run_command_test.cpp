#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "app/small_run.hpp"

namespace {

/// Whether scripts/same_run.sh finds two run folders equal.
Printed same_run(const std::string& a, const std::string& b) {
  return Program({std::string(SLIPFRONT_SOURCE_DIR) + "/scripts/same_run.sh", a, b}, "",
                 "/bin/bash")
      .wait();
}

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
  CHECK_THAT(first.error, Catch::Contains("[1/2] jenkins"));

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

TEST_CASE("a run that is killed three times ends with the same bytes") {
  const SmallRun small(40);
  REQUIRE(slipfront_run(run_words(small, "straight")).code == 0);
  const std::string folder = small.folder.file("killed");
  const std::pair<const char*, int> moments[] = {
      {"jenkins", 20000}, {"jenkins", 200000}, {"iwan4", 50000}};
  for (const auto& [id, bytes] : moments) {
    Program victim(run_words(small, "killed"));
    CHECK(wait_for(folder + "/combos/" + id + "/evaluations.log", bytes));
    victim.kill(SIGKILL);
    CHECK(victim.wait().code == -1);
    CHECK_FALSE(std::filesystem::exists(folder + "/ranking.csv"));
  }
  REQUIRE(slipfront_run(run_words(small, "killed")).code == 0);
  const Printed same = same_run(small.folder.file("straight"), small.folder.file("killed"));
  CAPTURE(same.out, same.error);
  CHECK(same.code == 0);
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
  CHECK_REFUSED(({"run", small.study(), "--out", out, "--engine", "slurm"}), "one machine only");
  CHECK_REFUSED(({"run", small.study(), "--out", small.study()}), "small.json");
  CHECK_REFUSED(({"run", small.study(), "--out", "/proc/run"}), "/proc/run");
  CHECK_REFUSED(({"run", small.folder.file("none.json")}), "none.json");
  CHECK_FALSE(std::filesystem::exists(out));
}
