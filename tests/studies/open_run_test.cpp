#include "studies/open_run.hpp"

#include <catch2/catch.hpp>

#include "io/atomic_file.hpp"
#include "studies/finished_run.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::string complaint(const Study& study, const RunOptions& options) {
  try {
    open_run(study, Registry::built_in(), options);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("an opened run has its inputs, units and folder; looking at it writes nothing") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunOptions options{.out = out.file("run"), .only = "iwan*"};
  const OpenedRun seen = look_at_run(small.load(), Registry::built_in(), options);
  CHECK_FALSE(seen.folder);
  CHECK_FALSE(std::filesystem::exists(out.file("run")));
  REQUIRE(seen.units.size() == 1);
  CHECK(seen.units[0].id() == "iwan4");
  CHECK_FALSE(seen.units[0].finished);

  const OpenedRun run = open_run(small.load(), Registry::built_in(), options);
  REQUIRE(run.folder);
  CHECK(run.units.size() == 1);
  CHECK(run.inputs.roms.count("joint") == 1);
  CHECK(file_exists(out.file("run/study.resolved.json")));
  CHECK(file_exists(out.file("run/experiment.json")));
}

TEST_CASE("what is finished is marked, also by looking only") {
  const FinishedRun run;
  const Study study = FinishedRun::study().load();
  const RunOptions options{.out = run.path()};
  for (const UnitOfWork& unit : look_at_run(study, Registry::built_in(), options).units)
    CHECK(unit.finished);
  CHECK(waves_of(look_at_run(study, Registry::built_in(), options).units).empty());
  std::filesystem::remove(run.path() + "/combos/iwan4/summary.json");
  const auto waves = waves_of(look_at_run(study, Registry::built_in(), options).units);
  CHECK(waves == std::vector<std::vector<std::string>>{{"iwan4"}});
  // Afresh, nothing counts, and looking removes nothing.
  const RunOptions fresh{.out = run.path(), .fresh = true};
  CHECK(waves_of(look_at_run(study, Registry::built_in(), fresh).units).at(0).size() == 2);
  CHECK(file_exists(run.path() + "/combos/jenkins/summary.json"));
}

TEST_CASE("looking at a run of what has changed shows only that") {
  const FinishedRun run;
  const auto left = [&](const std::vector<std::string>& settings) {
    const Study study = FinishedRun::study().load(settings);
    const RunOptions options{.out = run.path(), .changed = true};
    return waves_of(look_at_run(study, Registry::built_in(), options).units);
  };
  using Waves = std::vector<std::vector<std::string>>;
  CHECK(left({}) == Waves());
  CHECK(left({"combinations[jenkins].preload=9000"}) == Waves{{"jenkins"}});
  std::filesystem::remove(run.path() + "/combos/iwan4/identity.json");
  CHECK(left({}) == Waves{{"iwan4"}});
}

TEST_CASE("combinations that start from others' fronts come in later waves") {
  const SmallStudy small;
  const TemporaryFolder out;
  const Study study =
      small.load({"combinations[jenkins].optimizer={\"seeds_from\":{\"combination\":\"iwan4\"}}"});
  const auto waves =
      waves_of(look_at_run(study, Registry::built_in(), {.out = out.file("run")}).units);
  CHECK(waves == std::vector<std::vector<std::string>>{{"iwan4"}, {"jenkins"}});
}

TEST_CASE("processes that share a folder compute one study of the same inputs") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunOptions shared{.out = out.file("run"), .share = true};
  const OpenedRun one = open_run(small.load(), Registry::built_in(), shared);
  const OpenedRun two = open_run(small.load(), Registry::built_in(), shared);
  CHECK(two.folder);
  CHECK_THAT(complaint(small.load({"amplitudes=4"}), shared), Contains("another study"));
  CHECK_THAT(complaint(small.load(), {.out = out.file("run")}), Contains("another process"));

  // Another measurement under the same name.
  MeasuredBackbone measured = simulate().at(1);
  measured.damping.back() *= 1.01;
  write_backbone(small.folder.file("mode-1.csv"), measured);
  CHECK_THAT(complaint(small.load(), shared), Contains("other inputs"));
}

TEST_CASE("what the source of a source was computed from is an input, too") {
  const SmallStudy small;
  const TemporaryFolder out;
  const std::string chain = R"(combinations=[
    {"id": "a", "model": "jenkins"},
    {"id": "b", "model": "jenkins", "optimizer": {"seeds_from": {"combination": "a"}}},
    {"id": "c", "model": "iwan4", "optimizer": {"seeds_from": {"combination": "b"}}}])";
  const auto identities = [&](const std::vector<std::string>& settings) {
    std::vector<std::string> all;
    for (const UnitOfWork& unit :
         look_at_run(small.load(settings), Registry::built_in(), {.out = out.file("run")}).units)
      all.push_back(unit.identity.fingerprint());
    return all;
  };
  const auto before = identities({chain});
  const auto after = identities({chain, "combinations[a].optimizer.seed=77"});
  REQUIRE(before.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(before[i] != after[i]);
  CHECK(identities({chain, "combinations[c].optimizer.seed=77"})[1] == before[1]);
}

TEST_CASE("what starts from a combination without its plugin is left out with it, and no more") {
  const SmallStudy small;
  const TemporaryFolder out;
  const Study study = load_study(small.file(), Registry::built_in(), {R"(combinations=[
    {"id": "x", "model": "jenkins"},
    {"id": "p", "model": "of_a_plugin"},
    {"id": "b", "model": "jenkins", "optimizer": {"seeds_from": {"combination": "p"}}}])"},
                                 UnknownModel::left_out);
  const OpenedRun run = look_at_run(study, Registry::built_in(), {.out = out.file("run")});
  REQUIRE(run.units.size() == 1);
  CHECK(run.units[0].id() == "x");
  REQUIRE(run.troubles.size() == 2);
  CHECK_THAT(run.troubles[1],
             Contains("'b' was left out: it starts from the front of 'p'") && Contains("plugin"));
}
