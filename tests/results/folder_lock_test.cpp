// One process at a time; a dead one holds nothing.
#include "results/folder_lock.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "../io/temporary_folder.hpp"
#include "core/failure.hpp"
#include "io/atomic_file.hpp"

using namespace slipfront;

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

TEST_CASE("a folder that cannot be made cannot be locked", "[folder_lock]") {
  const TemporaryFolder folder;
  write_atomically(folder.file("f"), "x");
  CHECK_THROWS_AS(FolderLock(folder.file("f")), Failure);
  CHECK_THROWS_AS(FolderLock(folder.file("f/run")), Failure);
}
