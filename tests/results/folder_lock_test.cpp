// One process at a time; a dead one holds nothing.
#include "results/folder_lock.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"
#include "results/provenance.hpp"

using namespace slipfront;
using Catch::Contains;

namespace {

std::string utc(std::time_t time) {
  std::tm parts = {};
  ::gmtime_r(&time, &parts);
  char text[40];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// As a holder on `host` leaves it that was heard of so many seconds ago.
std::string text_of(const std::string& host, long seconds_ago, const std::string& task = "") {
  return "process 4711 on host " + host + (task.empty() ? "" : ", Slurm task " + task) +
         ", since 2025-01-31T12:00:00Z, last heard of " + utc(std::time(nullptr) - seconds_ago) +
         "\n";
}

std::string refusal(const std::string& folder, Hold hold = Hold::alone) {
  try {
    const FolderLock lock(folder, hold);
  } catch (const Failure& failure) {
    return failure.what();
  }
  return "taken";
}

}  // namespace

TEST_CASE("a process that ends in haste leaves no text", "[folder_lock]") {
  const TemporaryFolder folder;
  const FolderLock one(folder.file("a")), two(folder.file("b"));
  REQUIRE_FALSE(read_file(folder.file("a/lock")).empty());
  FolderLock::leave_all();
  CHECK(read_file(folder.file("a/lock")).empty());
  CHECK(read_file(folder.file("b/lock")).empty());
}

TEST_CASE("a second holder is refused with the first one's name", "[folder_lock]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("run");
  CHECK_FALSE(FolderLock::holder(path));
  {
    const FolderLock lock(path);
    const std::string self = "process " + std::to_string(::getpid());
    try {
      const FolderLock second(path);
      FAIL("no failure");
    } catch (const Failure& failure) {
      CHECK(std::string(failure.what()).find(self) != std::string::npos);
      CHECK(std::string(failure.what()).find(path) != std::string::npos);
    }
    REQUIRE(FolderLock::holder(path));
    CHECK(FolderLock::holder(path)->find(self) == 0);
  }
  CHECK_FALSE(FolderLock::holder(path));
  const FolderLock again(path);
}

TEST_CASE("a lock moves with its object", "[folder_lock]") {
  const TemporaryFolder folder;
  std::optional<FolderLock> kept;
  {
    FolderLock lock(folder.path.string());
    kept.emplace(std::move(lock));
  }
  CHECK(FolderLock::holder(folder.path.string()));
  {
    FolderLock other(folder.file("other"));
    other = std::move(*kept);
    kept.reset();
    CHECK(FolderLock::holder(folder.path.string()));
  }
  CHECK_FALSE(FolderLock::holder(folder.path.string()));
}

TEST_CASE("a process that is killed leaves no lock behind", "[folder_lock]") {
  const TemporaryFolder folder;
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const FolderLock lock(folder.path.string());
    const char byte = 1;
    [[maybe_unused]] const ssize_t ignored = ::write(ready[1], &byte, 1);
    while (true) ::pause();
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  REQUIRE(FolderLock::holder(folder.path.string()));
  CHECK(FolderLock::holder(folder.path.string())->find(std::to_string(child)) != std::string::npos);
  CHECK_THROWS_AS(FolderLock(folder.path.string()), Failure);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  CHECK_FALSE(FolderLock::holder(folder.path.string()));
  const FolderLock lock(folder.path.string());
}

TEST_CASE("a holder leaves host, process and a heartbeat, and empties the file at its end",
          "[folder_lock]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("lock");
  {
    const FolderLock lock(folder.path.string());
    const std::string text = read_file(file);
    CHECK_THAT(text, Contains("process " + std::to_string(::getpid()) + " on host " + host_name()));
    const std::string mark = "last heard of ";
    const std::string heard = text.substr(text.find(mark) + mark.size(), 20);
    CHECK(heard >= utc(std::time(nullptr) - 10));
    CHECK(heard <= utc(std::time(nullptr)));
  }
  CHECK(read_file(file).empty());
}

TEST_CASE("a holder on another host counts where the kernel knows of no lock", "[folder_lock]") {
  const TemporaryFolder folder;
  const std::string path = folder.path.string(), file = folder.file("lock");
  SECTION("heard of a minute ago: it is at work") {
    write_atomically(file, text_of("elsewhere", 60));
    CHECK_THAT(refusal(path), Contains("on host elsewhere") && Contains("delete " + file));
    CHECK_THAT(refusal(path, Hold::together), Contains("on host elsewhere"));
    REQUIRE(FolderLock::holder(path));
    CHECK_THAT(*FolderLock::holder(path), Contains("process 4711 on host elsewhere"));
    CHECK_FALSE(FolderLock::silent_holder(path));
  }
  SECTION("silent for an hour: said, with what to do, which helps") {
    write_atomically(file, text_of("elsewhere", 3600));
    CHECK_THAT(refusal(path),
               Contains("last heard of " + utc(std::time(nullptr) - 3600).substr(0, 14)) &&
                   Contains("if you know that it is dead, delete " + file));
    CHECK_FALSE(FolderLock::holder(path));
    CHECK(FolderLock::silent_holder(path));
    std::filesystem::remove(file);
    CHECK_FALSE(FolderLock::silent_holder(path));
    CHECK(refusal(path) == "taken");
  }
  SECTION("a dead process of this host is followed") {
    write_atomically(file, text_of(host_name(), 5));
    CHECK_FALSE(FolderLock::holder(path));
    CHECK(refusal(path) == "taken");
  }
  SECTION("the life of this Slurm task before a requeue is followed, another task is not") {
    setenv("SLURM_ARRAY_JOB_ID", "12", 1);
    setenv("SLURM_ARRAY_TASK_ID", "3", 1);
    write_atomically(file, text_of("elsewhere", 5, "12_30"));
    CHECK_THAT(refusal(path), Contains("Slurm task 12_30"));
    write_atomically(file, text_of("elsewhere", 5, "12_3"));
    {
      const FolderLock lock(path);
      CHECK_THAT(read_file(file), Contains(", Slurm task 12_3, since"));
    }
    unsetenv("SLURM_ARRAY_JOB_ID");
    unsetenv("SLURM_ARRAY_TASK_ID");
  }
}

TEST_CASE("several hold a folder together, or one alone", "[folder_lock]") {
  const TemporaryFolder folder;
  const std::string path = folder.path.string();
  {
    const FolderLock one(path, Hold::together), two(path, Hold::together);
    CHECK_THAT(refusal(path), Contains("another process at work in it"));
    CHECK_FALSE(FolderLock::holder(path));  // nobody alone
  }
  const FolderLock alone(path);
  CHECK_THAT(refusal(path, Hold::together), Contains("process " + std::to_string(::getpid())));
}

TEST_CASE("processes take turns", "[folder_lock]") {
  const TemporaryFolder folder;
  const std::string file = folder.file("number");
  write_atomically(file, "0");
  constexpr int kProcesses = 4, kRounds = 10;
  for (int p = 0; p < kProcesses; ++p)
    if (::fork() == 0) {
      for (int i = 0; i < kRounds; ++i) {
        const FolderTurn turn(folder.path.string());
        write_atomically(file, std::to_string(std::stoi(read_file(file)) + 1));
      }
      ::_exit(0);
    }
  while (::wait(nullptr) > 0) {
  }
  CHECK(read_file(file) == std::to_string(kProcesses * kRounds));
}

TEST_CASE("a folder that cannot be made cannot be locked", "[folder_lock]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("f"), "x");
  CHECK_THROWS_AS(FolderLock(folder.file("f")), Failure);
  CHECK_THROWS_AS(FolderLock(folder.file("f/run")), Failure);
}
