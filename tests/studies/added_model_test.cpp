// A finished study and one more model: only that one is computed. The model is the example
// plugin (plugins/ramberg_osgood), which goes through everything that a built-in one does.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "app/element_joint.hpp"
#include "io/atomic_file.hpp"
#include "studies/finished_run.hpp"
#include "studies/study_models.hpp"
#include "studies/verify_run.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

/// Remembers what was computed and what was kept.
struct Account : QuietObserver {
  void started(const std::string& id, int, int) override { computed.push_back(id); }
  void kept(const std::string& id, int, int) override { held.push_back(id); }
  std::vector<std::string> computed, held;
};

/// A study beside the small one, with combinations of the example plugin added, and other keys.
struct Extended {
  explicit Extended(const std::string& combinations, const std::string& keys = "") {
    std::filesystem::copy_file(std::string(SLIPFRONT_TEST_PLUGINS) + "/libramberg_osgood.so",
                               folder.file("plugin.so"));
    write_element_joint(folder.file("elements.mat"));
    std::ofstream(file()) << R"({"include": [")" << FinishedRun::study().file()
                          << R"("], "plugins": ["plugin.so"],
                               "roms": {"elements": {"file": "elements.mat"}}, "combinations": [)"
                          << combinations << "]" << keys << "}";
  }
  std::string file() const { return folder.file("extended.json"); }

  RunOutcome run(const std::string& out, RunObserver& observer) const {
    const StudyModels models = load_study_models(file());
    throw_if_any(models.problems);
    return run_study(load_study(file(), models.registry), models.registry, {.out = out, .jobs = 2},
                     observer);
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("one more model in a finished study is the only one that is computed") {
  const FinishedRun before;
  const Extended study(R"({"id": "new", "model": "ramberg_osgood"})");
  std::map<std::string, std::string> bytes;
  for (const std::string id : {"jenkins", "iwan4"})
    for (const std::string name : {"/front.csv", "/backbones.csv", "/loops.csv", "/summary.json"})
      bytes[id + name] = read_file(before.path() + "/combos/" + id + name);
  Account account;
  const RunOutcome outcome = study.run(before.path(), account);
  CHECK(outcome.troubles.empty());
  CHECK(account.computed == std::vector<std::string>{"new"});
  CHECK_THAT(account.held, Catch::UnorderedEquals(std::vector<std::string>{"jenkins", "iwan4"}));
  CHECK(outcome.table.ranking.rows.size() == 3);
  CHECK(outcome.table.unfinished.empty());
  for (const auto& [file, text] : bytes)
    CHECK(read_file(before.path() + "/combos/" + file) == text);
  CHECK_THAT(read_file(before.path() + "/ranking.csv"), Contains("\nnew,"));
  CHECK_THAT(read_file(before.path() + "/ranking_stability.csv"), Contains("\nnew,"));
  CHECK_THAT(read_file(before.path() + "/report.html"), Contains("ramberg_osgood"));
  for (const VerifiedCombination& one :
       verify_run(RunFolder::view(before.path()), study.file(), 2, {})) {
    CAPTURE(one.id);
    CHECK(one.trouble.empty());
    CHECK(one.drift < 1e-9);
    CHECK(one.changed == 0);
  }
  // Without its plugin the others are verified all the same.
  std::filesystem::remove(study.folder.file("plugin.so"));
  const auto without = verify_run(RunFolder::view(before.path()), study.file(), 2, {});
  REQUIRE(without.size() == 3);
  for (const VerifiedCombination& one : without) {
    CAPTURE(one.id);
    CHECK(one.trouble.empty() == (one.id != "new"));
    CHECK((one.points > 0) == (one.id != "new"));
    if (one.id == "new")
      CHECK_THAT(one.trouble, Contains("'ramberg_osgood'") && Contains("plugin.so"));
  }
}

TEST_CASE("another time limit for plugins concerns their combinations only") {
  // What took longer is recorded as failed, and would stay so under a longer limit.
  const FinishedRun before;
  const Extended study(R"({"id": "new", "model": "ramberg_osgood"})");
  const Extended patient(R"({"id": "new", "model": "ramberg_osgood"})",
                         R"(, "plugin_time_limit": 20)");
  Account first, second;
  study.run(before.path(), first);
  CHECK_THROWS_WITH(
      patient.run(before.path(), second),
      Contains("combination 'new'") && Contains("Changed: plugin_time_limit (was 10, now 20)"));
  CHECK(second.computed.empty());
}

TEST_CASE("the example plugin passes both frameworks, both interfaces and the searches") {
  const FinishedRun before;
  const Extended study(R"(
    {"id": "loops", "model": "ramberg_osgood", "framework": "non_masing", "loops": 3,
     "optimizer": {"population": 8, "generations": 2}},
    {"id": "slopes", "model": "ramberg_osgood", "post_slip": true,
     "optimizer": {"engine": "hybrid", "hybrid": {"population": 12, "generations": 2,
                   "rays": 3, "gap": 0.5, "gradients": 10, "evaluations": 5}}},
    {"id": "elements", "model": "ramberg_osgood", "rom": "elements", "framework": "non_masing",
     "dissipation": "modal", "quadrature": 4, "loops": 3,
     "optimizer": {"population": 8, "generations": 2}})");
  Account account;
  const RunOutcome outcome = study.run(before.path(), account);
  CHECK(outcome.troubles.empty());
  CHECK_THAT(account.computed,
             Catch::UnorderedEquals(std::vector<std::string>{"loops", "slopes", "elements"}));
  CHECK(outcome.table.ranking.rows.size() == 5);
  const RunFolder folder = RunFolder::view(before.path());
  const CombinationResult loops = folder.read_combination("loops");
  const CombinationResult slopes = folder.read_combination("slopes");
  CHECK(loops.summary.framework == "non_masing");
  CHECK(loops.summary.front_points > 0);
  CHECK(slopes.summary.optimizer == "hybrid");
  CHECK(slopes.summary.gradients > 0);
  CHECK(slopes.summary.front_points > 0);
  const CombinationResult elements = folder.read_combination("elements");
  CHECK(elements.summary.interface == "elements");
  CHECK(elements.summary.dissipation == "modal");
  CHECK(loops.summary.dissipation == "local");
  CHECK(elements.summary.front_points > 0);
  CHECK_THAT(read_file(before.path() + "/ranking.csv"), Contains("\nelements,"));
}
