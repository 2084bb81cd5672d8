#include "studies/run_study.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "io/append_log.hpp"
#include "io/atomic_file.hpp"
#include "rom/built_in.hpp"
#include "rom/load.hpp"
#include "studies/small_study.hpp"

using namespace slipfront;

namespace {

/// Remembers what it is told; stops the run once `stop_after` generations have passed.
class Watcher : public RunObserver {
 public:
  explicit Watcher(int stop_after = -1) : left_(stop_after) {}
  void started(const std::string& id, int, int) override { computed.push_back(id); }
  void progressed(const std::string&, const OptimizerProgress&) override {
    stop_ = stop_ || left_-- == 0;
  }
  void finished(const CombinationSummary& summary) override { ended.push_back(summary.id); }
  void kept(const std::string& id, int, int) override { kept_ids.push_back(id); }
  void noted(const std::string&, const std::string& note) override { notes.push_back(note); }
  bool stop() override { return stop_; }

  std::vector<std::string> computed, ended, kept_ids, notes;

 private:
  int left_;
  bool stop_ = false;
};

using Ids = std::vector<std::string>;

RunOutcome run(const Study& study, const RunOptions& options, Watcher& watcher) {
  return run_study(study, Registry::built_in(), options, watcher);
}

std::string refusal(const Study& study, const RunOptions& options) {
  Watcher watcher;
  try {
    run(study, options, watcher);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a run makes every file of the contract, and a second one has nothing to do") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunOptions options{.out = out.file("run"), .jobs = 2};
  Watcher first;
  const RunOutcome outcome = run(small.load(), options, first);
  CHECK_FALSE(outcome.interrupted);
  CHECK(outcome.troubles.empty());
  // The order is that of the time they take.
  CHECK_THAT(first.computed, Catch::UnorderedEquals(Ids{"jenkins", "iwan4"}));
  CHECK_THAT(first.ended, Catch::UnorderedEquals(first.computed));
  CHECK(outcome.table.ranking.rows.size() == 2);
  for (const char* file :
       {"study.resolved.json", "provenance.json", "ranking.csv", "report.html", "timing.csv",
        "combos/iwan4/front.csv", "combos/iwan4/backbones.csv", "combos/iwan4/loops.csv",
        "combos/iwan4/summary.json", "combos/iwan4/evaluations.log", "combos/iwan4/checkpoint"}) {
    CAPTURE(file);
    CHECK(std::filesystem::exists(out.file("run") + "/" + file));
  }
  const std::string table = read_file(out.file("run/ranking.csv"));
  Watcher second;
  run(small.load(), options, second);
  CHECK(second.computed.empty());
  CHECK(second.kept_ids == Ids{"jenkins", "iwan4"});
  CHECK(read_file(out.file("run/ranking.csv")) == table);
}

TEST_CASE("results of other inputs are refused by name unless they may be forgotten") {
  const SmallStudy small;
  const TemporaryFolder out;
  RunOptions options{.out = out.file("run"), .only = "jenkins"};
  Watcher watcher;
  run(small.load(), options, watcher);

  const Study changed = small.load({"defaults.optimizer.population=16", "amplitudes=4"});
  const std::string said = refusal(changed, options);
  CHECK_THAT(said, Catch::Contains("combination 'jenkins'") &&
                       Catch::Contains("optimizer.population (was 12, now 16)") &&
                       Catch::Contains("amplitudes (was 5, now 4)") && Catch::Contains("--fresh"));
  options.fresh = true;
  Watcher again;
  run(changed, options, again);
  CHECK(again.computed == Ids{"jenkins"});

  options.fresh = false;
  std::filesystem::remove(out.file("run/combos/jenkins/identity.json"));
  CHECK_THAT(refusal(changed, options), Catch::Contains("identity.json"));
}

TEST_CASE("only what a change concerns is computed anew, from the evaluations it leaves valid") {
  const SmallStudy small;
  const TemporaryFolder out;
  RunOptions options{.out = out.file("run")};
  Watcher first;
  run(small.load(), options, first);
  const std::string log = out.file("run/combos/jenkins/evaluations.log");
  const std::string logged = read_file(log);
  const std::vector<std::string> first_lines = AppendLog::read_log(log).lines;

  // Another search, then other physics; each as a run that began so.
  options.changed = true;
  int number = 0;
  for (const std::string change :
       {"predict_modes=[2, 3]", "optimizer.generations=5", "viscous=false"}) {
    const Study study = small.load({"combinations[jenkins]." + change});
    Watcher again;
    run(study, options, again);
    CHECK(again.computed == Ids{"jenkins"});
    CHECK(again.kept_ids == Ids{"iwan4"});
    const std::string straight = "straight" + std::to_string(++number);
    Watcher whole;
    run(study, {.out = out.file(straight)}, whole);
    for (const std::string file : {"front.csv", "backbones.csv", "loops.csv", "summary.json"})
      CHECK(read_file(out.file("run/combos/jenkins/" + file)) ==
            read_file(out.file(straight + "/combos/jenkins/" + file)));
    // The log is that of this search alone; it is shorter, and found all that it asked for.
    const std::string earlier = out.file("run/combos/jenkins/evaluations.earlier.log");
    CHECK(std::filesystem::exists(earlier) == (number <= 2));
    if (number == 1) {
      // The same search with other predictions: the same evaluations, under other keys.
      const auto count = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
      };
      CHECK(count(read_file(earlier)) == count(logged));
      CHECK(AppendLog::read_log(earlier).lines != first_lines);
    }
    const auto records = [](const std::string& path) {
      std::vector<std::string> lines = AppendLog::read_log(path).lines;
      std::sort(lines.begin(), lines.end());
      return lines;
    };
    CHECK(records(log) == records(out.file(straight + "/combos/jenkins/evaluations.log")));
    CHECK(read_file(out.file("run/ranking_stability.csv")) ==
          read_file(out.file(straight + "/ranking_stability.csv")));
  }
  Watcher nothing;
  run(small.load({"combinations[jenkins].viscous=false"}), options, nothing);
  CHECK(nothing.computed.empty());
}

TEST_CASE("files of two runs in one folder are refused") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunOptions options{.out = out.file("run")};
  Watcher watcher;
  run(small.load(), options, watcher);
  const std::string combo = out.file("run/combos/jenkins/");
  const Study changed = small.load({"combinations[jenkins].viscous=false"});
  Watcher other;
  run(changed, {.out = out.file("other"), .only = "jenkins"}, other);
  std::filesystem::copy(out.file("other/combos/jenkins/identity.json"), combo + "identity.json",
                        std::filesystem::copy_options::overwrite_existing);
  CHECK_THAT(refusal(changed, options),
             Catch::Contains("combination 'jenkins'") && Catch::Contains("two runs are mixed"));
}

