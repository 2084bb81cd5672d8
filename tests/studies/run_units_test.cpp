#include "studies/run_units.hpp"

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

TEST_CASE("a failure in one combination ends the others after a checkpoint, and is reported") {
  const SmallStudy small;
  const TemporaryFolder out;
  Counter failing;
  failing.fails = true;
  CHECK_THROWS_WITH(
      run_study(small.load(), Registry::built_in(), {.out = out.file("run"), .jobs = 2}, failing),
      Catch::Contains("a full disk"));
}
