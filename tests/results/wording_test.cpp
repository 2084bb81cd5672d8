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
  CHECK(sentences[1] ==
        "Average over the fitted modes 1, 2: there is no mode that is predicted only.");
  CHECK(sentences[2].find("Box kept from an earlier table") == 0);
}

TEST_CASE("areas of 1 without a solution, and without a question, are told apart", "[wording]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  const std::vector<ErrorPair> points = {{0.01, 0.1}};
  RankedCombination whole{"whole", "", {{1, points}, {2, points}}};
  RankedCombination unsolved{"unsolved", "", {{1, points}}}, unasked = unsolved;
  unasked.id = "unasked";
  unasked.asked_modes = {1};
  unsolved.asked_modes = {1, 2};
  const auto sentences = unsolved_sentences(make_ranking({whole, unsolved, unasked}, options));
  REQUIRE(sentences.size() == 2);
  CHECK(sentences[0].find("No front point of unsolved could be solved in mode 2") == 0);
  CHECK(sentences[1].find("The study did not ask unasked for mode 2") == 0);
  CHECK(unsolved_sentences(make_ranking({whole}, options)).empty());
}

TEST_CASE("names in a sentence", "[wording]") {
  CHECK(listed({}) == "");
  CHECK(listed({"a"}) == "a");
  CHECK(listed({"a", "b", "c"}) == "a, b and c");
  CHECK(listed({"1", "2", "3", "4", "5", "6", "7", "8"}) == "1, 2, 3, 4, 5, 6 and 2 more");
}