TEST_CASE("a finished combination with a damaged file is refused, and made again without loss") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunOptions options{.out = out.file("run")};
  Watcher watcher;
  run(small.load(), options, watcher);
  const std::string combo = out.file("run/combos/iwan4/");
  for (const std::string name : {"front.csv", "backbones.csv", "loops.csv"}) {
    const std::string whole = read_file(combo + name);
    write_atomically(combo + name, whole.substr(0, whole.find_last_of('\n', whole.size() - 2) + 1));
    const std::string said = refusal(small.load(), options);
    CHECK_THAT(said, Catch::Contains(name) && Catch::Contains("delete summary.json"));
    std::filesystem::remove(combo + "summary.json");
    Watcher again;
    run(small.load(), options, again);
    CHECK(again.computed == Ids{"iwan4"});
    CHECK(read_file(combo + name) == whole);
  }
  std::filesystem::remove(combo + "loops.csv");
  CHECK_THAT(refusal(small.load(), options), Catch::Contains("no file"));
}

TEST_CASE("a run that is stopped goes on to the same bytes") {
  const SmallStudy small;
  const TemporaryFolder out;
  Watcher straight;
  run(small.load(), {.out = out.file("straight")}, straight);
  for (const int generations : {3, 2, 4}) {
    Watcher stopped(generations);
    CHECK(run(small.load(), {.out = out.file("stopped"), .jobs = 2}, stopped).interrupted);
  }
  CHECK_FALSE(std::filesystem::exists(out.file("stopped/ranking.csv")));
  Watcher last;
  CHECK_FALSE(run(small.load(), {.out = out.file("stopped")}, last).interrupted);
  for (const std::string id : {"jenkins", "iwan4"})
    for (const std::string file : {"front.csv", "backbones.csv", "loops.csv", "summary.json"})
      CHECK(read_file(out.file("straight/combos/" + id + "/" + file)) ==
            read_file(out.file("stopped/combos/" + id + "/" + file)));
}

