// Combinations that are compared with measured curves of their own, from the study file to the
// table, its record and verify.
#include <catch2/catch.hpp>
#include <filesystem>

#include "io/atomic_file.hpp"
#include "io/mat_file.hpp"
#include "results/experiment_record.hpp"
#include "results/ranking_record.hpp"
#include "studies/export_run.hpp"
#include "studies/finished_run.hpp"
#include "studies/identity.hpp"
#include "studies/verify_run.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// The small study; its second model is compared with a softer, narrower mode 1.
struct TwoExperiments : SmallStudy {
  TwoExperiments() {
    MeasuredBackbone softer = simulate().at(1);
    for (auto* column : {&softer.frequency_hz, &softer.frequency_lower, &softer.frequency_upper})
      for (double& value : *column) value *= 0.99;
    for (double& value : softer.amplitude) value *= 0.5;
    for (auto* column : {&softer.damping, &softer.damping_lower, &softer.damping_upper})
      for (double& value : *column) value *= 1.5;
    write_backbone(folder.file("softer.csv"), softer);
  }
  static std::vector<std::string> settings() {
    return {R"(combinations[iwan4].experiment={"1": "softer.csv"})"};
  }
};

PreparedCombination prepare(const Study& study, std::size_t index) {
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(problems);
  return prepare_combination(study, study.combinations[index], inputs, Registry::built_in(), "");
}

Identity identity(const Study& study, std::size_t index) {
  std::vector<Problem> problems;
  const StudyInputs inputs = load_inputs(study, problems);
  throw_if_any(problems);
  return identity_of(study, prepare(study, index), inputs);
}

}  // namespace

TEST_CASE("range and damping at rest are those of the combination's own curve") {
  const TwoExperiments two;
  const Study study = two.load(TwoExperiments::settings());
  const PreparedCombination jenkins = prepare(study, 0), iwan = prepare(study, 1);
  const MeasuredBackbone first = simulate().at(1), second = simulate().at(2);
  CHECK(jenkins.fitted[0].measured.amplitude.back() == first.amplitude.back());
  CHECK(iwan.fitted[0].measured.amplitude.back() == 0.5 * first.amplitude.back());
  CHECK(iwan.fitted[0].measured.amplitude.front() == 0.5 * first.amplitude.front());
  CHECK(iwan.fitted[0].options.zeta0 == Approx(1.5 * first.damping.front()).epsilon(1e-12));
  // Mode 2 stays that of the study.
  CHECK(iwan.predicted[0].options.zeta0 == Approx(second.damping.front()).epsilon(1e-12));
}

TEST_CASE("only a combination with another curve has another identity") {
  const TwoExperiments two;
  const Study plain = two.load(), changed = two.load(TwoExperiments::settings());
  CHECK(identity(plain, 0) == identity(changed, 0));
  const auto said = differences(identity(plain, 1), identity(changed, 1));
  REQUIRE(said.size() == 1);
  CHECK_THAT(said[0], Catch::StartsWith("experiment.1 (was "));
  // The same numbers under another name are the same experiment.
  std::filesystem::copy_file(two.folder.file("mode-1.csv"), two.folder.file("copy.csv"));
  CHECK(identity(plain, 1) ==
        identity(two.load({R"(combinations[iwan4].experiment={"1": "copy.csv"})"}), 1));
}

TEST_CASE("a curve that cannot be read is named with the combination's key, once") {
  const SmallStudy small;
  std::vector<Problem> problems;
  load_inputs(small.load({R"(combinations[].experiment={"1": "none.csv"})"}), problems);
  REQUIRE(problems.size() == 1);
  CHECK_THAT(problems[0].sentence(),
             Contains("none.csv") && Contains("/combinations/0/experiment/1 of the study"));
}

