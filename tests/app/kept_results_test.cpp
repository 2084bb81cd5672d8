// scripts/kept_results.sh: what is kept of a run without its evaluation logs is enough to go on.
#include <catch2/catch.hpp>
#include <filesystem>

#include "app/interrupted_study.hpp"
#include "app/same_run.hpp"
#include "app/small_run.hpp"

namespace {

namespace fs = std::filesystem;

Printed kept_results(const std::string& verb, const std::string& from, const std::string& to) {
  return Program({std::string(SLIPFRONT_SOURCE_DIR) + "/scripts/kept_results.sh", verb, from, to},
                 "", "/bin/bash")
      .wait();
}

std::vector<std::string> genetic(const InterruptedStudy& study, const std::string& out) {
  auto words = study.run_words(out);
  words.insert(words.end(), {"--only", "nsga2-*"});
  return words;
}

}  // namespace

TEST_CASE("a run goes on from its kept checkpoints and ends with the bytes of one never moved") {
  const InterruptedStudy study(2);
  REQUIRE(slipfront_run(genetic(study, "straight")).code == 0);
  const auto file = [&](const std::string& name) { return study.folder.file(name); };

  // Stopped in the middle of the search that takes longest; others are finished by then or not.
  const std::string log = "/combos/nsga2-fj/evaluations.log";
  Program program(genetic(study, "parted"));
  REQUIRE(wait_for(file("parted") + log, fs::file_size(file("straight") + log) / 2));
  program.kill(SIGTERM);
  REQUIRE(program.wait().code == 3);
  REQUIRE_FALSE(fs::exists(file("parted/combos/nsga2-fj/summary.json")));

  REQUIRE(kept_results("keep", file("parted"), file("kept")).code == 0);
  CHECK_FALSE(fs::exists(file("kept") + log));
  CHECK(fs::exists(file("kept/combos/nsga2-fj/checkpoint")));
  REQUIRE(kept_results("restore", file("kept"), file("moved")).code == 0);
  const Printed last = slipfront_run(genetic(study, "moved"));
  CAPTURE(last.error);
  CHECK(last.code == 0);
  // Half of the evaluations were not computed again.
  CHECK(fs::file_size(file("moved") + log) < 0.75 * double(fs::file_size(file("straight") + log)));
  const Printed same = same_run(file("straight"), file("moved"));
  CAPTURE(same.out, same.error);
  CHECK(same.code == 0);

  // A finished run is kept whole, and nothing is left to compute.
  REQUIRE(kept_results("keep", file("moved"), file("kept")).code == 0);
  REQUIRE(kept_results("restore", file("kept"), file("again")).code == 0);
  REQUIRE(slipfront_run(genetic(study, "again")).code == 0);
  CHECK_FALSE(fs::exists(file("again") + log));
  CHECK(same_run(file("straight"), file("again")).code == 0);
}

TEST_CASE("what is kept of one study is never taken for another's") {
  const SmallRun small(3);
  const auto file = [&](const std::string& name) { return small.folder.file(name); };
  REQUIRE(slipfront_run({"run", small.study(), "--out", file("run")}).code == 0);
  REQUIRE(kept_results("keep", file("run"), file("kept")).code == 0);
  // Begun anew with another option, and not finished.
  const std::vector<std::string> other{"run",
                                       small.study(),
                                       "--out",
                                       file("run"),
                                       "--changed",
                                       "--set",
                                       "combinations[iwan4].viscous=false"};
  REQUIRE(slipfront_run(other).code == 0);
  fs::remove(file("run/combos/iwan4/summary.json"));
  REQUIRE(kept_results("keep", file("run"), file("kept")).code == 0);
  CHECK_FALSE(fs::exists(file("kept/combos/iwan4/summary.json")));
  CHECK_FALSE(fs::exists(file("kept/combos/iwan4/front.csv")));
  CHECK(fs::exists(file("kept/combos/jenkins/summary.json")));
}

TEST_CASE("what cannot be kept is said") {
  const TemporaryFolder folder;
  const Printed nothing = kept_results("keep", folder.file("none"), folder.file("kept"));
  CHECK(nothing.code == 2);
  CHECK_THAT(nothing.error, Catch::Contains("holds no results"));
  CHECK(kept_results("put", folder.file("a"), folder.file("b")).code == 2);
}
