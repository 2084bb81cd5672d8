#include "studies/run_units.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <set>

#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "studies/finished_run.hpp"

using namespace slipfront;

namespace {

/// Counts how many combinations are under way, and may throw.
class Counter : public QuietObserver {
 public:
  void started(const std::string& id, int, int) override {
    under_way.insert(id);
    most = std::max(most, under_way.size());
  }
  void progressed(const std::string& id, const OptimizerProgress&) override {
    REQUIRE(under_way.count(id));
    if (fails) throw Failure(Problem{"here", "", "a full disk", "must be written", ""});
  }
  void finished(const CombinationSummary& summary) override { under_way.erase(summary.id); }

  std::set<std::string> under_way;
  std::size_t most = 0;
  bool fails = false;
};

}  // namespace

TEST_CASE("several combinations are under way at once, and give the same bytes as one by one") {
  const SmallStudy small;
  const TemporaryFolder out;
  Counter one, two;
  run_study(small.load(), Registry::built_in(), {.out = out.file("one"), .jobs = 1}, one);
  CHECK(one.most == 1);
  // A busy machine may be late to start a thread: once more then.
  for (int tries = 0; tries < 5 && two.most < 2; ++tries)
    run_study(small.load(), Registry::built_in(),
              {.out = out.file("two"), .jobs = 2, .fresh = tries > 0}, two);
  CHECK(two.most == 2);
  for (const char* file : {"front.csv", "backbones.csv", "summary.json", "loops.csv"})
    for (const char* id : {"jenkins", "iwan4"}) {
      const std::string name = std::string("/combos/") + id + "/" + file;
      CHECK(read_file(out.file("one") + name) == read_file(out.file("two") + name));
    }
}

TEST_CASE("beside other processes, what somebody else computes is left to them") {
  const SmallStudy small;
  const TemporaryFolder out;
  Counter watcher;
  {
    const RunFolder folder = RunFolder::join(out.file("run"));
    const FolderLock theirs(folder.make_combination_folder("jenkins"));
    const RunOutcome outcome = run_study(small.load(), Registry::built_in(),
                                         {.out = out.file("run"), .share = true}, watcher);
    CHECK_FALSE(outcome.interrupted);
    REQUIRE(outcome.troubles.size() == 1);
    CHECK_THAT(outcome.troubles[0],
               Catch::Contains("'jenkins' is left to process " + std::to_string(getpid())));
    CHECK(outcome.table.ranking.rows.empty());
    CHECK(folder.finished_combinations() == std::vector<std::string>{"iwan4"});
  }
  // What starts from its front cannot be computed yet either.
  {
    const TemporaryFolder elsewhere;
    const Study seeded = small.load(
        {"combinations[iwan4].optimizer={\"seeds_from\":{\"combination\":\"jenkins\"}}"});
    const FolderLock theirs(
        RunFolder::join(elsewhere.file("run")).make_combination_folder("jenkins"));
    const RunOutcome outcome = run_study(seeded, Registry::built_in(),
                                         {.out = elsewhere.file("run"), .share = true}, watcher);
    REQUIRE(outcome.troubles.size() == 2);
    CHECK_THAT(outcome.troubles[1], Catch::Contains("'iwan4' starts from the front of 'jenkins'"));
  }
  // Later it is free.
  CHECK(run_study(small.load(), Registry::built_in(), {.out = out.file("run"), .share = true},
                  watcher)
            .troubles.empty());
  CHECK(file_exists(out.file("run/combos/jenkins/summary.json")));
  CHECK_FALSE(file_exists(out.file("run/ranking.csv")));
}

TEST_CASE("a failure in one combination ends the others after a checkpoint, and is reported") {
  const SmallStudy small;
  const TemporaryFolder out;
  Counter failing;
  failing.fails = true;
  CHECK_THROWS_WITH(
      run_study(small.load(), Registry::built_in(), {.out = out.file("run"), .jobs = 2}, failing),
      Catch::Contains("a full disk"));
}
