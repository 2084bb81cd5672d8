#include "results/report/findings.hpp"

#include <catch2/catch.hpp>

#include "../../io/temporary_folder.hpp"
#include "../synthetic_run.hpp"

using namespace slipfront;

namespace {

std::string all_text(const std::vector<Finding>& all) {
  std::string text;
  for (const Finding& f : all) {
    text += f.head + ":";
    for (const std::string& sentence : f.sentences) text += " " + sentence;
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("who is within the scatter of the experiment", "[findings]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.variability = {{1, {0.01, 0.1}}};
  RankedCombination good, bad;
  good.id = "good";
  good.errors[1] = {{0.02, 0.05}, {0.01, 0.1}};
  bad.id = "bad";
  bad.errors[1] = {{0.02, 0.05}, {0.005, 0.2}};  // never both at once
  const Ranking ranking = make_ranking({bad, good}, options);
  CHECK(within_variability(ranking, 1) == std::vector<std::string>{"good"});
  CHECK(within_variability(ranking, 2).empty());
}

TEST_CASE("sentences about a run name what its numbers say", "[findings]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::Size size;
  size.combinations = 8;
  size.points = 6;
  size.evaluations = 12;
  synthetic::write_run(run, size, "eight");
  const Ranking ranking = synthetic::ranking_of(run);
  const ReportData data = gather_report(run, ranking, "eight");
  const std::string text = all_text(findings(data));
  CAPTURE(text);
  CHECK_THAT(text, Catch::Contains("Fitting mode 1: Closest: "));
  CHECK_THAT(text, Catch::Contains("Predicting modes 2 and 3: Smallest average area: " +
                                   ranking.rows[0].combination.id));
  CHECK_THAT(text, Catch::Contains("drawn within the measured bounds their ranks are "));
  CHECK_THAT(text, Catch::Contains("The closest fit of mode 1, "));
  CHECK_THAT(text, !Catch::Contains("could be solved"));
  CHECK_THAT(text, Catch::Contains("without fitting again"));
  CHECK_THAT(text, Catch::Contains("of the 28 differences between two rows"));
  CHECK_THAT(text, Catch::Contains("post-slip stiffness: "));  // iwan4 with and without kp
}

TEST_CASE("the closest fit need not predict; an area for want of a solution is no result",
          "[findings]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  RankedCombination fits, predicts, fails;
  fits.id = "fits";
  fits.errors = {{1, {{0.01, 0.05}}}, {2, {{0.1, 0.3}}}};
  predicts.id = "predicts";
  predicts.errors = {{1, {{0.05, 0.1}}}, {2, {{0.01, 0.05}}}};
  fails.id = "fails";
  fails.errors = {{1, {{0.06, 0.2}}}, {2, {}}};
  ReportData data;
  data.ranking = make_ranking({fits, predicts, fails}, options);
  // Differences of the average -0.4, -0.4 and a failed model's 3: the mean would say the opposite.
  PairedComparison pair;
  pair.attribute = "framework";
  pair.first_level = "Masing";
  pair.second_level = "non-Masing";
  for (const double difference : {-0.4, 3.0, -0.4}) {
    pair.average = difference;
    data.record.effects.pairs.push_back(pair);
  }
  data.record.effects.attributes.resize(1);
  std::string text = all_text(findings(data));
  CAPTURE(text);
  CHECK_THAT(text, Catch::Contains("The closest fit of mode 1, fits, is number 2 of 3 here."));
  CHECK_THAT(text, Catch::Contains("No front point of fails could be solved in mode 2"));
  CHECK_THAT(text, !Catch::Contains("framework"));  // three rows are too few to tell effects
  RankedCombination fourth = fits;
  fourth.id = "fourth";
  data.ranking = make_ranking({fits, predicts, fails, fourth}, options);
  text = all_text(findings(data));
  CHECK_THAT(text, Catch::Contains("framework: non-Masing better in 2 of 3 pairs (median 0.4000)"));
}

TEST_CASE("without rows nothing is found; without draws it says why", "[findings]") {
  ReportData data;
  CHECK(findings(data).empty());
  RankingRecord record;
  record.why_not = "no curves";
  CHECK_THAT(stability_sentences({}, record).at(0), Catch::Contains("no curves"));
}
