#include "studies/rank_run.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "io/temporary_folder.hpp"
#include "results/records.hpp"

using namespace slipfront;

namespace {

const std::string kResolved = R"({"study": {"title": "T", "area_rule": "trapezoid",
  "box_upper": {"frequency": 0.2, "damping": 0.4},
  "combinations": [
    {"id": "a", "title": "A", "fit_modes": [1], "predict_modes": [2]},
    {"id": "b", "title": "B", "fit_modes": [1], "predict_modes": [2]},
    {"id": "c", "title": "C", "fit_modes": [1], "predict_modes": [2]}]}, "inputs": {}})";

void finish(const RunFolder& folder, const std::string& id, ErrorPair mode1, ErrorPair mode2) {
  const std::string own = folder.make_combination_folder(id);
  Front front{{"x"}, {1, 2}, {{{1.0}, {{1, mode1}, {2, mode2}}}}};
  write_front_csv(own + "/front.csv", front);
  CombinationSummary summary;
  summary.id = id;
  summary.title = "title at the time";
  summary.fitted_modes = {1};
  summary.predicted_modes = {2};
  summary.front_points = 1;
  summary.variability = {{1, {0.02, 0.04}}, {2, {0.1, 0.3}}};
  write_summary(own + "/summary.json", summary);
}

}  // namespace

TEST_CASE("finished combinations are ranked by hand-computed areas") {
  const TemporaryFolder out;
  const RunFolder folder = RunFolder::open(out.path.string());
  folder.write_resolved_study(kResolved);
  CHECK_THROWS_WITH(rank_run(folder), Catch::Contains("no finished combination"));
  finish(folder, "a", {0.1, 0.2}, {0.05, 0.3});
  finish(folder, "c", {0.02, 0.04}, {0.1, 0.2});
  const RunRanking table = rank_run(folder);
  CHECK(table.title == "T");
  CHECK(table.unfinished == std::vector<std::string>{"b"});
  REQUIRE(table.ranking.rows.size() == 2);
  // Box of mode 2: lower corner the minimum of a, c and the experiment: (0.05, 0.2).
  CHECK(table.ranking.boxes.at(2).lower == ErrorPair{0.05, 0.2});
  CHECK(table.ranking.boxes.at(2).upper == ErrorPair{0.2, 0.4});
  // One point: A = 1 - (Ux - x)(Uy - y) / ((Ux - Lx)(Uy - Ly)).
  const RankingRow& best = table.ranking.rows[0];
  CHECK(best.combination.id == "c");
  CHECK(best.combination.title == "C");
  CHECK(best.average.area == Approx(1 - 0.1 * 0.2 / (0.15 * 0.2)));
  CHECK(table.ranking.rows[1].average.area == Approx(1 - 0.15 * 0.1 / (0.15 * 0.2)));
  CHECK(best.modes.at(1).area == Approx(0).margin(1e-12));
}

TEST_CASE("an earlier table's boxes can be kept") {
  const TemporaryFolder out;
  const RunFolder folder = RunFolder::open(out.path.string());
  folder.write_resolved_study(kResolved);
  finish(folder, "a", {0.1, 0.2}, {0.05, 0.3});
  const Box box{{0, 0}, {0.1, 0.6}};
  const RunRanking table = rank_run(folder, std::map<int, Box>{{1, {{0, 0}, {1, 1}}}, {2, box}});
  CHECK(table.ranking.boxes.at(2) == box);
  CHECK(table.ranking.rows[0].average.area == Approx(1 - 0.05 * 0.3 / 0.06));
}
