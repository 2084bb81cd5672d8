// The ranking as text: the contract's columns, full precision, aligned tables, escapes.
#include "results/ranking_text.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/failure.hpp"
#include "core/number.hpp"

using namespace slipfront;

namespace {

/// Two combinations, mode 1 fitted, modes 2 and 3 predicted, in unit boxes: a point
/// (x, 0) leaves the area x.
Ranking example(const std::string& second_id = "iwan4-wj") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2, 3};
  options.fixed_boxes = {{1, {{0, 0}, {1, 1}}}, {2, {{0, 0}, {1, 1}}}, {3, {{0, 0}, {1, 1}}}};
  options.variability = {{1, {0.25, 0}}, {2, {0.125, 0}}, {3, {0.375, 0}}};
  RankedCombination jenkins, other;
  jenkins.id = "jenkins-wj";
  jenkins.title = "Jenkins (WJ, Masing)";
  jenkins.errors = {{1, {{0.5, 0}}}, {2, {{0.5, 0}}}, {3, {{1.0 / 3, 0}}}};
  jenkins.front_points = 35;
  jenkins.evaluations = 12345;
  jenkins.failed_evaluations = 67;
  jenkins.seconds = 8.25;
  other.id = second_id;
  other.errors = {{1, {{0.25, 0}}}, {2, {{0.125, 0}}}, {3, {{0.25, 0}}}};
  return make_ranking({jenkins, other}, options);
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

}  // namespace

TEST_CASE("csv has the contract's columns and every digit", "[ranking_text]") {
  const Ranking ranking = example();
  const std::vector<std::string> csv = lines(format_ranking(ranking, "csv"));
  REQUIRE(csv.size() == 3);
  CHECK(csv[0] ==
        "combo,rank_average,area_average,area_1,rank_1,area_2,rank_2,area_3,rank_3,"
        "front_points,evaluations,failed_evaluations,seconds");
  CHECK(csv[1] == "iwan4-wj,1,0.1875,0.25,1,0.125,1,0.25,1,0,0,0,0");
  CHECK(csv[2] == "jenkins-wj,2," + to_text(ranking.rows[1].average.area) + ",0.5,2,0.5,2," +
                      to_text(ranking.rows[1].modes.at(3).area) + ",2,35,12345,67,8.25");
  // 1 - (1 - 1/3) need not be 1/3, but the text reads back to the same double.
  CHECK(to_number(to_text(ranking.rows[1].modes.at(3).area)) == ranking.rows[1].modes.at(3).area);
}

TEST_CASE("json has the same values under the same names", "[ranking_text]") {
  const Ranking ranking = example();
  const auto json = nlohmann::json::parse(format_ranking(ranking, "json"));
  CHECK(json["rule"] == "trapezoid");
  CHECK(json["average_over"] == nlohmann::json({2, 3}));
  CHECK(json["boxes"]["2"]["upper"] == nlohmann::json({1.0, 1.0}));
  CHECK(json["experimental_variability"]["1"]["area"] == 0.25);
  const auto& row = json["rows"][1];
  CHECK(row["combo"] == "jenkins-wj");
  CHECK(row["title"] == "Jenkins (WJ, Masing)");
  CHECK(row["area_3"].get<double>() == ranking.rows[1].modes.at(3).area);
  CHECK(row["rank_1"] == 2);
  CHECK(row["failed_evaluations"] == 67);
  CHECK(row["seconds"] == 8.25);
}

TEST_CASE("text is aligned and states box, rule and average", "[ranking_text]") {
  const std::string text = format_ranking(example(), "text");
  const std::vector<std::string> rows = lines(text);
  REQUIRE(rows.size() > 4);
  const std::size_t column = rows[0].find("average 2, 3");
  REQUIRE(column != std::string::npos);
  CHECK(rows[1].find("0.1875 ( 1)") == column);
  CHECK(rows[2].find("0.4167 ( 2)") == column);
  CHECK(rows[3].find("experimental variability") == 0);
  CHECK(rows[3].find("0.2500") == column);  // mean of 0.125 and 0.375
  for (const char* statement :
       {"trapezoid rule", "predicted modes 2, 3", "Box kept from an earlier table",
        "mode 3: (frequency, damping) error from (0, 0) to (1, 1)"})
    CHECK(text.find(statement) != std::string::npos);
  // The largest area, 0.5, has a full bar; a quarter of it a quarter: 1.25 characters.
  CHECK(rows[2].find("0.5000 ( 2) █████") != std::string::npos);
  CHECK(rows[1].find("0.1250 ( 1) █▎") != std::string::npos);
}

