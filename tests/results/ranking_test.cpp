// Table 9's structure: boxes, averages, ranks, ties and fallbacks.
#include "results/ranking.hpp"

#include <catch2/catch.hpp>

#include "core/failure.hpp"

using namespace slipfront;

namespace {

RankedCombination combination(const std::string& id, std::map<int, std::vector<ErrorPair>> errors) {
  RankedCombination c;
  c.id = id;
  c.errors = std::move(errors);
  return c;
}

std::vector<std::string> order(const Ranking& ranking) {
  std::vector<std::string> ids;
  for (const RankingRow& row : ranking.rows) ids.push_back(row.combination.id);
  return ids;
}

const RankingRow& row_of(const Ranking& ranking, const std::string& id) {
  for (const RankingRow& row : ranking.rows)
    if (row.combination.id == id) return row;
  throw std::runtime_error("no row " + id);
}

RankingOptions three_modes() {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2, 3};
  return options;
}

}  // namespace

TEST_CASE("the box's lower corner is the minimum over all, per axis (Table 4)", "[ranking]") {
  RankingOptions options = three_modes();
  options.variability = {{1, {0.003, 0.3}}, {2, {0.001, 0.02}}};
  const Ranking ranking =
      make_ranking({combination("a", {{1, {{0.004, 0.2}, {0.1, 0.05}}}, {2, {{0.01, 0.1}}}}),
                    combination("b", {{1, {{0.006, 0.04}}}, {3, {{0.05, 0.2}}}})},
                   options);
  CHECK(ranking.boxes.at(1) == Box{{0.003, 0.04}, {0.17, 0.5}});
  CHECK(ranking.boxes.at(2) == Box{{0.001, 0.02}, {0.17, 0.5}});
  CHECK(ranking.boxes.at(3) == Box{{0.05, 0.2}, {0.17, 0.5}});
  CHECK(ranking.modes == std::vector<int>{1, 2, 3});
  // The variability alone, by the formula of one point; at the corner it is 0.
  CHECK(ranking.variability_area.at(1) ==
        Approx(1 - (0.17 - 0.003) * (0.5 - 0.3) / ((0.17 - 0.003) * (0.5 - 0.04))));
  CHECK(ranking.variability_area.at(2) == 0);
  CHECK_FALSE(ranking.variability_average);  // mode 3 has none
}

TEST_CASE("rows follow the average over the predicted modes", "[ranking]") {
  // In the box (0, 0) - (1, 1) a point (x, y) leaves 1 - (1-x)(1-y).
  RankingOptions options = three_modes();
  options.fixed_boxes = {{1, {{0, 0}, {1, 1}}}, {2, {{0, 0}, {1, 1}}}, {3, {{0, 0}, {1, 1}}}};
  const Ranking ranking =
      make_ranking({combination("fits", {{1, {{0, 0}}}, {2, {{0.5, 0}}}, {3, {{0.5, 0}}}}),
                    combination("predicts", {{1, {{0.9, 0}}}, {2, {{0.1, 0}}}, {3, {{0.3, 0}}}}),
                    combination("failed", {})},
                   options);
  CHECK(order(ranking) == std::vector<std::string>{"predicts", "fits", "failed"});
  CHECK(ranking.fixed_box);
  CHECK(ranking.predicts);
  CHECK(ranking.average_over == std::vector<int>{2, 3});
  CHECK(row_of(ranking, "predicts").average.area == Approx(0.2));
  CHECK(row_of(ranking, "predicts").modes.at(1).rank == 2);
  CHECK(row_of(ranking, "fits").modes.at(1).area == 0);
  CHECK(row_of(ranking, "fits").modes.at(1).rank == 1);
  CHECK(row_of(ranking, "fits").average.rank == 2);
  for (const int mode : {1, 2, 3}) {
    CHECK(row_of(ranking, "failed").modes.at(mode).area == 1);
    CHECK(row_of(ranking, "failed").modes.at(mode).rank == 3);
  }
  CHECK(row_of(ranking, "failed").average.area == 1);
}

TEST_CASE("equal areas share a rank and stand in the order of their ids", "[ranking]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.fixed_boxes = {{1, {{0, 0}, {1, 1}}}};
  const Ranking ranking =
      make_ranking({combination("d", {{1, {{0.5, 0}}}}), combination("c", {{1, {{0.2, 0}}}}),
                    combination("b", {{1, {{0.2, 0}}}}), combination("a", {{1, {{0.9, 0}}}})},
                   options);
  CHECK(order(ranking) == std::vector<std::string>{"b", "c", "d", "a"});
  std::vector<int> ranks;
  for (const RankingRow& row : ranking.rows) ranks.push_back(row.average.rank);
  CHECK(ranks == std::vector<int>{1, 1, 3, 4});
}

