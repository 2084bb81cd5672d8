// Work is never lost: a run that is killed at any moment, told to end in the middle of a
// generation, short of disk or met by a damaged log ends with the bytes of an undisturbed one.
#include <sys/stat.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "app/interrupted_study.hpp"
#include "app/same_run.hpp"
#include "app/small_run.hpp"

namespace {

namespace fs = std::filesystem;

std::uintmax_t logged_bytes(const std::string& run, const std::string& id) {
  std::error_code none;
  const auto size = fs::file_size(run + "/combos/" + id + "/evaluations.log", none);
  return none ? 0 : size;
}

std::uintmax_t logged_bytes(const std::string& run) {
  std::uintmax_t bytes = 0;
  for (const std::string& id : InterruptedStudy::ids()) bytes += logged_bytes(run, id);
  return bytes;
}

bool is_finished(const std::string& run, const std::string& id) {
  return fs::exists(run + "/combos/" + id + "/summary.json");
}

struct Kills {
  std::map<std::string, int> under_way;  // at how many of them each combination was
  int count = 0;                         // of runs that had not ended by themselves
};

/// Kills runs into `killed` at up to `count` random moments before they end by themselves: three in
/// four at a random share of the evaluations of one combination, each in turn, as `straight` has
/// them; one in four somewhere in a run of the whole study, several combinations at once. Ends with
/// a run to the end.
Kills run_with_kills(const InterruptedStudy& study, int count, unsigned seed) {
  constexpr int kWhole = 4;
  constexpr int kSpare = 2;          // moments for each kill, as some runs end before theirs
  constexpr double kStretch = 0.03;  // of all evaluations, for a run of the whole study
  const std::vector<std::string> ids = InterruptedStudy::ids();
  const std::string straight = study.folder.file("straight"), run = study.folder.file("killed");
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0, 1);
  std::map<std::string, std::vector<double>> moments;  // of each combination, descending
  std::vector<std::string> targets;                    // empty: the whole study
  std::size_t alone = 0;
  for (int k = 0; k < kSpare * count; ++k) {
    targets.push_back(k % kWhole == kWhole - 1 ? "" : ids[alone++ % ids.size()]);
    moments[targets.back()].push_back(share(random));
  }
  for (auto& [id, shares] : moments) std::sort(shares.rbegin(), shares.rend());

