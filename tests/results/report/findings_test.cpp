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
  CHECK_THAT(text, Catch::Contains("without fitting again"));
  CHECK_THAT(text, Catch::Contains("of the 28 differences between two rows"));
  CHECK_THAT(text, Catch::Contains("post-slip stiffness: "));  // iwan4 with and without kp
}

TEST_CASE("without rows nothing is found; without draws it says why", "[findings]") {
  ReportData data;
  CHECK(findings(data).empty());
  RankingRecord record;
  record.why_not = "no curves";
  CHECK_THAT(stability_sentences({}, record).at(0), Catch::Contains("no curves"));
}
