#include "results/ranking_record.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "../io/temporary_folder.hpp"
#include "results/report/findings.hpp"
#include "synthetic_run.hpp"

using namespace slipfront;

namespace {

synthetic::Size small() {
  synthetic::Size size;
  size.combinations = 5;
  size.points = 8;
  size.evaluations = 20;
  return size;
}

}  // namespace

TEST_CASE("what is stored beside the ranking comes back, and belongs to its table only",
          "[ranking_record]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::write_run(run, small(), "five");
  const Ranking ranking = synthetic::ranking_of(run);
  const RankingRecord record = make_ranking_record(run, ranking, 60);
  REQUIRE(record.stability);
  CHECK(record.why_not.empty());
  CHECK(record.stability->seed == 7);
  REQUIRE(record.histories.size() == 5);
  CHECK(record.histories[0].failures ==
        std::map<std::string, long>{{"mode 1: not converged <&>", 1}});
  // The rows with equal laws and one other difference: iwan4 with and without kp.
  bool found = false;
  for (const PairedComparison& pair : record.effects.pairs)
    found = found || (pair.attribute == "post-slip stiffness" && pair.first == "iwan4-kp-wj" &&
                      pair.second == "iwan4-wj");
  CHECK(found);

  write_ranking_record(run, ranking, record);
  CHECK(ranking_record(run, ranking) == record);
  CHECK(read_file(run.file("ranking_stability.csv")) == stability_csv(ranking, *record.stability));

  Ranking other = ranking;
  other.rows[0].modes[1].area += 0.01;
  CHECK(ranking_record(run, other).stability->draws == StabilityOptions().draws);  // made anew

  SECTION("a damaged file is made anew") {
    for (const char* text : {"{\"table\": 3", "{\"table\": 3}", "[]"}) {
      write_atomically(run.file("ranking_stability.json"), text);
      CHECK(ranking_record(run, ranking).stability);
    }
  }
  SECTION("the same files give the same record") {
    CHECK(make_ranking_record(run, ranking, 60) == record);
  }
}

TEST_CASE("what is missing leaves out its part and says why", "[ranking_record]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::write_run(run, small(), "five");
  const Ranking ranking = synthetic::ranking_of(run);
  SECTION("no measured curves") {
    std::filesystem::remove(run.file("experiment.json"));
    const RankingRecord record = make_ranking_record(run, ranking, 10);
    CHECK_FALSE(record.stability);
    CHECK_THAT(record.why_not, Catch::Contains("experiment.json"));
    CHECK_FALSE(record.effects.attributes.empty());
    write_ranking_record(run, ranking, make_ranking_record(run, ranking, 10));
    CHECK_FALSE(file_exists(run.file("ranking_stability.csv")));
  }
  SECTION("no log of evaluations: the front stands for them") {
    const RankingRecord whole = make_ranking_record(run, ranking, 10);
    CHECK(whole.without_log.empty());
    std::filesystem::remove(run.combination_folder("iwan4-wj") + "/evaluations.log");
    const RankingRecord record = make_ranking_record(run, ranking, 10);
    REQUIRE(record.stability);
    CHECK(record.without_log == std::vector<std::string>{"iwan4-wj"});
    for (std::size_t i = 0; i < ranking.rows.size(); ++i) {
      const bool without = ranking.rows[i].combination.id == "iwan4-wj";
      CHECK(record.stability->rows[i].evaluations == (without
                                                          ? ranking.rows[i].combination.front_points
                                                          : whole.stability->rows[i].evaluations));
      CHECK(record.histories[i].steps.empty() == without);
    }
    write_ranking_record(run, ranking, record);
    CHECK(ranking_record(run, ranking) == record);
    CHECK_THAT(stability_sentences(ranking, record).at(1),
               Catch::Contains("Not all evaluations of iwan4-wj"));
  }
  SECTION("neither log nor backbones") {
    std::filesystem::remove(run.combination_folder("iwan4-wj") + "/evaluations.log");
    std::filesystem::remove(run.combination_folder("iwan4-wj") + "/backbones.csv");
    const RankingRecord record = make_ranking_record(run, ranking, 10);
    CHECK_FALSE(record.stability);
    CHECK_THAT(record.why_not, Catch::Contains("iwan4-wj"));
  }
  SECTION("measured curves without bounds") {
    MeasuredModes modes = read_experiment(run.file("experiment.json"));
    for (auto& [mode, m] : modes) {
      m.frequency_lower = m.frequency_upper = m.frequency_hz;
      m.damping_lower = m.damping_upper = m.damping;
    }
    write_experiment(run.file("experiment.json"), modes);
    CHECK_THAT(make_ranking_record(run, ranking, 10).why_not, Catch::Contains("no bounds"));
  }
}

TEST_CASE("another measurement, seed or search makes the stored record anew", "[ranking_record]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  synthetic::write_run(run, small(), "five");
  const Ranking ranking = synthetic::ranking_of(run);
  constexpr int kFew = 10;  // tells the stored record from one that was made anew
  const auto stored = [&] { return ranking_record(run, ranking).stability->draws == kFew; };
  write_ranking_record(run, ranking, make_ranking_record(run, ranking, kFew));
  REQUIRE(stored());

  SECTION("wider bounds of the measured damping, which no area knows") {
    MeasuredModes modes = read_experiment(run.file("experiment.json"));
    for (double& upper : modes.at(2).damping_upper) upper *= 2;
    write_experiment(run.file("experiment.json"), modes);
    CHECK_FALSE(stored());
  }
  SECTION("the seed of the draws") {
    std::string study = run.read_resolved_study();
    study.replace(study.find("\"seed\":7"), 8, "\"seed\":8");
    run.write_resolved_study(study);
    CHECK_FALSE(stored());
  }
  SECTION("what a combination was computed from") {
    const std::string path = run.combination_folder("iwan4-wj") + "/summary.json";
    CombinationSummary summary = read_summary(path);
    summary.identity.back() = 'e';
    write_summary(path, summary);
    CHECK_FALSE(stored());
  }
  SECTION("a log that is gone") {
    std::filesystem::remove(run.combination_folder("iwan4-wj") + "/evaluations.log");
    CHECK_FALSE(stored());
  }
}
