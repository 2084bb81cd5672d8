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

TEST_CASE("of three experiments each two are compared on their own", "[findings]") {
  RankingOptions options;
  options.fitted_modes = {1};
  std::vector<RankedCombination> rows(4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].id = std::string(1, static_cast<char>('p' + i));
    rows[i].errors[1] = {{0.01 + 0.01 * static_cast<double>(i), 0.1}};
  }
  ReportData data;
  data.ranking = make_ranking(rows, options);
  data.record.effects.attributes.resize(1);
  const auto pair = [&](const char* first, const char* second, double average) {
    PairedComparison p;
    p.attribute = "experiment";
    p.first_level = first;
    p.second_level = second;
    p.average = average;
    data.record.effects.pairs.push_back(p);
  };
  for (const double difference : {-0.1, -0.3}) {  // the second has the smaller area
    pair("a.csv", "b.csv", difference);
    pair("a.csv", "c.csv", -difference);
    pair("b.csv", "c.csv", 0);
  }
  const std::string text = all_text(findings(data));
  CAPTURE(text);
  CHECK_THAT(text, Catch::Contains("b.csv better than a.csv in 2 of 2 pairs (median 0.2000)"));
  CHECK_THAT(text, Catch::Contains("a.csv better than c.csv in 2 of 2 pairs (median 0.2000)"));
  CHECK_THAT(text, !Catch::Contains("b.csv better than c.csv"));  // alike
  CHECK_THAT(text, !Catch::Contains("c.csv better"));
}

TEST_CASE("what could not be solved is neither closest nor smallest nor probably best",
          "[findings]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  options.variability = {{1, {0.001, 0.01}}, {2, {0.001, 0.01}}};
  RankedCombination works, fails, also;
  works.id = "works";
  works.errors = {{1, {{0.01, 0.05}}}, {2, {{0.1, 0.3}}}};
  fails.id = "fails";
  fails.errors = {{1, {}}, {2, {}}};
  also = fails;
  also.id = "also";
  ReportData data;
  data.ranking = make_ranking({works, fails, also}, options);
  std::string text = all_text(findings(data));
  CAPTURE(text);
  CHECK_THAT(text, Catch::Contains("Closest: works ("));
  CHECK_THAT(text, !Catch::Contains("fails (1.0000)"));
  // Nothing at all: only the sentences that say so.
  RankedCombination none = fails;
  none.id = "none";
  data.ranking = make_ranking({none, fails, also}, options);
  RankStability stability;
  stability.draws = 1000;
  for (const RankingRow& row : data.ranking.rows) {
    StableRow& stable = stability.rows.emplace_back();
    stable.id = row.combination.id;
    stable.best_three = 1;
    for (const int mode : data.ranking.modes) stable.modes[mode] = {1, 1};
  }
  stability.rows.push_back(stability.rows.back());
  stability.ahead.assign(4, std::vector<double>(4, 0.5));
  stability.rows.resize(3);
  data.record.stability = stability;
  text = all_text(findings(data));
  for (const char* praise : {"Closest", "Smallest", "The closest fit", "Probably", "every one"})
    CHECK_THAT(text, !Catch::Contains(praise));
  CHECK_THAT(text, Catch::Contains("could be solved"));
}

TEST_CASE("a combination that predicts a mode is not among those that fit it", "[findings]") {
  RankingOptions options;
  options.fitted_modes = {1, 2};
  RankedCombination both, one;
  both.id = "both";
  both.errors = {{1, {{0.02, 0.1}}}, {2, {{0.02, 0.1}}}};
  both.fitted_modes = both.asked_modes = {1, 2};
  one.id = "one";
  one.errors = {{1, {{0.01, 0.1}}}, {2, {{0.01, 0.1}}}};
  one.fitted_modes = {1};
  one.asked_modes = {1, 2};
  ReportData data;
  data.ranking = make_ranking({both, one}, options);
  const std::string text = all_text(findings(data));
  CAPTURE(text);
  CHECK_THAT(text, Catch::Contains("Fitting mode 1: Closest: one ("));
  CHECK_THAT(text, Catch::Contains("Fitting mode 2: Closest: both ("));
}

TEST_CASE("a rank beside its own interval is told, with the reason", "[findings]") {
  RankingOptions options;
  options.fitted_modes = {1};
  RankedCombination a, b;
  a.id = "a";
  a.errors[1] = {{0.01, 0.1}};
  b.id = "b";
  b.errors[1] = {{0.02, 0.1}};
  const Ranking ranking = make_ranking({a, b}, options);
  RankingRecord record;
  RankStability& s = record.stability.emplace();
  s.draws = 1000;
  s.ahead.assign(2, std::vector<double>(2, 0.5));
  for (const char* id : {"a", "b"}) s.rows.emplace_back().id = id;
  s.rows[0].modes[1] = {1, 2};
  s.rows[1].modes[1] = {1, 1};  // second in the table
  const std::string text = all_text({{"", stability_sentences(ranking, record)}});
  CHECK_THAT(text, Catch::Contains("Beside its own interval stands the rank of b in mode 1:"));
  s.rows[1].modes[1] = {1, 2};
  for (const std::string& sentence : stability_sentences(ranking, record))
    CHECK_THAT(sentence, !Catch::Contains("Beside"));
}

TEST_CASE("an area of 1 for want of any decides no order between rows", "[findings]") {
  RankingOptions options;
  options.fitted_modes = {1};
  options.predicted_modes = {2};
  std::vector<RankedCombination> all(3);
  const char* ids[] = {"a", "b", "unasked"};
  for (std::size_t i = 0; i < 3; ++i) {
    all[i].id = ids[i];
    all[i].errors[1] = {{0.01 * static_cast<double>(i + 1), 0.1}};
    if (i < 2) all[i].errors[2] = {{0.01 * static_cast<double>(i + 1), 0.1}};
  }
  const Ranking ranking = make_ranking(all, options);
  RankingRecord record;
  RankStability& s = record.stability.emplace();
  s.draws = 1000;
  // Each is surely ahead of those behind it.
  s.ahead = {{0, 1, 1}, {0, 0, 1}, {0, 0, 0}};
  for (const RankingRow& row : ranking.rows) s.rows.emplace_back().id = row.combination.id;
  REQUIRE(s.rows[2].id == "unasked");
  const std::string text = all_text({{"", stability_sentences(ranking, record)}});
  CAPTURE(text);
  CHECK_THAT(text, Catch::Contains("Left out of what follows, for want of an area in each mode "
                                   "that counts: unasked."));
  CHECK_THAT(text, Catch::Contains("a is ahead of every other"));
  CHECK_THAT(text, !Catch::Contains("of the 3 differences"));
}
