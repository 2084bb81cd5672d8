// scripts/same_run.sh: what makes two runs the same, and its exit codes.
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <string>

#include "../io/temporary_folder.hpp"
#include "example_run.hpp"
#include "io/atomic_file.hpp"

namespace fs = std::filesystem;
using namespace slipfront;

namespace {

struct Outcome {
  int code = -1;
  std::string text;
};

Outcome same_run(const std::string& arguments) {
  const std::string command =
      "bash '" SLIPFRONT_SOURCE_DIR "/scripts/same_run.sh' " + arguments + " 2>&1";
  Outcome outcome;
  FILE* pipe = ::popen(command.c_str(), "r");
  char buffer[1000];
  while (std::fgets(buffer, sizeof buffer, pipe)) outcome.text += buffer;
  outcome.code = WEXITSTATUS(::pclose(pipe));
  return outcome;
}

void make_run(const std::string& path, double seconds) {
  const RunFolder run = RunFolder::open(path);
  run.write_resolved_study("{}\n");
  for (const char* id : {"a", "b"}) {
    example_run::write_combination(run, id, 1);
    write_atomically(run.combination_folder(id) + "/backbones.csv", "point\n");
    write_atomically(run.combination_folder(id) + "/loops.csv", "point\n");
  }
  run.write_timing({{"a", seconds}});
  run.write_ranking(example_run::ranking(run.read_finished()));
  run.record_provenance(gather_provenance(static_cast<int>(seconds), 1));
}

}  // namespace

TEST_CASE("runs that differ in times and provenance only are the same", "[same_run]") {
  const TemporaryFolder folder;
  const std::string a = folder.file("a"), b = folder.file("b");
  make_run(a, 1);
  make_run(b, 2);
  REQUIRE(read_file(a + "/ranking.csv") != read_file(b + "/ranking.csv"));
  const std::string both = "'" + a + "' '" + b + "'";
  const Outcome outcome = same_run(both);
  CHECK(outcome.code == 0);
  CHECK(outcome.text == "same: 10 files\n");

  SECTION("each compared file counts") {
    for (const char* file : {"study.resolved.json", "combos/a/front.csv", "combos/b/summary.json",
                             "combos/a/backbones.csv", "combos/b/loops.csv"}) {
      const std::string before = read_file(b + "/" + file);
      write_atomically(b + "/" + file, before + " ");
      const Outcome different = same_run(both);
      CHECK(different.code == 1);
      CHECK(different.text == std::string("differs: ") + file + "\n");
      write_atomically(b + "/" + file, before);
    }
    CHECK(same_run(both).code == 0);
  }
  SECTION("the ranking counts without its seconds") {
    std::string ranking = read_file(b + "/ranking.csv");
    ranking.replace(ranking.find(",400,"), 5, ",401,");
    write_atomically(b + "/ranking.csv", ranking);
    const Outcome different = same_run(both);
    CHECK(different.code == 1);
    CHECK(different.text.find("ranking.csv") != std::string::npos);
  }
  SECTION("a file on one side only counts") {
    fs::remove(b + "/combos/b/loops.csv");
    CHECK(same_run(both).code == 1);
    CHECK(same_run(both).text == "only in " + a + ": combos/b/loops.csv\n");
    CHECK(same_run("'" + b + "' '" + a + "'").code == 1);
  }
  SECTION("other files do not") {
    write_atomically(b + "/combos/b/evaluations.log", "x");
    write_atomically(b + "/report.html", "x");
    CHECK(same_run(both).code == 0);
  }
  SECTION("wrong usage") {
    CHECK(same_run("").code == 2);
    CHECK(same_run("'" + a + "'").code == 2);
    CHECK(same_run(both + " more").code == 2);
    CHECK(same_run("'" + a + "' '" + folder.file("none") + "'").code == 2);
    CHECK(same_run("'" + a + "' '" + folder.path.string() + "'").code == 2);
  }
}
