// Numbers, mode lists and the sentences beside a ranking.
#include "results/wording.hpp"

#include <catch2/catch.hpp>
#include <limits>

using namespace slipfront;

TEST_CASE("fixed decimals round to nearest and hold the largest double", "[wording]") {
  CHECK(fixed_text(0.05554, 4) == "0.0555");
  CHECK(fixed_text(0.05556, 4) == "0.0556");
  CHECK(fixed_text(1, 4) == "1.0000");
  CHECK(fixed_text(-0.5, 1) == "-0.5");
  CHECK(fixed_text(std::numeric_limits<double>::max(), 4).size() == 309 + 1 + 4);
}

TEST_CASE("lists of modes", "[wording]") {
  CHECK(mode_list({}) == "");
  CHECK(mode_list({2}) == "2");
  CHECK(mode_list({2, 3, 11}) == "2, 3, 11");
}

TEST_CASE("a ranking's sentences name rule, average and box", "[wording]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {3};
  options.rule = AreaRule::staircase;
  std::vector<std::string> sentences = ranking_statements(make_ranking({}, options));
  REQUIRE(sentences.size() == 3);
  CHECK(sentences[0].find("staircase rule") != std::string::npos);
  CHECK(sentences[1] == "Average over the predicted mode 3.");
  CHECK(sentences[2].find("Box of this table") == 0);

  options.predicted_modes = {};
  options.fitted_modes = {1, 2};
  options.fixed_boxes = {{1, {{0, 0}, {1, 1}}}, {2, {{0, 0}, {1, 1}}}};
  sentences = ranking_statements(make_ranking({}, options));
  CHECK(sentences[1] == "Average over the fitted modes 1, 2: the study predicts no mode.");
  CHECK(sentences[2].find("Box kept from an earlier table") == 0);
}