TEST_CASE("a pattern chooses combinations, and the table says what it lacks") {
  const SmallStudy small;
  const TemporaryFolder out;
  Watcher watcher;
  const RunOutcome outcome = run(small.load(), {.out = out.file("run"), .only = "iwan*"}, watcher);
  CHECK(watcher.computed == Ids{"iwan4"});
  CHECK(outcome.table.ranking.rows.size() == 1);
  CHECK(outcome.table.unfinished == Ids{"jenkins"});
  CHECK_THAT(refusal(small.load(), {.out = out.file("run"), .only = "prager*"}),
             Catch::Contains("'prager*'") && Catch::Contains("known: jenkins, iwan4"));
}

TEST_CASE("a table never mixes combinations of different studies") {
  const SmallStudy small;
  const TemporaryFolder out;
  Watcher watcher;
  run(small.load(), {.out = out.file("run")}, watcher);
  const std::string before = read_file(out.file("run/study.resolved.json"));
  const RunOptions only{.out = out.file("run"), .only = "jenkins", .fresh = true};
  CHECK_THAT(
      refusal(small.load({"amplitudes=4"}), only),
      Catch::Contains("combination 'iwan4'") && Catch::Contains("amplitudes (was 5, now 4)"));
  CHECK(read_file(out.file("run/study.resolved.json")) == before);
  CHECK(std::filesystem::exists(out.file("run/combos/jenkins/summary.json")));
  // A change that concerns the chosen combination alone is no obstacle.
  Watcher again;
  const RunOutcome outcome =
      run(small.load({"combinations[jenkins].optimizer={\"generations\":3}"}), only, again);
  CHECK(again.computed == Ids{"jenkins"});
  CHECK(outcome.table.ranking.rows.size() == 2);
}

TEST_CASE("a combination whose every parameter set fails has an empty front, said so") {
  const SmallStudy small;
  MeasuredBackbone measured = simulate().at(1);
  const TemporaryFolder out;
  // The largest amplitude overflows for whatever parameters; the lowest is solved.
  measured.amplitude.back() = 1e300;
  write_backbone(small.folder.file("mode-1.csv"), measured);
  Watcher watcher;
  const RunOutcome outcome =
      run(small.load(), {.out = out.file("run"), .only = "jenkins"}, watcher);
  REQUIRE(outcome.troubles.size() == 1);
  CHECK_THAT(outcome.troubles[0],
             Catch::Contains("'jenkins'") && Catch::Contains("front is empty"));
  CHECK(outcome.table.ranking.rows.at(0).average.area == 1);
}

TEST_CASE("results of another build or processor are kept, and both are named") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunOptions options{.out = out.file("run"), .only = "jenkins"};
  Watcher first;
  run(small.load(), options, first);
  CHECK(first.notes.empty());
  const RunFolder folder = RunFolder::view(out.file("run"));
  const std::string front = read_file(out.file("run/combos/jenkins/front.csv"));
  Provenance older = folder.read_provenance().at(0);
  older.started = "2025-01-31T12:00:00Z";
  older.cpu = "Another Processor 9000";
  older.build = "Debug -O0";
  write_provenance(folder.file("provenance.json"), {older});

  Watcher second;
  run(small.load(), {.out = out.file("run")}, second);
  CHECK(second.kept_ids == Ids{"jenkins"});
  REQUIRE(second.notes.size() == 1);
  const Provenance now = folder.read_provenance().at(1);
  CHECK_THAT(second.notes[0], Catch::Contains("Another Processor 9000") &&
                                  Catch::Contains("Debug -O0") && Catch::Contains(now.cpu) &&
                                  Catch::Contains(now.build));
  CHECK(read_file(out.file("run/combos/jenkins/front.csv")) == front);
}