  Kills kills;
  for (const std::string& target : targets) {
    if (kills.count == count) break;
    auto words = study.run_words("killed");
    if (!target.empty()) words.insert(words.end(), {"--only", target});
    const double moment = moments[target].back();
    moments[target].pop_back();
    const std::uintmax_t begin = logged_bytes(run);
    Program victim(words);
    const auto reached = [&] {
      if (target.empty())
        return static_cast<double>(logged_bytes(run) - begin) >=
               kStretch * moment * static_cast<double>(logged_bytes(straight));
      return static_cast<double>(logged_bytes(run, target)) >=
             moment * static_cast<double>(logged_bytes(straight, target));
    };
    while (!reached() && !victim.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    // Anywhere: also while a run reads what an earlier one left.
    std::this_thread::sleep_for(std::chrono::duration<double>(0.05 * share(random)));
    if (!victim.ended()) {
      ++kills.count;
      for (const std::string& id : ids)
        if ((target.empty() || id == target) && logged_bytes(run, id) > 0 && !is_finished(run, id))
          ++kills.under_way[id];
    }
    victim.kill(SIGKILL);
    const Printed printed = victim.wait();
    CAPTURE(target, moment, printed.error);
    CHECK((printed.code == -1 || printed.code == 0));
  }
  const Printed last = slipfront_run(study.run_words("killed"));
  CAPTURE(last.error);
  CHECK(last.code == 0);
  return kills;
}

void check_same(const InterruptedStudy& study, const std::string& a, const std::string& b) {
  const Printed same = same_run(study.folder.file(a), study.folder.file(b));
  CAPTURE(same.out, same.error);
  CHECK(same.code == 0);
}

/// One combination of the study, with a population that no search ends soon.
std::vector<std::string> endless(const InterruptedStudy& study, const std::string& id) {
  auto words = study.run_words("endless");
  words.insert(words.end(), {"--only", id, "--set",
                             "combinations[" + id + "].optimizer={\"population\":100000}"});
  return words;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

TEST_CASE("a study of all searches that is killed four times ends with the same bytes") {
  const InterruptedStudy study;
  REQUIRE(slipfront_run(study.run_words("straight")).code == 0);
  CHECK(run_with_kills(study, 4, 1).count == 4);
  check_same(study, "straight", "killed");
}

TEST_CASE("fifty kills, spread over searches, patches and elements", "[long]") {
  const InterruptedStudy study(8);
  REQUIRE(slipfront_run(study.run_words("straight")).code == 0);
  const auto [under_way, count] = run_with_kills(study, 50, 2);
  CHECK(count == 50);
  for (const std::string& id : InterruptedStudy::ids()) {
    const auto found = under_way.find(id);
    const int times = found == under_way.end() ? 0 : found->second;
    std::cout << id << " was under way at " << times << " of 50 kills\n";
    CHECK(times > 0);
  }
  std::cout << logged_bytes(study.folder.file("straight")) << " bytes of evaluations\n";
  check_same(study, "straight", "killed");
}

TEST_CASE("told to end in the middle of a generation, a run does so within seconds") {
  const InterruptedStudy study;
  const std::string log = study.folder.file("endless/combos/nsga2-fj/evaluations.log");
  std::uintmax_t seen = 0;
  for (int times = 0; times < 2; ++times) {
    Program program(endless(study, "nsga2-fj"));
    REQUIRE(wait_for(log, seen + 20000));
    const auto start = std::chrono::steady_clock::now();
    program.kill(SIGTERM);
    const Printed printed = program.wait();
    CHECK(seconds_since(start) < 10);
    CAPTURE(printed.error);
    CHECK(printed.code == 3);
    CHECK_THAT(printed.error, Catch::Contains("Interrupted after a checkpoint"));
    seen = fs::file_size(log);  // the next one goes on behind it
    for (const char* lock : {"endless/lock", "endless/combos/nsga2-fj/lock"})
      CHECK(fs::file_size(study.folder.file(lock)) == 0);  // nor does another host wait for it
  }
}

TEST_CASE("the command that was to begin afresh goes on without saying so again") {
  const InterruptedStudy study;
  auto words = endless(study, "nsga2-wj");
  words.push_back("--fresh");
  Program program(words);
  REQUIRE(wait_for(study.folder.file("endless/combos/nsga2-wj/evaluations.log"), 20000));
  program.kill(SIGTERM);
  const Printed printed = program.wait();
  CHECK(printed.code == 3);
  CHECK_THAT(printed.error, Catch::Contains("The same command without --fresh goes on from here"));
}

TEST_CASE("SIGTERM is answered within ten seconds on the elements of the beam", "[long]") {
  const TemporaryFolder folder;
  const std::string study = std::string(SLIPFRONT_SOURCE_DIR) + "/studies/brb26-paper.json";
  Program program({"run", study, "--out", folder.file("run"), "--only", "gjp-penalty-fj"});
  REQUIRE(wait_for(folder.file("run/combos/gjp-penalty-fj/evaluations.log"), 1));
  const auto start = std::chrono::steady_clock::now();
  program.kill(SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  program.kill(SIGTERM);  // as scancel: to the program, and to the script that passes it on
  CHECK(program.wait().code == 3);
  for (const char* lock : {"run/lock", "run/combos/gjp-penalty-fj/lock"})
    CHECK(fs::file_size(folder.file(lock)) == 0);
  std::cout << "answered after " << seconds_since(start) << " s\n";
  CHECK(seconds_since(start) < 10);
}

TEST_CASE("corrupted and cut lines of a log are told, computed again, and change nothing") {
  const InterruptedStudy study;
  const std::vector<std::string> only = {"--only", "nsga2-wj"};
  auto straight = study.run_words("straight"), damaged = study.run_words("damaged");
  for (auto* words : {&straight, &damaged}) words->insert(words->end(), only.begin(), only.end());
  REQUIRE(slipfront_run(straight).code == 0);

  const std::string log = study.folder.file("damaged/combos/nsga2-wj/evaluations.log");
  Program victim(damaged);
  REQUIRE(wait_for(log, 20000));
  victim.kill(SIGKILL);
  victim.wait();
  std::string bytes = Program::text_of(log);
  const std::size_t second_line = bytes.find('\n') + 1;
  bytes[second_line + 100] ^= 1;
  bytes.resize(bytes.rfind('\n', bytes.size() - 2) + 40);  // the last line, cut
  std::ofstream(log, std::ios::binary) << bytes;
  const auto last_line = std::count(bytes.begin(), bytes.end(), '\n') + 1;

  const Printed resumed = slipfront_run(damaged);
  CAPTURE(resumed.error);
  CHECK(resumed.code == 0);
  CHECK_THAT(resumed.error,
             Catch::Contains("evaluations.log, line 2 does not match its checksum") &&
                 Catch::Contains("line " + std::to_string(last_line) + " has no end (cut off)") &&
                 Catch::Contains("its evaluation is computed again"));
  check_same(study, "straight", "damaged");
}

TEST_CASE("a hybrid whose log lost what it knew without gradient ends with the same bytes") {
  const InterruptedStudy study;
  auto straight = study.run_words("straight"), damaged = study.run_words("damaged");
  for (auto* words : {&straight, &damaged}) words->insert(words->end(), {"--only", "hybrid-wj"});
  REQUIRE(slipfront_run(straight).code == 0);
  const std::string log = study.folder.file("damaged/combos/hybrid-wj/evaluations.log");
  const auto all = fs::file_size(study.folder.file("straight/combos/hybrid-wj/evaluations.log"));
  Program victim(damaged);
  REQUIRE(wait_for(log, all * 3 / 4));
  victim.kill(SIGKILL);
  victim.wait();

  // Of every parameter set that is there with gradient, the line without it.
  std::istringstream lines(Program::text_of(log));
  std::vector<std::string> kept;
  for (std::string line; std::getline(lines, line);) kept.push_back(line);
  const auto key_of = [](const std::string& line) {
    const std::string name = "\"key\":\"";
    const std::size_t from = line.find(name) + name.size();
    return line.find(name) == line.npos ? "" : line.substr(from, line.find('"', from) - from);
  };
  std::set<std::string> keys;
  for (const std::string& line : kept) keys.insert(key_of(line));
  int lost = 0;
  for (std::string& line : kept)
    if (!key_of(line).empty() && keys.count(key_of(line) + "-gradient")) {
      line[100] ^= 1;
      ++lost;
    }
  REQUIRE(lost > 0);
  std::ofstream file(log, std::ios::binary);
  for (const std::string& line : kept) file << line << '\n';
  file.close();

  const Printed resumed = slipfront_run(damaged);
  CAPTURE(resumed.error);
  CHECK(resumed.code == 0);
  CHECK_THAT(resumed.error, Catch::Contains("does not match its checksum"));
  check_same(study, "straight", "damaged");
}

TEST_CASE("a full disk ends a run with a sentence, and with room it goes on to the same bytes") {
  const SmallRun small(20);
  const std::string straight = small.folder.file("straight"), out = small.folder.file("out");
  REQUIRE(slipfront_run({"run", small.study(), "--out", straight}).code == 0);
  const auto limited = [&](const std::string& blocks) {  // of 1024 bytes, for any one file
    return Program({"-c",
                    "trap '' XFSZ; ulimit -f " + blocks +
                        "; exec \"$0\" run \"$1\" --out "
                        "\"$2\"",
                    SLIPFRONT_BINARY, small.study(), out},
                   "", "/bin/bash")
        .wait();
  };
  for (const char* blocks : {"1", "200"}) {
    const Printed full = limited(blocks);
    CAPTURE(blocks, full.error);
    CHECK(full.code == 2);
    CHECK_THAT(full.error, Catch::Contains(out) && (Catch::Contains("File too large") ||
                                                    Catch::Contains("No space left on device")));
    CHECK_THAT(full.error, !Catch::Contains("elete the folder"));  // it holds what was found
  }
  const Printed last = slipfront_run({"run", small.study(), "--out", out});
  CAPTURE(last.error);
  CHECK(last.code == 0);
  const Printed same = same_run(straight, out);
  CAPTURE(same.out);
  CHECK(same.code == 0);
}

TEST_CASE("a file system that fills up, gets room, and becomes read-only") {
  const SmallRun small(20);
  // In a mount namespace of its own: nothing of it stays, however the test ends.
  if (Program({"-c", "unshare -m true"}, "", "/bin/bash").wait().code != 0) {
    WARN("not run: no permission to mount (the limit of file sizes above stands in)");
    return;
  }
  const std::string straight = small.folder.file("straight"), disk = small.folder.file("disk");
  fs::create_directory(disk);
  REQUIRE(slipfront_run({"run", small.study(), "--out", straight}).code == 0);
  const std::string script = R"(
    mount -t tmpfs -o size=512k tmpfs "$3" || exit 9
    "$0" run "$1" --out "$3/run"; echo "full: $?"
    "$0" run "$1" --out "$3/run"; echo "still full: $?"
    mount -o remount,size=64m "$3"
    "$0" run "$1" --out "$3/run" >/dev/null; echo "room: $?"
    bash "$4/scripts/same_run.sh" "$2" "$3/run"; echo "same: $?"
    mount -o remount,ro "$3"
    "$0" run "$1" --out "$3/run"; echo "read-only: $?"
    "$0" run "$1" --out "$3/other"; echo "read-only: $?"
    "$0" status "$3/run" >/dev/null; echo "status: $?"
    "$0" rank "$3/run" >/dev/null; echo "rank: $?"
  )";
  const Printed printed = Program({"-m", "/bin/bash", "-c", script, SLIPFRONT_BINARY, small.study(),
                                   straight, disk, SLIPFRONT_SOURCE_DIR},
                                  "", "/usr/bin/unshare")
                              .wait();
  CAPTURE(printed.out, printed.error);
  for (const char* line : {"full: 2\n", "still full: 2\n", "room: 0\n", "same: 0\n",
                           "read-only: 2\nread-only: 2\n", "status: 0\n", "rank: 0\n"})
    CHECK_THAT(printed.out, Catch::Contains(line));
  CHECK_THAT(printed.error, Catch::Contains("No space left on device"));
  CHECK_THAT(printed.error, Catch::Contains("Read-only file system"));
}

TEST_CASE("two processes that share a folder compute what one alone would") {
  const InterruptedStudy study;
  REQUIRE(slipfront_run(study.run_words("alone")).code == 0);
  auto words = study.run_words("shared");
  words.push_back("--share");
  Program one(words), two(words);
  for (Program* program : {&one, &two}) {
    const Printed printed = program->wait();
    CAPTURE(printed.error);
    // 1: what was left to the other process is named.
    CHECK((printed.code == 0 ||
           (printed.code == 1 && printed.error.find("is left to process") != std::string::npos)));
    CHECK_THAT(printed.out, Catch::Contains("slipfront report"));
  }
  REQUIRE(slipfront_run({"report", "--no-pdf", study.folder.file("shared")}).code == 0);
  check_same(study, "alone", "shared");
}
