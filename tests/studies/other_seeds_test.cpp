#include "studies/other_seeds.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "studies/finished_run.hpp"
#include "studies/rank_run.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// The small study in another folder, with these settings.
void run(const std::string& out, const std::vector<std::string>& settings,
         const std::string& only = "*") {
  QuietObserver quiet;
  run_study(FinishedRun::study().load(settings), Registry::built_in(),
            {.out = out, .jobs = 2, .only = only}, quiet);
}

}  // namespace

TEST_CASE("runs with other seeds span the ranks and areas of a table") {
  const FinishedRun first;
  const TemporaryFolder out;
  run(out.file("second"), {"seed=2"});
  const RunFolder folder = RunFolder::view(first.path());
  const Ranking table = rank_run(folder).ranking;
  const auto spread = other_seeds(folder, table, {out.file("second")});
  REQUIRE(spread.size() == 2);
  const Ranking second = rank_run(RunFolder::view(out.file("second")), table.boxes).ranking;
  for (const Ranking* one : {&table, &second})
    for (const RankingRow& row : one->rows) {
      const SeedSpread& s = spread.at(row.combination.id);
      CHECK(s.average.lower <= row.average.rank);
      CHECK(s.average.upper >= row.average.rank);
      CHECK(s.area_lower <= row.average.area);
      CHECK(s.area_upper >= row.average.area);
    }
  for (const auto& [id, s] : spread) CHECK(s.area_lower < s.area_upper);

  // With no other nothing moves; the same seed is no other.
  for (const RankingRow& row : table.rows) {
    const SeedSpread s = other_seeds(folder, table, {}).at(row.combination.id);
    CHECK(s.average == RankInterval{row.average.rank, row.average.rank});
    CHECK(s.area_lower == row.average.area);
    CHECK(s.area_upper == row.average.area);
  }
  CHECK_THROWS_WITH(other_seeds(folder, table, {first.path()}), Contains("the same seed"));
}

TEST_CASE("a run that counts twice, or counts areas otherwise, is refused") {
  const FinishedRun first;
  const TemporaryFolder out;
  run(out.file("second"), {"seed=2"});
  run(out.file("steps"), {"seed=3", "area_rule=staircase"});
  const RunFolder folder = RunFolder::view(first.path());
  const Ranking table = rank_run(folder).ranking;
  CHECK_THROWS_WITH(other_seeds(folder, table, {out.file("second"), out.file("second")}),
                    Contains("'iwan4': found the seed of " + out.file("second")));
  CHECK_THROWS_WITH(other_seeds(folder, table, {out.file("steps")}), Contains("another area rule"));
  // Another search, whatever its seed.
  run(out.file("seeded"),
      {"seed=2", "combinations[iwan4].optimizer={\"seeds_from\":{\"combination\":\"jenkins\"}}"});
  CHECK_THROWS_WITH(other_seeds(folder, table, {out.file("seeded")}),
                    Contains("'iwan4': found optimizer.seeds_from (was not there, now 8 points of "
                             "jenkins)"));
}

TEST_CASE("a run of anything else is refused, with what differs") {
  const FinishedRun first;
  const TemporaryFolder out;
  run(out.file("other"), {"seed=2", "defaults.optimizer.population=8"}, "iwan4");
  const RunFolder folder = RunFolder::view(first.path());
  const Ranking table = rank_run(folder).ranking;
  CHECK_THROWS_WITH(other_seeds(folder, table, {out.file("other")}),
                    Contains("'iwan4': found optimizer.population (was 12, now 8)") &&
                        Contains("'jenkins': found not finished there") &&
                        Contains("--set seed=N"));
}