TEST_CASE("a reduced model or a measurement that has changed is refused by its name") {
  const SmallStudy small;
  const TemporaryFolder out;
  const std::string rom = small.folder.file("joint.mat");
  save_structure(built_in_rom("lap-joint"), rom);
  const std::vector<std::string> settings = {"roms.joint={\"file\":\"joint.mat\"}",
                                             "defaults.optimizer.generations=2"};
  const RunOptions options{.out = out.file("run"), .only = "jenkins"};
  Watcher stopped(1);
  run(small.load(settings), options, stopped);
  SECTION("the reduced model") {
    Structure other = built_in_rom("lap-joint");
    other.stiffness *= 1.0001;
    save_structure(other, rom);
    CHECK_THAT(refusal(small.load(settings), options),
               Catch::Contains("combination 'jenkins'") && Catch::Contains("rom (was "));
  }
  SECTION("the measurement") {
    MeasuredBackbone measured = simulate().at(1);
    measured.damping.front() *= 1.0001;
    write_backbone(small.folder.file("mode-1.csv"), measured);
    CHECK_THAT(refusal(small.load(settings), options), Catch::Contains("experiment.1 (was "));
  }
}

TEST_CASE("one process at a time works in a folder") {
  const SmallStudy small;
  const TemporaryFolder out;
  const RunFolder held = RunFolder::open(out.file("run"));
  CHECK_THAT(refusal(small.load(), {.out = out.file("run")}), Catch::Contains("run"));
}

TEST_CASE("a title determines no result: what is finished is kept, and takes it on") {
  const SmallStudy small;
  const TemporaryFolder out;
  Watcher first, again, whole;
  run(small.load(), {.out = out.file("run")}, first);
  const Study renamed = small.load({"combinations[jenkins].title=Another name"});
  run(renamed, {.out = out.file("run")}, again);
  CHECK(again.computed.empty());
  run(renamed, {.out = out.file("straight")}, whole);
  CHECK(read_file(out.file("run/combos/jenkins/summary.json")) ==
        read_file(out.file("straight/combos/jenkins/summary.json")));
  CHECK_THAT(read_file(out.file("run/figures/backbones-jenkins.svg")),
             Catch::Contains("Another name"));
}

TEST_CASE("a front that is not what its combination ended with gives no seeds") {
  const SmallStudy small;
  const TemporaryFolder out;
  const Study seeded =
      small.load({"combinations[iwan4].optimizer={\"seeds_from\":{\"combination\":\"jenkins\"}}"});
  Watcher first, again;
  run(seeded, {.out = out.file("run")}, first);
  std::filesystem::remove_all(out.file("run/combos/iwan4"));
  const std::string front = out.file("run/combos/jenkins/front.csv");
  const std::string whole = read_file(front);
  write_atomically(front, whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1));
  CHECK_THAT(refusal(seeded, {.out = out.file("run")}),
             Catch::Contains("jenkins/front.csv") && Catch::Contains("another content"));
  CHECK_FALSE(std::filesystem::exists(out.file("run/combos/iwan4/summary.json")));
  write_atomically(front, whole);
  run(seeded, {.out = out.file("run")}, again);
  CHECK(again.computed == Ids{"iwan4"});
}

TEST_CASE("a mode in which no point of a front can be solved is a trouble that is named") {
  const SmallStudy small;
  const TemporaryFolder out;
  MeasuredBackbone far = read_backbone(small.folder.file("mode-2.csv"));
  for (double& amplitude : far.amplitude) amplitude *= 1e295;
  write_backbone(small.folder.file("mode-2.csv"), far);
  Watcher watcher;
  const RunOutcome outcome =
      run(small.load(), {.out = out.file("run"), .only = "jenkins"}, watcher);
  REQUIRE(outcome.troubles.size() == 1);
  CHECK_THAT(outcome.troubles[0],
             Catch::Contains("'jenkins'") && Catch::Contains("could be solved in mode 2"));
}
