// The folder of a run: ids, locks, finished combinations, and its small files.
#include "results/run_folder.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "example_run.hpp"
#include "io/atomic_file.hpp"
#include "results/box_file.hpp"

namespace fs = std::filesystem;
using namespace slipfront;

TEST_CASE("one run at a time; readers are not held back", "[run_folder]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("out/run");
  CHECK_THROWS_AS(RunFolder::view(path), Failure);
  {
    const RunFolder run = RunFolder::open(path);
    CHECK(fs::is_directory(path));
    CHECK_THROWS_AS(RunFolder::open(path), Failure);
    CHECK(RunFolder::view(path).path() == path);
  }
  const RunFolder again = RunFolder::open(path);
  write_atomically(folder.file("f"), "x");
  CHECK_THROWS_AS(RunFolder::view(folder.file("f")), Failure);
  CHECK_THROWS_AS(RunFolder::open(folder.file("f")), Failure);
}

TEST_CASE("processes that joined a folder lock their combinations, and keep a run out") {
  const TemporaryFolder folder;
  const std::string path = folder.file("run");
  {
    const RunFolder one = RunFolder::join(path), two = RunFolder::join(path);
    CHECK_THROWS_WITH(RunFolder::open(path), Catch::Contains("another process"));
    one.add_timing("a", 1);
    two.add_timing("b", 2);
    two.add_timing("a", 3);
    CHECK(one.read_timing() == std::map<std::string, double>{{"a", 4}, {"b", 2}});
    one.clear_timing("a");
    CHECK(two.read_timing() == std::map<std::string, double>{{"b", 2}});
  }
  {  // also where the folder's own lock does not reach
    const FolderLock lock(RunFolder::view(path).make_combination_folder("a"));
    CHECK_THROWS_WITH(RunFolder::open(path),
                      Catch::Contains("combination 'a'") && Catch::Contains("at work on it"));
  }
  const std::string lock = RunFolder::view(path).combination_folder("a") + "/lock";
  write_atomically(lock,
                   "process 1 on host elsewhere, since 2025-01-31T12:00:00Z, "
                   "last heard of 2025-01-31T12:00:20Z\n");
  CHECK_THROWS_WITH(RunFolder::open(path), Catch::Contains(lock) && Catch::Contains("delete"));
  fs::remove(lock);
  const RunFolder run = RunFolder::open(path);
  CHECK_THROWS_AS(RunFolder::join(path), Failure);
}

TEST_CASE("ids cannot leave their folder", "[run_folder]") {
  for (const char* good : {"iwan4-kp-wj", "A_1.b", "x"})
    CHECK(RunFolder::id_violation(good).empty());
  for (const std::string& bad : {std::string(), std::string(".."), std::string(".hidden"),
                                 std::string("a/b"), std::string("a b"), std::string("a\n"),
                                 std::string("ζ"), std::string("a\0b", 3), std::string(101, 'a')})
    CHECK_FALSE(RunFolder::id_violation(bad).empty());
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  CHECK_THROWS_AS(run.combination_folder("../../etc"), Failure);
  CHECK_THROWS_AS(run.make_combination_folder("a/b"), Failure);
  CHECK_THROWS_AS(run.clear_combination(".."), Failure);
}

TEST_CASE("finished combinations are those with a summary", "[run_folder]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  CHECK(run.finished_combinations().empty());
  example_run::write_combination(run, "b", 1);
  example_run::write_combination(run, "a", 1.5);
  run.make_combination_folder("unfinished");
  make_folder(run.file("combos/not an id"));
  CHECK(run.finished_combinations() == std::vector<std::string>{"a", "b"});

  run.write_timing({{"a", 12.5}});
  const std::vector<CombinationResult> results = RunFolder::view(run.path()).read_finished();
  REQUIRE(results.size() == 2);
  CHECK(results[0].summary == example_run::summary("a"));
  CHECK(results[0].seconds == 12.5);
  CHECK(results[1].seconds == 0);
  const RankedCombination ranked = results[0].ranked();
  CHECK(ranked.id == "a");
  CHECK(ranked.front_points == 3);
  CHECK(ranked.evaluations == 400);
  CHECK(ranked.failed_evaluations == 7);
  CHECK(ranked.errors.at(1).size() == 3);
  CHECK(ranked.errors.at(2).size() == 2);  // the failed point is left out
}

TEST_CASE("a summary under another combination's name is a failure", "[run_folder]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  example_run::write_combination(run, "a", 1);
  fs::rename(run.combination_folder("a"), run.combination_folder("b"));
  CHECK_THROWS_AS(run.read_combination("b"), Failure);
}

TEST_CASE("clearing a combination removes our files and nothing else", "[run_folder]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  example_run::write_combination(run, "a", 1);
  for (const char* name : {"backbones.csv", "loops.csv", "evaluations.log",
                           "evaluations.earlier.log", "checkpoint", "mine"})
    write_atomically(run.combination_folder("a") + "/" + name, "x");
  run.clear_combination("a");
  run.clear_combination("never-there");
  CHECK(run.finished_combinations().empty());
  CHECK(std::distance(fs::directory_iterator(run.combination_folder("a")),
                      fs::directory_iterator()) == 1);
  CHECK(file_exists(run.combination_folder("a") + "/mine"));
}

