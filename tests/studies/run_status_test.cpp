#include "studies/run_status.hpp"

#include <catch2/catch.hpp>

#include "studies/finished_run.hpp"

using namespace slipfront;

TEST_CASE("the status tells finished, begun and waiting combinations apart") {
  const FinishedRun run;
  RunStatus status = run_status(RunFolder::view(run.path()));
  CHECK(status.title == "small");
  CHECK_FALSE(status.holder);
  REQUIRE(status.combinations.size() == 2);
  for (const CombinationStatus& c : status.combinations) {
    CHECK(c.state == CombinationState::finished);
    CHECK(c.evaluations > 0);
    CHECK(c.front_points > 0);
  }

  const long evaluations = status.combinations[0].evaluations;
  std::filesystem::remove(run.path() + "/combos/jenkins/summary.json");
  std::filesystem::remove_all(run.path() + "/combos/iwan4");
  status = run_status(RunFolder::view(run.path()));
  CHECK(status.combinations[0].state == CombinationState::begun);
  // The log also holds what other searches of the same physics asked for: at least as much.
  CHECK(status.combinations[0].evaluations >= evaluations);
  CHECK(status.combinations[0].failed <= status.combinations[0].evaluations);
  CHECK(status.combinations[1].state == CombinationState::waiting);

  {
    const FolderLock one(run.path() + "/combos/iwan4");
    status = run_status(RunFolder::view(run.path()));
    CHECK_FALSE(status.holder);
    CHECK_FALSE(status.combinations[0].holder);
    REQUIRE(status.combinations[1].holder);
    CHECK_THAT(*status.combinations[1].holder, Catch::StartsWith("process "));
  }
  const FolderLock lock(run.path());
  CHECK(run_status(RunFolder::view(run.path())).holder);
}