TEST_CASE("a study without predictions and a fresh box say so", "[ranking_text]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.rule = AreaRule::staircase;
  RankedCombination c;
  c.id = "a";
  c.errors = {{1, {{0.9, 0.9}}}};
  const std::string text = format_ranking(make_ranking({c}, options), "text");
  for (const char* statement : {"staircase rule", "fitted mode 1", "no mode that is predicted only",
                                "Box of this table", "no error lies below the upper corner"})
    CHECK(text.find(statement) != std::string::npos);
  CHECK(text.find("experimental variability") == std::string::npos);
}

TEST_CASE("markdown and latex are whole tables", "[ranking_text]") {
  const std::vector<std::string> markdown = lines(format_ranking(example("a|b_c"), "markdown"));
  const auto bars = [](const std::string& line) {
    long count = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      count += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
    return count;
  };
  for (int i = 0; i < 5; ++i) CHECK(bars(markdown[i]) == 10);  // nine columns
  CHECK(markdown[2].find("| a\\|b\\_c | 0.1875 ( 1) |") == 0);
  CHECK(markdown[4].find("| experimental variability | 0.2500 |") == 0);
  CHECK(format_ranking(example(), "markdown").find("trapezoid") != std::string::npos);

  const std::string latex = format_ranking(example("50%_&"), "latex");
  CHECK(latex.find("\\begin{tabular}{lrrrrrrrr}") != std::string::npos);
  CHECK(latex.find("50\\%\\_\\& & 0.1875 ( 1) & 0.2500 ( 1)") != std::string::npos);
  CHECK(latex.find("\\end{tabular}") != std::string::npos);
  CHECK(latex.find("trapezoid rule") > latex.find("\\end{tabular}"));
  CHECK(latex.find("mode 2: (frequency, damping) error from") != std::string::npos);
}

TEST_CASE("an unknown format is a failure that suggests the known ones", "[ranking_text]") {
  try {
    format_ranking(example(), "jsno");
    FAIL("no failure");
  } catch (const Failure& failure) {
    CHECK(std::string(failure.what()).find("did you mean 'json'") != std::string::npos);
  }
  for (const std::string& format : ranking_formats())
    CHECK_FALSE(format_ranking(example(), format).empty());
}

TEST_CASE("rank intervals stand in every format but the csv", "[ranking_text]") {
  const Ranking ranking = example();
  RankStability stability;
  stability.rows.resize(2);
  stability.rows[0].average = {1, 2};
  stability.rows[0].best_three = 0.974;
  stability.rows[1].average = {2, 2};
  CHECK(interval_text({1, 12}) == "1\u201312");
  CHECK(interval_text({2, 2}) == "2");
  CHECK(format_ranking(ranking, "csv", &stability) == format_ranking(ranking, "csv"));
  for (const char* format : {"text", "markdown", "latex"}) {
    const std::string text = format_ranking(ranking, format, &stability);
    CHECK(text.find("1\u20132") != std::string::npos);
    CHECK(text.find("97 ") != std::string::npos);
  }
  const auto json = nlohmann::json::parse(format_ranking(ranking, "json", &stability));
  CHECK(json["rows"][0]["rank_interval"] == nlohmann::json({1, 2}));
  CHECK(json["rows"][0]["best_three"] == 0.974);
  // Columns stay aligned: the bars of the second mode begin at one place in all rows.
  const std::vector<std::string> table = lines(format_ranking(ranking, "text", &stability));
  CHECK(table[0].find("rank 95 %") != std::string::npos);
}

TEST_CASE("a narrow terminal gets a narrower table, and is told so", "[ranking_text]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2, 3};
  RankedCombination one;
  one.id = "bouc-wen-1-kp-wj-nm-noviscous";
  for (const int mode : {1, 2, 3}) one.errors[mode] = {{0.01, 0.05}};
  const Ranking ranking = make_ranking({one}, options);
  const std::string whole = format_ranking(ranking, "text");
  CHECK(format_ranking(ranking, "text", nullptr, 1000) == whole);
  CHECK_THAT(whole, Catch::Contains("evaluations") && !Catch::Contains("narrow"));
  for (const std::size_t columns : {110, 90, 60}) {
    const std::string text = format_ranking(ranking, "text", nullptr, columns);
    CAPTURE(columns, text);
    const std::string row =
        text.substr(text.find(one.id), text.find('\n', text.find(one.id)) - text.find(one.id));
    CHECK(row.size() <= columns);
    CHECK_THAT(text, Catch::Contains("terminal is too narrow") && !Catch::Contains("evaluations"));
    CHECK((text.find("mode 3  ") != std::string::npos ||
           text.find("mode 3\n") != std::string::npos) == (columns > 60));
  }
}