TEST_CASE("without predicted modes the average is over the fitted ones", "[ranking]") {
  RankingOptions options;
  options.fitted_modes = {1, 3};
  options.fixed_boxes = {{1, {{0, 0}, {1, 1}}}, {3, {{0, 0}, {1, 1}}}};
  const Ranking ranking =
      make_ranking({combination("a", {{1, {{0.1, 0}}}, {3, {{0.5, 0}}}})}, options);
  CHECK_FALSE(ranking.predicts);
  CHECK(ranking.average_over == std::vector<int>{1, 3});
  CHECK(ranking.rows[0].average.area == Approx(0.3));
}

TEST_CASE("both rules are computed as area_fraction does", "[ranking]") {
  const std::vector<ErrorPair> front = {{0.2, 0.8}, {0.6, 0.3}};
  for (const AreaRule rule : {AreaRule::trapezoid, AreaRule::staircase}) {
    RankingOptions options;
    options.fitted_modes = {2};
    options.rule = rule;
    options.upper = {1, 1};
    const Ranking ranking = make_ranking({combination("a", {{2, front}})}, options);
    CHECK(ranking.rows[0].modes.at(2).area == area_fraction(front, {{0.2, 0.3}, {1, 1}}, rule));
  }
}

TEST_CASE("a mode in which nothing reaches below the upper corner has area 1", "[ranking]") {
  RankingOptions options = three_modes();
  const Ranking ranking = make_ranking(
      {combination("a", {{1, {{0.5, 0.1}}}, {2, {{0.01, 0.1}}}, {3, {{0.01, 0.1}}}})}, options);
  CHECK(ranking.rows[0].modes.at(1).area == 1);
  CHECK(ranking.rows[0].modes.at(2).area == 0);
}

TEST_CASE("a variability that is not finite is passed over", "[ranking]") {
  // Table 2 has NaN for the lower bound of mode 1.
  RankingOptions options;
  options.fitted_modes = {1};
  options.variability = {{1, {0.001, std::nan("")}}};
  const Ranking ranking = make_ranking({combination("a", {{1, {{0.01, 0.1}}}})}, options);
  CHECK(ranking.boxes.at(1).lower == ErrorPair{0.01, 0.1});
  CHECK(ranking.variability_area.empty());
}

TEST_CASE("wrong input of a ranking is a failure", "[ranking]") {
  CHECK_THROWS_AS(make_ranking({}, RankingOptions{}), Failure);
  CHECK_THROWS_AS(make_ranking({combination("a", {}), combination("a", {})}, three_modes()),
                  Failure);
  RankingOptions options = three_modes();
  options.fixed_boxes = {{1, {{0, 0}, {1, 1}}}, {2, {{0, 0}, {0, 1}}}};
  try {
    make_ranking({combination("a", {})}, options);
    FAIL("no failure");
  } catch (const Failure& failure) {
    CHECK(failure.problems().size() == 2);  // mode 2 has no inside, mode 3 is missing
  }
  CHECK(make_ranking({}, three_modes()).rows.empty());
}

TEST_CASE("combinations with measured curves of their own are ranked among themselves",
          "[ranking]") {
  // In the box (0, 0) - (1, 1) a point (x, y) leaves 1 - (1-x)(1-y).
  RankingOptions options;
  options.fitted_modes = {1};
  options.fixed_boxes = std::map<int, Box>{{1, {{0, 0}, {1, 1}}}};
  std::vector<RankedCombination> all = {
      combination("a", {{1, {{0.3, 0.3}}}}), combination("b", {{1, {{0.4, 0.4}}}}),
      combination("c", {{1, {{0.1, 0.1}}}}), combination("d", {{1, {{0.2, 0.2}}}})};
  for (const std::size_t own : {1u, 2u}) all[own].experiment = "other.csv";
  const Ranking ranking = make_ranking(all, options);
  CHECK(order(ranking) == std::vector<std::string>{"d", "a", "c", "b"});
  CHECK(row_of(ranking, "d").average.rank == 1);
  CHECK(row_of(ranking, "a").average.rank == 2);
  CHECK(row_of(ranking, "c").average.rank == 1);
  CHECK(row_of(ranking, "b").modes.at(1).rank == 2);
  CHECK(row_of(ranking, "c").average.area == Approx(1 - 0.9 * 0.9));
  CHECK(first_group(ranking) == 2);
}

TEST_CASE("the scatter of other measured curves counts for the box too", "[ranking]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.variability = {{1, {0.05, 0.2}}};
  std::vector<RankedCombination> all = {combination("a", {{1, {{0.1, 0.1}}}})};
  all[0].experiment = "other.csv";
  all[0].variability = {{1, {0.02, 0.3}}};
  CHECK(make_ranking(all, options).boxes.at(1).lower == ErrorPair{0.02, 0.1});
}