TEST_CASE("small files of a run are read back", "[run_folder]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  CHECK(run.read_timing().empty());
  const std::map<std::string, double> timing = {{"a", 1.0 / 3}, {"b-c", 0}};
  run.write_timing(timing);
  CHECK(read_file(run.file("timing.csv")) == "combo,seconds\na,0.3333333333333333\nb-c,0\n");
  CHECK(run.read_timing() == timing);
  for (const char* wrong : {"combo,seconds\na\n", "combo,seconds\na,x\n", "something\n"}) {
    write_atomically(run.file("timing.csv"), wrong);
    CHECK_THROWS_AS(run.read_timing(), Failure);
  }

  run.write_resolved_study("{\"a\": 1}\n");
  CHECK(run.read_resolved_study() == "{\"a\": 1}\n");

  CHECK(run.read_provenance().empty());
  Provenance first = gather_provenance(1, 2);
  first.started = "2025-01-01T00:00:00Z";
  run.record_provenance(first);
  first.ended = "2025-01-01T00:10:00Z";
  run.record_provenance(first);
  CHECK(run.read_provenance() == std::vector<Provenance>{first});
  Provenance second = first;
  second.started = "2025-01-02T00:00:00Z";
  run.record_provenance(second);
  CHECK(run.read_provenance() == std::vector<Provenance>{first, second});
  // Of processes beside each other each finds its own.
  first.ended = "2025-01-03T00:00:00Z";
  run.record_provenance(first);
  CHECK(run.read_provenance() == std::vector<Provenance>{first, second});
  // Tasks of a job array begin within the same second on one host.
  Provenance beside = second;
  beside.process = second.process + 1;
  run.record_provenance(beside);
  CHECK(run.read_provenance() == std::vector<Provenance>{first, second, beside});
}

TEST_CASE("opening takes away what killed processes left half written", "[run_folder]") {
  const TemporaryFolder folder;
  std::string own;
  {
    const RunFolder run = RunFolder::open(folder.file("run"));
    own = run.make_combination_folder("a");
    write_atomically(run.file(".ranking.csv.1-2.tmp"), "x");
    write_atomically(own + "/.checkpoint.1-2.tmp", "x");
    write_atomically(own + "/.mine", "x");
  }
  const RunFolder run = RunFolder::open(folder.file("run"));
  CHECK_FALSE(file_exists(run.file(".ranking.csv.1-2.tmp")));
  CHECK_FALSE(file_exists(own + "/.checkpoint.1-2.tmp"));
  CHECK(file_exists(own + "/.mine"));
}

TEST_CASE("the ranking is written with its box", "[run_folder]") {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::open(folder.file("run"));
  example_run::write_combination(run, "a", 1);
  const Ranking ranking = example_run::ranking(run.read_finished());
  run.write_ranking(ranking);
  CHECK(read_file(run.file("ranking.csv")).find("combo,rank_average,area_average") == 0);
  CHECK(read_box_file(run.file("box.json")) == ranking.boxes);
}

TEST_CASE("a damaged file of a run folder: one sentence, with what to do", "[run_folder]") {
  const TemporaryFolder place;
  const RunFolder run = RunFolder::open(place.file("run"));
  const std::string summary = run.file("combos/a/summary.json");
  const Failure better = with_remedies(
      Failure(std::vector<Problem>{{summary, "/id", "nothing", "must be a text", ""},
                                   {summary, "/title", "nothing", "must be a text", ""},
                                   {run.file("experiment.json"), "line 1", "", "is not JSON", ""},
                                   {"--format", "", "x", "must be known", ""},
                                   {run.file("box.json"), "", "x", "rule", "Its own"},
                                   {run.file("combos/b/checkpoint"), "", "",
                                    "cannot be written: No space left on device", ""}}),
      run);
  REQUIRE(better.problems().size() == 5);
  CHECK(better.problems()[4].remedy.find("Make room") == 0);
  CHECK(better.problems()[0].remedy.find("only this combination") != std::string::npos);
  CHECK(better.problems()[1].remedy.find("Restore this file") != std::string::npos);
  CHECK(better.problems()[2].remedy.empty());
  CHECK(better.problems()[3].remedy == "Its own");
}

TEST_CASE("who holds a folder does not take itself for somebody else", "[run_folder]") {
  const TemporaryFolder folder;
  {
    const RunFolder run = RunFolder::open(folder.file("run"));
    CHECK_FALSE(run.is_used_elsewhere());
    CHECK(RunFolder::view(folder.file("run")).is_used_elsewhere());
  }
  CHECK_FALSE(RunFolder::view(folder.file("run")).is_used_elsewhere());
}
