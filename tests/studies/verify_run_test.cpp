#include "studies/verify_run.hpp"

#include <catch2/catch.hpp>

#include "core/hash.hpp"
#include "io/atomic_file.hpp"
#include "results/records.hpp"
#include "results/summary.hpp"
#include "studies/finished_run.hpp"

using namespace slipfront;

TEST_CASE("a run verifies itself without drift") {
  const FinishedRun run;
  int told = 0;
  const auto results =
      verify_run(RunFolder::view(run.path()), "", 2, [&](const VerifiedCombination&) { ++told; });
  REQUIRE(results.size() == 2);
  CHECK(told == 2);
  for (const VerifiedCombination& r : results) {
    CHECK(r.points > 0);
    CHECK(r.drift <= 1e-12);
    CHECK(r.changed == 0);
    CHECK(r.trouble.empty());
    CHECK(r.backbone_seconds > 0);
  }
}

TEST_CASE("numbers that the parameters do not give are found") {
  const FinishedRun run;
  const std::string file = run.path() + "/combos/iwan4/front.csv";
  Front front = read_front_csv(file);
  REQUIRE(front.points.size() >= 2);
  front.points[0].errors[1]->frequency *= 1.001;
  front.points[1].errors[2].reset();
  write_front_csv(file, front);
  // A file that was altered behind the run's back is told as such;
  CHECK_THROWS_WITH(verify_run(RunFolder::view(run.path()), "", 1),
                    Catch::Contains("front.csv") && Catch::Contains("another content"));
  // one that the run itself would have written so is computed again.
  const std::string summary_file = run.path() + "/combos/iwan4/summary.json";
  CombinationSummary summary = read_summary(summary_file);
  summary.files["front.csv"] = fingerprint(read_file(file));
  write_summary(summary_file, summary);
  for (const VerifiedCombination& r : verify_run(RunFolder::view(run.path()), "", 1)) {
    if (r.id != "iwan4") continue;
    CHECK(r.drift == Approx(1 - 1 / 1.001).epsilon(1e-9));
    CHECK(r.changed == 1);
  }
}

TEST_CASE(
    "a measurement that has changed since is refused, and a study that has moved is asked for") {
  const FinishedRun run;
  const SmallStudy other;
  std::string text = read_file(other.folder.file("mode-1.csv"));
  text.replace(text.rfind('\n', text.size() - 2) + 1, 1, "9");
  write_atomically(other.folder.file("mode-1.csv"), text);
  CHECK_THROWS_WITH(verify_run(RunFolder::view(run.path()), other.file(), 1),
                    Catch::Contains("has changed since the run"));
  std::filesystem::remove(run.path() + "/provenance.json");
  CHECK_THROWS_WITH(verify_run(RunFolder::view(run.path()), "", 1), Catch::Contains("--study"));
}
