#include "results/report/report_data.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "../../io/temporary_folder.hpp"
#include "../synthetic_run.hpp"

using namespace slipfront;

TEST_CASE("everything of a run is gathered in the order of its ranking", "[report_data]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::Size size;
  size.combinations = 3;
  size.points = 4;
  size.evaluations = 6;
  synthetic::write_run(run, size, "three");
  const Ranking ranking = synthetic::ranking_of(run);
  std::filesystem::remove(run.combination_folder("iwan4-kp-wj") + "/summary.json");
  const ReportData data = gather_report(run, ranking, "three");
  REQUIRE(data.ranking.rows.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(data.combinations[i].summary.id == data.ranking.rows[i].combination.id);
    CHECK(data.combinations[i].front.points.size() == 4);
    CHECK(data.combinations[i].backbones.size() == 12);
    CHECK(data.combinations[i].loops.size() == 1);
    CHECK(data.combinations[i].command.find("slipfront backbone --rom built-in:lap-joint") == 0);
    CHECK(data.combinations[i].mode.size() == 3);
  }
  REQUIRE(data.unfinished.size() == 1);
  CHECK(data.unfinished[0].id == "iwan4-kp-wj");
  CHECK(data.unfinished[0].evaluations == 7);  // six and the failed one
  CHECK(data.experiment.size() == 3);
  CHECK_FALSE(data.running);  // who makes the page while it holds the lock has done its work
  CHECK(gather_report(RunFolder::view(run.path()), ranking, "three").running);
  REQUIRE(backbone_of(data.combinations[0], 3, 2));
  CHECK(backbone_of(data.combinations[0], 4, 2) == nullptr);
}

TEST_CASE("points that are shown", "[report_data]") {
  Front front;
  CHECK(shown_points(front).empty());
  front.points.resize(1);
  CHECK(shown_points(front) == std::vector<int>{0});
  front.points.resize(2);
  CHECK(shown_points(front) == std::vector<int>{0, 1});
  front.points.resize(82);
  CHECK(shown_points(front) == std::vector<int>{0, 40, 81});
}