TEST_CASE("a study with two experiments is run, ranked apart, recorded and verified") {
  const TwoExperiments two;
  const TemporaryFolder out;
  QuietObserver quiet;
  const Study study = two.load(TwoExperiments::settings());
  const RunOutcome outcome =
      run_study(study, Registry::built_in(), {.out = out.file("run"), .jobs = 2}, quiet);
  const Ranking& ranking = outcome.table.ranking;
  REQUIRE(ranking.rows.size() == 2);
  CHECK(ranking.rows[0].combination.id == "jenkins");
  CHECK(ranking.rows[1].combination.experiment == "softer.csv");
  CHECK(ranking.rows[0].average.rank == 1);  // each is alone in its experiment
  CHECK(ranking.rows[1].average.rank == 1);
  const std::string table = read_file(out.file("run/ranking.csv"));
  CHECK_THAT(table, Contains(",seconds,experiment\n") && Contains(",softer.csv\n"));

  const OwnExperiments own = read_own_experiments(out.file("run/experiment.json"));
  REQUIRE(own.size() == 1);
  CHECK(own.at("iwan4").at(1).frequency_hz ==
        read_backbone(two.folder.file("softer.csv")).frequency_hz);
  const RunFolder folder = RunFolder::view(out.file("run"));
  const RankingRecord record = ranking_record(folder, ranking);
  CHECK(record.why_not == "");
  REQUIRE(record.stability);
  CHECK(record.stability->rows[1].average == RankInterval{1, 1});
  CHECK_THAT(read_file(out.file("run/report.html")), Contains("\"ownExperiment\":{\"iwan4\""));

  export_run(folder, out.file("run.mat"));
  const MatFile mat = read_mat(out.file("run.mat"));
  CHECK(mat.matrix("iwan4_experiment_mode_1")(0, 1) == own.at("iwan4").at(1).frequency_hz[0]);
  CHECK(mat.matrix("experiment_mode_1")(0, 1) == simulate().at(1).frequency_hz[0]);
  // Its own scatter beside that of the study.
  const auto scatter = folder.read_combination("iwan4").summary.variability.at(1);
  CHECK(mat.matrix("iwan4_variability")(0, 0) == 1);
  CHECK(mat.matrix("iwan4_variability")(0, 1) == scatter.frequency);
  CHECK(mat.matrix("iwan4_variability")(0, 2) == scatter.damping);
  CHECK_FALSE(mat.has("jenkins_variability"));

  for (const VerifiedCombination& one : verify_run(folder, two.file(), 2, {}))
    CHECK(one.drift < 1e-9);
  // Another curve under the same name is noticed.
  std::filesystem::copy_file(two.folder.file("mode-1.csv"), two.folder.file("softer.csv"),
                             std::filesystem::copy_options::overwrite_existing);
  CHECK_THROWS_WITH(verify_run(folder, two.file(), 2, {}),
                    Contains("/inputs/own_experiment/softer.csv"));
}

TEST_CASE("combinations share an experiment if their curves are the same in every mode") {
  const TwoExperiments two;
  std::filesystem::copy_file(two.folder.file("softer.csv"), two.folder.file("again.csv"));
  std::filesystem::copy_file(two.folder.file("mode-1.csv"), two.folder.file("same.csv"));
  const TemporaryFolder out;
  QuietObserver quiet;
  const RunOutcome outcome =
      run_study(two.load({R"(combinations=[
    {"id": "a", "model": "jenkins"},
    {"id": "b", "model": "jenkins", "experiment": {"1": "same.csv"}},
    {"id": "c", "model": "jenkins", "experiment": {"1": "softer.csv"}},
    {"id": "d", "model": "jenkins", "experiment": {"1": "again.csv"}},
    {"id": "e", "model": "jenkins", "experiment": {"2": "softer.csv"}}])"}),
                Registry::built_in(), {.out = out.file("run"), .jobs = 2}, quiet);
  std::map<std::string, std::string> called;
  for (const RankingRow& row : outcome.table.ranking.rows)
    called[row.combination.id] = row.combination.experiment;
  CHECK(called == std::map<std::string, std::string>{{"a", ""},
                                                     {"b", ""},
                                                     {"c", "mode 1: softer.csv"},
                                                     {"d", "mode 1: softer.csv"},
                                                     {"e", "mode 2: softer.csv"}});
}
