#include "studies/study_models.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "core/law_failure.hpp"
#include "io/atomic_file.hpp"
#include "results/disk_store.hpp"
#include "small_study.hpp"
#include "studies/check_study.hpp"
#include "studies/plan_study.hpp"
#include "studies/run_study.hpp"
#include "studies/verify_run.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::string plugin_file(const std::string& name) {
  return std::string(SLIPFRONT_TEST_PLUGINS) + "/lib" + name + ".so";
}

/// The small study with one more combination, of the model `spring` of a test plugin.
struct PluginStudy : SmallStudy {
  explicit PluginStudy(const std::string& plugin, const std::string& model = "spring") {
    std::filesystem::copy_file(plugin_file(plugin), folder.file("plugin.so"));
    std::ofstream(file()) << R"({
      "name": "small", "plugins": ["plugin.so"],
      "roms": {"joint": {"built_in": "lap-joint"}},
      "experiment": {"1": "mode-1.csv", "2": "mode-2.csv"},
      "amplitudes": 4,
      "defaults": {"rom": "joint", "fit_modes": [1], "predict_modes": [2],
                   "optimizer": {"engine": "nsga2", "population": 12, "generations": 3}},
      "combinations": [{"id": "jenkins", "model": "jenkins"}, {"id": "mine", "model": ")"
                          << model << "\"}]}";
  }

  RunOutcome run(const std::string& out) const {
    struct Silent : RunObserver {
      void started(const std::string&, int, int) override {}
      void progressed(const std::string&, const OptimizerProgress&) override {}
      void finished(const CombinationSummary& summary) override {
        summaries.push_back(summary);  // in any order
        std::sort(summaries.begin(), summaries.end(),
                  [](const auto& a, const auto& b) { return a.id < b.id; });
      }
      void kept(const std::string&, int, int) override {}
      void noted(const std::string&, const std::string&) override {}
      bool stop() override { return false; }
      std::vector<CombinationSummary>& summaries;
      explicit Silent(std::vector<CombinationSummary>& all) : summaries(all) {}
    } observer(summaries);
    const StudyModels models = load_study_models(file());
    const Study study =
        load_study(file(), models.registry, {},
                   models.problems.empty() ? UnknownModel::problem : UnknownModel::left_out);
    return run_study(study, models.registry, {.out = folder.file(out), .jobs = 2}, observer);
  }

  mutable std::vector<CombinationSummary> summaries;
};

}  // namespace

TEST_CASE("a study's models are the built-in ones and those of its plugins") {
  const PluginStudy study("none");
  const StudyModels models = load_study_models(study.file());
  CHECK(models.problems.empty());
  CHECK(models.registry.find("spring").description().name == "spring");
  CHECK(models.registry.find("jenkins").description().build.empty());
  CHECK(load_study_models(study.file(), {"plugins=[]"}).registry.names() ==
        Registry::built_in().names());
  const StudyModels missing = load_study_models(study.file(), {"plugins=[\"other.so\"]"});
  REQUIRE(missing.problems.size() == 1);
  CHECK_THAT(missing.problems[0].sentence(), Contains("other.so"));
  CHECK_THROWS_AS(load_study_models("/nowhere.json"), Failure);
}

TEST_CASE("a plugin that crashes now and then costs its own parameter sets only") {
  const PluginStudy study("crashes_sometimes");
  const RunOutcome outcome = study.run("out");
  CHECK(outcome.troubles.empty());
  REQUIRE(study.summaries.size() == 2);
  const CombinationSummary& jenkins = study.summaries[0];
  const CombinationSummary& mine = study.summaries[1];
  CHECK((jenkins.id == "jenkins" && jenkins.failed_evaluations == 0));
  CHECK(mine.failed_evaluations > 0);
  CHECK(mine.failed_evaluations < mine.evaluations);
  CHECK(mine.front_points > 0);
  // The same as without the plugin, byte for byte.
  const PluginStudy alone("none");
  alone.run("out");
  for (const char* name : {"front.csv", "backbones.csv"})
    CHECK(read_file(study.folder.file("out/combos/jenkins/") + name) ==
          read_file(alone.folder.file("out/combos/jenkins/") + name));
}

TEST_CASE("a plugin that always crashes leaves an empty front, and says so") {
  const PluginStudy study("segfault");
  const RunOutcome outcome = study.run("out");
  REQUIRE(outcome.troubles.size() == 1);
  CHECK_THAT(outcome.troubles[0], Contains("'mine' found no parameter set"));
  REQUIRE(study.summaries.size() == 2);
  CHECK(study.summaries[1].failed_evaluations == study.summaries[1].evaluations);
  CHECK(std::any_of(
      study.summaries[1].notes.begin(), study.summaries[1].notes.end(),
      [](const std::string& note) { return note.find("crashed with signal 11") != note.npos; }));
}

TEST_CASE("a plugin that crashes is found by a check and by a plan") {
  const PluginStudy study("segfault");
  const StudyModels models = load_study_models(study.file());
  const StudyCheck check = check_study(study.file(), models.registry);
  CHECK(check.problems.empty());
  REQUIRE(check.combinations.size() == 2);
  REQUIRE_FALSE(check.combinations[1].notes.empty());
  CHECK_THAT(check.combinations[1].notes[0], Contains("crashed with signal 11"));
  const Study loaded = load_study(study.file(), models.registry);
  std::vector<Problem> problems;
  const auto plans = plan_study(loaded, load_inputs(loaded, problems), models.registry);
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].trouble.empty());
  CHECK_THAT(plans[1].trouble, Contains("crashed with signal 11"));
}

TEST_CASE("a run whose plugin was built anew since is told so, and others are verified") {
  const PluginStudy study("none");
  study.run("out");
  std::filesystem::copy_file(plugin_file("crashes_sometimes"), study.folder.file("plugin.so"),
                             std::filesystem::copy_options::overwrite_existing);
  const auto verified = verify_run(RunFolder::view(study.folder.file("out")), study.file(), 2);
  REQUIRE(verified.size() == 2);
  CHECK((verified[0].id == "jenkins" && verified[0].trouble.empty()));
  CHECK_THAT(verified[1].trouble, Contains("another build of the model"));
}

TEST_CASE("a plugin that cannot be loaded leaves its combinations out, and others go on") {
  const PluginStudy study("wrong_abi");
  const StudyModels models = load_study_models(study.file());
  REQUIRE(models.problems.size() == 1);
  CHECK_THAT(models.problems[0].sentence(), Contains("plugin ABI 7"));
  const RunOutcome outcome = study.run("out");
  REQUIRE(outcome.troubles.size() == 1);
  CHECK_THAT(
      outcome.troubles[0],
      Contains("'mine' was left out: no plugin that could be loaded has the model 'spring'"));
  REQUIRE(study.summaries.size() == 1);
  CHECK(study.summaries[0].id == "jenkins");
  // A check refuses what a run leaves out.
  const StudyCheck check = check_study(study.file(), models.registry);
  REQUIRE_FALSE(check.problems.empty());
  CHECK_THAT(check.problems[0].sentence(), Contains("spring"));
}

TEST_CASE("a plugin that was built anew is another model") {
  const PluginStudy study("none");
  study.run("out");
  std::filesystem::copy_file(plugin_file("prints"), study.folder.file("plugin.so"),
                             std::filesystem::copy_options::overwrite_existing);
  CHECK_THROWS_WITH(study.run("out"), Contains("combination 'mine'") && Contains("model (was "));
  const std::string resolved = read_file(study.folder.file("out/study.resolved.json"));
  CHECK_THAT(resolved, Contains("\"plugin.so\": \""));
}
