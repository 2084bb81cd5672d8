// plan, status, verify and export, from the command line.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "app/program.hpp"
#include "app/small_run.hpp"

TEST_CASE("a study is planned, run, looked at, verified and exported") {
  const SmallRun small;
  const std::string out = small.folder.file("run");
  const Printed plan = slipfront_run({"plan", small.study(), "--format", "json"});
  REQUIRE(plan.code == 0);
  CHECK(nlohmann::json::parse(plan.out).at("combinations").size() == 2);
  CHECK_THAT(slipfront_run({"plan", small.study()}).out, Catch::Contains("core-hours"));

  REQUIRE(slipfront_run({"run", small.study(), "--out", out, "--only", "jenkins"}).code == 0);
  const Printed status = slipfront_run({"status", out, "--format", "json"});
  REQUIRE(status.code == 0);
  const auto told = nlohmann::json::parse(status.out).at("combinations");
  CHECK(told[0].at("state") == "finished");
  CHECK(told[1].at("state") == "waiting");
  CHECK_THAT(slipfront_run({"status", out}).out, Catch::Contains("1 of 2 combinations finished"));

  const Printed verified = slipfront_run({"verify", out});
  CHECK(verified.code == 0);
  CHECK_THAT(verified.out, Catch::Contains("as stored"));
  CHECK_REFUSED(({"verify", out, "--study", "nothere.json"}), "--study", "there is no such file");
  CHECK(slipfront_run({"export", out, "-o", small.folder.file("run.mat")}).code == 0);
  CHECK(std::filesystem::exists(small.folder.file("run.mat")));
}

TEST_CASE("commands on a run folder refuse what is none") {
  const SmallRun small;
  for (const char* command : {"status", "verify"})
    CHECK_REFUSED(({command, small.folder.path.string()}), "study.resolved.json");
  CHECK_REFUSED(({"export", small.folder.path.string(), "-o", "x.mat"}), "study.resolved.json");
  CHECK_REFUSED(({"export", small.folder.path.string(), "-o", "x.csv"}), ".mat");
  CHECK_REFUSED(({"plan", small.folder.file("none.json")}), "none.json");
}

TEST_CASE("a damaged file of a run is named with what to do about it, by every command") {
  const SmallRun small;
  const std::string out = small.folder.file("run");
  REQUIRE(slipfront_run({"run", small.study(), "--out", out, "--only", "jenkins"}).code == 0);
  // The page of a run that was asked for one combination does not take itself for another one.
  CHECK(Program::text_of(out + "/report.html").find("a run was at work") == std::string::npos);
  std::ofstream(out + "/combos/jenkins/summary.json") << "{";
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"status", out},
        {"rank", out},
        {"verify", out},
        {"report", out},
        {"export", out, "-o", small.folder.file("run.mat")},
        {"run", small.study(), "--out", out, "--only", "jenkins"}})
    CHECK_REFUSED((words), "jenkins/summary.json", "Delete the folder of this combination");
}
